#pragma once
// Sort: keys ascending, each value with its key, equal keys in their old order.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// `spareKeys` and `spareValues` have n elements, of any content afterwards; default stream.
void solve(const int* keys, const int* values, int* outKeys, int* outValues, int* spareKeys, int* spareValues,
           std::size_t n);

namespace sort {

/// Keys of both signs, each some three times; values are the old places.
inline exercise::Problem sortByKey(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  Draw draw(seed);
  std::vector<double> distinct = wholeNumbers(derivedSeed(seed, 1, 0), n / 3 + 1, 1U << 30);
  std::vector<double> keys(n), values(n), sortedKeys(n), sortedValues(n);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) {
    keys[i] = distinct[draw.below(distinct.size())];
    values[i] = static_cast<double>(i * 3 + 1);
    order[i] = i;
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  for (std::size_t i = 0; i < n; ++i) {
    sortedKeys[i] = keys[order[i]];
    sortedValues[i] = values[order[i]];
  }
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("keys", ElementType::i32, shape, keys));
  problem.arrays.push_back(inputArray("values", ElementType::i32, shape, values));
  problem.arrays.push_back(outputArray("outKeys", ElementType::i32, shape, sortedKeys));
  problem.arrays.back().relation.meaning = Meaning::sorted;
  problem.arrays.back().relation.input = keys;
  problem.arrays.push_back(outputArray("outValues", ElementType::i32, shape, sortedValues));
  problem.arrays.back().relation.meaning = Meaning::carried;
  problem.arrays.back().relation.input = values;
  problem.arrays.back().relation.groups = sortedKeys;
  problem.arrays.push_back(scratchArray("spareKeys", ElementType::i32, shape));
  problem.arrays.push_back(scratchArray("spareValues", ElementType::i32, shape));
  return problem;
}

}  // namespace sort

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day10";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(33), Shape(300), Shape(1500)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return sort::sortByKey(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, DevicePointer{at[3]},
            DevicePointer{at[4]}, DevicePointer{at[5]}, problem.shape.count());
  }
};
#endif
