#include "harness/counter_goal.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>

#include "harness/judge.h"
#include "recorded.h"

using harness::CounterGoal;
using harness::parseCounterGoal;

namespace {

CounterGoal goalOf(std::string_view text, std::string_view shapeKind) {
  std::string problem;
  const auto goal = parseCounterGoal(text, shapeKind, problem);
  REQUIRE_MESSAGE(goal, problem);
  return *goal;
}

std::string problemOf(std::string_view text, std::string_view shapeKind = "product") {
  std::string problem;
  return parseCounterGoal(text, shapeKind, problem) ? "accepted" : problem;
}

harness::Judgement judged(const std::vector<std::string>& goals) {
  harness::Goals asked{1.05, 2.2};
  for (const std::string& text : goals) asked.counters.push_back(goalOf(text, "matrix"));
  using namespace recorded;
  return harness::judge(run({hello, begin, right, timing(3.2, 1.8), goodbye}), asked);
}

}  // namespace

TEST_CASE("counter goal: a bound is an expression of the case's extents") {
  const CounterGoal goal = goalOf("global_load_requests <= 2*m*n*k/(32*16)", "product");
  CHECK(goal.boundAt("1024x1024x1024") == 4194304);
  CHECK(goal.boundAt("3x5x7") == 2.0 * 3 * 5 * 7 / 512);
  CHECK(goal.boundWords("1024x1024x1024") == "at most 4,194,304");
  CHECK(goal.words() == "global load requests");
  CHECK(goalOf("barriers == rows + 2 * (cols - 1)", "matrix").boundAt("10x4") == 16);
  CHECK(goalOf("barriers < n", "vector").boundAt("77") == 77);
  CHECK(goalOf("global_load_requests <= 2*n^3/(32*16)", "product").boundAt("1024x1024x1024") == 4194304);
  CHECK(goalOf("barriers < 2*n^(1+1)", "vector").boundAt("3") == 18);
  CHECK(goalOf("barriers > depth - rows - cols", "volume").boundAt("9x3x2") == 4);
  CHECK(goalOf("sectors_per_request<=4.5", "vector").boundWords("1") == "at most 4.50");
}

TEST_CASE("counter goal: each comparison at its edge, and no number meets none") {
  const auto met = [](std::string_view text, double count) { return goalOf(text, "vector").isMet(count, "8"); };
  CHECK(met("barriers <= n", 8));
  CHECK_FALSE(met("barriers <= n", 8.01));
  CHECK_FALSE(met("barriers < n", 8));
  CHECK(met("barriers >= n", 8));
  CHECK_FALSE(met("barriers >= n", 7));
  CHECK_FALSE(met("barriers > n", 8));
  CHECK(met("barriers == n", 8));
  CHECK_FALSE(met("barriers == n", 9));
  for (const char* text : {"barriers <= n", "barriers < n", "barriers >= n", "barriers > n", "barriers == n"})
    CHECK_FALSE(met(text, std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("counter goal: what cannot be read is named") {
  CHECK(problemOf("bank_conflicts") == "expected COUNTER <= BOUND, with one of <= >= < > ==");
  CHECK(problemOf("bank_conflicts = 0") == "expected == for equality");
  CHECK(problemOf("bank_conflict == 0").find("unknown counter 'bank_conflict', expected one of: ") == 0);
  for (const char* bound : {"", "2*", "rows", "(m", "m)", "m n", "1 2", "--1", "m**n", "m^", "2^3^2", "0x10", "inf"})
    CHECK_MESSAGE(problemOf(std::string("barriers <= ") + bound).find("is no expression of numbers, m, n, k,") !=
                      std::string::npos,
                  bound);
  CHECK(problemOf("barriers <= " + std::string(100000, '(')).find("is no expression") != std::string::npos);
}

TEST_CASE("counter goal: counters made of others") {
  const std::map<std::string, std::uint64_t, std::less<>> counted{
      {"global_load_requests", 3},  {"global_load_sectors", 12},  {"global_store_requests", 1},
      {"global_store_sectors", 32}, {"shared_load_conflicts", 5}, {"shared_store_conflicts", 2},
      {"warp_instructions", 10},    {"thread_instructions", 160},
  };
  const auto sum = [&](std::string_view field) {
    const auto found = counted.find(field);
    return found == counted.end() ? std::uint64_t{0} : found->second;
  };
  const auto value = [&](const std::string& name) { return goalOf(name + " <= 1", "vector").countIn(sum); };
  CHECK(value("sectors_per_request") == 11);
  CHECK(value("sectors_per_load") == 4);
  CHECK(value("sectors_per_store") == 32);
  CHECK(value("global_requests") == 4);
  CHECK(value("global_sectors") == 44);
  CHECK(value("bank_conflicts") == 7);
  CHECK(value("active_lanes") == 16);
  CHECK(value("global_load_requests") == 3);
  CHECK(value("barriers") == 0);
  CHECK(goalOf("sectors_per_load <= 1", "vector").countIn([](std::string_view) { return std::uint64_t{0}; }) == 0);
  for (const std::string& name : harness::counterGoalNames())
    CHECK(goalOf(name + " <= 1", "vector").words().find('_') == std::string::npos);
}

TEST_CASE("judge: a missed goal in counters says which, by how much, and what the goal is") {
  using harness::ExitStatus;
  CHECK(judged({"global_load_requests <= 188282", "shared_store_conflicts == 0"}).status == ExitStatus::passed);
  const harness::Judgement missed = judged({"shared_store_conflicts == 0", "bank_conflicts == 0"});
  CHECK(missed.status == ExitStatus::shortOfTarget);
  CHECK(missed.faultClass == "bank-conflicts");
  CHECK(missed.headline == "bank conflicts: 5,821,940; the goal is 0");
  CHECK(judged({"sectors_per_request <= 4.5", "global_load_requests <= rows*cols/(32*16)"}).headline ==
        "sectors a global request: 4.86, 1.1 times the goal of at most 4.50; and global load requests: 188,282, 16.0 "
        "times the goal of at most 11,740");
}

TEST_CASE("counter goal: a bound on a count is shown as the whole number that meets it as well") {
  for (const auto& [text, words] : std::map<std::string, std::string>{{"barriers <= n/4", "at most 2"},
                                                                      {"barriers > n/4", "more than 2"},
                                                                      {"barriers >= n/4", "at least 3"},
                                                                      {"barriers < n/4", "fewer than 3"},
                                                                      {"bank_conflicts <= n/4", "at most 2"},
                                                                      {"sectors_per_load <= n/4", "at most 2.25"}})
    CHECK(goalOf(text, "vector").boundWords("9") == words);
}

TEST_CASE("judge: counts come before the time, which is told as well where it misses its goal") {
  using namespace recorded;
  harness::Goals asked{1.05};
  asked.counters.push_back(goalOf("bank_conflicts == 0", "matrix"));
  const harness::Judgement judgement = harness::judge(run({hello, begin, right, timing(3.2, 3.2), goodbye}), asked);
  CHECK(judgement.status == harness::ExitStatus::shortOfTarget);
  CHECK(judgement.faultClass == "bank-conflicts");
  CHECK(judgement.headline ==
        "bank conflicts: 5,821,940; the goal is 0; and 1.00 times as fast as the naive kernel (modelled); the goal is "
        "1.05");
  asked.counters.clear();
  CHECK(harness::judge(run({hello, begin, right, timing(3.2, 3.2), goodbye}), asked).status ==
        harness::ExitStatus::notFaster);
}

TEST_CASE("judge: a card counts nothing, so goals in counters are not held against it") {
  using namespace recorded;
  harness::Goals asked{1.05, 2.2};
  asked.counters.push_back(goalOf("bank_conflicts == 0", "matrix"));
  harness::RunRecord onCard = run({hello, begin, right, timing(3.2, 1.8), goodbye});
  std::get<harness::Timing>(onCard.events[3]).launches.clear();
  CHECK(harness::judge(onCard, asked).status == harness::ExitStatus::passed);
}

TEST_CASE("judge: where no ratio to the copy is asked for, none is held against it, and none is told") {
  using namespace recorded;
  harness::Goals asked{1.05};
  asked.counters.push_back(goalOf("barriers == 0", "matrix"));
  const harness::Judgement judgement = harness::judge(run({hello, begin, right, timing(320, 180), goodbye}), asked);
  CHECK(judgement.status == harness::ExitStatus::passed);
  CHECK(judgement.headline == "1.78 times as fast as the naive kernel (modelled)");
}
