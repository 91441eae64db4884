#pragma once
// Day 1's exercise: every thread writes its global index. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/numbering.h"

/// Written by the learner. `out` has room for `blocks` x `threads` numbers in device memory; default stream.
void solve(unsigned* out, unsigned blocks, unsigned threads);

namespace day01 {

/// Block b, thread t holds b * threads + t; and what the usual mistakes would leave there.
inline exercise::Problem indexProblem(const exercise::Shape& shape) {
  using namespace exercise;
  const std::size_t blocks = shape.rows(), threads = shape.cols(), count = shape.count();
  const auto valuesOf = [&](auto value) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(value(i / threads, i % threads));
    return values;
  };
  using Number = std::size_t;
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(
      outputArray("out", ElementType::u32, shape, valuesOf([&](Number b, Number t) { return b * threads + t; })));
  problem.arrays.back().cellName = [](std::size_t block, std::size_t thread) {
    return "block " + number(block) + ", thread " + number(thread);
  };
  problem.arrays.back().relation.mistakes = {
      {"local-number", "every thread wrote its number in its block: blockIdx.x is missing from the value", "day 1",
       valuesOf([](Number, Number t) { return t; })},
      {"block-number", "every thread wrote the number of its block: threadIdx.x is missing from the value", "day 1",
       valuesOf([](Number b, Number) { return b; })},
      {"numbers-swapped", "the value is threadIdx.x * gridDim.x + blockIdx.x: block and thread have changed places",
       "day 1", valuesOf([&](Number b, Number t) { return t * blocks + b; })},
      {"block-and-thread-added", "the value is blockIdx.x + threadIdx.x: blockDim.x is missing", "day 1",
       valuesOf([](Number b, Number t) { return b + t; })},
      {"wrong-block-size",
       "the value is blockIdx.x * gridDim.x + threadIdx.x: a block has blockDim.x threads, gridDim.x counts blocks",
       "day 1", valuesOf([&](Number b, Number t) { return b * blocks + t; })},
  };
  return problem;
}

/// Whether block 0's places alone were written, and hold indices of threads of whichever block came last.
inline bool isInPlaceOfBlockZero(const exercise::Problem& problem, const exercise::Bytes& got) {
  const std::size_t threads = problem.shape.cols();
  bool ofOthers = false;
  for (std::size_t i = 0; i < problem.shape.count(); ++i) {
    if (exercise::isPoison(got, exercise::ElementType::u32, i) != (i >= threads)) return false;
    if (i >= threads) continue;
    const auto value = static_cast<std::size_t>(exercise::elementAt(got, exercise::ElementType::u32, i));
    if (value % threads != i || value >= problem.shape.count()) return false;
    ofOthers = ofOthers || value != i;
  }
  return ofOthers;
}

/// The wrong formulas for the index, each with what it leaves unwritten.
inline std::optional<exercise::Diagnosis> explainIndex(const exercise::Problem& problem, const exercise::Bytes& got) {
  const std::size_t blocks = problem.shape.rows(), threads = problem.shape.cols();
  if (isInPlaceOfBlockZero(problem, got)) {
    exercise::Diagnosis diagnosis;
    diagnosis.faultClass = "place-in-block";
    diagnosis.headline =
        "every block wrote to the places of block 0: the value is the index, and the place is threadIdx.x";
    diagnosis.see = "day 1";
    return diagnosis;
  }
  const std::string kept = "; a thread's index is blockIdx.x * blockDim.x + threadIdx.x";
  return exercise::explainNumbering(
      problem.arrays[0], got,
      {
          {"block-0-only",
           "only the places of block 0 were written: blockIdx.x is missing from the index, or the grid has one block" +
               kept,
           "day 1", [=](std::size_t i) { return i % threads; }},
          {"one-element-a-block",
           "every block wrote one element, at its own number: threadIdx.x is missing from the index, or a block has "
           "one "
           "thread" +
               kept,
           "day 1", [=](std::size_t i) { return i / threads; }},
          {"block-and-thread-added", "blocks overlap: blockIdx.x was added without blockDim.x" + kept, "day 1",
           [=](std::size_t i) { return i / threads + i % threads; }},
          {"wrong-block-size",
           "blocks lie " + std::to_string(blocks) + " apart, which is gridDim.x, and have " + std::to_string(threads) +
               " threads" + kept,
           "day 1", [=](std::size_t i) { return i / threads * blocks + i % threads; }},
          {"numbers-swapped",
           "blockIdx.x and threadIdx.x have changed places: threadIdx.x * blockDim.x + blockIdx.x" + kept, "day 1",
           [=](std::size_t i) { return i % threads * threads + i / threads; }},
      });
}

}  // namespace day01

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day01";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1), Shape(1, 32), Shape(3, 5), Shape(32, 7), Shape(1100, 3), Shape(7, 1024), Shape(70001, 2)};
  }

  static Problem problem(const Shape& shape, std::uint64_t) { return day01::indexProblem(shape); }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day01::explainIndex(problem, got);
  }

  static void solve(const Problem& problem, const Pointers& at) {
    ::solve(static_cast<unsigned*>(at[0]), static_cast<unsigned>(problem.shape.rows()),
            static_cast<unsigned>(problem.shape.cols()));
  }
};
#endif
