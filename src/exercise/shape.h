#pragma once
// The size of a problem or of an array: up to three extents, the slowest first.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace exercise {

/// A vector of n is {n}, a matrix {rows, cols}, a volume {depth, rows, cols}.
struct Shape {
  std::array<std::size_t, 3> extent{1, 1, 1};
  std::size_t rank = 0;

  Shape() = default;
  explicit Shape(std::size_t n) : extent{n, 1, 1}, rank(1) {}
  Shape(std::size_t rows, std::size_t cols) : extent{rows, cols, 1}, rank(2) {}
  Shape(std::size_t depth, std::size_t rows, std::size_t cols) : extent{depth, rows, cols}, rank(3) {}

  std::size_t count() const { return extent[0] * extent[1] * extent[2]; }

  /// A cell's row and column: a vector is one row, a volume's slices stand below each other.
  std::size_t cols() const { return rank == 0 ? 1 : extent[rank - 1]; }
  std::size_t rows() const { return cols() == 0 ? 0 : count() / cols(); }

  std::string str() const {
    std::string out;
    for (std::size_t i = 0; i < rank; ++i) out += (i == 0 ? "" : "x") + std::to_string(extent[i]);
    return out;
  }

  bool operator==(const Shape& other) const { return rank == other.rank && extent == other.extent; }
};

/// Reads "31x33", "1000" or "3x4x5". False when `text` is none of these, an extent is 0, or the count passes 2^40.
inline bool parseShape(const std::string& text, Shape& out) {
  Shape shape;
  std::size_t at = 0;
  std::uint64_t count = 1;
  while (at < text.size()) {
    std::uint64_t value = 0;
    const std::size_t start = at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
      if (value > (std::uint64_t{1} << 40)) return false;
    }
    if (at == start || value == 0 || shape.rank == 3) return false;
    if (value > (std::uint64_t{1} << 40) / count) return false;
    count *= value;
    shape.extent[shape.rank++] = static_cast<std::size_t>(value);
    if (at == text.size()) break;
    if (text[at] != 'x' || at + 1 == text.size()) return false;
    ++at;
  }
  if (shape.rank == 0) return false;
  out = shape;
  return true;
}

}  // namespace exercise
