#include "harness/day.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

#include "harness/verdict.h"
#include "harness/yaml_mapping.h"

namespace harness {
namespace {

/// The goals that need no times.
void readUntimedGoals(Mapping& goals, Day& day) {
  constexpr double noLess = -1e-9;  // none at all may be the goal
  if (goals.has("page_faults")) day.goals.pageFaults = goals.number("page_faults", noLess);
  if (goals.has("copied_to_ideal")) day.goals.copiedToIdeal = goals.number("copied_to_ideal", 0);
}

void readCounterGoals(Mapping& goals, Day& day) {
  if (!goals.has("counters")) return;
  for (const std::string& text : goals.list("counters")) {
    std::string problem;
    const std::optional<CounterGoal> goal = parseCounterGoal(text, day.shape, problem);
    if (!goal) goals.refuse("counters", fmt::format("'{}': {}", text, problem));
    if (goal) day.goals.counters.push_back(*goal);
  }
}

/// Of a day that is not timed.
void readGoals(Mapping& file, Day& day) {
  Mapping goals = file.mapping("goals");
  goals.allowOnly({"copied_to_ideal", "page_faults"});
  readUntimedGoals(goals, day);
  file.adopt(goals);
}

/// A day that is timed has shapes to time and goals to reach.
void readTiming(Mapping& file, Day& day) {
  Mapping timing = file.mapping("timing");
  timing.allowOnly({"minimum_l2_multiple", "shapes"});
  day.minimumL2Multiple = timing.number("minimum_l2_multiple", 0);
  day.timingShapes = timing.cases("shapes", day.shape);
  file.adopt(timing);

  Mapping goals = file.mapping("goals");
  goals.allowOnly({"faster_than_naive", "ratio_to_copy", "sectors_to_ideal", "sectors_a_store", "copied_to_ideal",
                   "page_faults", "counters"});
  const auto optional = [&](const char* name, double& goal) {
    if (goals.has(name)) goal = goals.number(name, 0);
  };
  day.goals.fasterThanNaive = goals.number("faster_than_naive", 0);
  optional("sectors_to_ideal", day.goals.sectorsToIdeal);
  optional("sectors_a_store", day.goals.sectorsAStore);
  readCounterGoals(goals, day);
  // Where bytes are read many times over, as in a product, the copy's time says nothing.
  if (day.goals.counters.empty() || goals.has("ratio_to_copy"))
    day.goals.ratioToCopy = goals.number("ratio_to_copy", 0);
  readUntimedGoals(goals, day);
  file.adopt(goals);
}

}  // namespace

bool isCase(std::string_view text, std::string_view shape) {
  const std::size_t wanted = shape == "vector" ? 1 : shape == "volume" || shape == "product" ? 3 : 2;
  std::size_t extents = 0;
  while (true) {
    const std::size_t cross = text.find('x');
    const std::string_view extent = text.substr(0, cross);
    if (extent.empty() || extent.size() > 10 || extent[0] == '0') return false;
    if (!std::all_of(extent.begin(), extent.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
    ++extents;
    if (cross == std::string_view::npos) return extents == wanted;
    text.remove_prefix(cross + 1);
  }
}

Result<Day> parseDay(std::string_view yaml, const std::string& fileName) {
  const Result<YAML::Node> root = parseYaml(yaml, fileName);
  if (!root) return root.problem();
  Mapping file(*root, fileName, "the file");
  file.allowOnly({"day", "slug", "title", "shape", "ladder", "time_limit_seconds", "timing", "goals", "needs", "hints",
                  "starter_verdict", "starter_on_card", "rubric"});
  if (file.problem()) return *file.problem();

  Day day;
  day.number = static_cast<int>(file.number("day", 0, true));
  day.slug = file.text("slug");
  day.title = file.text("title");
  day.shape = file.choice("shape", {"matrix", "vector", "volume", "product"});
  day.ladder = file.cases("ladder", day.shape);
  day.timeLimitSeconds = file.number("time_limit_seconds", 0);

  const bool untimedGoal =
      file.has("goals") && (file.mapping("goals").has("copied_to_ideal") || file.mapping("goals").has("page_faults"));
  day.timed = file.has("timing") || (file.has("goals") && !untimedGoal);
  if (day.timed)
    readTiming(file, day);
  else if (untimedGoal)
    readGoals(file, day);

  day.needs = file.list("needs");
  if (file.has("rubric")) {
    Mapping rubric = file.mapping("rubric");
    rubric.allowOnly({"builds", "cases", "safe", "faster_than_naive", "target"});
    constexpr double noLess = -1e-9;  // a part may be worth nothing
    day.rubric = {rubric.number("builds", noLess), rubric.number("cases", noLess), rubric.number("safe", noLess),
                  rubric.number("faster_than_naive", noLess), rubric.number("target", noLess)};
    file.adopt(rubric);
  }
  day.hints = file.list("hints");
  day.starterVerdict = std::string(verdictName(ExitStatus::notFaster));
  std::vector<std::string> startsAs{"wrong", "unsafe", "did not run", "timed out"};
  if (day.timed) startsAs.push_back(day.starterVerdict);
  if (day.goals.copiedToIdeal > 0 || day.goals.pageFaults >= 0 || !day.goals.counters.empty())
    startsAs.push_back(std::string(verdictName(ExitStatus::shortOfTarget)));
  // Without times no starter is merely slow, so the file has to say what it gets.
  if (!day.timed || file.has("starter_verdict")) day.starterVerdict = file.choice("starter_verdict", startsAs);
  // A card counts nothing: what counts alone tell from a solution passes there, or is no faster.
  day.starterOnCard = day.starterVerdict;
  startsAs.push_back(std::string(verdictName(ExitStatus::passed)));
  if (file.has("starter_on_card")) day.starterOnCard = file.choice("starter_on_card", startsAs);
  if (file.problem()) return *file.problem();
  return day;
}

std::vector<std::uint64_t> extentsOf(std::string_view shape) {
  std::vector<std::uint64_t> extents;
  const char *at = shape.data(), *end = at + shape.size();
  while (at < end) {
    std::uint64_t extent = 0;
    at = std::from_chars(at, end, extent).ptr + 1;
    extents.push_back(std::max<std::uint64_t>(extent, 1));
  }
  return extents;
}

std::uint64_t cellsOf(std::string_view shape) {
  std::uint64_t cells = 1;
  for (const std::uint64_t extent : extentsOf(shape)) cells *= extent;
  return cells;
}

}  // namespace harness
