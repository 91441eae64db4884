#pragma once
// Making the arrays of a Problem in one line each.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercise/inputs.h"
#include "exercise/problem.h"
#include "exercise/tolerance.h"

namespace exercise {

/// Stores `value` as element `index` of `bytes`, rounded to the type.
inline void storeElement(Bytes& bytes, ElementType type, std::size_t index, double value) {
  unsigned char* at = bytes.data() + index * bytesOf(type);
  const auto put = [&](auto stored) { std::memcpy(at, &stored, sizeof stored); };
  switch (type) {
    case ElementType::f32:
      return put(static_cast<float>(value));
    case ElementType::f64:
      return put(value);
    case ElementType::i32:
      return put(static_cast<std::int32_t>(value));
    case ElementType::u32:
      return put(static_cast<std::uint32_t>(value));
    case ElementType::u8:
      return put(static_cast<std::uint8_t>(value));
    case ElementType::f16:
      return put(halfOf(value));
  }
}

/// `values` as bytes of `type`.
inline Bytes bytesOfValues(ElementType type, const std::vector<double>& values) {
  Bytes bytes(values.size() * bytesOf(type));
  for (std::size_t i = 0; i < values.size(); ++i) storeElement(bytes, type, i, values[i]);
  return bytes;
}

/// An input that holds `values`, as many as the shape has elements.
inline Array inputArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& values) {
  Array array;
  array.name = std::move(name);
  array.role = Role::input;
  array.type = type;
  array.shape = shape;
  array.initial = bytesOfValues(type, values);
  return array;
}

/// An output that must hold `values`.
inline Array outputArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& values) {
  Array array;
  array.name = std::move(name);
  array.role = Role::output;
  array.type = type;
  array.shape = shape;
  array.expected = bytesOfValues(type, values);
  return array;
}

/// An array that starts as `before` and must end as `after`.
inline Array inOutArray(std::string name, ElementType type, const Shape& shape, const std::vector<double>& before,
                        const std::vector<double>& after) {
  Array array = outputArray(std::move(name), type, shape, after);
  array.role = Role::inOut;
  array.initial = bytesOfValues(type, before);
  return array;
}

/// Room for solve() to use as it likes.
inline Array scratchArray(std::string name, ElementType type, const Shape& shape) {
  Array array;
  array.name = std::move(name);
  array.role = Role::scratch;
  array.type = type;
  array.shape = shape;
  return array;
}

/// The folds of `terms`, for `count` elements.
inline std::vector<double> foldValues(const Terms& terms, std::size_t count) {
  std::vector<double> values(count);
  std::vector<Term> of;
  for (std::size_t cell = 0; cell < count; ++cell) {
    of.clear();
    terms.of(cell, of);
    values[cell] = terms.fold == Fold::sum ? 0 : -HUGE_VAL;
    for (const Term& term : of)
      values[cell] = terms.fold == Fold::sum ? values[cell] + term.value : std::max(values[cell], term.value);
  }
  return values;
}

/// An output whose elements are the folds of `terms`; exact: whole numbers, compared bit by bit.
inline Array foldArray(std::string name, ElementType type, const Shape& shape, Terms terms, bool exact) {
  Array array = outputArray(std::move(name), type, shape, foldValues(terms, shape.count()));
  const bool rounds = !exact && terms.fold == Fold::sum;
  array.relation.terms = std::move(terms);
  tolerateSums(array, !rounds);
  return array;
}

/// An output with room for all of `in`, which must begin with those that pass, in order. What follows is not compared.
inline Array keptArray(std::string name, ElementType type, const std::vector<double>& in,
                       const std::vector<unsigned char>& passes) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (passes[i]) kept.push_back(in[i]);
  Relation relation;
  relation.meaning = Meaning::kept;
  relation.input = in;
  relation.passes = passes;
  relation.used = kept.size();
  std::vector<double> allowed(in.size(), HUGE_VAL);
  std::fill(allowed.begin(), allowed.begin() + static_cast<std::ptrdiff_t>(kept.size()), 0.0);
  kept.resize(in.size(), 0);
  Array array = outputArray(std::move(name), type, Shape(in.size()), kept);
  array.relation = std::move(relation);
  array.allowed = std::move(allowed);
  return array;
}

/// The same, of rows of unequal length: row r of what is kept is elements starts[r] to starts[r + 1] - 1.
inline Array keptRowsArray(std::string name, ElementType type, const std::vector<double>& in,
                           const std::vector<unsigned char>& passes, const std::vector<std::size_t>& starts) {
  Array array = keptArray(std::move(name), type, in, passes);
  array.relation.rowStarts = starts;
  array.cellName = [name = array.name, starts](std::size_t, std::size_t element) {
    const auto next = std::upper_bound(starts.begin(), starts.end(), element);
    const std::size_t row = static_cast<std::size_t>(next - starts.begin()) - 1;
    return name + ", row " + number(row) + ", entry " + number(element - starts[row]);
  };
  return array;
}

/// The offsets of such rows: starts[r] for each row, and the end of the last.
inline Array rowOffsetsArray(std::string name, const std::vector<std::size_t>& starts) {
  Array array = outputArray(std::move(name), ElementType::u32, Shape(starts.size()),
                            std::vector<double>(starts.begin(), starts.end()));
  array.relation.meaning = Meaning::rowOffsets;
  array.relation.input.assign(starts.size(), 0);
  for (std::size_t row = 0; row + 1 < starts.size(); ++row)
    array.relation.input[row] = static_cast<double>(starts[row + 1] - starts[row]);
  return array;
}

}  // namespace exercise
