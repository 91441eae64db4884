#pragma once
// Where a grading run keeps what it found: one record a submission, written whole or not at all, so that a run killed
// at any point goes on where it was; and a lock, so that two graders do not meet.
#include <filesystem>
#include <map>
#include <string>

#include "grade/record.h"
#include "harness/result.h"

namespace grade {

class ResultsFolder {
 public:
  /// Makes or opens the folder and takes its lock. `settings` is one line of JSON that a run goes on under only when it
  /// is the same; with `fresh` what is there is thrown away. The Problem: another grader is at work, or other settings.
  static harness::Result<ResultsFolder> open(const std::filesystem::path& path, bool fresh);
  /// The folder of a run whose lock another process holds: for keep() alone.
  static ResultsFolder ofTask(const std::filesystem::path& path) { return ResultsFolder(path, -1); }
  ResultsFolder(ResultsFolder&& other) noexcept;
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;
  ResultsFolder& operator=(ResultsFolder&&) = delete;
  ~ResultsFolder();

  /// The settings of the run that began here; empty when none did.
  std::string settings() const;
  harness::Result<std::monostate> begin(const std::string& settings);
  /// Records so far, by id. A damaged one counts as none.
  std::map<std::string, Record> records() const;
  harness::Result<std::monostate> keep(const Record& record) const;
  /// Notes the run's folder of temporary files and removes the one that a killed run left.
  void takeOver(const std::filesystem::path& temporary) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ResultsFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace grade
