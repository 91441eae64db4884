#pragma once
// Histogram: counts[b] = how many of n bytes are b.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `counts` has 256 elements, of any content before; default stream.
void solve(const unsigned char* in, unsigned* counts, std::size_t n);

namespace histogram {

/// Bytes of which some are frequent: one in four is 7, and 0 and 255 are among them.
inline exercise::Problem countBytes(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  Draw draw(seed);
  std::vector<double> in(n);
  std::vector<std::vector<std::size_t>> where(256);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t kind = draw.below(4), byte = draw.below(256);
    const std::size_t value = kind == 0 ? 7 : kind == 1 ? byte / 8 * 8 : byte;
    in[i] = static_cast<double>(i + 1 == n ? 255 : value);
    where[static_cast<std::size_t>(in[i])].push_back(i);
  }
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::u8, shape, in));
  Terms terms;
  terms.noun = "byte";
  terms.length = n;
  terms.of = [where](std::size_t cell, std::vector<Term>& out) {
    for (const std::size_t i : where[cell]) out.push_back({1, i});
  };
  problem.arrays.push_back(foldArray("counts", ElementType::u32, Shape(256), terms, true));
  return problem;
}

}  // namespace histogram

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day08";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(100), Shape(1000), Shape(20011)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return histogram::countBytes(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.count());
  }
};
#endif
