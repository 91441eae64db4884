// A day's exercise in one file: what it holds, in which order, and that nothing of ours is left to include.
#include "harness/amalgamate.h"

#include <doctest/doctest.h>

#include <string>

#include "harness/course.h"
#include "harness/strip_source.h"

namespace {

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("standalone starter: every day's is whole, solve() first, and includes nothing of the project") {
  const std::vector<harness::DayFiles> days = harness::findDays(PROJECT_ROOT);
  REQUIRE_FALSE(days.empty());
  for (const harness::DayFiles& files : days) {
    CAPTURE(files.name());
    const auto made = harness::standaloneStarter(files);
    REQUIRE_MESSAGE(made, made.problem().message);
    const auto starter = harness::readText(files.starter, harness::ExitStatus::course);
    REQUIRE(starter);
    const std::size_t solve = made->find(*starter), rest = made->find("// The rest need not be read");
    CHECK(solve < rest);
    CHECK(rest < made->find("#ifndef EXERCISE_IN_HARNESS"));
    CHECK(made->find("#include \"") == std::string::npos);
    CHECK(countOf(*made, "int main(") == 1);
    CHECK(countOf(*made, "inline Comparison compare(") == 1);
    CHECK(made->find("#pragma once") == std::string::npos);
    CHECK(*made == *harness::standaloneStarter(files));
  }
}

TEST_CASE("standalone starter: it is what its two parts are, and one with solve() above leaves the first out") {
  const auto files = harness::resolveDay(PROJECT_ROOT, "day13");
  REQUIRE(files);
  const auto parts = harness::standaloneParts(*files);
  REQUIRE(parts);
  CHECK(parts->solve + parts->rest == *harness::standaloneStarter(*files));
  const std::string guard = "#ifndef " + std::string(harness::solvedElsewhere);
  const std::size_t begin = parts->solve.find(guard);
  REQUIRE(begin != std::string::npos);
  CHECK(begin < parts->solve.find("void solve("));
  // Nothing but comments above the guard; its end comes before anything else of the rest.
  CHECK(harness::strippedSource(parts->solve.substr(0, begin)).empty());
  CHECK(harness::strippedSource(parts->rest).rfind("#endif\n", 0) == 0);
}

TEST_CASE("standalone starter: goals in counters are day.yaml's") {
  const auto files = harness::resolveDay(PROJECT_ROOT, "day16");
  REQUIRE(files);
  const auto made = harness::standaloneStarter(*files);
  REQUIRE(made);
  CHECK(made->find("plan.counts.push_back({\"global_load_requests\", \"<=\", \"2*m*n*k/(32*16)\"});") !=
        std::string::npos);
  CHECK(made->find("plan.extents.push_back(\"k\");") != std::string::npos);
}

TEST_CASE("standalone starter: day 13's goals are day.yaml's") {
  const auto files = harness::resolveDay(PROJECT_ROOT, "day13");
  REQUIRE(files);
  const auto made = harness::standaloneStarter(*files);
  REQUIRE(made);
  CHECK(made->find("plan.fasterThanNaive = 1.05;") != std::string::npos);
  CHECK(made->find("plan.ratioToCopy = 2.2;") != std::string::npos);
  CHECK(made->find("exercise::Shape(2003, 3001), exercise::Shape(5501, 5503)") != std::string::npos);
  CHECK(made->find("plan.sectorsToIdeal = 3;") != std::string::npos);
}
