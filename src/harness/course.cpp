#include "harness/course.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace harness {

namespace fs = std::filesystem;

namespace {

/// Splits "day13-shared-memory" into 13 and the slug; number 0 when it is no such name.
std::pair<int, std::string> splitName(std::string_view name) {
  if (!name.starts_with("day")) return {0, ""};
  name.remove_prefix(3);
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || number <= 0) return {0, ""};
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  if (!name.empty() && name[0] != '-') return {0, ""};
  return {number, std::string(name.substr(name.empty() ? 0 : 1))};
}

DayFiles filesOf(const fs::path& root, int number, const std::string& slug) {
  DayFiles files;
  files.number = number;
  files.slug = slug;
  files.root = root;
  const std::string name = files.name();
  std::string programName = slug;
  std::replace(programName.begin(), programName.end(), '-', '_');
  files.folder = root / "days" / name;
  files.starter = files.folder / "starter.cu";
  files.description = files.folder / "day.yaml";
  files.exerciseHeader = files.folder / "exercise.h";
  files.program = files.folder / (programName + ".cu");
  files.page = root / "course" / (name + ".md");
  files.solution = root / "solutions" / (name + ".cu");
  files.evidence = root / "evidence" / name;
  files.learner = root / "work" / (files.id() + ".cu");
  return files;
}

}  // namespace

std::string DayFiles::id() const { return fmt::format("day{:02}", number); }
std::string DayFiles::name() const { return id() + "-" + slug; }

std::vector<DayFiles> findDays(const fs::path& root) {
  std::vector<DayFiles> days;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "days", ignored)) {
    const auto [number, slug] = splitName(entry.path().filename().string());
    if (number > 0 && !slug.empty() && entry.is_directory(ignored)) days.push_back(filesOf(root, number, slug));
  }
  std::sort(days.begin(), days.end(), [](const DayFiles& a, const DayFiles& b) { return a.number < b.number; });
  return days;
}

Result<DayFiles> resolveDay(const fs::path& root, std::string_view word) {
  const std::string name =
      !word.empty() && word[0] >= '0' && word[0] <= '9' ? "day" + std::string(word) : std::string(word);
  const auto [number, slug] = splitName(name);
  const std::vector<DayFiles> days = findDays(root);
  std::vector<std::string> known;
  for (const DayFiles& day : days) {
    if (day.number == number && (slug.empty() || slug == day.slug)) return day;
    known.push_back(day.id());
  }
  if (known.empty()) return Problem{ExitStatus::course, fmt::format("{}: holds no day", (root / "days").string())};
  return Problem{ExitStatus::usage, fmt::format("there is no day '{}'; there is: {}. `./harness list` shows them.",
                                                word, fmt::join(known, ", "))};
}

Result<Day> loadDay(const DayFiles& files) {
  const std::string shown = shownPath(files.description, files.root);
  const Result<std::string> text = readText(files.description, ExitStatus::course);
  if (!text) return text.problem();
  Result<Day> day = parseDay(*text, shown);
  if (!day) return day;
  if (day->number != files.number)
    return Problem{ExitStatus::course, fmt::format("{}: field 'day' is {}, expected {} as in the folder's name", shown,
                                                   day->number, files.number)};
  if (day->slug != files.slug)
    return Problem{ExitStatus::course, fmt::format("{}: field 'slug' is '{}', expected '{}' as in the folder's name",
                                                   shown, day->slug, files.slug)};
  return day;
}

std::vector<fs::path> cudaFiles(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".cu") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::string> readText(const fs::path& path, ExitStatus status) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  std::error_code ignored;
  if (!file || fs::is_directory(path, ignored))
    return Problem{status, fmt::format("{}: cannot be read", path.string())};
  return std::move(text).str();
}

std::string shownPath(const fs::path& path, const fs::path& root) {
  const fs::path relative = path.lexically_normal().lexically_relative(root.lexically_normal());
  if (relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

}  // namespace harness
