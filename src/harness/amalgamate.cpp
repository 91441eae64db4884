#include "harness/amalgamate.h"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "harness/day.h"
#include "harness/strip_source.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view rule =
    "// "
    "================================================================================================================"
    "\n";

/// Copies files into one text: what they include of ours once, where it is first asked for, and the rest as it stands.
class Gathered {
 public:
  explicit Gathered(const fs::path& root) : folder_(root / "src") {}

  /// Appends the file; `fault` says why it could not be read.
  void add(const fs::path& file) {
    if (!seen_.insert(fs::weakly_canonical(file).string()).second) return;
    const Result<std::string> text = readText(file, ExitStatus::course);
    if (!text) {
      if (fault_.empty()) fault_ = text.problem().message;
      return;
    }
    std::istringstream lines(strippedSource(*text));  // nobody is to read it here
    for (std::string line; std::getline(lines, line);) addLine(line);
  }

  const std::string& text() const { return text_; }
  const std::string& fault() const { return fault_; }

 private:
  void addLine(const std::string& line) {
    if (line == "#pragma once") return;
    constexpr std::string_view ours = "#include \"";
    if (line.compare(0, ours.size(), ours) == 0) {
      add(folder_ / line.substr(ours.size(), line.find('"', ours.size()) - ours.size()));
      return;
    }
    // A system header that is inlined twice costs nothing, but the list of them is long.
    if (line.compare(0, 10, "#include <") == 0 && !system_.insert(line).second) return;
    text_ += line + "\n";
  }

  fs::path folder_;
  std::string text_, fault_;
  std::set<std::string> seen_, system_;
};

std::string shapeText(const std::string& shape) {
  std::string extents;
  for (const std::uint64_t extent : extentsOf(shape))
    extents += fmt::format("{}{}", extents.empty() ? "" : ", ", extent);
  return fmt::format("exercise::Shape({})", extents);
}

/// main() with what day.yaml asks for.
std::string mainOf(const Day& day) {
  std::string shapes;
  for (const std::string& shape : day.timingShapes) shapes += (shapes.empty() ? "" : ", ") + shapeText(shape);
  const Goals& goals = day.goals;
  std::string out = "#ifndef LARGEST_CASE\n#define LARGEST_CASE 0\n#endif\n";
  out += "int main(int argc, char** argv) {\n  exercise::Standalone plan;\n";
  const auto set = [&](const char* field, const auto& value) { out += fmt::format("  plan.{} = {};\n", field, value); };
  set("timed", day.timed);
  set("minimumL2Multiple", day.minimumL2Multiple);
  set("timingShapes", "{" + shapes + "}");
  set("fasterThanNaive", goals.fasterThanNaive);
  set("ratioToCopy", goals.ratioToCopy);
  set("sectorsToIdeal", goals.sectorsToIdeal);
  set("sectorsAStore", goals.sectorsAStore);
  set("copiedToIdeal", goals.copiedToIdeal);
  set("pageFaults", goals.pageFaults);
  for (const CounterGoal& goal : goals.counters)
    out += fmt::format("  plan.counts.push_back({{\"{}\", \"{}\", \"{}\"}});\n", goal.counter, goal.comparison,
                       goal.bound);
  for (const std::string& extent : extentNames(day.shape))
    out += fmt::format("  plan.extents.push_back(\"{}\");\n", extent);
  out += fmt::format("  plan.timeLimitSeconds = {:.0f};\n  plan.largestCase = LARGEST_CASE;\n", day.timeLimitSeconds);
  return out + "  return exercise::runExercise(exercise::exerciseOf<Day>(), argc, argv, &plan);\n}\n";
}

std::string headOf(const DayFiles& files) {
  const std::string name = files.name();
  return fmt::format(
      "// {0}: the whole exercise in one file, made by `make starters`. solve() comes first. It can be pasted back:\n"
      "// ./harness {1} --from FILE.\n"
      "//\n"
      "//   nvcc {2} {0}.cu -o {1} && ./{1}\n"
      "//\n"
      "// In Compiler Explorer: paste all of it, language CUDA C++, an NVCC of 12.6 or later, options\n"
      "// {3}; or let `./harness explorer {1}` open it there.\n"
      "// LARGEST_CASE leaves out every case of more cells. --no-timing stops when every case is right; --case and\n"
      "// --seed as for the harness.\n"
      "#ifndef {4}  // a file that has its own solve() may include this one for the rest\n",
      name, files.id(), buildFlags, quickFlags, solvedElsewhere);
}

}  // namespace

fs::path standalonePath(const DayFiles& files) { return files.root / "starters" / (files.name() + ".cu"); }

Result<StandaloneParts> standaloneParts(const DayFiles& files, const fs::path& solution) {
  const Result<Day> day = loadDay(files);
  if (!day) return day.problem();
  const Result<std::string> starter = readText(solution.empty() ? files.starter : solution, ExitStatus::course);
  if (!starter) return starter.problem();
  Gathered parts(files.root);
  parts.add(files.exerciseHeader);
  parts.add(files.root / "src/exercise/day.h");
  const std::size_t kernels = parts.text().size();  // up to here, device code too
  parts.add(files.root / "src/exercise/runtime.cpp");
  if (!parts.fault().empty()) return Problem{ExitStatus::course, parts.fault()};
  std::string rest(rule);
  rest += "// The rest need not be read: the ladder of shapes, the comparison, the names of faults and the timing.\n";
  rest += rule;
  rest += fmt::format("#endif  // {}\n", solvedElsewhere);
  rest += "#ifndef EXERCISE_IN_HARNESS  // which brings all of it itself\n";
  // A sixth of the time that the compiler takes otherwise: nothing of this is worth optimizing, and the pass over
  // device code need not see the host's.
  rest += "#pragma nv_diag_suppress 177, 550, 1675\n#pragma GCC optimize(\"O1\")\n";
  rest += parts.text().substr(0, kernels) + "#ifndef __CUDA_ARCH__\n" + parts.text().substr(kernels) + mainOf(*day);
  rest += "#endif\n#endif\n";
  return StandaloneParts{headOf(files) + "\n" + *starter + "\n", std::move(rest)};
}

Result<std::string> standaloneStarter(const DayFiles& files) {
  Result<StandaloneParts> parts = standaloneParts(files);
  if (!parts) return parts.problem();
  return parts->whole();
}

}  // namespace harness
