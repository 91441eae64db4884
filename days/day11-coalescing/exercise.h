#pragma once
// Day 11's exercise: scale every field of an array of records. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. `in` and `out` are `records` records of `fields` floats, one record after the other;
/// `factors` has one float a field. All in device memory; default stream.
void solve(const float* in, const float* factors, float* out, std::size_t records, std::size_t fields);

namespace day11 {

constexpr std::size_t blockThreads = 256;

/// What a kernel leaves that finds the wrong value for word i of `count`.
template <class ValueOf>
exercise::Mistake mistake(const char* word, const char* headline, std::size_t count, ValueOf valueOf) {
  exercise::Mistake out{word, headline, "day 11", std::vector<double>(count)};
  for (std::size_t i = 0; i < count; ++i) out.values[i] = valueOf(i);
  return out;
}

/// Whole numbers whose products are exact, so that only a wrong element is wrong. The factors are 2, 3, ... fields + 1.
inline exercise::Problem recordsProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t fields = shape.cols();
  const std::vector<double> in = wholeNumbers(derivedSeed(seed, 1, 0), shape.count(), 1U << 18);
  std::vector<double> factors(fields), out(shape.count());
  for (std::size_t field = 0; field < fields; ++field) factors[field] = static_cast<double>(field + 2);
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = factors[i % fields] * in[i];

  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(inputArray("in", ElementType::f32, shape, in));
  problem.arrays.push_back(inputArray("factors", ElementType::f32, Shape(fields), factors));
  problem.arrays.push_back(outputArray("out", ElementType::f32, shape, out));
  Relation& relation = problem.arrays.back().relation;
  if (in.size() > 1U << 20) return problem;  // a mistake is named at a case of the ladder
  relation.elementwise = [=](std::size_t i, std::size_t j) { return in[i] * factors[j % fields]; };
  const std::size_t count = in.size(), records = shape.rows();
  const auto withFactor = [&](std::size_t i, std::size_t field) { return factors[field] * in[i]; };
  relation.mistakes = {
      mistake("factor-forgotten", "every word was copied as it is, and no factor was applied", count,
              [&](std::size_t i) { return in[i]; }),
      mistake("first-factor", "every field got the factor of the first one", count,
              [&](std::size_t i) { return withFactor(i, 0); }),
      mistake("factor-by-record", "the factor was chosen by the record's number instead of the field's", count,
              [&](std::size_t i) { return withFactor(i, i / fields % fields); }),
      mistake("factor-by-thread",
              "the factor was chosen by the thread's number in its block, which is the field's only where the fields "
              "divide the block",
              count, [&](std::size_t i) { return withFactor(i, i % blockThreads % fields); }),
      mistake("eight-fields-assumed", "the factor repeats every 8 words: right for records of 8 fields only", count,
              [&](std::size_t i) { return withFactor(i, i % 8 % fields); }),
      mistake("read-as-arrays", "the input was read as an array a field, and it holds records", count,
              [&](std::size_t i) { return factors[i % fields] * in[i % fields * records + i / fields]; }),
  };
  return problem;
}

}  // namespace day11

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

namespace day11 {

// The starter's kernel, here once more so that its time is known whatever the learner made of the starter.
static __global__ void naiveScale(const float* in, const float* factors, float* out, std::size_t records,
                                  std::size_t fields) {
  const std::size_t record = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (record >= records) return;
  for (std::size_t field = 0; field < fields; ++field)
    out[record * fields + field] = factors[field] * in[record * fields + field];
}

}  // namespace day11

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day11";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1),   Shape(1, 8),    Shape(31, 33),   Shape(33, 1),
            Shape(257, 8), Shape(611, 13), Shape(70001, 7), Shape(750013, 8)};
  }
  static Shape timedShape() { return Shape(750013, 8); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day11::recordsProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    ::solve(DevicePointer{at[0]}, DevicePointer{at[1]}, DevicePointer{at[2]}, problem.shape.rows(),
            problem.shape.cols());
  }

  static void naive(const Problem& problem, const Pointers& at) {
    const std::size_t records = problem.shape.rows();
    const unsigned blocks = static_cast<unsigned>((records + day11::blockThreads - 1) / day11::blockThreads);
    day11::naiveScale<<<blocks, day11::blockThreads>>>(static_cast<const float*>(at[0]),
                                                       static_cast<const float*>(at[1]), static_cast<float*>(at[2]),
                                                       records, problem.shape.cols());
  }
};
#endif
