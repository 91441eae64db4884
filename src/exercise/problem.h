#pragma once
// One case of an exercise in host memory: what goes in, what must come out.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/bytes.h"
#include "exercise/half.h"
#include "exercise/relation.h"
#include "exercise/shape.h"
#include "exercise/text.h"
#include "exercise/values.h"

namespace exercise {

enum class ElementType { f32, f64, i32, u32, u8, f16 };

inline std::size_t bytesOf(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 8;
    case ElementType::u8:
      return 1;
    case ElementType::f16:
      return 2;
    case ElementType::f32:
    case ElementType::i32:
    case ElementType::u32:
      break;
  }
  return 4;
}

/// input: must not change. output: poisoned before each call. inOut: starts as `initial`, ends as `expected`. scratch:
/// room for solve(), poisoned before each call and of no interest after it.
enum class Role { input, output, inOut, scratch };

/// Whether an array of this role holds poison before the call.
inline bool startsUnwritten(Role role) { return role == Role::output || role == Role::scratch; }

/// Whose memory the pointers of solve() are: it gets host pointers where bringing the data over is the exercise, and
/// managed memory whose pages are on the host where bringing the pages over is.
enum class Side { device, host, managed };

/// One pointer argument of solve().
struct Array {
  std::string name;  // the parameter's: "in"
  Role role = Role::input;
  ElementType type = ElementType::f32;
  Shape shape;
  Bytes initial;   // input and inOut
  Bytes expected;  // output and inOut

  /// Right when |got - expected| <= absolute + relative * |expected|. Both 0: exactly equal.
  double absoluteTolerance = 0;
  double relativeTolerance = 0;
  /// By element, instead of absoluteTolerance; empty: that one for all (tolerance.h).
  std::vector<double> allowed;
  /// By element, what its rounding errors are measured against: the sum of its terms' absolute values. Empty:
  /// |expected|.
  std::vector<double> scale;

  /// What a cell is where the output is a table of answers and no matrix: "FLOP of kernel 2 (saxpy)". Empty: cells are
  /// named by their place.
  std::function<std::string(std::size_t row, std::size_t col)> cellName;

  /// How the elements follow from the inputs, for the fault classes that ask; nothing says so by default.
  Relation relation;

  std::size_t bytes() const { return shape.count() * bytesOf(type); }
  bool compared() const { return role == Role::output || role == Role::inOut; }
};

/// A case of the ladder with its inputs drawn.
struct Problem {
  Shape shape;                  // as --case wrote it
  Side side = Side::device;     // of every array
  std::vector<Array> arrays;    // in the order of solve()'s pointers
  std::vector<double> scalars;  // in the order of solve()'s other arguments; the shape's extents are not repeated here

  /// For exercises that move elements: the values of array `tracedInput`, by which a wrong cell names its source.
  /// A count of 0 means that values cannot be traced.
  DistinctValues traced;
  std::size_t tracedInput = 0;
};

/// The place of element `index` in words: "element 5", "row 3, column 5" or "plane 1, row 3, column 5".
inline std::string placeWords(const Shape& shape, std::size_t index) {
  if (shape.rank == 1) return "element " + number(index);
  const std::size_t row = index / shape.cols();
  const std::string col = ", column " + number(index % shape.cols());
  if (shape.rank != 3) return "row " + number(row) + col;
  return "plane " + number(row / shape.extent[1]) + ", row " + number(row % shape.extent[1]) + col;
}

/// Element `index` of `bytes` as a double; every type above fits in one exactly.
inline double elementAt(const Bytes& bytes, ElementType type, std::size_t index) {
  const unsigned char* at = bytes.data() + index * bytesOf(type);
  switch (type) {
    case ElementType::f32: {
      float value;
      std::memcpy(&value, at, sizeof value);
      return static_cast<double>(value);
    }
    case ElementType::f64: {
      double value;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    case ElementType::i32: {
      std::int32_t value;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    case ElementType::u32: {
      std::uint32_t value;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    case ElementType::f16: {
      std::uint16_t bits;
      std::memcpy(&bits, at, sizeof bits);
      return halfToDouble(bits);
    }
    case ElementType::u8:
      break;
  }
  return *at;
}

/// The greatest difference from the expected value that element `index` of `array` may have.
inline double allowedAt(const Array& array, std::size_t index) {
  return array.allowed.empty() ? array.absoluteTolerance : array.allowed[index];
}

/// What an output holds before the call. As a float it is a NaN whose payload no arithmetic produces: a card's NaN is
/// 0x7fffffff, a host's 0x7fc00000 or 0xffc00000. Other types are recognised by the same bytes.
constexpr std::uint32_t poisonWord = 0x7fdead13U;

/// `bytes` of poison.
inline Bytes poison(std::size_t bytes) {
  Bytes out(bytes);
  const std::size_t whole = bytes / sizeof poisonWord;
  std::fill(elementsOf<std::uint32_t>(out), elementsOf<std::uint32_t>(out) + whole, poisonWord);
  for (std::size_t i = whole * 4; i < bytes; ++i) out[i] = static_cast<unsigned char>(poisonWord >> (8 * (i % 4)));
  return out;
}

/// Whether element `index` still holds what poison() put there.
inline bool isPoison(const Bytes& bytes, ElementType type, std::size_t index) {
  const std::size_t size = bytesOf(type);
  for (std::size_t i = index * size; i < (index + 1) * size; ++i)
    if (bytes[i] != static_cast<unsigned char>(poisonWord >> (8 * (i % 4)))) return false;
  return true;
}

}  // namespace exercise
