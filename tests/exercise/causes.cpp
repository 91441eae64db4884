// What a headline has to say first, and what is no evidence for it.
#include <doctest/doctest.h>

#include <cstring>

#include "../corpus/days/day05-matmul/exercise.h"
#include "../corpus/days/day06-reduction/exercise.h"
#include "../corpus/days/day13-sparse/exercise.h"
#include "example.h"
#include "exercise/cache_warning.h"
#include "exercise/errors.h"
#include "exercise/observations.h"

using namespace exercise_tests;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The first array that is compared.
std::size_t outputOf(const Problem& problem) {
  std::size_t array = 0;
  while (!problem.arrays[array].compared()) ++array;
  return array;
}

/// y of 1,000 elements in place: y + 1, of which `written(i)` were.
Facts inPlace(const std::function<bool(std::size_t)>& written, std::array<std::uint64_t, 3> grid) {
  static Problem problem;
  std::vector<double> before(1000), after(1000), got(1000);
  for (std::size_t i = 0; i < before.size(); ++i) {
    before[i] = static_cast<double>(i * i % 1009);
    after[i] = i % 100 == 99 ? before[i] : before[i] + 1;  // some must not change
    got[i] = written(i) ? after[i] : before[i];
  }
  problem.shape = Shape(1000);
  problem.arrays = {inOutArray("y", ElementType::f32, Shape(1000), before, after)};
  Facts facts = gatherFacts(problem, problem.arrays[0], bytesOfValues(ElementType::f32, got));
  launched(grid, {256, 1, 1})(facts);
  return facts;
}

/// A race as the simulator's JSON has it.
std::string race(const std::string& message, int line, int other) {
  return R"([{"tool":"racecheck","kind":"race","message":")" + message + R"(","line":)" + std::to_string(line) +
         R"(,"count":1,"other":{"block":[0,0,0],"line":)" + std::to_string(other) + "}}]";
}

}  // namespace

TEST_SUITE("evidence") {
  TEST_CASE("a zero in a case of one term is no part of a sum") {
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}}) {
      const Problem problem = reduction::sumAndLargest(Shape(n), 8);
      const Array& sum = problem.arrays[outputOf(problem)];
      const Facts facts = gatherFacts(problem, sum, bytesOfValues(sum.type, {0}));
      REQUIRE(facts.wrongCount() == 1);
      CHECK(classify(facts).faultClass == "written-zero");
    }
  }

  TEST_CASE("nor are zeros in every row of a ragged sum") {
    const Problem problem = sparse::sparseProduct(Shape(40, 40), 3);
    const Array& y = problem.arrays[outputOf(problem)];
    const Facts facts = gatherFacts(problem, y, bytesOfValues(y.type, std::vector<double>(y.shape.count(), 0)));
    REQUIRE(facts.wrongCount() > 1);
    CHECK(classify(facts).faultClass == "written-zero");
  }
}

TEST_SUITE("in place") {
  TEST_CASE("an end that still holds its input is one that nobody wrote") {
    const Diagnosis diagnosis = classify(inPlace([](std::size_t i) { return i < 768; }, {3, 1, 1}));
    CHECK(diagnosis.faultClass == "past-n-unwritten");
    CHECK(contains(diagnosis.headline, "elements 768 to 999 still hold what they held before"));
    CHECK(contains(diagnosis.headline, "past the grid's 3 blocks of 256, where 4 are needed"));
  }

  TEST_CASE("so are every third element, the last one alone, and all of them") {
    CHECK(classify(inPlace([](std::size_t i) { return i % 3 == 0; }, {4, 1, 1})).faultClass == "every-kth-element");
    const Diagnosis last = classify(inPlace([](std::size_t i) { return i < 998; }, {4, 1, 1}));
    CHECK(contains(last.headline, "elements 998 to 999 still hold what they held before"));
    const Diagnosis none = classify(inPlace([](std::size_t) { return false; }, {4, 1, 1}));
    CHECK(none.faultClass == "nothing-written");
    CHECK(contains(none.headline, "still hold what they held before the call"));
  }

  TEST_CASE("one that holds neither the one nor the other is not") {
    Facts facts = inPlace([](std::size_t i) { return i < 768; }, {3, 1, 1});
    for (std::size_t cell = 768; cell < 999; ++cell) facts.got[cell] = 5000 + static_cast<double>(cell * cell % 97);
    facts.kept.assign(facts.total(), 0);
    CHECK(classify(facts).faultClass == "unexplained");
  }
}

TEST_SUITE("the cause comes first") {
  TEST_CASE("a race says what is missing, and between which lines") {
    const auto missing = [](const std::string& message, int line, int other) {
      const FindingKinds kinds = readFindings(race(message, line, other));
      REQUIRE(kinds.race);
      return kinds.raceMissing;
    };
    CHECK(missing("a read of shared byte 4 races with a write by thread (1,0,0): no __syncthreads() between them", 18,
                  14) == "a __syncthreads() is missing between line 14 and line 18");
    CHECK(missing("a: no __syncwarp() or __syncthreads() between them", 9, 9) ==
          "a __syncwarp() or __syncthreads() is missing between two threads at line 9");
    CHECK(missing("a: no __syncwarp() between them", 0, 0) == "a __syncwarp() is missing");
    CHECK(missing("a: both update it, and one update gets lost: use an atomic", 7, 7) ==
          "an atomic is missing at line 7");
    CHECK(missing("a: blocks of one launch run in any order, and nothing orders these two", 7, 8) ==
          "a barrier or an atomic is missing between line 7 and line 8");
    CHECK(readFindings(R"([{"tool":"memcheck","kind":"out-of-bounds read","message":"m","line":31}])").outsideAt ==
          "line 31");
  }

  TEST_CASE("an order that matters: in the first line of 80 columns, whatever it is") {
    const Problem problem = reduction::sumAndLargest(Shape(1000), 8);
    const Array& sum = problem.arrays[outputOf(problem)];
    const auto said = [&](const std::function<void(Facts&)>& more) {
      Facts facts = gatherFacts(problem, sum, bytesOfValues(sum.type, {7}));
      facts.again = {1e7};
      more(facts);
      const Diagnosis diagnosis = classify(facts);
      CHECK(diagnosis.faultClass == "order-dependent");
      CHECK(contains(diagnosis.headline, "with the same input, 1 cell differs between two runs"));
      return diagnosis.headline.substr(0, 73);  // after "wrong: "
    };
    CHECK(contains(said([](Facts&) {}), "a barrier or an atomic is missing"));
    CHECK(contains(said([](Facts& facts) {
                     facts.raceFound = true;
                     facts.raceMissing = "an atomic is missing at line 9";
                   }),
                   "an atomic is missing at line 9"));
    CHECK(contains(said([](Facts& facts) {
                     facts.outsideFound = true;
                     facts.outsideAt = "line 12";
                   }),
                   "a guard is missing at line 12"));
    CHECK(contains(said([](Facts& facts) {
                     facts.launchesKnown = true;
                     facts.launches = {Launch{{4, 1, 1}, {256, 1, 1}, 0}, Launch{{1, 1, 1}, {256, 1, 1}, 5}};
                   }),
                   "an event or a wait is missing"));
  }

  TEST_CASE("partial sums that the last launch has no threads for") {
    const Problem problem = reduction::sumAndLargest(Shape(1000), 8);
    const Array& sum = problem.arrays[outputOf(problem)];
    const std::vector<double> part = foldWhere(sum, [](std::size_t place) { return place < 512; });
    Facts facts = gatherFacts(problem, sum, bytesOfValues(sum.type, part));
    facts.launchesKnown = true;
    facts.launches = {Launch{{32, 1, 1}, {32, 1, 1}}, Launch{{1, 1, 1}, {16, 1, 1}}};
    const Diagnosis diagnosis = classify(facts);
    CHECK(diagnosis.faultClass == "first-part-only");
    CHECK(
        contains(diagnosis.headline, "partial sums 16 to 31 are not added: the last launch has 16 threads for the 32"));
    facts.launches[1].block = {8, 1, 1};  // which would have added 256 elements
    CHECK_FALSE(contains(classify(facts).headline, "partial sums"));
  }

  TEST_CASE("an address outside says which memory it is, and where that is treated") {
    const auto why = [](const std::string& detail) {
      return explainError({700, "cudaErrorIllegalAddress", "an illegal memory access was encountered", "sync", detail},
                          1, 1);
    };
    const ErrorExplanation shared =
        why("write of 4 bytes of shared memory: offset 4096 is outside the block's 4096 "
            "bytes, right past their end (4096 declared, 0 asked for at launch)");
    CHECK(shared.faultClass == "illegal-address");
    CHECK(shared.headline.find("outside its block's shared memory: write of 4 bytes") < 40);
    CHECK(shared.see == "day 13");
    CHECK(contains(why("read of 4 bytes of local memory: offset 16 is outside the thread's 16 bytes").headline,
                   "outside an array of its own thread"));
    CHECK(contains(why("read of 4 bytes of global memory: 0x10 is no allocation").headline, "nobody allocated"));
    CHECK(why("").see == "day 5");
  }
}

TEST_SUITE("cache warning") {
  TEST_CASE("beside what moves data, and not beside a product") {
    const Problem sum = reduction::sumAndLargest(Shape(1000), 8);
    CHECK(contains(cacheWarning(sum, 0.5), "1000 moves 0.5 times what the card's L2 cache holds"));
    CHECK(cacheWarning(sum, 4).empty());
    CHECK(cacheWarning(matmul::product(Shape(20, 30, 25), 4), 0.5).empty());
  }
}
