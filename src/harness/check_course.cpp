#include "harness/check_course.h"

#include <fmt/format.h>

#include "harness/generated_files.h"
#include "harness/glossary.h"
#include "harness/outline.h"
#include "harness/page_links.h"

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

/// Files made from others mislead when they are older than those.
void checkGenerated(const fs::path& root, const std::vector<DayFiles>& days, std::vector<CheckLine>& lines) {
  const Result<Outline> outline = readOutline(root);
  if (!outline) return;  // checkOutline() says so
  for (const DayFiles& files : days) {
    const Result<std::vector<GeneratedFile>> made = generatedFiles(files, outline->published);
    if (!made) {
      lines.push_back({files.name(), made.problem().message});
      continue;
    }
    for (const GeneratedFile& file : *made) {
      const Result<std::string> there = readText(file.path, ExitStatus::course);
      const char* fault = !there                ? "is missing: `make starters` makes it"
                          : *there == file.text ? ""
                                                : "is stale: `make starters` makes it anew";
      const char* part = file.path == files.page ? ", its links" : "";
      lines.push_back({shownPath(file.path, files.root) + part, fault});
    }
    const Result<std::vector<PageLink>> links = pageLinks(files, outline->published);
    for (const std::string& name : links ? unusedLinks(made->back().text, *links) : std::vector<std::string>())
      lines.push_back(
          {shownPath(files.page, files.root), fmt::format("expected a link '[...][{}]' in 'Run it yourself'", name)});
  }
}

}  // namespace

std::vector<CheckLine> checkWholeCourse(const fs::path& root, const std::vector<DayFiles>& days) {
  std::vector<CheckLine> lines;
  checkOutline(root, days, lines);
  checkGlossary(root, days, lines);
  checkGenerated(root, days, lines);
  return lines;
}

}  // namespace harness
