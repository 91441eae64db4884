#include "harness/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/amalgamate.h"
#include "harness/build.h"
#include "harness/compiler_explorer.h"
#include "harness/course.h"
#include "harness/editor_database.h"
#include "harness/generated_files.h"
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
  const Result<Outline> outline = readOutline(options.root);
  if (!outline) return outline.problem();
  std::string out;
  for (const DayFiles& files : days) {
    const Result<std::vector<GeneratedFile>> made = generatedFiles(files, outline->published);
    if (!made) return made.problem();
    for (const GeneratedFile& file : *made) {
      if (const Result<std::string> now = readText(file.path, ExitStatus::course); now && *now == file.text) continue;
      std::error_code error;
      fs::create_directories(file.path.parent_path(), error);
      if (const Result<std::monostate> written = replaceFile(file.path, file.text); !written) return written.problem();
      out += "made " + shownPath(file.path, files.root) + "\n";
    }
  }
  return out.empty() ? std::string("starters, notebooks and links are as they should be\n") : out;
}

Result<std::string> writeExplorerPage(const Options& options) {
  const Result<DayFiles> files = resolveDay(options.root, options.days.front());
  if (!files) return files.problem();
  std::error_code error;
  const bool hasLearner = fs::exists(files->learner, error);
  const fs::path solution = !options.from.empty() ? fs::path(options.from)
                            : hasLearner          ? files->learner
                                                  : files->starter;
  const Result<std::string> text = readText(solution, ExitStatus::usage);
  if (!text) return text.problem();
  const Result<StandaloneParts> parts = standaloneParts(*files, solution);
  if (!parts) return parts.problem();
  // A file of starters/ that came back has the rest already.
  const bool isWhole = text->find("#ifndef " + std::string(solvedElsewhere)) != std::string::npos;
  const ExplorerState state{isWhole ? *text : parts->whole(), std::string(quickFlags), false};
  const fs::path page = files->root / "build/explorer" / (files->id() + ".html");
  fs::create_directories(page.parent_path(), error);
  if (const Result<std::monostate> written = replaceFile(page, explorerPage(state)); !written) return written.problem();
  return fmt::format("{} opens Compiler Explorer with the exercise around {}: open it in a browser\n",
                     shownPath(page, files->root), shownPath(solution, files->root));
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
