#pragma once
// How an output follows from the inputs, told to the fault classes: with it a class predicts what a kernel with its
// fault leaves ("the sum without the last 3 products") and compares that with what is there.
//
// A day fills in what it has. A class asks for what it needs and stays silent where that is missing.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exercise/shape.h"

namespace exercise {

/// One contribution to an output element.
struct Term {
  double value = 0;
  /// Its place along the axis that is folded (0, 1, … as a sequential program goes), or the flat index of the input
  /// element, where the terms are neighbors on a grid.
  std::size_t place = 0;
};

enum class Fold { sum, maximum };

/// Each output element is the fold of its terms.
struct Terms {
  Fold fold = Fold::sum;
  std::string noun = "term";  // "product", "element", "tap"
  /// Places along the folded axis, 0 where the terms are neighbors.
  std::size_t length = 0;
  /// The axis has another length for each element: the rows of a sparse matrix.
  bool ragged = false;
  /// Fills in the terms of one output element, in order.
  std::function<void(std::size_t cell, std::vector<Term>& out)> of;
};

/// c[i][j] = sum of a[i][l] b[l][j]: m x k times k x n, row by row.
struct Product {
  std::size_t m = 0, n = 0, k = 0;
  std::vector<double> a, b;
};

/// Row r of a sparse matrix has the entries offsets[r] to offsets[r + 1] - 1; y[r] = sum of values[j] x[columns[j]].
struct SparseRows {
  std::vector<std::size_t> offsets, columns;
  std::vector<double> values, x;
};

enum class Meaning {
  values,         // nothing more is known
  inclusiveScan,  // element i folds input 0 … i
  exclusiveScan,  // element i folds input 0 … i - 1
  sorted,         // the input in ascending order
  carried,        // values that moved with the keys of a sort, equal keys in their old order
  kept,           // the elements of the input that pass a test, in order
  normalized,     // each row divided by something of that row
  rowOffsets,     // element r: entries of all rows before r; `input`: the entries of each row, and a 0 at the end
};

/// What the output would be if a mistake of the day's own were made: one that no class knows.
struct Mistake {
  std::string faultClass, headline, see;
  std::vector<double> values;
};

struct Relation {
  Meaning meaning = Meaning::values;
  /// The input that the output rearranges, scans or filters, as doubles. Kept: 1 in `passes` for those that stay.
  std::vector<double> input;
  std::vector<unsigned char> passes;
  /// Carried: the sorted keys, equal where the order of the values is that of the input.
  std::vector<double> groups;
  /// Elements of a `kept` output that count; the rest is room and is not compared.
  std::size_t used = 0;
  /// Where each row of a `kept` output of unequal rows starts, and where the last one ends; empty: no rows.
  std::vector<std::size_t> rowStarts;
  Terms terms;
  std::shared_ptr<const Product> product;
  std::shared_ptr<const SparseRows> sparse;
  std::vector<Mistake> mistakes;
  /// y = f(x[i], …) for element i alone: `elementwise(i, x, y)` with the first operand read at x and the second at y.
  std::function<double(std::size_t x, std::size_t y)> elementwise;
};

}  // namespace exercise
