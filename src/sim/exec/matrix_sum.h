#pragma once
// The tensor core's adder: many products and an accumulator in one sum.
#include <cstdint>

namespace gpusim {

/// A row-major matrix of up to 512 numbers, with the exponent of each.
struct FloatMatrix {
  static constexpr std::int32_t zeroExponent = -126;
  alignas(64) double value[512];
  alignas(64) std::int32_t exponent[512];
  bool special = false;  // some are infinite or no number
};

/// The products [from, past) of each row of k.
struct ProductRange {
  unsigned m = 0, n = 0, k = 0, from = 0, past = 0;
};

/// sum += left x right over the range, by the rules of TensorCore. `isHalf`: sums are float16, else float32.
void addProducts(const ProductRange& range, const FloatMatrix& left, const FloatMatrix& right, FloatMatrix& sum,
                 unsigned fractionBits, bool isHalf);

}  // namespace gpusim
