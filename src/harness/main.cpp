// The command: arguments in, one report out, the verdict as exit status. All the work is in harness_core.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grade/main_command.h"
#include "harness/check.h"
#include "harness/commands.h"
#include "harness/doctor.h"
#include "harness/options.h"
#include "harness/pipeline.h"
#include "harness/process.h"
#include "harness/terminal.h"
#include "harness/why_command.h"
#include "learn/commands.h"

namespace {

using harness::ExitStatus;

int fail(const harness::Problem& problem, const harness::Options& options) {
  if (options.json) fmt::print("{}", harness::jsonProblem(problem, options.days.empty() ? "" : options.days.front()));
  fmt::print(stderr, "harness: {}\n", problem.message);
  return static_cast<int>(problem.status);
}

/// Writes over one line of stderr, and only where someone watches.
class Progress {
 public:
  explicit Progress(bool wanted) : shown_(wanted && harness::canWriteOver(STDERR_FILENO)) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const std::string& text) {
    if (shown_) fmt::print(stderr, "\r\033[K{}", text);
    dirty_ = shown_ && !text.empty();
  }
  void clear() {
    if (dirty_) show("");
  }

 private:
  bool shown_;
  bool dirty_ = false;
};

int explain(const harness::Options& options) {
  Progress progress(!options.quiet && !options.json);
  const harness::Result<harness::WhyOutput> output = harness::explainDay(
      options, harness::wantsColor(STDOUT_FILENO), [&](const std::string& text) { progress.show(text); });
  progress.clear();
  if (!output) return fail(output.problem(), options);
  fmt::print("{}", output->text);
  return static_cast<int>(output->status);
}

int judge(const harness::Options& options) {
  Progress progress(!options.quiet && !options.json);
  const harness::Result<harness::Report> report =
      harness::judgeDay(options, [&](const std::string& text) { progress.show(text); });
  progress.clear();
  if (!report) return fail(report.problem(), options);
  // Some cases, or another file, tell nothing of the day.
  if (options.from.empty() && options.cases.empty()) learn::recordRun(*report);
  fmt::print("{}", options.json ? harness::jsonReport(*report)
                                : harness::textReport(
                                      *report, {harness::wantsColor(STDOUT_FILENO), options.quiet, options.verbose}));
  return static_cast<int>(report->judgement.status);
}

/// Prints what a command has to say, or why it cannot.
int say(const harness::Result<std::string>& text, const harness::Options& options) {
  if (!text) return fail(text.problem(), options);
  fmt::print("{}", *text);
  return 0;
}

int check(const harness::Options& options) {
  const auto onLine = [&](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  const harness::Result<harness::CheckSummary> summary = harness::checkCourse(options, onLine);
  if (!summary) return fail(summary.problem(), options);
  fmt::print("check: {} passed, {} failed\n", summary->passed, summary->failed);
  return static_cast<int>(summary->failed == 0 && summary->passed > 0 ? ExitStatus::passed : ExitStatus::checkFailed);
}

int run(const harness::Options& options) {
  switch (options.command) {
    case harness::Command::help:
    case harness::Command::version:
      fmt::print("{}", options.text);
      return 0;
    case harness::Command::doctor:
      return say(harness::describeMachine(options), options);
    case harness::Command::readme:
      return say(harness::freshReadme(options), options);
    case harness::Command::starters:
      return say(harness::writeStarters(options), options);
    case harness::Command::explorer:
      return say(harness::writeExplorerPage(options), options);
    case harness::Command::prepare:
      return say(harness::prepareDay(options), options);
    case harness::Command::check:
      return check(options);
    case harness::Command::judge:
      return options.why ? explain(options) : judge(options);
  }
  return static_cast<int>(ExitStatus::internal);
}

}  // namespace

int main(int count, char** values) {
  struct sigaction action {};
  action.sa_handler = [](int) { harness::interruptProcesses(); };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);

  const std::vector<std::string> arguments(values + 1, values + count);
  const harness::Result<harness::Options> options = harness::parseArguments(arguments);
  try {
    if (const std::optional<int> status = learn::runCommand(arguments)) return *status;
    if (const std::optional<int> status = grade::runCommand(arguments)) return *status;
    if (!options) return fail(options.problem(), {});
    harness::Options located = *options;
    located.root = std::filesystem::canonical(located.root).string();
    return run(located);
  } catch (const std::exception& error) {
    return fail({ExitStatus::internal, fmt::format("internal fault, please report it: {}", error.what())},
                options ? *options : harness::Options{});
  }
}
