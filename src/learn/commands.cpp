#include "learn/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "harness/build.h"
#include "harness/course.h"
#include "harness/json.h"
#include "harness/pipeline.h"
#include "harness/report.h"
#include "harness/timestamp.h"
#include "harness/toolchain.h"
#include "learn/child.h"
#include "learn/command_line.h"
#include "learn/completion.h"
#include "learn/hints.h"
#include "learn/run_program.h"
#include "learn/screens.h"
#include "learn/terminal.h"
#include "learn/watch.h"
#include "learn/work_file.h"

namespace learn {

namespace fs = std::filesystem;
using harness::DayFiles;
using harness::ExitStatus;

namespace {

/// With `json` stdout gets the object that a judged run gives for a problem.
int fail(const Problem& problem, bool json = false) {
  if (json) fmt::print("{}", harness::jsonProblem(problem, ""));
  fmt::print(stderr, "harness: {}\n", problem.message);
  return static_cast<int>(problem.status);
}

void warn(const std::string& text) { fmt::print(stderr, "harness: {}\n", text); }

int say(const Result<std::string>& text) {
  if (!text) return fail(text.problem());
  fmt::print("{}", *text);
  return 0;
}

Result<Situation> situationOf(const fs::path& root) {
  Result<harness::Outline> outline = harness::readOutline(root);
  if (!outline) return outline.problem();
  const Result<Progress> progress = loadProgress(root);
  if (!progress) return progress.problem();
  Situation situation{*outline, *progress, {}, harness::timestampNow()};
  std::error_code ignored;
  for (const DayFiles& files : harness::findDays(root))
    if (fs::exists(files.learner, ignored)) situation.files.insert(files.number);
  return situation;
}

/// Shows text a screen at a time where someone watches and it does not fit one.
int page(const std::string& text) {
  const char* chosen = std::getenv("PAGER");
  const std::string pager = chosen != nullptr && *chosen != '\0' ? chosen : "less -FRX";
  const bool wanted = isatty(STDOUT_FILENO) == 1 && harness::findProgram(pager.substr(0, pager.find(' ')));
  FILE* out = wanted ? popen(pager.c_str(), "w") : nullptr;
  if (out == nullptr) return say(text);
  std::fwrite(text.data(), 1, text.size(), out);
  pclose(out);
  return 0;
}

int lesson(const DayFiles& files, const TerminalStyle& style) {
  const Result<std::string> text = harness::readText(files.page, ExitStatus::course);
  return text ? page(lessonText(*text, style)) : fail(text.problem());
}

int hint(const Request& request, const DayFiles& files, const TerminalStyle& style) {
  const Result<std::string> text = harness::readText(files.page, ExitStatus::course);
  if (!text) return fail(text.problem(), request.json);
  const Result<Progress> progress = loadProgress(files.root);
  if (!progress) return fail(progress.problem(), request.json);
  const auto known = progress->days.find(files.number);
  const DayProgress day = known == progress->days.end() ? DayProgress{} : known->second;
  const Result<HintOutcome> outcome = nextHint(*text, files.id(), day, request.solution, style);
  if (!outcome) return fail(outcome.problem(), request.json);
  if (request.json)
    fmt::print("{}", hintJson(*outcome, files.number));
  else
    fmt::print("{}",
               request.quiet ? outcome->text.substr(0, outcome->text.size() - outcome->after.size()) : outcome->text);
  if (outcome->shown == day.hints) return 0;
  const Result<Progress> kept = updateProgress(
      files.root, [&](Progress& all) { all.days[files.number].hints = outcome->shown; }, warn);
  return kept ? 0 : fail(kept.problem(), request.json);
}

int watchDay(const Request& request, const DayFiles& files, const TerminalStyle& style) {
  std::error_code ignored;
  if (!fs::is_regular_file(files.learner, ignored))
    return fail({ExitStatus::usage, fmt::format("{} is not there yet: `make {}` makes it from the starter",
                                                harness::shownPath(files.learner, files.root), files.id())});
  WatchRequest watched;
  watched.files = files;
  watched.program = fs::read_symlink("/proc/self/exe", ignored).string();
  if (watched.program.empty()) watched.program = "./harness";
  watched.options = {"--root", files.root.string()};
  watched.poll = request.poll;
  watched.style = style;
  if (request.device != "auto") watched.judged.insert(watched.judged.end(), {"--device", request.device});
  watched.judged.insert(watched.judged.end(), {"--card", request.card});
  if (request.verbose) watched.judged.emplace_back("--verbose");
  watched.nextDay = [](const DayFiles& now) -> std::optional<DayFiles> {
    const Result<Situation> situation = situationOf(now.root);
    if (!situation || situation->stateOf(now.number) != DayState::solved) return std::nullopt;
    const harness::OutlineDay* next = nextDay(*situation);
    if (next == nullptr) return std::nullopt;
    const Result<DayFiles> found = harness::resolveDay(now.root, next->id());
    return found ? std::optional(*found) : std::nullopt;
  };
  return watch(std::move(watched));
}

int progress(const Request& request) {
  if (request.merge.empty()) {
    const Result<Progress> now = loadProgress(request.root);
    if (!now) return fail(now.problem(), request.json);
    if (!request.json) return say(progressText(*now));
    const Result<Situation> situation = situationOf(request.root);
    return situation ? say(listJson(*situation, {})) : fail(situation.problem(), request.json);
  }
  const Result<std::string> text = harness::readText(request.merge, ExitStatus::usage);
  if (!text) return fail(text.problem(), request.json);
  const Result<Progress> other = parseProgress(*text, request.merge);
  if (!other) return fail(other.problem(), request.json);
  const Result<Progress> merged = updateProgress(
      request.root, [&](Progress& all) { all = merge(all, *other); }, warn);
  if (!merged) return fail(merged.problem(), request.json);
  if (request.json) {
    const Result<Situation> situation = situationOf(request.root);
    return situation ? say(listJson(*situation, {})) : fail(situation.problem(), true);
  }
  if (request.quiet) return 0;
  return say(fmt::format("{} merged: {} days have progress\n", request.merge, merged->days.size()));
}

int completion(const Request& request) {
  CompletionWords words;
  for (const VerbRow& row : verbs()) words.commands.emplace_back(row.name);
  for (const char* other : {"check", "doctor", "submit", "grade"}) words.commands.emplace_back(other);
  words.options = {"--json", "--quiet",     "--verbose",    "--seed",   "--case", "--card", "--device",
                   "--from", "--no-timing", "--time-limit", "--shrink", "--why",  "--html", "--help"};
  const std::string shell = request.words.empty() ? "" : request.words.front();
  if (shell == "days") {
    std::string out;
    for (const DayFiles& files : harness::findDays(request.root)) out += files.id() + "\n";
    return say(out);
  }
  const std::string script = completionScript(shell, words);
  if (script.empty())
    return fail({ExitStatus::usage, fmt::format("no completion for '{}': there is bash, zsh and fish", shell)});
  return say(script);
}

int ofDay(const Request& request, const TerminalStyle& style) {
  const Result<DayFiles> files = harness::resolveDay(request.root, request.words.front());
  if (!files) return fail(files.problem(), request.json);
  switch (request.verb) {
    case Verb::lesson:
      return lesson(*files, style);
    case Verb::hint:
      return hint(request, *files, style);
    case Verb::run: {
      const Result<int> status = runProgram(*files, request.device, request.card, request.json);
      return status ? *status : fail(status.problem(), request.json);
    }
    case Verb::reset: {
      const Result<ResetOutcome> outcome = resetWork(*files);
      if (!outcome) return fail(outcome.problem(), request.json);
      if (request.json) return say(resetJson(*outcome));
      return request.quiet ? 0 : say(resetText(*outcome));
    }
    case Verb::diff: {
      const Result<DiffOutcome> outcome = diffWork(*files, style.color && !request.json);
      if (!outcome) return fail(outcome.problem(), request.json);
      if (request.json) return say(diffJson(*outcome));
      return say(request.quiet ? outcome->diff : diffText(*outcome));
    }
    default:
      return watchDay(request, *files, style);
  }
}

int dispatch(const Request& request) {
  const TerminalStyle style = styleOf(STDOUT_FILENO);
  switch (request.verb) {
    case Verb::help:
      return say(helpText());
    case Verb::completion:
      return completion(request);
    case Verb::progress:
      return progress(request);
    case Verb::home:
    case Verb::next:
    case Verb::list: {
      const Result<Situation> situation = situationOf(request.root);
      if (!situation) return fail(situation.problem(), request.json);
      if (request.verb == Verb::home && !request.json) return say(homeScreen(*situation, style));
      if (request.verb == Verb::next) {
        if (request.json) return say(nextJson(*situation));
        const harness::OutlineDay* next = nextDay(*situation);
        if (request.quiet) return say(next == nullptr ? "" : next->id() + "\n");
        return say(nextScreen(*situation, style));
      }
      if (request.json) return say(listJson(*situation, request.words));
      if (request.quiet) return say(listQuiet(*situation, request.words));
      return page(listScreen(*situation, request.words, style));  // a hundred days fit no screen
    }
    default:
      return ofDay(request, style);
  }
}

}  // namespace

std::optional<int> runCommand(const std::vector<std::string>& arguments) {
  const std::optional<Result<Request>> parsed = parseRequest(arguments);
  if (!parsed) return std::nullopt;
  if (!*parsed) return fail(parsed->problem());
  Request request = **parsed;
  if (!request.help.empty()) return say(request.help);
  std::error_code error;
  request.root = fs::canonical(request.root, error).string();
  if (error) return fail({ExitStatus::usage, fmt::format("--root {}: {}", request.root, error.message())});
  return dispatch(request);
}

void recordRun(const harness::Report& report) {
  RunFacts run;
  run.day = report.files.number;
  run.when = harness::timestampNow();
  run.verdict = std::string(harness::verdictName(report.judgement.status));
  run.headline = report.judgement.headline;
  run.device = report.device == "sim" ? "simulated " + report.card : report.card;
  if (report.judgement.timing) run.ratio = report.judgement.timing->ratioToCopy;
  const Result<Progress> kept = updateProgress(
      report.files.root, [&](Progress& progress) { addRun(progress, run); }, warn);
  if (!kept) warn(kept.problem().message);
}

}  // namespace learn
