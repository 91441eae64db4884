#pragma once
// Where an output is wrong, as a few lines of text: each character stands for a box of cells.
//
//   .  all right    o  never written    #  wrong    %  some of the box is right, some is not
#include <algorithm>
#include <string>
#include <vector>

#include "exercise/compare.h"
#include "exercise/text.h"

namespace exercise {

constexpr std::size_t mapColumns = 64, mapRows = 16;

namespace detail {

/// The plane of a volume with the most wrong cells; 0 for other shapes.
inline std::size_t worstPlane(const Array& array, const Comparison& comparison) {
  if (array.shape.rank != 3) return 0;
  const std::size_t plane = array.shape.extent[1] * array.shape.extent[2];
  std::vector<std::size_t> wrong(array.shape.extent[0], 0);
  for (const std::size_t cell : comparison.wrong) ++wrong[cell / plane];
  return static_cast<std::size_t>(std::max_element(wrong.begin(), wrong.end()) - wrong.begin());
}

}  // namespace detail

/// The map of `got` with the wrong cells of `comparison`, and a last line that says what a character stands for. A long
/// vector is folded into lines. Empty for a single number.
inline std::vector<std::string> drawMap(const Array& array, const Bytes& got, const Comparison& comparison) {
  const std::size_t total = array.shape.count();
  if (total < 2) return {};
  const bool vector = array.shape.rank == 1;
  const std::size_t plane = array.shape.rank == 3 ? array.shape.extent[1] * array.shape.extent[2] : total;
  const std::size_t first = detail::worstPlane(array, comparison) * plane;

  // A vector's lines: whole multiples of 64 elements where it is long enough, so that blocks of threads line up.
  const std::size_t perLine =
      std::min(total, std::max(mapColumns, (total / mapRows + mapColumns - 1) / mapColumns * mapColumns));
  const std::size_t cols = vector ? perLine : array.shape.cols(), rows = (plane + cols - 1) / cols;
  const std::size_t boxCols = (cols + mapColumns - 1) / mapColumns, boxRows = (rows + mapRows - 1) / mapRows;
  const std::size_t width = (cols + boxCols - 1) / boxCols, height = (rows + boxRows - 1) / boxRows;

  struct BoxCount {
    std::size_t cells = 0, wrong = 0, holes = 0;
  };
  std::vector<BoxCount> boxes(width * height);
  const auto boxOf = [&](std::size_t cell) -> BoxCount& {
    return boxes[cell / cols / boxRows * width + cell % cols / boxCols];
  };
  for (std::size_t cell = 0; cell < plane; ++cell) ++boxOf(cell).cells;
  for (const std::size_t cell : comparison.wrong) {
    if (cell < first || cell >= first + plane) continue;
    BoxCount& box = boxOf(cell - first);
    ++box.wrong;
    box.holes += array.role == Role::output && isPoison(got, array.type, cell) ? 1 : 0;
  }

  std::vector<std::string> lines;
  for (std::size_t row = 0; row < height; ++row) {
    std::string line;
    for (std::size_t col = 0; col < width; ++col) {
      const BoxCount& box = boxes[row * width + col];
      line += box.cells == 0           ? ' '
              : box.wrong == 0         ? '.'
              : box.holes == box.cells ? 'o'
              : box.wrong == box.cells ? '#'
                                       : '%';
    }
    lines.push_back(line);
  }
  std::string legend = ". right, # wrong, o never written, % both right and wrong";
  const std::string size = vector ? counted(boxCols * boxRows, "element")
                                  : std::to_string(boxRows) + " x " + std::to_string(boxCols) + " cells";
  legend += "; a character is " + size;
  if (vector && rows > 1) legend += ", a line " + counted(cols * boxRows, "element");
  if (array.shape.rank == 3) legend += "; plane " + number(first / plane) + " of " + number(array.shape.extent[0]);
  lines.push_back(legend);
  return lines;
}

}  // namespace exercise
