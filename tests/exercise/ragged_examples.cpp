// Sparse and ragged outputs: offsets of rows, and rows of unequal length.
#include <algorithm>
#include <cmath>

#include "../corpus/days/day14-csr/exercise.h"
#include "example.h"

namespace exercise_tests {

namespace {

enum Place { offsets = 1, columns = 2 };

/// The first fault of 70 x 100 is in array `place`; the ones before it are none of the outputs.
Example raggedWith(const std::string& faultClass, Place place,
                   const std::function<void(const Relation&, Output&)>& fault, std::function<void(Facts&)> more = {}) {
  Problem problem = csr::compressRows(Shape(70, 100), 4);
  if (place == columns) problem.arrays[offsets].role = Role::scratch;
  const Relation relation = problem.arrays[place].relation;
  return exampleOf(
      faultClass, problem, [&](Output& out) { fault(relation, out); }, std::move(more));
}

bool emptyRow(const Relation& relation, std::size_t row) {
  return row + 1 < relation.input.size() && relation.input[row] == 0;
}

/// Offsets of rows that have `count(row)` entries.
void offsetsOf(Output& out, const std::function<double(std::size_t)>& count) {
  double sum = 0;
  for (std::size_t row = 0; row < out.value.size(); ++row) {
    out.value[row] = sum;
    sum += count(row);
  }
}

}  // namespace

std::vector<Example> raggedExamples() {
  std::vector<Example> out;
  out.push_back(raggedWith("last-offset-missing", offsets, [](const Relation&, Output& made) { made.hole[70] = 1; }));
  out.push_back(raggedWith("empty-rows-without-offset", offsets, [](const Relation& relation, Output& made) {
    made.holesWhere([&](std::size_t row) { return emptyRow(relation, row); });
  }));
  out.back().word = "empty-rows-unwritten";
  out.push_back(raggedWith("empty-rows-squeezed", offsets, [](const Relation& relation, Output& made) {
    std::size_t next = 0;
    for (std::size_t row = 0; row < made.value.size(); ++row)
      if (!emptyRow(relation, row)) made.value[next++] = made.value[row];
    made.holesWhere([&](std::size_t row) { return row >= next; });
  }));
  out.push_back(raggedWith("row-counts-wrong", offsets, [](const Relation& relation, Output& made) {
    offsetsOf(made, [&](std::size_t row) { return std::min(relation.input[row], 32.0); });
  }));
  const auto raced = [](Facts& facts) { facts.raceFound = true, facts.again = facts.got; };
  out.push_back(raggedWith(
      "order-dependent-anyhow", offsets,
      [](const Relation&, Output& made) {
        for (std::size_t row = 0; row < made.value.size(); ++row)
          made.value[row] = static_cast<double>(1000 - row * row % 97);
      },
      raced));
  out.back().word = "order-dependent";

  out.push_back(raggedWith("rows-moved", columns, [](const Relation& relation, Output& made) {
    const std::vector<double> right = made.value;
    const std::vector<std::size_t>& starts = relation.rowStarts;
    std::fill(made.hole.begin(), made.hole.end(), std::uint8_t{1});
    for (std::size_t row = 0; row + 1 < starts.size(); ++row)
      for (std::size_t entry = 0; starts[row] + entry < starts[row + 1]; ++entry) {
        made.value[starts[row + 1] + entry] = right[starts[row] + entry];
        made.hole[starts[row + 1] + entry] = 0;
      }
  }));
  out.push_back(raggedWith("row-order-lost", columns, [](const Relation& relation, Output& made) {
    for (std::size_t row = 0; row + 1 < relation.rowStarts.size(); ++row)
      std::rotate(
          made.value.begin() + static_cast<std::ptrdiff_t>(relation.rowStarts[row]),
          made.value.begin() + static_cast<std::ptrdiff_t>((relation.rowStarts[row] + relation.rowStarts[row + 1]) / 2),
          made.value.begin() + static_cast<std::ptrdiff_t>(relation.rowStarts[row + 1]));
  }));
  out.push_back(raggedWith("long-rows-cut", columns, [](const Relation& relation, Output& made) {
    for (std::size_t row = 0; row + 1 < relation.rowStarts.size(); ++row)
      for (std::size_t cell = relation.rowStarts[row] + 32; cell < relation.rowStarts[row + 1]; ++cell)
        made.hole[cell] = 1;
  }));
  out.push_back(raggedWith("numbers-from-elsewhere", columns, [](const Relation& relation, Output& made) {
    for (std::size_t cell = 0; cell < relation.used; ++cell) made.value[cell] = std::fmod(made.value[cell], 32.0);
  }));
  return out;
}

}  // namespace exercise_tests
