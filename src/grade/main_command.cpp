#include "grade/main_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "grade/command_line.h"
#include "grade/grade_run.h"
#include "grade/submit_command.h"
#include "harness/terminal.h"

namespace grade {
namespace {

using harness::Problem;
using harness::Result;

int fail(const Problem& problem) {
  fmt::print(stderr, "harness: {}\n", problem.message);
  return static_cast<int>(problem.status);
}

/// Writes over one line of stderr, and only where someone watches.
void showProgress(const std::string& text) {
  if (harness::canWriteOver(STDERR_FILENO)) fmt::print(stderr, "\r\033[K{}", text);
}

int runSubmit(const std::vector<std::string>& words, const std::string& root) {
  const Result<SubmitOptions> options = parseSubmit(words, root);
  if (!options) return fail(options.problem());
  if (!options->help.empty()) {
    fmt::print("{}", options->help);
    return 0;
  }
  if (!options->check.empty()) {
    const Result<std::string> text = describeSubmission(options->check);
    if (!text) return fail(text.problem());
    fmt::print("{}", *text);
    return 0;
  }
  const Result<Submitted> done = submit(*options, showProgress);
  showProgress("");
  if (!done) return fail(done.problem());
  fmt::print("{}", done->text);
  if (!done->warning.empty()) fmt::print(stderr, "harness: {}\n", done->warning);
  return 0;
}

int runGrade(const std::vector<std::string>& words, const std::string& root) {
  const Result<GradeOptions> options = parseGrade(words, root);
  if (!options) return fail(options.problem());
  if (!options->help.empty()) {
    fmt::print("{}", options->help);
    return 0;
  }
  const Result<Graded> graded =
      gradeAll(*options, showProgress, [](const std::string& note) { fmt::print(stderr, "harness: {}\n", note); });
  showProgress("");
  if (!graded) return fail(graded.problem());
  fmt::print("{}", graded->text);
  // A grade that is missing through no fault of the learner's is not to be overlooked.
  return graded->ours == 0 ? 0 : static_cast<int>(harness::ExitStatus::internal);
}

}  // namespace

std::optional<int> runCommand(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  std::string root = harness::takeRoot(words);
  if (words.empty()) return std::nullopt;
  const std::string command = words.front();
  if (command != "submit" && command != "grade") return std::nullopt;
  words.erase(words.begin());
  root = std::filesystem::canonical(root).string();
  return command == "submit" ? runSubmit(words, root) : runGrade(words, root);
}

}  // namespace grade
