#pragma once
// A day's description, days/dayNN-slug/day.yaml (docs/protocol.md), read strictly: an unknown or missing field or a
// value of the wrong kind is refused with file, line and what was expected.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/goals.h"
#include "harness/result.h"

namespace harness {

/// Points of a graded submission (docs/grading.md). `cases` is shared by the cases alike.
struct Rubric {
  double builds = 5, cases = 55, safe = 10, fasterThanNaive = 10, target = 20;
};

struct Day {
  int number = 0;
  std::string slug, title;
  std::string shape;                // matrix, vector, volume or product (m x n x k)
  std::vector<std::string> ladder;  // "31x33", in the order of the file
  double timeLimitSeconds = 0;
  bool timed = true;             // false where the lesson is correctness: the file has neither `timing` nor `goals`
  double minimumL2Multiple = 0;  // input plus output of the timed case, in units of the card's L2
  std::vector<std::string> timingShapes;
  Goals goals;
  std::vector<std::string> needs;
  std::vector<std::string> hints;
  Rubric rubric;               // the day's own or the default
  std::string starterVerdict;  // what the starter gets; by default `correct, no faster than the naive kernel`; told
                               // where !timed
  std::string starterOnCard;   // the same on a card, by default as on the simulator
};

/// Reads day.yaml text. `fileName` is for messages.
Result<Day> parseDay(std::string_view yaml, const std::string& fileName);

/// Whether `text` is a case as this shape writes it: "31x33" for a matrix, "1000" for a vector, "4x5x6" for a volume
/// or a product.
bool isCase(std::string_view text, std::string_view shape);

/// The extents of a case: "31x33" is {31, 33}.
std::vector<std::uint64_t> extentsOf(std::string_view shape);

/// How many cells a case has.
std::uint64_t cellsOf(std::string_view shape);

}  // namespace harness
