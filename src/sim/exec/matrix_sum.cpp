#include "sim/exec/matrix_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "sim/exec/narrow_floats.h"

namespace gpusim {
namespace {

/// 2^exponent for exponents of normal doubles.
double powerOfTwo(std::int32_t exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(std::int64_t{exponent} + 1023) << 52);
}

/// Cut to float32 toward zero; infinite past its greatest number.
double cutToFloat(double value) {
  if (std::fabs(value) >= 0x1p128) return std::copysign(HUGE_VAL, value);
  const auto nearest = static_cast<float>(value);
  if (std::fabs(static_cast<double>(nearest)) <= std::fabs(value)) return static_cast<double>(nearest);
  return static_cast<double>(std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1));
}

std::int32_t exponentOf(double value, bool isHalf) {
  if (value == 0) return FloatMatrix::zeroExponent;
  const auto exponent = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff) - 1023;
  return std::max(exponent, isHalf ? -14 : -126);
}

void store(FloatMatrix& sum, std::size_t at, double value, bool isHalf) {
  sum.value[at] = isHalf ? roundNarrow(value, 10, -14, 15) : cutToFloat(value);
  sum.exponent[at] = exponentOf(sum.value[at], isHalf);
}

/// With an infinity or NaN among the operands, only which of them comes out matters.
void addSpecial(const ProductRange& range, const FloatMatrix& left, const FloatMatrix& right, FloatMatrix& sum) {
  for (unsigned row = 0; row < range.m; ++row)
    for (unsigned column = 0; column < range.n; ++column) {
      const std::size_t at = row * range.n + column;
      double total = sum.value[at];
      for (unsigned k = range.from; k < range.past; ++k)
        total += left.value[row * range.k + k] * right.value[k * range.n + column];
      if (!std::isfinite(total)) {
        sum.value[at] = total;
        sum.exponent[at] = 128;
      }
    }
}

constexpr unsigned width = 8;  // columns done together: every matrix has a multiple of 8

/// Terms are below 4 x 2^25, so 8 of them fit 31 bits.
void addRow(const ProductRange& range, const double* left, const std::int32_t* leftExponent, const double* right,
            const std::int32_t* rightExponent, FloatMatrix& sum, std::size_t at, unsigned fractionBits, bool isHalf) {
  alignas(64) std::int32_t most[width];
  alignas(64) double scale[width], total[width];
  for (unsigned c = 0; c < width; ++c) most[c] = sum.exponent[at + c];
  for (unsigned k = range.from; k < range.past; ++k)
    for (unsigned c = 0; c < width; ++c) {
      const std::int32_t exponent = leftExponent[k] + rightExponent[k * range.n + c];
      most[c] = exponent > most[c] ? exponent : most[c];
    }
  for (unsigned c = 0; c < width; ++c) scale[c] = powerOfTwo(static_cast<std::int32_t>(fractionBits) - most[c]);
  for (unsigned c = 0; c < width; ++c) total[c] = std::trunc(sum.value[at + c] * scale[c]);
  for (unsigned k = range.from; k < range.past; k += width) {
    alignas(64) std::int32_t part[width] = {};
    const unsigned past = std::min(k + width, range.past);
    for (unsigned each = k; each < past; ++each)
      for (unsigned c = 0; c < width; ++c)
        part[c] += static_cast<std::int32_t>(left[each] * right[each * range.n + c] * scale[c]);
    for (unsigned c = 0; c < width; ++c) total[c] += part[c];
  }
  for (unsigned c = 0; c < width; ++c)
    store(sum, at + c, total[c] * powerOfTwo(most[c] - static_cast<std::int32_t>(fractionBits)), isHalf);
}

}  // namespace

void addProducts(const ProductRange& range, const FloatMatrix& left, const FloatMatrix& right, FloatMatrix& sum,
                 unsigned fractionBits, bool isHalf) {
  // Infinities are put aside first: the sums they do not touch are computed as ever.
  const bool special = left.special || right.special || sum.special;
  std::optional<FloatMatrix> plain;
  if (special) plain = sum;
  for (unsigned row = 0; row < range.m; ++row)
    for (unsigned column = 0; column < range.n; column += width)
      addRow(range, left.value + row * range.k, left.exponent + row * range.k, right.value + column,
             right.exponent + column, sum, row * range.n + column, fractionBits, isHalf);
  if (!plain) return;
  addSpecial(range, left, right, *plain);
  for (std::size_t at = 0; at < std::size_t{range.m} * range.n; ++at)
    if (!std::isfinite(plain->value[at])) {
      sum.value[at] = plain->value[at];
      sum.exponent[at] = plain->exponent[at];
    }
  sum.special = true;
}

}  // namespace gpusim
