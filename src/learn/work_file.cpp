#include "learn/work_file.h"

#include <fmt/format.h>

#include <system_error>

#include "harness/json.h"
#include "harness/process.h"

namespace learn {

namespace fs = std::filesystem;
using harness::DayFiles;
using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

Problem notThere(const DayFiles& files) {
  return {ExitStatus::usage, fmt::format("{} is not there yet: `make {}` makes it from the starter",
                                         harness::shownPath(files.learner, files.root), files.id())};
}

/// The first name of FILE.1, FILE.2, … that is free.
fs::path freeName(const fs::path& file) {
  std::error_code ignored;
  for (unsigned i = 1;; ++i) {
    const fs::path name = fmt::format("{}.{}", file.string(), i);
    if (!fs::exists(fs::symlink_status(name, ignored))) return name;
  }
}

}  // namespace

Result<ResetOutcome> resetWork(const DayFiles& files) {
  ResetOutcome outcome{harness::shownPath(files.learner, files.root), "", false};
  const Result<std::string> starter = harness::readText(files.starter, ExitStatus::course);
  if (!starter) return starter.problem();
  std::error_code error;
  fs::create_directories(files.learner.parent_path(), error);
  if (fs::exists(fs::symlink_status(files.learner, error))) {
    const Result<std::string> mine = harness::readText(files.learner, ExitStatus::setup);
    if (mine && *mine == *starter) return outcome;
    const fs::path kept = freeName(files.learner);
    fs::rename(files.learner, kept, error);
    if (error) return Problem{ExitStatus::setup, fmt::format("{} cannot be kept: {}", outcome.file, error.message())};
    outcome.kept = harness::shownPath(kept, files.root);
  }
  fs::copy_file(files.starter, files.learner, fs::copy_options::none, error);
  if (error) return Problem{ExitStatus::setup, fmt::format("{} cannot be made: {}", outcome.file, error.message())};
  outcome.changed = true;
  return outcome;
}

std::string resetText(const ResetOutcome& outcome) {
  if (!outcome.changed) return outcome.file + " is the starter already\n";
  return (outcome.kept.empty() ? "" : fmt::format("your file is kept as {}\n", outcome.kept)) + outcome.file +
         " is the starter again\n";
}

std::string resetJson(const ResetOutcome& outcome) {
  return fmt::format("{{\"file\": {}, \"kept\": {}, \"changed\": {}}}\n", harness::jsonString(outcome.file),
                     outcome.kept.empty() ? "null" : harness::jsonString(outcome.kept), outcome.changed);
}

Result<DiffOutcome> diffWork(const DayFiles& files, bool color) {
  std::error_code ignored;
  if (!fs::is_regular_file(files.learner, ignored)) return notThere(files);
  harness::ProcessRequest request;
  const std::string work = harness::shownPath(files.learner, files.root);
  request.arguments = {"diff",
                       "-u",
                       color ? "--color=always" : "--color=never",
                       "--label",
                       "starter",
                       "--label",
                       work,
                       files.starter.string(),
                       files.learner.string()};
  request.timeLimitSeconds = 10;
  const harness::ProcessEnd end = harness::runProcess(request);
  if (end.kind != harness::ProcessEnd::Kind::exited || end.code > 1)
    return Problem{ExitStatus::setup, fmt::format("`diff` does not work here: {}", end.standardError)};
  return DiffOutcome{work, end.standardOutput};
}

std::string diffText(const DiffOutcome& outcome) {
  return outcome.diff.empty() ? outcome.file + " is the starter, unchanged\n" : outcome.diff;
}

std::string diffJson(const DiffOutcome& outcome) {
  return fmt::format("{{\"file\": {}, \"changed\": {}, \"diff\": {}}}\n", harness::jsonString(outcome.file),
                     !outcome.diff.empty(), harness::jsonString(outcome.diff));
}

}  // namespace learn
