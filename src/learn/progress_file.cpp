// How progress lies on the disk.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <sstream>

#include "harness/course.h"
#include "harness/json.h"
#include "harness/replace_file.h"
#include "harness/timestamp.h"
#include "harness/yaml_mapping.h"
#include "learn/progress.h"

namespace learn {

namespace fs = std::filesystem;
using harness::ExitStatus;

namespace {

constexpr const char* banner =
    "# What you have done, by day. ./harness writes it; it is safe to read, to copy, and to keep in git.\n"
    "# Two copies meet with `./harness progress --merge FILE`.\n";

/// The field when it is there, else what a day begins with.
std::string textOr(harness::Mapping& day, const std::string& name) { return day.has(name) ? day.text(name) : ""; }
double numberOr(harness::Mapping& day, const std::string& name) { return day.has(name) ? day.number(name, -1e-9) : 0; }

DayProgress readDay(harness::Mapping& mapping) {
  mapping.allowOnly({"day", "runs", "seconds", "hints", "last_run", "last_verdict", "last_headline", "solved",
                     "best_ratio", "best_device"});
  DayProgress day;
  day.runs = static_cast<std::uint64_t>(numberOr(mapping, "runs"));
  day.seconds = numberOr(mapping, "seconds");
  day.hints = static_cast<std::uint64_t>(numberOr(mapping, "hints"));
  day.lastRun = textOr(mapping, "last_run");
  day.lastVerdict = textOr(mapping, "last_verdict");
  day.lastHeadline = textOr(mapping, "last_headline");
  day.solved = textOr(mapping, "solved");
  day.bestRatio = numberOr(mapping, "best_ratio");
  day.bestDevice = textOr(mapping, "best_device");
  return day;
}

/// Both sides of a text with the marks of an unresolved merge.
std::pair<std::string, std::string> sidesOf(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line, ours, theirs;
  enum class Side { both, first, base, second } side = Side::both;
  while (std::getline(lines, line)) {
    if (line.starts_with("<<<<<<<")) {
      side = Side::first;
    } else if (line.starts_with("|||||||")) {
      side = Side::base;
    } else if (line.starts_with("=======")) {
      side = Side::second;
    } else if (line.starts_with(">>>>>>>")) {
      side = Side::both;
    } else {
      if (side == Side::both || side == Side::first) ours += line + "\n";
      if (side == Side::both || side == Side::second) theirs += line + "\n";
    }
  }
  return {ours, theirs};
}

/// Holds the file's lock; other commands wait. The lock is on a file of its own, for the file itself is replaced.
class Lock {
 public:
  explicit Lock(const fs::path& file) : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

std::string progressText(const Progress& progress) {
  std::string out = banner;
  out += progress.days.empty() ? "days: []\n" : "days:\n";
  for (const auto& [number, day] : progress.days) {
    out += fmt::format("  - day: {}\n    runs: {}\n    seconds: {}\n", number, day.runs, std::llround(day.seconds));
    const auto text = [&](const char* name, const std::string& value) {
      if (!value.empty()) out += fmt::format("    {}: {}\n", name, harness::jsonString(value));
    };
    if (day.hints > 0) out += fmt::format("    hints: {}\n", day.hints);
    text("last_run", day.lastRun);
    text("last_verdict", day.lastVerdict);
    text("last_headline", day.lastHeadline);
    text("solved", day.solved);
    if (day.bestRatio > 0) out += fmt::format("    best_ratio: {:.4f}\n", day.bestRatio);
    text("best_device", day.bestDevice);
  }
  return out;
}

Result<Progress> parseProgress(std::string_view text, const std::string& fileName) {
  if (text.starts_with("<<<<<<<") || text.find("\n<<<<<<<") != std::string_view::npos) {
    const auto [ours, theirs] = sidesOf(text);
    const Result<Progress> a = parseProgress(ours, fileName), b = parseProgress(theirs, fileName);
    if (!a) return a;
    return b ? merge(*a, *b) : b;
  }
  const Result<YAML::Node> root = harness::parseYaml(text, fileName);
  if (!root) return root.problem();
  harness::Mapping file(*root, fileName, "the file");
  file.allowOnly({"days"});
  Progress progress;
  for (harness::Mapping& mapping : file.mappings("days", "day")) {
    const int number = static_cast<int>(mapping.number("day", 0, true));
    const DayProgress day = readDay(mapping);
    file.adopt(mapping);
    Progress one;
    one.days[number] = day;
    progress = merge(progress, one);
  }
  if (file.problem()) return *file.problem();
  return progress;
}

fs::path progressFile(const fs::path& root) { return root / "work/progress.yaml"; }

Result<Progress> loadProgress(const fs::path& root) {
  const fs::path file = progressFile(root);
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Progress{};
  const Result<std::string> text = harness::readText(file, ExitStatus::setup);
  return text ? parseProgress(*text, "work/progress.yaml") : text.problem();
}

Result<Progress> updateProgress(const fs::path& root, const std::function<void(Progress&)>& change,
                                const std::function<void(const std::string&)>& onKept) {
  const fs::path file = progressFile(root);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const Lock lock(root / "work/.progress.lock");
  Result<Progress> progress = loadProgress(root);
  if (!progress) {
    const fs::path kept = file.string() + ".unreadable-" + harness::timestampNow();
    fs::rename(file, kept, error);
    if (error) return progress;
    onKept(fmt::format("{}; it is kept as {}, and a new one begun", progress.problem().message,
                       harness::shownPath(kept, root)));
    progress = Progress{};
  }
  change(*progress);
  const Result<std::monostate> written = harness::replaceFile(file, progressText(*progress));
  return written ? progress : written.problem();
}

}  // namespace learn
