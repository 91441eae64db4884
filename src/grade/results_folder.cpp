#include "grade/results_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "grade/files.h"
#include "harness/replace_file.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {
constexpr std::size_t largestRecord = 1U << 20;
constexpr const char* temporaryMark = "cuda-measured-grade-";  // names of temporary folders begin so
}  // namespace

Result<ResultsFolder> ResultsFolder::open(const fs::path& path, bool fresh) {
  std::error_code error;
  fs::create_directories(path / "records", error);
  const int lock = ::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (lock < 0)
    return Problem{ExitStatus::setup, fmt::format("{}: cannot be used: {}", path.string(), std::strerror(errno))};
  ResultsFolder folder(path, lock);
  // The lock is the kernel's: it is gone with the process, however that ends.
  if (flock(lock, LOCK_EX | LOCK_NB) != 0)
    return Problem{ExitStatus::setup, fmt::format("{}: another grader is at work here", path.string())};
  if (fresh) {
    fs::remove_all(path / "records", error);
    fs::remove(path / "run.json", error);
    fs::create_directories(path / "records", error);
  }
  return folder;
}

ResultsFolder::ResultsFolder(ResultsFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

ResultsFolder::~ResultsFolder() {
  if (lock_ >= 0) ::close(lock_);
}

std::string ResultsFolder::settings() const {
  const Result<std::string> text = readRegularFile(path_ / "run.json", largestRecord, "it");
  return text ? *text : "";
}

Result<std::monostate> ResultsFolder::begin(const std::string& settings) {
  return harness::replaceFile(path_ / "run.json", settings);
}

std::map<std::string, Record> ResultsFolder::records() const {
  std::map<std::string, Record> out;
  std::error_code error;
  for (fs::directory_iterator at(path_ / "records", error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".json") continue;
    const Result<std::string> text = readRegularFile(at->path(), largestRecord, "it");
    if (!text) continue;
    if (Result<Record> record = readRecord(*text, "it")) out[record->id] = std::move(*record);
  }
  return out;
}

Result<std::monostate> ResultsFolder::keep(const Record& record) const {
  return harness::replaceFile(path_ / "records" / (record.id + ".json"), writeRecord(record));
}

void ResultsFolder::takeOver(const fs::path& temporary) const {
  std::error_code error;
  for (fs::directory_iterator at(path_ / "records", error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".new") fs::remove(at->path(), ignored);  // half a record of a run that was killed
  }
  const fs::path note = path_ / "temporary";
  if (const Result<std::string> left = readRegularFile(note, 4096, "it")) {
    std::error_code ignored;
    if (fs::path(*left).filename().string().starts_with(temporaryMark)) fs::remove_all(*left, ignored);
  }
  static_cast<void>(harness::replaceFile(note, temporary.string()));
}

}  // namespace grade
