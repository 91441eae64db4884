#pragma once
// Operands read from the wrong place: of a matrix product, of an elementwise operation, of a sparse row.
#include <cmath>
#include <functional>

#include "exercise/classify/folds.h"
#include "exercise/tolerance.h"

namespace exercise {

namespace detail {

/// Compares the written wrong cells with what `predict(cell)` says; a NaN says nothing about its cell. Right cells have
/// to agree too.
template <class Predict>
Fit fitPredicted(const Facts& facts, Predict predict) {
  Fit fit;
  for (const bool wrongOnes : {true, false}) {
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
      const double value = predict(cell);
      if (std::isnan(value)) {
        fit.open += wrongOnes ? 1 : 0;
      } else if (!facts.holds(cell, value)) {
        fit.broken = true;
        return fit;
      } else {
        fit.explained += wrongOnes ? 1 : 0;
      }
    }
  }
  return fit;
}

/// A predicted sum, or what the cell holds where the two differ by rounding alone. The rounding is that of the
/// predicted terms, whose absolute values add up to `absolutes`, and not of the right ones, whose bound the cell knows.
inline double nearestSum(const Facts& facts, std::size_t cell, double sum, double absolutes, std::size_t terms) {
  const bool rounds = !facts.allowed.empty() && facts.allowed[cell] > 0;
  const double slack = rounds ? sumTolerance(facts.type, terms, absolutes) : 0;
  return std::fabs(facts.got[cell] - sum) <= slack ? facts.got[cell] : sum;
}

/// One wrong way to read the operands of a product: indices into a and b, which may lie outside.
struct ProductReading {
  const char* faultClass;
  std::string headline;
  std::function<std::size_t(std::size_t row, std::size_t col, std::size_t l)> a, b;
};

inline std::vector<ProductReading> productReadings(const Product& p) {
  const std::size_t m = p.m, n = p.n, k = p.k;
  const auto a = [k](std::size_t row, std::size_t, std::size_t l) { return row * k + l; };
  const auto b = [n](std::size_t, std::size_t col, std::size_t l) { return l * n + col; };
  const auto stride = [](bool left, std::size_t length) {
    return [left, length](std::size_t row, std::size_t col, std::size_t l) {
      return left ? row * length + l : l * length + col;
    };
  };
  const std::string only = ", which is right only where the two are equal";
  const auto words = [&](const char* operand, std::size_t taken, std::size_t right) {
    return std::string("rows of ") + operand + " are taken to be " + number(taken) + " elements long instead of " +
           number(right) + ": the leading dimension is another extent's" + only;
  };
  return {
      {"operand-transposed", "b is read as its transpose: column by column where its rows are meant", a,
       [k](std::size_t, std::size_t col, std::size_t l) { return col * k + l; }},
      {"operand-transposed", "a is read as its transpose: column by column where its rows are meant",
       [m](std::size_t row, std::size_t, std::size_t l) { return l * m + row; }, b},
      {"leading-dimension", words("a", m, k), stride(true, m), b},
      {"leading-dimension", words("a", n, k), stride(true, n), b},
      {"leading-dimension", words("b", k, n), a, stride(false, k)},
      {"leading-dimension", words("b", m, n), a, stride(false, m)},
  };
}

}  // namespace detail

namespace detail {

inline Explained productReading(const Facts& facts, const std::string& faultClass, const char* see) {
  if (facts.relation == nullptr || facts.relation->product == nullptr) return std::nullopt;
  const Product& p = *facts.relation->product;
  for (const ProductReading& reading : productReadings(p)) {
    if (reading.faultClass != faultClass) continue;
    const auto predict = [&](std::size_t cell) {
      const std::size_t row = cell / p.n, col = cell % p.n;
      double sum = 0, absolutes = 0;
      for (std::size_t l = 0; l < p.k; ++l) {
        const std::size_t atA = reading.a(row, col, l), atB = reading.b(row, col, l);
        if (atA >= p.a.size() || atB >= p.b.size()) return std::nan("");
        sum += p.a[atA] * p.b[atB];
        absolutes += std::fabs(p.a[atA] * p.b[atB]);
      }
      return nearestSum(facts, cell, sum, absolutes, p.k);
    };
    if (fitPredicted(facts, predict).holds())
      return Explanation{reading.faultClass, reading.headline, see, writtenWrong(facts)};
  }
  return std::nullopt;
}

}  // namespace detail

/// operand-transposed: one operand of a matrix product is read column by column.
inline Explained operandTransposed(const Facts& facts) {
  return detail::productReading(facts, "operand-transposed", "day 16");
}

/// leading-dimension: the rows of one operand are taken to be as long as another extent.
inline Explained leadingDimension(const Facts& facts) {
  return detail::productReading(facts, "leading-dimension", "day 16");
}

/// operand-shifted: one operand of y = f(x[i], …) comes from another index than the rest.
inline Explained operandShifted(const Facts& facts) {
  if (facts.relation == nullptr || facts.relation->elementwise == nullptr) return std::nullopt;
  const std::size_t n = facts.total();
  struct Reading {
    std::string words;
    std::function<std::size_t(std::size_t)> at;  // n or more: outside
  };
  const Reading readings[] = {{"one element further on", [](std::size_t i) { return i + 1; }},
                              {"one element further back", [n](std::size_t i) { return i > 0 ? i - 1 : n; }},
                              {"counted from the end", [n](std::size_t i) { return n - 1 - i; }}};
  for (const Reading& reading : readings) {
    for (const bool first : {true, false}) {
      const auto predict = [&](std::size_t i) {
        const std::size_t at = reading.at(i);
        if (at >= n) return std::nan("");
        return first ? facts.relation->elementwise(at, i) : facts.relation->elementwise(i, at);
      };
      // The end, where there is no further element, may hold anything, right values among it.
      Fit fit;
      for (std::size_t i = 0; i < n && !fit.broken; ++i) {
        if (!facts.wroteWrong(i)) continue;
        const double value = predict(i);
        if (std::isnan(value))
          ++fit.open;
        else if (facts.holds(i, value))
          ++fit.explained;
        else
          fit.broken = true;
      }
      if (!fit.holds()) continue;
      return Explanation{"operand-shifted",
                         std::string("the ") + (first ? "first" : "second") + " operand is read " + reading.words +
                             ": all " + number(fit.explained) + " wrong cells follow from that",
                         "day 5", writtenWrong(facts)};
    }
  }
  return std::nullopt;
}

/// gather-missing: x is not read through the columns of a sparse matrix.
inline Explained gatherMissing(const Facts& facts) {
  if (facts.relation == nullptr || facts.relation->sparse == nullptr) return std::nullopt;
  const SparseRows& rows = *facts.relation->sparse;
  const std::size_t n = rows.x.size();
  struct Reading {
    const char* words;
    std::function<std::size_t(std::size_t row, std::size_t entry)> at;
  };
  const Reading readings[] = {{"the entry's number", [n](std::size_t, std::size_t entry) { return entry % n; }},
                              {"the row", [](std::size_t row, std::size_t) { return row; }},
                              {"the entry's number in its row",
                               [&](std::size_t row, std::size_t entry) { return (entry - rows.offsets[row]) % n; }}};
  for (const Reading& reading : readings) {
    const auto predict = [&](std::size_t row) {
      double sum = 0;
      for (std::size_t j = rows.offsets[row]; j < rows.offsets[row + 1]; ++j)
        sum += rows.values[j] * rows.x[reading.at(row, j)];
      return sum;
    };
    if (!detail::fitPredicted(facts, predict).holds()) continue;
    return Explanation{"gather-missing",
                       std::string("x is read at ") + reading.words + " instead of at the entry's column", "day 67",
                       writtenWrong(facts)};
  }
  return std::nullopt;
}

/// A mistake that the day itself describes, with a class word of its own. Tried first: where every wrong cell holds
/// what it predicts, the day's own words say more than those of a general class.
inline Explained daysOwnMistake(const Facts& facts) {
  if (facts.relation == nullptr) return std::nullopt;
  for (const Mistake& mistake : facts.relation->mistakes) {
    if (mistake.values.size() != facts.total()) continue;
    if (!detail::fitPredicted(facts, [&](std::size_t cell) { return mistake.values[cell]; }).holds()) continue;
    return Explanation{mistake.faultClass, mistake.headline, mistake.see, writtenWrong(facts)};
  }
  return std::nullopt;
}

}  // namespace exercise
