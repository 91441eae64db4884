#include "harness/check_course.h"

#include <fmt/format.h>

#include "harness/amalgamate.h"
#include "harness/glossary.h"
#include "harness/outline.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

void checkOutline(const fs::path& root, const std::vector<DayFiles>& days, std::vector<CheckLine>& lines) {
  const std::string what = "course/course.yaml";
  const Result<Outline> outline = readOutline(root);
  if (!outline) return lines.push_back({what, outline.problem().message});
  const Result<std::string> readme = readText(root / "README.md", ExitStatus::course);
  if (!readme) return lines.push_back({what, readme.problem().message});
  const std::vector<std::string> faults = outlineFaults(*outline, days, *readme);
  for (const std::string& fault : faults) lines.push_back({what, fault});
  if (faults.empty()) lines.push_back({what, ""});
}

void checkGlossary(const fs::path& root, const std::vector<DayFiles>& days, std::vector<CheckLine>& lines) {
  const std::string what = "course/glossary.yaml";
  const Result<std::string> text = readText(root / what, ExitStatus::course);
  if (!text) return lines.push_back({what, text.problem().message});
  const Result<std::vector<Term>> glossary = parseGlossary(*text, what);
  if (!glossary) return lines.push_back({what, glossary.problem().message});
  std::vector<LessonPage> pages;
  for (const DayFiles& files : days)
    if (const Result<std::string> page = readText(files.page, ExitStatus::course))
      pages.push_back({files.number, shownPath(files.page, files.root), *page});
  const std::vector<GlossaryFault> faults = glossaryFaults(*glossary, pages);
  for (const GlossaryFault& fault : faults)
    lines.push_back({fmt::format("{}:{}", fault.fileName, fault.line), fault.message});
  if (faults.empty()) lines.push_back({what, ""});
}

/// The files of starters/ are made from others, and older than those they mislead.
void checkStarters(const std::vector<DayFiles>& days, std::vector<CheckLine>& lines) {
  for (const DayFiles& files : days) {
    const fs::path path = standalonePath(files);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) continue;
    const Result<std::string> made = standaloneStarter(files), there = readText(path, ExitStatus::course);
    const std::string what = shownPath(path, files.root);
    if (!made || !there)
      lines.push_back({what, (made ? there : made).problem().message});
    else
      lines.push_back({what, *made == *there ? "" : "is stale: `make starters` makes it anew"});
  }
}

}  // namespace

std::vector<CheckLine> checkWholeCourse(const fs::path& root, const std::vector<DayFiles>& days) {
  std::vector<CheckLine> lines;
  checkOutline(root, days, lines);
  checkGlossary(root, days, lines);
  checkStarters(days, lines);
  return lines;
}

}  // namespace harness
