#include "harness/notebook.h"

#include <fmt/format.h>

#include "harness/json.h"

namespace harness {
namespace {

Json text(std::string value) { return Json(std::move(value)); }
Json number(const char* digits) { return Json(Json::Number{digits}); }

/// One string a line, each with its line end: what changes in a file then changes few lines here.
Json linesOf(std::string_view source) {
  Json::Array lines;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size() - 1);
    lines.push_back(text(std::string(source.substr(0, end + 1))));
    source.remove_prefix(end + 1);
  }
  return Json(std::move(lines));
}

class Cells {
 public:
  void prose(const char* id, std::string_view source) {
    cells_.emplace_back(Json::Object{{"cell_type", text("markdown")},
                                     {"id", text(id)},
                                     {"metadata", Json(Json::Object{})},
                                     {"source", linesOf(source)}});
  }

  /// `folded`: the source starts out of sight, here and in Jupyter.
  void code(const char* id, std::string_view source, bool folded = false) {
    Json::Object metadata;
    if (folded) {
      metadata.emplace_back("cellView", text("form"));
      metadata.emplace_back("jupyter", Json(Json::Object{{"source_hidden", Json(true)}}));
    }
    cells_.emplace_back(Json::Object{{"cell_type", text("code")},
                                     {"execution_count", Json()},
                                     {"id", text(id)},
                                     {"metadata", Json(std::move(metadata))},
                                     {"outputs", Json(Json::Array{})},
                                     {"source", linesOf(source)}});
  }

  Json take() { return Json(std::move(cells_)); }

 private:
  Json::Array cells_;
};

std::string written(const std::string& file, std::string_view content) {
  return fmt::format("%%writefile {}\n{}", file, content);
}

}  // namespace

std::filesystem::path notebookPath(const DayFiles& files) {
  return files.root / "course/colab" / (files.id() + ".ipynb");
}

Result<std::string> dayNotebook(const DayFiles& files, const StandaloneParts& parts) {
  const Result<Day> day = loadDay(files);
  if (!day) return day.problem();
  const Result<std::string> program = readText(files.program, ExitStatus::course);
  if (!program) return program.problem();
  const std::string id = files.id(), name = files.program.stem().string();
  Cells cells;
  cells.prose("title", fmt::format("# Day {}. {}\n\nThe program of the lesson, then its exercise. Choose a T4 first: "
                                   "Runtime, Change runtime type, T4 GPU.",
                                   files.number, day->title));
  cells.code("gpu",
             "!nvidia-smi --query-gpu=name,driver_version --format=csv || echo 'There is no GPU here: choose one under "
             "Runtime, Change runtime type, and run this cell again.'\n!nvcc --version | tail -n 2");
  cells.prose("program", "This cell writes the program of the lesson.");
  cells.code("write-program", written(name + ".cu", *program));
  cells.prose("build-and-run", "Build it, then run it.");
  cells.code("build-program", fmt::format("!nvcc {0} {1}.cu -o {1}", buildFlags, name));
  cells.code("run-program", fmt::format("!./{}", name));
  cells.prose(
      "exercise",
      "The exercise: change `solve()` in this cell, and run it again after each change. The lesson has the task.");
  cells.code("write-solve", written(id + "_solve.cu", parts.solve));
  cells.prose("rest",
              "The next cell need not be read: it compares your results, names faults and takes the times. Run "
              "it once.");
  cells.code("write-rest", written(id + "_rest.cu", parts.rest), true);
  cells.prose("judge", "Build both as one file, then run it. The last line is the verdict.");
  cells.code("build-exercise",
             fmt::format("!cat {0}_solve.cu {0}_rest.cu > {0}.cu && nvcc {1} {0}.cu -o {0}", id, buildFlags));
  cells.code("run-exercise", fmt::format("!./{}", id));
  const Json kernel(Json::Object{{"display_name", text("Python 3")}, {"name", text("python3")}});
  const Json colab(Json::Object{{"gpuType", text("T4")}, {"provenance", Json(Json::Array{})}});
  const Json metadata(Json::Object{{"accelerator", text("GPU")},
                                   {"colab", colab},
                                   {"kernelspec", kernel},
                                   {"language_info", Json(Json::Object{{"name", text("python")}})}});
  return toIndentedJson(Json(Json::Object{{"cells", cells.take()},
                                          {"metadata", metadata},
                                          {"nbformat", number("4")},
                                          {"nbformat_minor", number("5")}})) +
         "\n";
}

}  // namespace harness
