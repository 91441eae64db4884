#pragma once
// From facts to one line. The registry below is the only list of fault classes; the order is the order of trust.
#include <algorithm>
#include <string>
#include <vector>

#include "exercise/classify/accumulated.h"
#include "exercise/classify/copied.h"
#include "exercise/classify/early_return.h"
#include "exercise/classify/every_kth.h"
#include "exercise/classify/explanation.h"
#include "exercise/classify/grid_y_limit.h"
#include "exercise/classify/low_bits.h"
#include "exercise/classify/nan_spread.h"
#include "exercise/classify/neighbour.h"
#include "exercise/classify/nothing_written.h"
#include "exercise/classify/one_block_only.h"
#include "exercise/classify/one_thread_a_block.h"
#include "exercise/classify/order_dependent.h"
#include "exercise/classify/part_of_each_tile.h"
#include "exercise/classify/partial_tile.h"
#include "exercise/classify/past_n.h"
#include "exercise/classify/previous_output.h"
#include "exercise/classify/shifted.h"
#include "exercise/classify/stale_shared.h"
#include "exercise/classify/swapped_stride.h"
#include "exercise/classify/tile_unwritten.h"
#include "exercise/classify/tiles_moved.h"
#include "exercise/classify/within_tiles.h"
#include "exercise/classify/written_zero.h"

namespace exercise {

using FaultClass = Explained (*)(const Facts&);

/// Every class, tried in this order. A class that says more about the same cells stands before one that says less:
/// layouts before holes, since a wrong layout leaves holes too; the grid's end before "past N".
inline const std::vector<FaultClass>& faultClasses() {
  // clang-format off
  static const std::vector<FaultClass> classes{
      // the whole call
      nothingWritten, accumulated, previousOutput,
      // layouts
      copiedNotTransposed, transposedWithinTiles, tilesMovedNotTransposed, swappedStride, shiftedByOne, neighbourValue,
      // memory that nobody ordered
      staleShared, orderDependent,
      // holes
      oneBlockOnly, gridYLimit, earlyReturn, partialTileUnwritten, pastNUnwritten,
      oneThreadABlock, everyKthElement, partOfEachTile, tileUnwritten,
      // values
      writtenZero, nanSpread, lowBits,
  };
  // clang-format on
  return classes;
}

/// What is wrong with a case, in one line.
struct Diagnosis {
  std::string faultClass = "unexplained";
  std::string headline, see;
  std::vector<std::string> others;  // classes that explain cells which the first one leaves open
};

/// The diagnosis of a failing case. `facts.wrong` must hold at least one cell.
///
/// The first class that fits speaks first. Wrong cells that it leaves open are classified again on their own, and named
/// after an "also". When what stays open is more than what was explained, the class is `unexplained`, with the counts
/// and the bounding box.
inline Diagnosis classify(Facts facts) {
  const std::size_t wrong = facts.wrongCount();
  std::vector<Explanation> found;
  std::size_t open = wrong;
  while (open > 0 && found.size() < 3) {
    Explained next;
    for (const FaultClass faultClass : faultClasses()) {
      next = faultClass(facts);
      if (next) break;
    }
    if (!next) break;
    std::size_t explained = 0;
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (!facts.wrong[cell] || !next->explained[cell]) continue;
      facts.wrong[cell] = facts.unwritten[cell] = 0;
      ++explained;
    }
    if (explained == 0) break;
    open -= explained;
    found.push_back(*next);
  }

  std::string rest;
  if (open > 0) {
    const Box box = boundingBox(facts, facts.wrong);
    std::size_t untouched = 0;
    for (const std::uint8_t hole : facts.unwritten) untouched += hole;
    rest = counted(open, found.empty() ? "wrong cell" : "more wrong cell") + " of " + number(facts.total()) +
           (open == 1 ? " fits" : " fit") + " no pattern that the harness knows: " + box.str();
    if (untouched > 0)
      rest += "; " + number(untouched) + " of them " + (untouched == 1 ? "was" : "were") + " never written";
  }

  Diagnosis diagnosis;
  if (open * 2 > wrong || found.empty()) {
    diagnosis.headline = rest;
    for (const Explanation& explanation : found) {
      diagnosis.headline += "; also: " + explanation.headline;
      diagnosis.others.push_back(explanation.faultClass);
    }
    return diagnosis;
  }
  diagnosis.faultClass = found[0].faultClass;
  diagnosis.headline = found[0].headline;
  diagnosis.see = found[0].see;
  for (std::size_t i = 1; i < found.size(); ++i) {
    diagnosis.headline += "; also: " + found[i].headline;
    diagnosis.others.push_back(found[i].faultClass);
  }
  if (open > 0) diagnosis.headline += "; also: " + rest;
  return diagnosis;
}

/// The headline that `faultClass` gives for all of `facts` on its own, or nothing when it does not fit them.
inline std::optional<std::string> headlineOf(const std::string& faultClass, const Facts& facts) {
  for (const FaultClass candidate : faultClasses()) {
    const Explained explained = candidate(facts);
    if (explained && explained->faultClass == faultClass) return explained->headline;
  }
  return std::nullopt;
}

}  // namespace exercise
