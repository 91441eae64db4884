#pragma once
// Inclusive scan: out[i] = in[0] + … + in[i].
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `sums` has room for 1024 values, of any content afterwards; default stream.
void solve(const int* in, int* out, int* sums, std::size_t n);

namespace scan {

/// Whole numbers of both signs.
inline exercise::Problem runningSums(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::vector<double> in = wholeNumbers(seed, shape.count(), 100000);
  std::vector<double> out(in);
  for (std::size_t i = 1; i < out.size(); ++i) out[i] += out[i - 1];
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::i32, shape, in));
  problem.arrays.push_back(outputArray("out", ElementType::i32, shape, out));
  problem.arrays.back().relation.meaning = Meaning::inclusiveScan;
  problem.arrays.back().relation.input = in;
  problem.arrays.push_back(scratchArray("sums", ElementType::i32, Shape(1024)));
  return problem;
}

}  // namespace scan

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day07";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(33), Shape(300), Shape(3000)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return scan::runningSums(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.count());
  }
};
#endif
