#pragma once
// A transpose on the host with a fault in it: what the device would have left, without a device.
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "../../days/day13-shared-memory/exercise.h"
#include "exercise/classify.h"
#include "exercise/facts.h"

namespace exercise_tests {

using namespace exercise;

/// One case whose output a test writes cell by cell. Starts as poison.
struct TransposeCase {
  Problem problem;
  std::size_t rows, cols;  // of the input; the output is cols x rows
  std::vector<float> in;
  Bytes got;

  TransposeCase(std::size_t inRows, std::size_t inCols, std::uint64_t seed = 7)
      : problem(day13::transposeProblem(Shape(inRows, inCols), seed)),
        rows(inRows),
        cols(inCols),
        in(inRows * inCols),
        got(poison(inRows * inCols * sizeof(float))) {
    std::memcpy(in.data(), problem.arrays[0].initial.data(), in.size() * sizeof(float));
  }

  float input(std::size_t row, std::size_t col) const { return in[row * cols + col]; }
  std::size_t total() const { return rows * cols; }

  void setFlat(std::size_t index, float value) {
    if (index < total()) std::memcpy(got.data() + index * sizeof value, &value, sizeof value);
  }
  void set(std::size_t row, std::size_t col, float value) { setFlat(row * rows + col, value); }

  /// out[row][col] = value(row, col) wherever write(row, col).
  void fill(const std::function<bool(std::size_t, std::size_t)>& write,
            const std::function<float(std::size_t, std::size_t)>& value) {
    for (std::size_t row = 0; row < cols; ++row)
      for (std::size_t col = 0; col < rows; ++col)
        if (write(row, col)) set(row, col, value(row, col));
  }

  /// The right values wherever write(row, col).
  void rightWhere(const std::function<bool(std::size_t, std::size_t)>& write) {
    fill(write, [this](std::size_t row, std::size_t col) { return input(col, row); });
  }

  /// value(row, col) everywhere.
  void everywhere(const std::function<float(std::size_t, std::size_t)>& value) {
    fill([](std::size_t, std::size_t) { return true; }, value);
  }

  Facts facts() const { return gatherFacts(problem, problem.arrays[1], got); }
  Diagnosis diagnosis() const { return classify(facts()); }
};

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace exercise_tests

// The words that a headline must have, each checked so that a failure shows the headline.
#define CHECK_HEADLINE(diagnosis, part) \
  CHECK_MESSAGE(exercise_tests::contains((diagnosis).headline, part), (diagnosis).headline)
