#include "learn/work_file.h"

#include <fmt/format.h>

#include <system_error>

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

Result<std::string> resetWork(const DayFiles& files) {
  const std::string shown = harness::shownPath(files.learner, files.root);
  const Result<std::string> starter = harness::readText(files.starter, ExitStatus::course);
  if (!starter) return starter.problem();
  std::string out;
  std::error_code error;
  fs::create_directories(files.learner.parent_path(), error);
  if (fs::exists(fs::symlink_status(files.learner, error))) {
    const Result<std::string> mine = harness::readText(files.learner, ExitStatus::setup);
    if (mine && *mine == *starter) return fmt::format("{} is the starter already\n", shown);
    const fs::path kept = freeName(files.learner);
    fs::rename(files.learner, kept, error);
    if (error) return Problem{ExitStatus::setup, fmt::format("{} cannot be kept: {}", shown, error.message())};
    out = fmt::format("your file is kept as {}\n", harness::shownPath(kept, files.root));
  }
  fs::copy_file(files.starter, files.learner, fs::copy_options::none, error);
  if (error) return Problem{ExitStatus::setup, fmt::format("{} cannot be made: {}", shown, error.message())};
  return out + fmt::format("{} is the starter again\n", shown);
}

Result<std::string> diffWork(const DayFiles& files, bool color) {
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
  return end.standardOutput.empty() ? work + " is the starter, unchanged\n" : end.standardOutput;
}

}  // namespace learn
