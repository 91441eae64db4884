#pragma once
// What a fault class returns, and the tools the classes share.
//
// A class is a rule with a prediction: "if this is the fault, then cell (r, c) holds that". It accepts only when the
// prediction holds for every wrong cell it speaks about. A class that almost fits does not fit: an unexplained failure
// costs a learner minutes, a wrong explanation costs an evening.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/facts.h"
#include "exercise/text.h"

namespace exercise {

/// One class that fits.
struct Explanation {
  std::string faultClass;               // the stable word
  std::string headline;                 // one line, with numbers
  std::string see;                      // where the course treats it: "day 13"
  std::vector<std::uint8_t> explained;  // by cell: 1 where this class says why the cell is wrong
};

using Explained = std::optional<Explanation>;

/// Sets `explained` to the wrong cells for which `says(cell)` holds.
template <class Says>
std::vector<std::uint8_t> cellsWhere(const Facts& facts, Says says) {
  std::vector<std::uint8_t> out(facts.total(), 0);
  for (std::size_t cell = 0; cell < facts.total(); ++cell) out[cell] = facts.wrong[cell] && says(cell) ? 1 : 0;
  return out;
}

/// Whether a wrong cell is a hole: nobody wrote it; or, in an array that goes in and comes out, it still holds what it
/// held before; or, in a case with no such cell, it holds 0 where another value was expected (an output that the
/// learner cleared first).
class Holes {
 public:
  explicit Holes(const Facts& facts) : facts_(facts) {
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (!facts.wrong[cell]) continue;
      if (facts.unwritten[cell]) ++unwritten_;
      if (!facts.kept.empty() && facts.kept[cell]) ++kept_;
      if (facts.got[cell] == 0 && facts.expected[cell] != 0) ++zeros_;
    }
    useKept_ = unwritten_ == 0 && kept_ > 0;
    useZeros_ = unwritten_ == 0 && !useKept_;
  }

  std::size_t count() const { return useZeros_ ? zeros_ : useKept_ ? kept_ : unwritten_; }
  bool zeros() const { return useZeros_; }
  bool at(std::size_t cell) const {
    if (!facts_.wrong[cell]) return false;
    if (useKept_) return facts_.kept[cell] != 0;
    return useZeros_ ? facts_.got[cell] == 0 && facts_.expected[cell] != 0 : facts_.unwritten[cell] != 0;
  }

  /// "was never written", "still holds what it held before" or "holds 0", or the plural of it.
  std::string verb(bool plural) const {
    if (useKept_) return plural ? "still hold what they held before" : "still holds what it held before";
    if (useZeros_) return plural ? "hold 0" : "holds 0";
    return plural ? "were never written" : "was never written";
  }

  /// A right cell that would be right as a hole as well: an expected 0, or a value that was there before.
  bool mayBeEither(std::size_t cell) const {
    if (useKept_) return facts_.kept[cell] != 0 && facts_.right(cell);
    return useZeros_ && facts_.got[cell] == 0 && facts_.expected[cell] == 0;
  }

  /// True when the holes are exactly the cells for which `hole(cell)` holds. A cell that may be either fits either
  /// way.
  template <class Hole>
  bool areExactly(Hole hole) const {
    for (std::size_t cell = 0; cell < facts_.total(); ++cell) {
      if (hole(cell) == at(cell)) continue;
      if (!facts_.allowed.empty() && std::isinf(facts_.allowed[cell])) continue;  // room that is not compared
      if (mayBeEither(cell)) continue;
      return false;
    }
    return true;
  }

 private:
  const Facts& facts_;
  std::size_t unwritten_ = 0, kept_ = 0, zeros_ = 0;
  bool useKept_ = false, useZeros_ = false;
};

/// How far a map from cells to input elements agrees with the written wrong cells.
struct Fit {
  std::size_t explained = 0;  // hold the predicted element
  std::size_t open = 0;       // written and wrong, and the map says nothing
  bool broken = false;        // one holds another element than predicted

  /// Nothing contradicts, and either more is explained than left open, or so much is that chance is out of the
  /// question.
  bool holds() const { return !broken && explained >= 2 && (explained >= open || explained >= 16); }
};

/// Compares `predict(cell)` (an input element or nowhere) with the written wrong cells. A prediction that is the
/// expected element itself counts as a contradiction, for the cell is wrong.
template <class Predict>
Fit fitSources(const Facts& facts, Predict predict) {
  Fit fit;
  if (!facts.traceable()) {
    fit.broken = true;
    return fit;
  }
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wrong[cell] || facts.unwritten[cell]) continue;
    const std::size_t predicted = predict(cell);
    if (predicted == nowhere) {
      ++fit.open;
    } else if (facts.source[cell] == predicted) {
      ++fit.explained;
    } else {
      fit.broken = true;
      return fit;
    }
  }
  return fit;
}

/// The written wrong cells that a map which holds explains: those with the predicted element, and those for which the
/// map leads outside the input, where anything may have been read.
template <class Predict>
std::vector<std::uint8_t> cellsExplained(const Facts& facts, Predict predict) {
  return cellsWhere(facts, [&](std::size_t cell) {
    if (facts.unwritten[cell]) return false;
    const std::size_t predicted = predict(cell);
    return predicted == nowhere || predicted == facts.source[cell];
  });
}

/// " (out[5][3] holds in[5][3])" for the first wrong cell that holds what `predict` says.
template <class Predict>
std::string example(const Facts& facts, Predict predict) {
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    const std::size_t source = facts.source[cell];
    if (!facts.wrong[cell] || facts.unwritten[cell] || source == nowhere || source != predict(cell)) continue;
    return " (out[" + std::to_string(facts.row(cell)) + "][" + std::to_string(facts.col(cell)) + "] holds in[" +
           std::to_string(source / facts.inCols) + "][" + std::to_string(source % facts.inCols) + "])";
  }
  return "";
}

/// Tile sides worth trying: the blocks of the launches first, as these say what the kernel used, then the usual ones,
/// the largest first.
inline std::vector<std::size_t> tileSides(const Facts& facts) {
  std::vector<std::size_t> sides;
  const auto add = [&](std::size_t side) {
    for (const std::size_t known : sides)
      if (known == side) return;
    if (side >= 2 && side <= 128) sides.push_back(side);
  };
  for (const Launch& launch : facts.launches) add(static_cast<std::size_t>(launch.block[0]));
  for (const std::size_t side : {std::size_t{32}, std::size_t{64}, std::size_t{16}, std::size_t{8}, std::size_t{128}})
    add(side);
  return sides;
}

/// "element 5", "row 3, column 5" or "plane 1, row 3, column 5".
inline std::string cellWords(const Facts& facts, std::size_t cell) { return placeWords(facts.shape, cell); }

/// The smallest rectangle that holds every cell of `mask`, ends included. Valid when the mask is not empty.
struct Box {
  std::size_t firstRow = 0, lastRow = 0, firstCol = 0, lastCol = 0, cells = 0;
  std::size_t planeRows = 0;  // of a volume's planes; 0: no volume
  bool vector = false;

  std::string str() const {
    if (vector) return span("element", firstCol, lastCol);
    const std::string cols = ", " + span("column", firstCol, lastCol);
    if (planeRows == 0) return span("row", firstRow, lastRow) + cols;
    return span("plane", firstRow / planeRows, lastRow / planeRows) + cols;
  }
};

inline Box boundingBox(const Facts& facts, const std::vector<std::uint8_t>& mask) {
  Box box;
  box.vector = facts.shape.rank == 1;
  box.planeRows = facts.shape.rank == 3 ? facts.shape.extent[1] : 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!mask[cell]) continue;
    const std::size_t row = facts.row(cell), col = facts.col(cell);
    if (box.cells == 0) {
      box.firstRow = box.lastRow = row;
      box.firstCol = box.lastCol = col;
    }
    if (row < box.firstRow) box.firstRow = row;
    if (row > box.lastRow) box.lastRow = row;
    if (col < box.firstCol) box.firstCol = col;
    if (col > box.lastCol) box.lastCol = col;
    ++box.cells;
  }
  return box;
}

}  // namespace exercise
