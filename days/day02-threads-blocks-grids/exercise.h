#pragma once
// Day 2's exercise: fill a volume with its own linear index. See src/exercise/day.h for what each member is for.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/numbering.h"

/// Written by the learner. `out` has room for depth x rows x cols numbers in device memory; default stream.
void solve(unsigned* out, std::size_t depth, std::size_t rows, std::size_t cols);

namespace day02 {

/// A cell of the volume.
struct Cell {
  std::size_t z, y, x;
};

inline Cell cellOf(const exercise::Shape& shape, std::size_t i) {
  const std::size_t rows = shape.extent[1], cols = shape.extent[2];
  return {i / cols / rows, i / cols % rows, i % cols};
}

/// Cell (z, y, x) holds (z * rows + y) * cols + x; and what the usual mistakes in a value would leave there.
inline exercise::Problem indexProblem(const exercise::Shape& shape) {
  using namespace exercise;
  const std::size_t depth = shape.extent[0], rows = shape.extent[1], cols = shape.extent[2];
  const auto valuesOf = [&](auto value) {
    std::vector<double> values(shape.count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(value(cellOf(shape, i)));
    return values;
  };
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(outputArray("out", ElementType::u32, shape,
                                       valuesOf([&](const Cell& c) { return (c.z * rows + c.y) * cols + c.x; })));
  problem.arrays.back().relation.mistakes = {
      {"slice-missing", "every slice is numbered from 0: z is missing from the value", "day 2",
       valuesOf([&](const Cell& c) { return c.y * cols + c.x; })},
      {"axes-reversed", "the cells are numbered along z first: x must be the fastest axis, then y, then z", "day 2",
       valuesOf([&](const Cell& c) { return (c.x * rows + c.y) * depth + c.z; })},
      {"rows-and-columns-swapped", "the values run down the columns: x must be the fastest axis", "day 2",
       valuesOf([&](const Cell& c) { return (c.z * cols + c.x) * rows + c.y; })},
      {"extents-swapped", "the values use rows where cols belongs: a row is cols cells long", "day 2",
       valuesOf([&](const Cell& c) { return (c.z * cols + c.y) * rows + c.x; })},
      {"coordinates-added", "the value is x + y + z: the strides are missing", "day 2",
       valuesOf([&](const Cell& c) { return c.x + c.y + c.z; })},
  };
  return problem;
}

/// The wrong formulas for the place, each with what it leaves unwritten.
inline std::optional<exercise::Diagnosis> explainIndex(const exercise::Problem& problem, const exercise::Bytes& got) {
  const exercise::Shape shape = problem.shape;
  const std::size_t depth = shape.extent[0], rows = shape.extent[1], cols = shape.extent[2];
  const auto at = [shape](auto number) { return [=](std::size_t i) { return number(cellOf(shape, i)); }; };
  const std::string kept = "; a cell is number (z * rows + y) * cols + x";
  return exercise::explainNumbering(
      problem.arrays[0], got,
      {
          {"extents-swapped",
           "rows start " + std::to_string(rows) +
               " cells apart, which is rows; a row is cols = " + std::to_string(cols) + " cells long" + kept,
           "day 2", at([=](const Cell& c) { return (c.z * cols + c.y) * rows + c.x; })},
          {"slice-0-only",
           "only slice 0 was written: z is missing from the index, or the grid and the block end there in z" + kept,
           "day 2", at([=](const Cell& c) { return c.y * cols + c.x; })},
          {"slice-stride",
           "slices start cols * cols cells apart; a slice has rows * cols = " + std::to_string(rows * cols) + kept,
           "day 2", at([=](const Cell& c) { return (c.z * cols + c.y) * cols + c.x; })},
          {"slice-stride", "slices start depth * cols cells apart; a slice has rows * cols" + kept, "day 2",
           at([=](const Cell& c) { return (c.z * depth + c.y) * cols + c.x; })},
          {"slice-stride",
           "slices start one row apart: z has cols for a stride, and a slice has rows * cols cells" + kept, "day 2",
           at([=](const Cell& c) { return (c.z + c.y) * cols + c.x; })},
          {"row-stride", "rows start one cell apart: y has no stride" + kept, "day 2",
           at([=](const Cell& c) { return c.z * rows * cols + c.y + c.x; })},
      });
}

}  // namespace day02

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day02";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1, 1),    Shape(3, 5, 7),     Shape(8, 8, 8),    Shape(5, 33, 40),
            Shape(9, 130, 70), Shape(70001, 1, 2), Shape(1, 5, 4099), Shape(1, 4099, 5)};
  }

  static Problem problem(const Shape& shape, std::uint64_t) { return day02::indexProblem(shape); }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day02::explainIndex(problem, got);
  }

  static void solve(const Problem& problem, const Pointers& at) {
    ::solve(static_cast<unsigned*>(at[0]), problem.shape.extent[0], problem.shape.extent[1], problem.shape.extent[2]);
  }
};
#endif
