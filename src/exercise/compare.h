#pragma once
// Got against expected. An element is right if and only if it is within its tolerance, so a NaN is never right unless a
// NaN was expected.
#include <cmath>
#include <cstddef>
#include <vector>

#include "exercise/problem.h"

namespace exercise {

/// Whether `got` may stand for `expected`. Written so that every comparison with a NaN fails.
inline bool isRight(double got, double expected, double absoluteTolerance, double relativeTolerance) {
  if (got == expected) return true;
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return false;
  return std::fabs(got - expected) <= absoluteTolerance + relativeTolerance * std::fabs(expected);
}

/// Which elements of one array are wrong.
struct Comparison {
  std::size_t total = 0;
  std::vector<std::size_t> wrong;  // flat indices, ascending
};

/// Elements of `array` that are compared: what lies past the last kept one is room, and may hold anything, even a NaN.
inline std::size_t comparedElements(const Array& array) {
  return array.relation.meaning == Meaning::kept ? array.relation.used : array.shape.count();
}

/// Compares `got`, the array's bytes after the call, with array.expected.
inline Comparison compare(const Array& array, const Bytes& got) {
  Comparison result;
  result.total = array.shape.count();
  if (got == array.expected) return result;
  for (std::size_t i = 0; i < comparedElements(array); ++i) {
    const double expected = elementAt(array.expected, array.type, i);
    const bool right = isRight(elementAt(got, array.type, i), expected, allowedAt(array, i), array.relativeTolerance);
    // The poison is a NaN too: where a NaN is expected, nobody may have written it.
    const bool untouched = std::isnan(expected) && isPoison(got, array.type, i);
    if (!right || untouched) result.wrong.push_back(i);
  }
  return result;
}

}  // namespace exercise
