#pragma once
// What the classifier may know about a failing case. Host memory only: tests make facts without a device.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exercise/compare.h"
#include "exercise/problem.h"
#include "exercise/tolerance.h"

namespace exercise {

/// Grid and block of one launch of solve(), where the device tells (the simulator does, a card does not).
struct Launch {
  std::array<std::uint64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t stream = 0;  // another number, another stream
  std::uint64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
  std::uint64_t threads() const { return block[0] * block[1] * block[2]; }
};

/// One array of a failing case. Cells are numbered row by row; `rows` x `cols` is the shape of the array, `inRows` x
/// `inCols` that of the input its values come from.
struct Facts {
  std::size_t rows = 0, cols = 0, inRows = 0, inCols = 0;
  Shape shape;       // of the array; the rows of a volume's planes stand below each other
  std::string name;  // of the array, where there is more than one output; else empty
  ElementType type = ElementType::f32;
  std::vector<double> got, expected;
  std::vector<std::uint8_t> wrong;      // the cells to explain
  std::vector<std::uint8_t> unwritten;  // cells that still hold the poison
  std::vector<std::uint8_t> settled;    // cells that a class has explained before; empty: none
  std::vector<std::uint8_t> kept;       // of an array that goes in and comes out: cells as they were before; else empty

  /// The day's word on how the output follows from the inputs; of the Array, which outlives the facts. Null: no word.
  const Relation* relation = nullptr;
  std::vector<double> allowed;  // by cell, how far a right value may be from the expected one; empty: 0
  std::vector<double> scale;    // by cell, what rounding errors are measured against; empty: |expected|

  /// The input element whose value each cell holds or should hold, or nowhere. Empty when values cannot be traced.
  std::vector<std::size_t> source, expectedSource;

  // From further calls of solve(); empty where none was made.
  std::vector<double> previous;              // what the call before this one left, for other inputs
  std::vector<double> again;                 // the same input once more, in another order of blocks and warps
  std::vector<double> overZeros;             // the same input, the output filled with 0 before the call
  std::vector<double> overOnes;              // the same input, the output filled with 1
  std::vector<double> other, otherExpected;  // other inputs of the same shape: what was left, and what ought to be

  std::size_t orders = 0, answers = 0;  // how many orders the same input was tried in, and how many outputs they gave

  /// Empty where unknown; a known absence of launches is `launchesKnown` with none listed.
  std::vector<Launch> launches;
  bool launchesKnown = false;

  /// What the simulator's checkers said of this call.
  bool raceFound = false;
  bool outsideFound = false;
  bool leftEarlyFound = false;  // threads returned before a barrier that the rest of their block waits at
  bool unwrittenSharedReadFound = false;
  bool unwrittenGlobalReadFound = false;
  std::string unwrittenGlobalReadAt;  // "line 31", or empty where the line is not known
  std::string outsideAt;              // likewise, of the first access outside every buffer
  std::string raceMissing;  // what the race misses: "a __syncthreads() is missing between line 14 and line 18"

  std::size_t total() const { return rows * cols; }
  std::size_t row(std::size_t cell) const { return cell / cols; }
  std::size_t col(std::size_t cell) const { return cell % cols; }
  bool traceable() const { return !source.empty(); }
  Meaning meaning() const { return relation != nullptr ? relation->meaning : Meaning::values; }

  /// How far cell `cell` may be from a value that would be right there.
  double slack(std::size_t cell, double value) const {
    return (allowed.empty() ? 0 : allowed[cell]) + unitRoundoff(type) * std::fabs(value);
  }
  /// Whether the cell holds `value`, as far as rounding goes. Never true of a NaN.
  bool holds(std::size_t cell, double value) const {
    if (!std::isfinite(value)) return got[cell] == value;
    return std::fabs(got[cell] - value) <= slack(cell, value);
  }
  /// A wrong cell that somebody wrote.
  bool wroteWrong(std::size_t cell) const { return wrong[cell] && !unwritten[cell]; }
  /// A cell that is right, not one that is wrong for a reason already given.
  bool right(std::size_t cell) const { return !wrong[cell] && (settled.empty() || !settled[cell]); }

  std::size_t wrongCount() const {
    std::size_t count = 0;
    for (const std::uint8_t w : wrong) count += w;
    return count;
  }
};

/// The facts of `got` (bytes, as an Array holds them) against `array`, which belongs to `problem`.
inline Facts gatherFacts(const Problem& problem, const Array& array, const Bytes& got) {
  Facts facts;
  facts.rows = array.shape.rows();
  facts.cols = array.shape.cols();
  facts.shape = array.shape;
  facts.type = array.type;
  facts.relation = &array.relation;
  facts.scale = array.scale;
  const std::size_t total = array.shape.count();
  facts.got.resize(total);
  facts.expected.resize(total);
  facts.wrong.assign(total, 0);
  facts.unwritten.assign(total, 0);
  for (const std::size_t cell : compare(array, got).wrong) {
    facts.wrong[cell] = 1;
    facts.unwritten[cell] = array.role == Role::output && isPoison(got, array.type, cell) ? 1 : 0;
  }
  if (array.role == Role::inOut) {
    const std::size_t size = bytesOf(array.type);
    facts.kept.resize(total);
    for (std::size_t i = 0; i < total; ++i)
      facts.kept[i] = std::memcmp(got.data() + i * size, array.initial.data() + i * size, size) == 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < total; ++i) {
    facts.got[i] = elementAt(got, array.type, i);
    facts.expected[i] = elementAt(array.expected, array.type, i);
  }
  if (!array.allowed.empty() || array.absoluteTolerance > 0 || array.relativeTolerance > 0) {
    facts.allowed.resize(total);
    for (std::size_t i = 0; i < total; ++i)
      facts.allowed[i] = allowedAt(array, i) + array.relativeTolerance * std::fabs(facts.expected[i]);
  }
  std::size_t outputs = 0;
  for (const Array& other : problem.arrays) outputs += other.compared() ? 1 : 0;
  if (outputs > 1) facts.name = array.name;
  if (problem.traced.count() > 0 && problem.traced.distinct()) {
    facts.inRows = problem.arrays[problem.tracedInput].shape.rows();
    facts.inCols = problem.arrays[problem.tracedInput].shape.cols();
    facts.source.resize(total);
    facts.expectedSource.resize(total);
    for (std::size_t i = 0; i < total; ++i) {
      facts.source[i] = problem.traced.indexOf(facts.got[i]);
      facts.expectedSource[i] = problem.traced.indexOf(facts.expected[i]);
    }
  }
  return facts;
}

/// Array bytes as doubles, for previous, again, overZeros and overOnes.
inline std::vector<double> valuesOf(const Array& array, const Bytes& bytes) {
  std::vector<double> out(array.shape.count());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = elementAt(bytes, array.type, i);
  return out;
}

}  // namespace exercise
