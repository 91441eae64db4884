#include "harness/outline.h"

#include "harness/yaml_mapping.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view tableBegin = "<!-- days -->\n", tableEnd = "<!-- /days -->";

/// "owner/name" of characters that GitHub allows; it becomes a part of addresses.
bool isRepository(std::string_view text) {
  const auto isAllowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' ||
           c == '.' || c == '/';
  };
  const std::size_t slash = text.find('/');
  return slash != 0 && slash != std::string_view::npos && slash + 1 < text.size() && text.rfind('/') == slash &&
         std::all_of(text.begin(), text.end(), isAllowed);
}

OutlineDay readDay(Mapping& mapping, Mapping& file) {
  mapping.allowOnly({"number", "slug", "title", "summary", "exists"});
  OutlineDay day;
  day.number = static_cast<int>(mapping.number("number", 0, true));
  day.slug = mapping.text("slug");
  day.title = mapping.text("title");
  day.summary = mapping.text("summary");
  day.exists = mapping.flag("exists");
  file.adopt(mapping);
  return day;
}

}  // namespace

std::string OutlineDay::id() const { return fmt::format("day{:02}", number); }
std::string OutlineDay::name() const { return id() + "-" + slug; }

std::size_t Outline::count() const {
  std::size_t days = 0;
  for (const Module& module : modules) days += module.days.size();
  return days;
}

std::size_t Outline::existing() const {
  std::size_t days = 0;
  for (const Module& module : modules)
    for (const OutlineDay& day : module.days) days += day.exists ? 1 : 0;
  return days;
}

const OutlineDay* Outline::find(int number) const {
  for (const Module& module : modules)
    for (const OutlineDay& day : module.days)
      if (day.number == number) return &day;
  return nullptr;
}

Result<Outline> parseOutline(std::string_view yaml, const std::string& fileName) {
  const Result<YAML::Node> root = parseYaml(yaml, fileName);
  if (!root) return root.problem();
  Mapping file(*root, fileName, "the file");
  file.allowOnly({"modules", "published"});
  Outline outline;
  if (file.has("published")) {
    outline.published = file.text("published");
    if (!isRepository(outline.published))
      file.refuse("published", "expected the public GitHub repository, such as owner/name");
  }
  int last = 0;
  for (Mapping& part : file.mappings("modules", "module")) {
    part.allowOnly({"title", "days"});
    Module module{part.text("title"), {}};
    for (Mapping& mapping : part.mappings("days", "day")) {
      module.days.push_back(readDay(mapping, file));
      const int number = module.days.back().number;
      if (!file.problem() && number != last + 1)
        return Problem{ExitStatus::course, fmt::format("{}: day {} follows day {}, expected {}: numbers never change",
                                                       fileName, number, last, last + 1)};
      last = number;
    }
    file.adopt(part);
    outline.modules.push_back(std::move(module));
  }
  if (file.problem()) return *file.problem();
  return outline;
}

Result<Outline> readOutline(const fs::path& root) {
  const Result<std::string> text = readText(root / "course/course.yaml", ExitStatus::course);
  return text ? parseOutline(*text, "course/course.yaml") : text.problem();
}

std::string outlineTable(const Outline& outline) {
  std::string out = "| module | days |\n|---|---|\n";
  for (const Module& module : outline.modules) {
    out += fmt::format("| {} |", module.title);
    std::string separator = " ";
    for (const OutlineDay& day : module.days) {
      out += separator;
      out += day.exists ? fmt::format("**[{}. {}](course/{}.md)**", day.number, day.title, day.name())
                        : fmt::format("{}. {}", day.number, day.title);
      separator = " · ";
    }
    out += " |\n";
  }
  return out;
}

std::vector<std::string> outlineFaults(const Outline& outline, const std::vector<DayFiles>& days,
                                       std::string_view readme) {
  std::vector<std::string> faults;
  for (const DayFiles& files : days) {
    const OutlineDay* listed = outline.find(files.number);
    if (listed == nullptr || listed->slug != files.slug) {
      faults.push_back(fmt::format("{} is not in course.yaml", files.name()));
      continue;
    }
    if (!listed->exists) faults.push_back(fmt::format("{} is there, and course.yaml says exists: false", files.name()));
    if (const Result<Day> day = loadDay(files); day && day->title != listed->title)
      faults.push_back(fmt::format("{}: its day.yaml has the title '{}', course.yaml '{}'", files.name(), day->title,
                                   listed->title));
  }
  for (const Module& module : outline.modules)
    for (const OutlineDay& day : module.days)
      if (day.exists &&
          std::none_of(days.begin(), days.end(), [&](const DayFiles& files) { return files.number == day.number; }))
        faults.push_back(fmt::format("course.yaml says that {} exists, and days/ has no such folder", day.name()));
  if (readme.find(tableBegin) == std::string_view::npos || readme.find(tableEnd) == std::string_view::npos)
    faults.emplace_back("README.md has no table of days between '<!-- days -->' and '<!-- /days -->'");
  else if (withOutlineTable(readme, outline) != readme)
    faults.emplace_back("README.md's table of days is stale: `make readme` makes it anew");
  return faults;
}

std::string withOutlineTable(std::string_view readme, const Outline& outline) {
  const std::size_t begin = readme.find(tableBegin);
  const std::size_t end = begin == std::string_view::npos ? begin : readme.find(tableEnd, begin);
  if (end == std::string_view::npos) return std::string(readme);
  return std::string(readme.substr(0, begin + tableBegin.size())) + outlineTable(outline) +
         std::string(readme.substr(end));
}

}  // namespace harness
