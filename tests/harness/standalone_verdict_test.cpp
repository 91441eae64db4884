// A file of starters/ ends in the verdict that the harness would give: the same facts, told to both sides.
#include "exercise/standalone_verdict.h"

#include <doctest/doctest.h>

#include "harness/judge.h"
#include "recorded.h"

namespace {

/// What a run reported, as events for the harness and as a tally for the file.
struct Facts {
  std::string name;
  std::vector<std::string> events;
  exercise::Tally tally;
};

std::string errorOf(const std::string& name) {
  return R"("event":"api_error","case":"31x33","name":")" + name +
         R"(","code":1,"text":"t","where":"launch","headline":"h")";
}

/// How the cases came out.
std::vector<Facts> outcomes() {
  std::vector<Facts> all;
  const auto add = [&](const char* name, std::vector<std::string> events, auto&& set) {
    all.push_back({name, std::move(events), {}});
    set(all.back().tally);
  };
  using T = exercise::Tally;
  add("right", {recorded::right}, [](T&) {});
  add("wrong", {recorded::wrong}, [](T& t) { t.wrong = true; });
  add("input changed", {recorded::right, recorded::inputChanged}, [](T& t) { t.inputChanged = true; });
  add("wrong, then a broken guard", {recorded::wrong, recorded::guardBroken},
      [](T& t) { t.wrong = t.guardBroken = true; });
  const std::string guard =
      R"("event":"guard_broken","case":"31x33","buffer":"out","byte":4096,"fault_class":"wrote-outside","headline":"h")";
  add("guard broken", {recorded::right, guard}, [](T& t) { t.guardBroken = true; });
  add("race", {recorded::right, recorded::race}, [](T& t) { t.fault = true; });
  add("race, then wrong", {recorded::race, recorded::wrong}, [](T& t) { t.fault = t.wrong = true; });
  add("note", {recorded::right, recorded::note}, [](T&) {});
  add("launch error", {errorOf("cudaErrorInvalidConfiguration")}, [](T& t) { t.error = true; });
  add("watchdog", {errorOf("cudaErrorLaunchTimeout")}, [](T& t) { t.error = t.tookTooLong = true; });
  add("no memory", {errorOf("cudaErrorMemoryAllocation")}, [](T& t) { t.error = t.outOfMemory = true; });
  return all;
}

/// What was counted and timed of a run whose cases are right; the first is nothing.
std::vector<Facts> measurements() {
  std::vector<Facts> all{{"nothing", {}, {}}};
  for (const int copied : {4000, 8000}) {
    exercise::Tally tally;
    tally.copied(4000, 4000);
    tally.copied(static_cast<std::uint64_t>(copied), 4000);
    all.push_back({fmt::format("copies {}", copied), {recorded::copies(4000, copied)}, tally});
  }
  for (const int faults : {0, 3}) {
    exercise::Tally tally;
    tally.pageFaults = static_cast<std::uint64_t>(faults);
    all.push_back({fmt::format("page faults {}", faults), {recorded::pages(0, faults)}, tally});
  }
  const auto timed = [&](bool modelled, double naive, double solve, double low, double high, double spread = 0) {
    const std::string event =
        modelled ? recorded::timing(naive, solve) : recorded::measuredTiming(naive, solve, low, high, spread);
    exercise::Tally tally;
    tally.timed = true;
    tally.modelled = modelled;
    tally.ratioToCopy = solve;
    tally.ratioToNaive = naive / solve;
    tally.interval = {low, high};
    tally.intervalToNaive = {naive / solve - spread, naive / solve + spread};
    tally.timedShape = exercise::Shape(2003, 3001);
    tally.bytes = 48088024;
    const std::size_t launches = event.find("\"launches\":");
    if (launches != std::string::npos) tally.launches = event.substr(launches + 11);
    all.push_back(
        {fmt::format("{} {} {} [{} {}]", modelled ? "modelled" : "measured", naive, solve, low, high), {event}, tally});
  };
  for (const double naive : {0.9, 3.2})
    for (const double solve : {1.1, 1.3}) timed(true, naive, solve, solve, solve);
  timed(false, 3.2, 1.15, 1.14, 1.16);  // below a goal of 1.2, on both sides of it, above it
  timed(false, 3.2, 1.21, 1.19, 1.23);
  timed(false, 3.2, 1.30, 1.29, 1.31);
  timed(false, 0.9, 1.21, 1.19, 1.23);
  timed(false, 1.64, 1.1, 1.09, 1.11, 0.02);  // 1.491 times as fast: 1.5 is in the interval
  timed(false, 1.64, 1.1, 1.09, 1.11, 0.005);
  timed(false, 1.80, 1.21, 1.19, 1.23, 0.02);  // 1.488, and near the other goal as well
  return all;
}

/// Each goal by itself, and some together.
std::vector<harness::Goals> goalSets() {
  std::vector<harness::Goals> all(1);
  const auto add = [&](auto&& set) {
    harness::Goals goals;
    set(goals);
    all.push_back(goals);
  };
  using G = harness::Goals;
  add([](G& g) { g.fasterThanNaive = 1.5; });
  add([](G& g) { g.ratioToCopy = 1.2; });
  add([](G& g) { g.fasterThanNaive = 1.5, g.ratioToCopy = 1.2; });
  for (const double most : {1.1, 1.5}) add([&](G& g) { g.sectorsToIdeal = most; });
  for (const double most : {4.0, 6.0}) add([&](G& g) { g.sectorsAStore = most; });
  add([](G& g) { g.copiedToIdeal = 1.0; });
  add([](G& g) { g.pageFaults = 0, g.copiedToIdeal = 1.0; });
  for (const char* text : {"bank_conflicts == 0", "global_load_requests <= rows*cols/30", "sectors_per_load < 4",
                           "global_sectors >= 2*rows^2"}) {
    std::string problem;
    const auto goal = harness::parseCounterGoal(text, "matrix", problem);
    REQUIRE_MESSAGE(goal, problem);
    add([&](G& g) { g.counters = {*goal}, g.fasterThanNaive = 1.5, g.ratioToCopy = 1.2; });
  }
  return all;
}

exercise::Standalone planOf(const harness::Goals& goals) {
  exercise::Standalone plan;
  plan.fasterThanNaive = goals.fasterThanNaive;
  plan.ratioToCopy = goals.ratioToCopy;
  plan.sectorsToIdeal = goals.sectorsToIdeal;
  plan.sectorsAStore = goals.sectorsAStore;
  plan.copiedToIdeal = goals.copiedToIdeal;
  plan.pageFaults = goals.pageFaults;
  for (const harness::CounterGoal& goal : goals.counters)
    plan.counts.push_back({goal.counter, goal.comparison, goal.bound});
  plan.extents = harness::extentNames("matrix");
  return plan;
}

/// Both verdicts of a run with these events; true when they are the same.
void compare(const Facts& facts, harness::Goals goals) {
  goals.timingWanted = facts.tally.timed;
  std::vector<std::string> events{recorded::hello, recorded::begin};
  events.insert(events.end(), facts.events.begin(), facts.events.end());
  events.push_back(recorded::goodbye);
  const harness::Judgement judged = harness::judge(recorded::run(events), goals);
  const exercise::detail::Verdict verdict = exercise::detail::verdictOf(facts.tally, planOf(goals));
  CAPTURE(facts.name);
  CAPTURE(judged.headline);
  CHECK(verdict.status == static_cast<int>(judged.status));
  CHECK(harness::verdictName(judged.status) == verdict.words);
}

}  // namespace

TEST_CASE("standalone verdict: the harness's, for every outcome, measurement and goal") {
  std::vector<std::string> seen;
  for (const harness::Goals& goals : goalSets()) {
    for (const Facts& outcome : outcomes()) compare(outcome, goals);
    for (Facts measured : measurements()) {
      measured.events.insert(measured.events.begin(), recorded::right);
      compare(measured, goals);
      const std::string words = exercise::detail::verdictOf(measured.tally, planOf(goals)).words;
      if (std::find(seen.begin(), seen.end(), words) == seen.end()) seen.push_back(words);
    }
  }
  CHECK(seen.size() == 3);  // passed, no faster, short of the target
}

TEST_CASE("standalone verdict: an interval that holds the goal is told, one on either side of it is not") {
  harness::Goals goals;
  goals.ratioToCopy = 1.2;
  goals.fasterThanNaive = 1.5;
  std::size_t nearCopy = 0, nearNaive = 0;
  for (const Facts& facts : measurements()) {
    CAPTURE(facts.name);
    const bool told = exercise::detail::isCloseToCopyGoal(facts.tally, planOf(goals));
    CHECK(told == (facts.name.find("[1.19 1.23]") != std::string::npos));
    nearCopy += told ? 1 : 0;
    nearNaive += exercise::detail::isCloseToNaiveGoal(facts.tally, planOf(goals)) ? 1 : 0;
  }
  CHECK(nearCopy == 3);
  CHECK(nearNaive == 2);
}
