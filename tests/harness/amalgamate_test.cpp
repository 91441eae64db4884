// A day's exercise in one file: what it holds, in which order, and that nothing of ours is left to include.
#include "harness/amalgamate.h"

#include <doctest/doctest.h>

#include <string>

#include "harness/course.h"

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

TEST_CASE("standalone starter: day 13's goals are day.yaml's") {
  const auto files = harness::resolveDay(PROJECT_ROOT, "day13");
  REQUIRE(files);
  const auto made = harness::standaloneStarter(*files);
  REQUIRE(made);
  CHECK(made->find("plan.fasterThanNaive = 1.05;") != std::string::npos);
  CHECK(made->find("plan.ratioToCopy = 2.2;") != std::string::npos);
  CHECK(made->find("exercise::Shape(2003, 3001), exercise::Shape(5501, 5503)") != std::string::npos);
  CHECK(made->find("plan.moreGoals = true;") != std::string::npos);
}
