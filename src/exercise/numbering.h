#pragma once
// Outputs in which element i holds i: what is left when every thread computes a number and writes it at that place.
// Values are then right wherever something was written, and only the holes tell which formula was used.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "exercise/diagnosis.h"
#include "exercise/problem.h"

namespace exercise {

/// A wrong formula. `number(i)` is what the thread that ought to write element i computes instead.
struct WrongNumbering {
  std::string faultClass, headline, see;
  std::function<std::size_t(std::size_t)> number;
};

/// The first of `formulas` that leaves exactly the elements of `got` and no others; nothing when none does. Numbers
/// past the end are writes outside the array, which other checks report.
inline std::optional<Diagnosis> explainNumbering(const Array& array, const Bytes& got,
                                                 const std::vector<WrongNumbering>& formulas) {
  const std::size_t count = array.shape.count();
  std::vector<bool> written(count);
  for (std::size_t i = 0; i < count; ++i) {
    written[i] = !isPoison(got, array.type, i);
    if (written[i] && elementAt(got, array.type, i) != static_cast<double>(i)) return std::nullopt;
  }
  for (const WrongNumbering& formula : formulas) {
    std::vector<bool> predicted(count);
    for (std::size_t i = 0; i < count; ++i)
      if (const std::size_t number = formula.number(i); number < count) predicted[number] = true;
    if (predicted != written) continue;
    Diagnosis diagnosis;
    diagnosis.faultClass = formula.faultClass;
    diagnosis.headline = formula.headline;
    diagnosis.see = formula.see;
    return diagnosis;
  }
  return std::nullopt;
}

}  // namespace exercise
