#pragma once
// Compaction: out = the elements of `in` above 0, in order; count[0] = how many.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `out` has n elements; what is past the count does not matter. `starts` has room for 1024 values; default stream.
void solve(const int* in, int* out, unsigned* count, unsigned* starts, std::size_t n);

namespace compaction {

/// Distinct sizes, half of them negative, and some zeros.
inline exercise::Problem keepPositive(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const DistinctValues sizes(derivedSeed(seed, 1, 0), n);
  Draw draw(derivedSeed(seed, 2, 0));
  std::vector<double> in(n), kept;
  std::vector<unsigned char> passes(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t kind = draw.below(9);
    in[i] = kind == 0 ? 0 : kind < 5 ? -static_cast<double>(sizes.at(i)) : sizes.at(i);
    passes[i] = in[i] > 0;
    if (passes[i]) kept.push_back(in[i]);
  }
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::i32, shape, in));
  problem.arrays.push_back(keptArray("out", ElementType::i32, in, passes));
  problem.arrays.push_back(outputArray("count", ElementType::u32, Shape(1), {static_cast<double>(kept.size())}));
  problem.arrays.push_back(scratchArray("starts", ElementType::u32, Shape(1024)));
  return problem;
}

}  // namespace compaction

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day09";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(33), Shape(300), Shape(3000)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return compaction::keepPositive(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, DevicePointer{at[3]},
            problem.shape.count());
  }
};
#endif
