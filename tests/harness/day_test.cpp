#include "harness/day.h"

#include <doctest/doctest.h>

#include <string>

using harness::isCase;
using harness::parseDay;

namespace {

const std::string good =
    "day: 13\n"
    "slug: shared-memory\n"
    "title: Shared memory\n"
    "shape: matrix\n"
    "ladder: [1x1, 31x33]\n"
    "time_limit_seconds: 60\n"
    "timing:\n"
    "  minimum_l2_multiple: 4\n"
    "  shapes: [2003x3001]\n"
    "goals:\n"
    "  faster_than_naive: 1.05\n"
    "  ratio_to_copy: 2.2\n"
    "needs: []\n"
    "hints: [one, two]\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string messageOf(const std::string& yaml) {
  const auto day = parseDay(yaml, "day.yaml");
  if (day) return "accepted";
  CHECK(day.problem().status == harness::ExitStatus::course);
  return day.problem().message;
}

}  // namespace

TEST_CASE("day.yaml: every field arrives") {
  const auto day = parseDay(good, "day.yaml");
  REQUIRE_MESSAGE(day, messageOf(good));
  CHECK(day->number == 13);
  CHECK(day->slug == "shared-memory");
  CHECK(day->ladder == std::vector<std::string>{"1x1", "31x33"});
  CHECK(day->timeLimitSeconds == 60);
  CHECK(day->minimumL2Multiple == 4);
  CHECK(day->timingShapes == std::vector<std::string>{"2003x3001"});
  CHECK(day->goals.fasterThanNaive == 1.05);
  CHECK(day->goals.ratioToCopy == 2.2);
  CHECK(day->hints.size() == 2);
  CHECK(day->starterVerdict == "correct, no faster than the naive kernel");
  CHECK(day->starterOnCard == day->starterVerdict);
  CHECK(parseDay(good + "starter_verdict: wrong\n", "day.yaml")->starterVerdict == "wrong");
  CHECK(parseDay(good + "starter_verdict: wrong\nstarter_on_card: passed\n", "day.yaml")->starterOnCard == "passed");
}

TEST_CASE("day.yaml: what is wrong is named with file, line and what was expected") {
  CHECK(messageOf(with("ladder:", "ladr:")) ==
        "day.yaml:5: unknown field 'ladr' in the file, expected one of: day, slug, title, shape, ladder, "
        "time_limit_seconds, timing, goals, needs, hints, "
        "starter_verdict, starter_on_card, rubric");
  CHECK(messageOf(with("time_limit_seconds: 60", "time_limit_seconds: soon")) ==
        "day.yaml:6: field 'time_limit_seconds' is 'soon', expected a number above 0");
  CHECK(messageOf(with("time_limit_seconds: 60", "time_limit_seconds: -1")) ==
        "day.yaml:6: field 'time_limit_seconds' is '-1', expected a number above 0");
  CHECK(messageOf(with("day: 13", "day: 13.5")) ==
        "day.yaml:1: field 'day' is '13.5', expected a whole number above 0");
  CHECK(messageOf(with("shape: matrix", "shape: cube")) ==
        "day.yaml:4: field 'shape' is 'cube', expected one of matrix, vector, volume, product");
  CHECK(messageOf(with("[1x1, 31x33]", "[1x1, 31]")) ==
        "day.yaml:5: field 'ladder' is '31', expected a list of matrix cases such as 31x33");
  CHECK(messageOf(with("[1x1, 31x33]", "[]")) ==
        "day.yaml:5: field 'ladder' is a list, expected a list of matrix cases such as 31x33");
  CHECK(messageOf(with("title: Shared memory\n", "")) ==
        "day.yaml:1: missing field 'title' in the file, expected a text");
  CHECK(messageOf(with("  ratio_to_copy: 2.2\n", "")) ==
        "day.yaml:11: missing field 'ratio_to_copy' in 'goals', expected a number above 0");
  CHECK(messageOf(with("  ratio_to_copy: 2.2\n", "  ratio: 2\n")) ==
        "day.yaml:12: unknown field 'ratio' in 'goals', expected one of: faster_than_naive, ratio_to_copy, "
        "sectors_to_ideal, sectors_a_store, copied_to_ideal, page_faults, counters");
  CHECK(messageOf(with("  ratio_to_copy: 2.2\n", "  ratio_to_copy: 2.2\n  sectors_a_store: few\n")) ==
        "day.yaml:13: field 'sectors_a_store' is 'few', expected a number above 0");
  CHECK(messageOf(with("  ratio_to_copy: 2.2\n", "  ratio_to_copy: 2.2\n  counters: [bank_conflicts == x]\n")) ==
        "day.yaml:13: field 'counters' in 'goals': 'bank_conflicts == x': the bound 'x' is no expression of numbers, "
        "rows, cols, + - * / ^ and parentheses");
  CHECK(messageOf(good + "day: 14\n") == "day.yaml:15: field 'day' is given twice in the file");
  CHECK(messageOf(with("[one, two]", "one")) == "day.yaml:14: field 'hints' is 'one', expected a list");
}

TEST_CASE("day.yaml: goals in counters, with which no ratio to the copy is needed") {
  const auto day = parseDay(
      with("  ratio_to_copy: 2.2\n", "  counters:\n    - bank_conflicts == 0\n    - barriers <= rows*2\n"), "day.yaml");
  REQUIRE(day);
  REQUIRE(day->goals.counters.size() == 2);
  CHECK(day->goals.counters[1].boundAt("7x3") == 14);
  CHECK(day->goals.ratioToCopy == 0);
  const std::string counted = with("  ratio_to_copy: 2.2\n", "  counters: [barriers < 5]\n");
  CHECK(parseDay(counted + "starter_verdict: correct, short of the target\n", "day.yaml")->starterVerdict ==
        "correct, short of the target");
  CHECK(parseDay(with("  ratio_to_copy: 2.2\n", "  ratio_to_copy: 2.2\n  counters: [barriers < 5]\n"), "day.yaml")
            ->goals.ratioToCopy == 2.2);
}

TEST_CASE("day.yaml: a day without times has neither shapes to time nor goals, and says what its starter gets") {
  const std::string timing = "timing:\n  minimum_l2_multiple: 4\n  shapes: [2003x3001]\n";
  const std::string goals = "goals:\n  faster_than_naive: 1.05\n  ratio_to_copy: 2.2\n";
  const std::string untimed = with(timing + goals, "starter_verdict: wrong\n");
  const auto day = parseDay(untimed, "day.yaml");
  REQUIRE_MESSAGE(day, messageOf(untimed));
  CHECK_FALSE(day->timed);
  CHECK(day->timingShapes.empty());
  CHECK(day->starterVerdict == "wrong");
  CHECK(parseDay(good, "day.yaml")->timed);

  CHECK(messageOf(with(timing + goals, "")).find("missing field 'starter_verdict'") != std::string::npos);
  CHECK(messageOf(with(timing, "")).find("missing field 'timing'") != std::string::npos);
  CHECK(messageOf(with(goals, "")).find("missing field 'goals'") != std::string::npos);
  CHECK(messageOf(with(timing + goals, "starter_verdict: correct, no faster than the naive kernel\n"))
            .find("field 'starter_verdict' is") != std::string::npos);
}

TEST_CASE("day.yaml: a day that counts copies needs no times, and its starter may be short of the target") {
  const std::string timing = "timing:\n  minimum_l2_multiple: 4\n  shapes: [2003x3001]\n";
  const std::string goals = "goals:\n  faster_than_naive: 1.05\n  ratio_to_copy: 2.2\n";
  const std::string counted =
      with(timing + goals, "goals:\n  copied_to_ideal: 1.0\nstarter_verdict: correct, short of the target\n");
  const auto day = parseDay(counted, "day.yaml");
  REQUIRE_MESSAGE(day, messageOf(counted));
  CHECK_FALSE(day->timed);
  CHECK(day->goals.copiedToIdeal == 1);
  CHECK(parseDay(good, "day.yaml")->goals.copiedToIdeal == 0);
  const auto both =
      parseDay(with("  ratio_to_copy: 2.2\n", "  ratio_to_copy: 2.2\n  copied_to_ideal: 1.5\n"), "day.yaml");
  REQUIRE(both);
  CHECK(both->timed);
  CHECK(both->goals.copiedToIdeal == 1.5);
}

TEST_CASE("day.yaml: no page fault at all may be the goal, and needs no times") {
  const std::string timing = "timing:\n  minimum_l2_multiple: 4\n  shapes: [2003x3001]\n";
  const std::string goals = "goals:\n  faster_than_naive: 1.05\n  ratio_to_copy: 2.2\n";
  const std::string counted =
      with(timing + goals, "goals:\n  page_faults: 0\nstarter_verdict: correct, short of the target\n");
  const auto day = parseDay(counted, "day.yaml");
  REQUIRE_MESSAGE(day, messageOf(counted));
  CHECK_FALSE(day->timed);
  CHECK(day->goals.pageFaults == 0);
  CHECK(parseDay(good, "day.yaml")->goals.pageFaults < 0);
}

TEST_CASE("day.yaml: text that is no YAML, or no mapping") {
  CHECK(messageOf("a: [1\n").find("day.yaml:") == 0);
  CHECK(messageOf("") == "day.yaml:1: expected the file to be a mapping of fields");
  CHECK(messageOf("- a\n") == "day.yaml:1: expected the file to be a mapping of fields");
}

TEST_CASE("cases are written as their shape says") {
  CHECK(isCase("31x33", "matrix"));
  CHECK(isCase("1000", "vector"));
  CHECK(isCase("4x5x6", "volume"));
  CHECK(isCase("4x5x6", "product"));
  CHECK_FALSE(isCase("4x5", "product"));
  for (const char* text : {"", "x", "31", "31x", "x33", "0x3", "31x33x2", "-1x3", "3 x 3", "1e3x2", "99999999999x1"}) {
    CAPTURE(text);
    CHECK_FALSE(isCase(text, "matrix"));
  }
}
