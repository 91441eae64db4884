#pragma once
// Where the wrong cells of an array lie, as a picture of at most 48 x 64 fields: how many cells of each field are
// wrong.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exercise/compare.h"
#include "exercise/json.h"
#include "exercise/problem.h"

namespace exercise {

/// The map of `array` as JSON: {"array","rows","cols","field_rows","field_cols","wrong":[[…],…],"unwritten":[[…],…]}.
/// A field covers field_rows x field_cols cells, those at the far edges what is left; `wrong` counts its wrong cells
/// and `unwritten` those of them that still hold the poison.
inline std::string wrongMapJson(const Array& array, const Bytes& got) {
  constexpr std::size_t mostRows = 48, mostCols = 64;
  const std::size_t rows = array.shape.rows(), cols = array.shape.cols();
  const std::size_t fieldRows = (rows + mostRows - 1) / mostRows, fieldCols = (cols + mostCols - 1) / mostCols;
  const std::size_t down = (rows + fieldRows - 1) / fieldRows, across = (cols + fieldCols - 1) / fieldCols;
  std::vector<std::uint64_t> wrong(down * across), unwritten(down * across);
  for (const std::size_t cell : compare(array, got).wrong) {
    const std::size_t field = cell / cols / fieldRows * across + cell % cols / fieldCols;
    ++wrong[field];
    if (array.role == Role::output && isPoison(got, array.type, cell)) ++unwritten[field];
  }
  const auto table = [&](const std::vector<std::uint64_t>& counts) {
    std::string text;
    for (std::size_t row = 0; row < down; ++row) {
      text += row == 0 ? "[" : ",[";
      for (std::size_t col = 0; col < across; ++col)
        text += (col == 0 ? "" : ",") + std::to_string(counts[row * across + col]);
      text += "]";
    }
    return "[" + text + "]";
  };
  return JsonObject()
      .text("array", array.name)
      .count("rows", rows)
      .count("cols", cols)
      .count("field_rows", fieldRows)
      .count("field_cols", fieldCols)
      .raw("wrong", table(wrong))
      .raw("unwritten", table(unwritten))
      .str();
}

}  // namespace exercise
