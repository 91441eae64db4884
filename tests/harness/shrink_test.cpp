// Shrinking, over faults of known minimum.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "harness/shrink.h"

using namespace harness;

namespace {

struct Matrix {
  unsigned long rows = 1, cols = 1;
};

Matrix matrixOf(const std::string& shape) {
  Matrix matrix;
  std::sscanf(shape.c_str(), "%lux%lu", &matrix.rows, &matrix.cols);
  return matrix;
}

/// Shrinks `from` where exactly the shapes that `fails` says fail.
template <class Fails>
std::string shrunk(const std::string& from, Fails fails) {
  std::size_t asked = 0;
  return shrinkCase({from, 0, "", {}},
                    [&](const std::vector<std::string>& shapes, bool& spent) {
                      spent = ++asked > 30;
                      for (const std::string& shape : shapes)
                        if (fails(shape)) return std::optional(FailingCase{shape, 0, "", {}});
                      return std::optional<FailingCase>();
                    })
      .shape;
}

}  // namespace

TEST_CASE("shrink: candidates are smaller, ascending, and each once") {
  for (const char* shape : {"611x613", "33", "2x3x40", "1x2"}) {
    CAPTURE(shape);
    const std::vector<std::string> cases = smallerCases(shape);
    REQUIRE(!cases.empty());
    CHECK(std::find(cases.begin(), cases.end(), shape) == cases.end());
    for (const std::string& one : cases)
      CHECK(std::count(one.begin(), one.end(), 'x') == std::count(shape, shape + std::string(shape).size(), 'x'));
    std::vector<std::string> sorted = cases;
    std::sort(sorted.begin(), sorted.end());
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
  }
  CHECK(smallerCases("1x1").empty());
  CHECK(smallerCases("1").empty());
  const std::vector<std::string> cases = smallerCases("611x613");
  for (const char* shape : {"1x1", "1x33", "33x1", "31x33", "610x613", "305x613", "608x613", "609x612"})
    CHECK(std::find(cases.begin(), cases.end(), shape) != cases.end());
}

TEST_CASE("shrink: finds the minimum of faults whose minimum is known") {
  // A missing guard in a row: any extent that 32 does not divide.
  CHECK(shrunk("611x613", [](const std::string& s) { return matrixOf(s).cols % 32 != 0; }) == "1x1");
  // A second tile across is needed.
  CHECK(shrunk("611x613", [](const std::string& s) { return matrixOf(s).cols > 32; }) == "1x33");
  CHECK(shrunk("611x613", [](const std::string& s) { return matrixOf(s).rows > 32 && matrixOf(s).cols > 32; }) ==
        "33x33");
  // No edge of a tile, so it goes by steps.
  CHECK(shrunk("611x613", [](const std::string& s) { return matrixOf(s).rows >= 20; }) == "20x1");
  CHECK(shrunk("2003x3001", [](const std::string& s) { return matrixOf(s).rows * matrixOf(s).cols >= 1000; }) ==
        "1000x1");
  CHECK(shrunk("1000003", [](const std::string& s) { return std::stoul(s) > 77777; }) == "77778");
  CHECK(shrunk("40x50x60", [](const std::string& s) { return s.substr(0, 2) != "1x"; }) == "2x1x1");
  CHECK(shrunk("31x33", [](const std::string&) { return false; }) == "31x33");
}

TEST_CASE("shrink: stops when its time is over, with what it has") {
  int asked = 0;
  const FailingCase found =
      shrinkCase({"611x613", 0, "", {}}, [&](const std::vector<std::string>& shapes, bool& spent) {
        spent = ++asked == 2;
        return std::optional(FailingCase{shapes.back(), 3, "one block last", {}});
      });
  CHECK(asked == 2);
  CHECK(found.run == 3);
  CHECK(found.order == "one block last");
}

TEST_CASE("shrink: the first seed under which the case fails too, and how it fails there") {
  const auto from = [](std::uint64_t seed, const std::set<std::uint64_t>& failing, std::vector<std::uint64_t>& asked,
                       std::size_t budget = 100) {
    return shrinkSeed({"1x33", 0, "", {}}, seed, [&](const std::string& shape, std::uint64_t one, bool& spent) {
      CHECK(shape == "1x33");
      asked.push_back(one);
      spent = asked.size() >= budget;
      return failing.count(one) == 0 ? std::nullopt : std::optional(FailingCase{shape, 2, "one block last", {}});
    });
  };
  std::vector<std::uint64_t> asked;
  const FailingCase third = from(3203957112, {3, 5}, asked);
  CHECK(third.seed == 3);
  CHECK(third.run == 2);
  CHECK(asked == std::vector<std::uint64_t>{1, 2, 3});

  asked.clear();
  CHECK_FALSE(from(3203957112, {3203957112}, asked).seed);  // a rare one: it stays as it is
  CHECK(asked.size() == 8);
  asked.clear();
  CHECK_FALSE(from(2, {2, 5}, asked).seed);  // no smaller one fails
  CHECK(asked == std::vector<std::uint64_t>{1});
  asked.clear();
  CHECK_FALSE(from(3203957112, {5}, asked, 2).seed);  // the time is over
  CHECK(asked.size() == 2);
}
