#include "harness/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/amalgamate.h"
#include "harness/build.h"
#include "harness/course.h"
#include "harness/editor_database.h"
#include "harness/outline.h"
#include "harness/pipeline.h"
#include "harness/replace_file.h"
#include "harness/toolchain.h"

namespace harness {

namespace fs = std::filesystem;

Result<std::string> freshReadme(const Options& options) {
  const Result<Outline> outline = readOutline(options.root);
  if (!outline) return outline.problem();
  const Result<std::string> readme = readText(fs::path(options.root) / "README.md", ExitStatus::course);
  if (!readme) return readme;
  return withOutlineTable(*readme, *outline);
}

Result<std::string> writeStarters(const Options& options) {
  std::vector<DayFiles> days;
  for (const std::string& word : options.days) {
    const Result<DayFiles> files = resolveDay(options.root, word);
    if (!files) return files.problem();
    days.push_back(*files);
  }
  if (options.days.empty()) days = findDays(options.root);
  std::string out;
  for (const DayFiles& files : days) {
    const Result<std::string> text = standaloneStarter(files);
    if (!text) return text.problem();
    const fs::path path = standalonePath(files);
    if (const Result<std::string> now = readText(path, ExitStatus::course); now && *now == *text) continue;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const std::string shown = shownPath(path, files.root);
    if (const Result<std::monostate> written = replaceFile(path, *text); !written) return written.problem();
    out += "made " + shown + "\n";
  }
  return out.empty() ? std::string("every file of starters/ is as it should be\n") : out;
}

Result<std::string> prepareDay(const Options& options) {
  const Result<DayFiles> files = resolveDay(options.root, options.days.front());
  if (!files) return files.problem();
  const Result<Day> day = loadDay(*files);
  if (!day) return day.problem();
  const std::string shown = shownPath(files->learner, files->root);
  std::string out;
  std::error_code error;
  fs::create_directories(files->learner.parent_path(), error);
  // copy_options::none refuses to write over a file, also over one that appeared a moment ago.
  if (fs::copy_file(files->starter, files->learner, fs::copy_options::none, error)) {
    out += fmt::format("made {} from the starter\n", shown);
  } else if (error != std::errc::file_exists) {
    return Problem{ExitStatus::setup, fmt::format("{} cannot be made: {}", shown, error.message())};
  }
  const Result<Toolchain> tools = findToolchain(options.root);
  if (!tools) return tools.problem();
  // Before the build: a file that does not build is when an editor helps most. Without it, the rest works all the same.
  if (const Result<std::monostate> written = writeEditorDatabase(files->root, *tools); !written)
    out += fmt::format("editors will not know your files: {}\n", written.problem().message);
  const Result<Built> built = buildExercise({*files, files->learner, fs::path(options.root) / "build", ""}, *tools);
  if (!built) return built.problem();
  out += built->warnings;
  return out + fmt::format("{} builds. Next: edit it, then ./harness {}\n", shown, files->id());
}

}  // namespace harness
