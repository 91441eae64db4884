#pragma once
// From facts to one line. The registry below is the only list of fault classes; the order is the order of trust.
#include <algorithm>
#include <string>
#include <vector>

#include "exercise/classify/accumulated.h"
#include "exercise/classify/border.h"
#include "exercise/classify/copied.h"
#include "exercise/classify/counters.h"
#include "exercise/classify/early_return.h"
#include "exercise/classify/every_kth.h"
#include "exercise/classify/explanation.h"
#include "exercise/classify/grid_y_limit.h"
#include "exercise/classify/halo.h"
#include "exercise/classify/index_overflow.h"
#include "exercise/classify/low_bits.h"
#include "exercise/classify/misplaced.h"
#include "exercise/classify/misplaced_in_tile.h"
#include "exercise/classify/nan_spread.h"
#include "exercise/classify/neighbour.h"
#include "exercise/classify/nothing_written.h"
#include "exercise/classify/one_block_only.h"
#include "exercise/classify/one_thread_a_block.h"
#include "exercise/classify/operands.h"
#include "exercise/classify/order_dependent.h"
#include "exercise/classify/outside_access.h"
#include "exercise/classify/part_of_each_tile.h"
#include "exercise/classify/part_of_sum.h"
#include "exercise/classify/partial_tile.h"
#include "exercise/classify/past_n.h"
#include "exercise/classify/previous_output.h"
#include "exercise/classify/ragged_rows.h"
#include "exercise/classify/row_offsets.h"
#include "exercise/classify/rows.h"
#include "exercise/classify/scans.h"
#include "exercise/classify/selections.h"
#include "exercise/classify/shifted.h"
#include "exercise/classify/single_term.h"
#include "exercise/classify/sorts.h"
#include "exercise/classify/stale_shared.h"
#include "exercise/classify/swapped_stride.h"
#include "exercise/classify/tile_unwritten.h"
#include "exercise/classify/tiles_moved.h"
#include "exercise/classify/tiles_of_product.h"
#include "exercise/classify/unwritten_read.h"
#include "exercise/classify/within_tiles.h"
#include "exercise/classify/written_zero.h"
#include "exercise/diagnosis.h"

namespace exercise {

/// One class: its word, as explanations carry it, and its rule.
struct FaultClass {
  const char* name;
  Explained (*fits)(const Facts&);
};

/// Every class, tried in this order. The day's own mistakes come first. A class that says more about the same cells
/// stands before one that says less: what loses elements before races, since it often races too; races before whatever
/// a race happened to leave; layouts and sums before holes, since a wrong layout leaves holes too; the grid's end
/// before "past N".
inline const std::vector<FaultClass>& faultClasses() {
  static const std::vector<FaultClass> classes{
      // what the day itself foresees: it knows the exercise
      {"days-own-mistake", daysOwnMistake},
      // the whole call
      {"nothing-written", nothingWritten},
      {"accumulated", accumulated},
      {"previous-output", previousOutput},
      // elements that moved
      {"copied-not-transposed", copiedNotTransposed},
      {"copied", copiedInput},
      {"transposed-within-tiles", transposedWithinTiles},
      {"tiles-moved-not-transposed", tilesMovedNotTransposed},
      {"swapped-stride", swappedStride},
      {"exclusive-inclusive-mixed", exclusiveInclusive},  // shifted by one, and more than that
      {"shifted-by-one", shiftedByOne},
      {"neighbour-value", neighbourValue},
      {"reversed", reversed},
      {"result-transposed", resultTransposed},
      {"local-index", localIndex},
      {"thread-not-in-index", threadNotInIndex},
      {"one-result-for-several", oneResultForSeveral},
      {"misplaced-in-tile", misplacedInTile},
      // elements that must neither be lost nor repeated
      {"not-stable", notStable},
      {"rows-moved", rowsMoved},
      {"row-order-lost", rowOrderLost},
      {"long-rows-cut", longRowsCut},
      {"numbers-from-elsewhere", numbersFromElsewhere},
      {"complement-kept", complementKept},
      {"extra-elements-kept", extraKept},
      {"gaps-left", gapsLeft},
      {"elements-lost", elementsLost},
      {"order-lost", orderLost},
      // memory that nobody ordered
      {"lost-updates", lostUpdates},
      {"left-early", leftEarly},
      {"stale-shared", staleShared},
      {"order-dependent", orderDependent},
      {"unwritten-read", unwrittenRead},
      {"ignores-input", ignoresInput},
      // sums of which something is missing or too many
      {"last-part-missing", lastPartMissing},
      {"first-part-only", firstPartOnly},
      {"last-part-only", lastPartOnly},
      {"term-missing", termMissing},
      {"term-sign", termSign},
      {"term-weight", termWeight},
      {"warp-0-part", warpZeroPart},
      {"lane-0-part", laneZeroPart},
      {"thread-0-part", threadZeroPart},
      {"part-of-the-terms", partOfTheTerms},
      {"same-part-by-all-blocks", samePartByAllBlocks},
      {"counted-twice", countedTwice},
      {"wrong-identity", wrongIdentity},
      {"accumulator-not-reset", accumulatorNotReset},
      {"integer-overflow", integerOverflow},
      {"off-by-one-result", offByOneResult},
      {"lost-updates-in-step", lostUpdatesInStep},
      // operands from the wrong place
      {"operand-transposed", operandTransposed},
      {"leading-dimension", leadingDimension},
      {"tile-turned", tileTurned},
      {"tile-not-moved", tileNotMoved},
      {"edge-tiles-part-loaded", edgeTilesPartLoaded},
      {"operand-shifted", operandShifted},
      {"gather-missing", gatherMissing},
      // scans
      {"scan-backwards", scanBackwards},
      {"scan-within-blocks", scanWithinBlocks},
      {"scan-previous-block-only", scanPreviousBlock},
      {"scan-step-missing", scanStepMissing},
      {"block-offset-wrong", blockOffsetWrong},
      // offsets of rows
      {"empty-rows-squeezed", emptyRowsSqueezed},
      {"last-offset-missing", lastOffsetMissing},
      {"empty-rows-without-offset", emptyRowsWithoutOffset},
      {"row-counts-wrong", rowCountsWrong},
      {"order-dependent-anyhow", orderDependentAnyhow},
      // sorts
      {"sorted-within-blocks", sortedWithinBlocks},
      {"sorted-as-unsigned", sortedAsUnsigned},
      {"sorted-by-part-of-the-key", sortedByPart},
      {"padding-sorted-in", paddingSortedIn},
      {"almost-sorted", almostSorted},
      {"order-lost-anyhow", orderLostAnyhow},
      // rows that belong together
      {"exp-overflow", expOverflow},
      {"normalized-by-column", normalizedByColumn},
      {"row-factor", rowFactor},
      // memory that is not theirs
      {"outside-access", outsideAccess},
      // edges
      {"border-cells", borderCells},
      {"halo-cells", haloCells},
      // holes
      {"border-unwritten", borderUnwritten},
      {"empty-rows-unwritten", emptyRowsUnwritten},
      {"one-block-only", oneBlockOnly},
      {"grid-y-limit", gridYLimit},
      {"index-overflow", indexOverflow},
      {"early-return", earlyReturn},
      {"partial-tile-unwritten", partialTileUnwritten},
      {"past-n-unwritten", pastNUnwritten},
      {"one-thread-a-block", oneThreadABlock},
      {"every-kth-element", everyKthElement},
      {"part-of-each-tile", partOfEachTile},
      {"tile-unwritten", tileUnwritten},
      // values
      {"written-zero", writtenZero},
      {"nan-spread", nanSpread},
      {"low-bits", lowBits},
  };
  return classes;
}

/// What `classes` say of the cells that are still open, the first that fits.
inline Explained firstThatFits(const Facts& facts, const std::vector<FaultClass>& classes) {
  for (const FaultClass& faultClass : classes)
    if (Explained found = faultClass.fits(facts)) return found;
  return std::nullopt;
}

/// The class that would speak if the one that did were not there, or empty.
inline std::string secondThatFits(const Facts& facts, const std::string& first,
                                  const std::vector<FaultClass>& classes) {
  for (const FaultClass& faultClass : classes)
    if (const Explained found = faultClass.fits(facts); found && found->faultClass != first) return found->faultClass;
  return "";
}

namespace detail {

/// What no class explains, with the counts and the bounding box.
inline std::string unexplainedRest(const Facts& facts, std::size_t open, bool first) {
  const Box box = boundingBox(facts, facts.wrong);
  std::size_t untouched = 0;
  for (const std::uint8_t hole : facts.unwritten) untouched += hole;
  std::string rest = counted(open, first ? "wrong cell" : "more wrong cell") + " of " + number(facts.total()) +
                     (open == 1 ? " fits" : " fit") + " no pattern that the harness knows: " + box.str();
  if (untouched > 0)
    rest += "; " + number(untouched) + " of them " + (untouched == 1 ? "was" : "were") + " never written";
  return rest;
}

}  // namespace detail

/// The diagnosis of a failing case. `facts.wrong` must hold at least one cell.
///
/// The first class that fits speaks first. Wrong cells that it leaves open are classified again on their own, and named
/// after an "also". When what stays open is more than what was explained, the class is `unexplained`, with the counts
/// and the bounding box.
inline Diagnosis classify(Facts facts, const std::vector<FaultClass>& classes = faultClasses()) {
  const std::size_t wrong = facts.wrongCount();
  std::vector<Explanation> found;
  std::string second;
  std::size_t open = wrong;
  facts.settled.resize(facts.total(), 0);
  while (open > 0 && found.size() < 3) {
    const Explained next = firstThatFits(facts, classes);
    if (!next) break;
    if (found.empty()) second = secondThatFits(facts, next->faultClass, classes);
    std::size_t explained = 0;
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (!facts.wrong[cell] || !next->explained[cell]) continue;
      facts.wrong[cell] = facts.unwritten[cell] = 0;
      facts.settled[cell] = 1;
      ++explained;
    }
    if (explained == 0) break;
    open -= explained;
    found.push_back(*next);
  }

  Diagnosis diagnosis;
  const std::string rest = open > 0 ? detail::unexplainedRest(facts, open, found.empty()) : "";
  const std::string name = facts.name.empty() ? "" : facts.name + ": ";
  if (open * 2 > wrong || found.empty()) {
    diagnosis.headline = name + rest;
    for (const Explanation& explanation : found) {
      diagnosis.headline += "; also: " + explanation.headline;
      diagnosis.others.push_back(explanation.faultClass);
    }
    return diagnosis;
  }
  diagnosis.faultClass = found[0].faultClass;
  diagnosis.headline = name + found[0].headline;
  diagnosis.see = found[0].see;
  diagnosis.second = second;
  for (std::size_t i = 1; i < found.size(); ++i) {
    diagnosis.headline += "; also: " + found[i].headline;
    diagnosis.others.push_back(found[i].faultClass);
  }
  if (open > 0) diagnosis.headline += "; also: " + rest;
  return diagnosis;
}

/// The headline that `faultClass` gives for all of `facts` on its own, or nothing when it does not fit them.
inline std::optional<std::string> headlineOf(const std::string& faultClass, const Facts& facts) {
  for (const FaultClass& candidate : faultClasses()) {
    const Explained explained = candidate.fits(facts);
    if (explained && explained->faultClass == faultClass)
      return (facts.name.empty() ? "" : facts.name + ": ") + explained->headline;
  }
  return std::nullopt;
}

}  // namespace exercise
