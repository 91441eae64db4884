#include "grade/intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "grade/files.h"
#include "grade/submission.h"
#include "harness/content_hash.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

constexpr std::size_t mostItems = 20000, headBytes = 65536;
constexpr int deepest = 6;

bool isArchive(const fs::path& path) {
  const std::string extension = path.extension().string();
  for (const char* known : {".zip", ".gz", ".tgz", ".tar", ".xz", ".bz2", ".7z", ".rar", ".zst"})
    if (extension == known) return true;
  return false;
}

class Collector {
 public:
  Collector(std::string day, std::vector<std::string> skip) : day_(std::move(day)), skip_(std::move(skip)) {}

  void add(const fs::path& path, const std::string& name, int depth) {
    if (items_.size() > mostItems) return;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    const std::string base = path.filename().string();
    if (base == ".DS_Store" || base == "__MACOSX") return;
    if (std::find(skip_.begin(), skip_.end(), fs::absolute(path).lexically_normal().string()) != skip_.end()) return;
    if (fs::is_directory(status)) return addFolder(path, name, depth);
    Item item;
    item.id = harness::ContentHash().add(name).hex().substr(0, 16);
    item.name = printable(name, 300);
    item.day = day_;
    item.refusal = read(path, name, item);
    if (!item.refusal.empty()) item.source.clear();
    if (item.hash.empty()) item.hash = harness::ContentHash().add(item.refusal).hex();
    items_.push_back(std::move(item));
  }

  std::vector<Item> take() { return std::move(items_); }
  bool tooMany() const { return items_.size() > mostItems; }

 private:
  void addFolder(const fs::path& path, const std::string& name, int depth) {
    std::error_code error;
    std::vector<fs::path> entries;
    if (depth < deepest)
      for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
        entries.push_back(at->path());
    if (error || depth == deepest) {
      Item item;
      item.id = harness::ContentHash().add(name).hex().substr(0, 16);
      item.name = printable(name, 300);
      item.refusal = error ? "a folder that cannot be read: " + error.message()
                           : fmt::format("a folder {} levels down, which is not looked into", deepest);
      item.hash = harness::ContentHash().add(item.refusal).hex();
      items_.push_back(std::move(item));
      return;
    }
    std::sort(entries.begin(), entries.end());
    for (const fs::path& entry : entries)
      add(entry, name.empty() ? entry.filename().string() : name + "/" + entry.filename().string(), depth + 1);
  }

  /// Fills the item in; empty, or why it is not judged.
  std::string read(const fs::path& path, const std::string& name, Item& item) const {
    if (isArchive(path)) return "an archive, which is not opened: unpack it first";
    const Result<std::string> text = readRegularFile(path, maximumSourceBytes + headBytes, "it");
    if (!text) return text.problem().message;
    item.hash = harness::ContentHash().add(*text).hex();
    if (looksLikeSubmission(*text)) {
      const Result<Submission> submission = readSubmission(*text, "it");
      if (!submission) return submission.problem().message;
      item.note = printable(submission->note, maximumNoteBytes);
      item.claimed = printable(submission->verdict);
      item.source = submission->source;
      if (dayInPath(submission->day) != submission->day) return "it is of no day";
      if (!day_.empty() && day_ != submission->day) return fmt::format("it is of {}, not of {}", submission->day, day_);
      item.day = submission->day;
      return "";
    }
    if (path.extension() == ".submission") return "it does not begin as a submission does";
    if (path.extension() != ".cu") return "neither a submission nor a .cu file";
    if (std::optional<Problem> refused = refuseSource(*text, "it")) return refused->message;
    item.source = *text;
    if (item.day.empty()) item.day = dayInPath(name);
    return item.day.empty() ? "a .cu file of no day: say --day dayNN" : "";
  }

  std::string day_;
  std::vector<std::string> skip_;
  std::vector<Item> items_;
};

}  // namespace

std::string dayInPath(std::string_view path) {
  std::string found;
  for (std::size_t at = path.find("day"); at != std::string_view::npos; at = path.find("day", at + 1)) {
    std::size_t end = at + 3;
    while (end < path.size() && std::isdigit(static_cast<unsigned char>(path[end])) != 0) ++end;
    const std::size_t digits = end - at - 3;
    if (digits >= 2 && digits <= 3) found = path.substr(at, end - at);
  }
  return found;
}

Result<std::vector<Item>> collect(const std::vector<std::string>& paths, const std::string& day,
                                  const std::vector<std::string>& skip) {
  Collector collector(day, skip);
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error)))
      return Problem{ExitStatus::usage, fmt::format("{}: is not there", printable(path))};
    const fs::path clean = fs::path(path).lexically_normal();
    const bool folder = fs::is_directory(clean, error);
    // One folder: names are what is below it. Several paths: they tell the files apart.
    collector.add(folder ? fs::canonical(clean, error) : clean,
                  folder && paths.size() == 1 ? ""
                  : paths.size() == 1         ? clean.filename().string()
                                              : clean.string(),
                  0);
  }
  if (collector.tooMany())
    return Problem{ExitStatus::usage, fmt::format("more than {} files: grade them in parts", mostItems)};
  return collector.take();
}

}  // namespace grade
