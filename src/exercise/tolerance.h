#pragma once
// How far a right result may be from the exact one. Taken from the data: a sum of n terms in any order is within
// (n - 1) u of the sum of the terms' absolute values, u being half a unit in the last place (Higham, "Accuracy and
// Stability of Numerical Algorithms", 2nd edition, section 4.2). Measured against the result instead, a total that
// cancels would fail every right kernel.
#include <cmath>
#include <cstddef>

#include "exercise/problem.h"

namespace exercise {

/// The relative error of one rounding; 0 for integers.
inline double unitRoundoff(ElementType type) {
  switch (type) {
    case ElementType::f32:
      return std::ldexp(1.0, -24);
    case ElementType::f64:
      return std::ldexp(1.0, -53);
    case ElementType::f16:
      return std::ldexp(1.0, -11);
    case ElementType::i32:
    case ElementType::u32:
    case ElementType::u8:
      break;
  }
  return 0;
}

/// The bound on the error of a sum of `terms` products, in any order, when their absolute values add up to
/// `sumOfAbsolutes`. Counts a rounding for each product and one for the stored result.
inline double sumTolerance(ElementType type, std::size_t terms, double sumOfAbsolutes) {
  const double nu = static_cast<double>(terms + 2) * unitRoundoff(type);
  return nu < 1 ? nu / (1 - nu) * sumOfAbsolutes : HUGE_VAL;
}

/// Sets `allowed` and `scale` of an array whose relation has terms: 0 where `exact`, for whole numbers whose sums fit
/// the type; else the bound above.
inline void tolerateSums(Array& array, bool exact) {
  const std::size_t total = array.shape.count();
  array.allowed.assign(total, 0);
  array.scale.assign(total, 0);
  std::vector<Term> terms;
  for (std::size_t cell = 0; cell < total; ++cell) {
    terms.clear();
    array.relation.terms.of(cell, terms);
    for (const Term& term : terms) array.scale[cell] += std::fabs(term.value);
    if (!exact) array.allowed[cell] = sumTolerance(array.type, terms.size(), array.scale[cell]);
  }
}

}  // namespace exercise
