#pragma once
// Sums of which one part of the axis is in, by who would have added the rest: the first block, whole blocks, one warp,
// one lane, one thread, or every so-manieth.
#include "exercise/classify/folds.h"

namespace exercise {

/// last-part-missing: what is left after the last whole block or tile of the axis is not in the sum. At least two whole
/// ones are, or the first one alone would say as much.
inline Explained lastPartMissing(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  for (const std::size_t size : partSizes(facts)) {
    const std::size_t length = facts.relation->terms.length;
    if (length > 0 && (length % size == 0 || length < 2 * size)) continue;
    // A rest of one is what a loop that ends too early leaves, unless a block that was launched is of that size.
    if (length > 0 && length % size == 1 && !isBlockExtent(facts, size)) continue;
    const auto keeps = [&](std::size_t, const Term& term, std::size_t all) {
      return term.place < all / size * size ? 1 : 0;
    };
    if (!allFold(facts, keeps)) continue;
    const std::string rest = length > 0
                                 ? ": " + number(length % size) + " of " + number(length) + " " + nouns(facts) +
                                       ", what remains after " + number(length / size) + " parts of " + number(size)
                                 : ": what remains of a row after parts of " + number(size);
    const std::string multiples = "; right only for multiples of " + number(size);
    return foldExplanation(facts, "last-part-missing", "the last part is not in the sum" + rest + multiples, "day 16");
  }
  return std::nullopt;
}

namespace detail {

/// Where the first launch leaves a partial sum a block and a later one, of one block, has fewer threads than that:
/// which of them it does not add. Empty where the launches do not say so, or the sum holds another part.
inline std::string partialsLost(const Facts& facts, std::size_t summed) {
  if (facts.launches.size() < 2 || facts.relation->terms.length == 0) return "";
  const Launch &first = facts.launches.front(), &last = facts.launches.back();
  const std::uint64_t partials = first.blocks(), added = last.threads();
  if (last.blocks() != 1 || added >= partials || added * first.threads() != summed) return "";
  return "partial sums " + number(added) + " to " + number(partials - 1) + " are not added: the last launch has " +
         counted(added, "thread") + " for the " + number(partials) + " blocks of the first";
}

}  // namespace detail

/// first-part-only: the first so many terms, and nothing after them.
inline Explained firstPartOnly(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  std::vector<std::size_t> sizes = partSizes(facts);
  for (const Launch& launch : facts.launches)
    sizes.push_back(static_cast<std::size_t>(launch.blocks() * launch.threads()));
  for (const std::size_t size : {65536, 16384, 32768, 131072, 262144, 1048576}) sizes.push_back(size);
  for (const std::size_t size : sizes) {
    if (!facts.relation->terms.ragged && size >= facts.relation->terms.length) continue;
    const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place < size ? 1 : 0; };
    if (!allFold(facts, keeps)) continue;
    const std::size_t length = facts.relation->terms.length;
    const std::string of = length > 0 ? " of " + number(length) : " of each row";
    const std::string lost = detail::partialsLost(facts, size);
    return foldExplanation(facts, "first-part-only",
                           (lost.empty() ? "the first part only" : lost) + ": " + cellsFold(facts) + " the first " +
                               number(size) + of + " " + nouns(facts) +
                               (lost.empty() ? "; what other blocks or turns of the loop should add is missing" : ""),
                           "day 24");
  }
  return std::nullopt;
}

/// last-part-only: what the last block or tile of the axis holds, whole or not, and nothing before it.
inline Explained lastPartOnly(const Facts& facts) {
  if (!foldsAnAxis(facts) || facts.relation->terms.ragged) return std::nullopt;
  const std::size_t length = facts.relation->terms.length;
  for (const std::size_t size : partSizes(facts)) {
    if (size < 4 || length <= size) continue;
    const std::size_t from = (length - 1) / size * size;
    const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place >= from ? 1 : 0; };
    if (!allFold(facts, keeps)) continue;
    return foldExplanation(facts, "last-part-only",
                           "the last part only: " + cellsFold(facts) + " the last " + number(length - from) + " of " +
                               number(length) + " " + nouns(facts) + ", what comes after parts of " + number(size) +
                               "; the sum starts again with every part",
                           "day 16");
  }
  return std::nullopt;
}

/// warp-0-part: of each block the first 32 terms.
inline Explained warpZeroPart(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  for (const std::size_t size : blockSizes(facts)) {
    if (size <= 32) continue;
    const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place % size < 32 ? 1 : 0; };
    if (allFold(facts, keeps))
      return foldExplanation(facts, "warp-0-part",
                             "only warp 0's part of each block: " + cellsFold(facts) + " the first 32 of every " +
                                 number(size) + " " + nouns(facts),
                             "day 24");
  }
  return std::nullopt;
}

/// lane-0-part: of each warp the first term.
inline Explained laneZeroPart(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  if (!allFold(facts, [](std::size_t, const Term& term, std::size_t) { return term.place % 32 == 0 ? 1 : 0; }))
    return std::nullopt;
  return foldExplanation(facts, "lane-0-part",
                         "only lane 0's part of each warp: " + cellsFold(facts) + " the first of every 32 " +
                             nouns(facts) + "; the other lanes' values never reach lane 0",
                         "day 22");
}

/// thread-0-part: of each block the first term.
inline Explained threadZeroPart(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  for (const std::size_t size : blockSizes(facts)) {
    if (size <= 32) continue;
    const auto keeps = [&](std::size_t, const Term& term, std::size_t) { return term.place % size == 0 ? 1 : 0; };
    if (allFold(facts, keeps))
      return foldExplanation(facts, "thread-0-part",
                             "only thread 0's part of each block: " + cellsFold(facts) + " the first of every " +
                                 number(size) + " " + nouns(facts) + "; the block's own sum is missing",
                             "day 24");
  }
  return std::nullopt;
}

/// part-of-the-terms: of every p terms the first q, or every one but those: a tree or a loop that skips.
inline Explained partOfTheTerms(const Facts& facts) {
  if (!foldsAnAxis(facts)) return std::nullopt;
  for (std::size_t period = 2; period <= 1024; period *= 2) {
    for (std::size_t kept = 1; kept < period; kept *= 2) {
      for (const bool first : {true, false}) {
        const std::size_t from = first ? 0 : period - kept;
        const auto keeps = [&](std::size_t, const Term& term, std::size_t) {
          return term.place % period >= from && term.place % period < from + kept ? 1 : 0;
        };
        if (!allFold(facts, keeps)) continue;
        return foldExplanation(facts, "part-of-the-terms",
                               cellsFold(facts) + " only " + (first ? "the first " : "the last ") + number(kept) +
                                   " of every " + number(period) + " " + nouns(facts) +
                                   "; a step of the tree or of the loop leaves out the rest",
                               "day 24");
      }
    }
  }
  return std::nullopt;
}

/// counted-twice: every wrong cell is the same whole multiple of the right sum.
inline Explained countedTwice(const Facts& facts) {
  if (!hasTerms(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
  std::vector<std::size_t> factors = partSizes(facts);
  factors.insert(factors.begin(), {2, 3});
  for (const Launch& launch : facts.launches) factors.push_back(static_cast<std::size_t>(launch.blocks()));
  for (const std::size_t factor : factors) {
    if (factor < 2) continue;
    const double times = static_cast<double>(factor);
    if (!allFold(facts, [&](std::size_t, const Term&, std::size_t) { return times; })) continue;
    return foldExplanation(facts, "counted-twice",
                           "each " + facts.relation->terms.noun + " is counted " +
                               (factor == 2 ? std::string("twice") : number(factor) + " times") + ": " +
                               cellsFold(facts) + " to " + number(factor) + " times the right value",
                           "day 25");
  }
  return std::nullopt;
}

/// same-part-by-all-blocks: every block folds the part that belongs to the first, so it counts once for each block and
/// the others do not count.
inline Explained samePartByAllBlocks(const Facts& facts) {
  if (!foldsAnAxis(facts) || facts.relation->terms.fold != Fold::sum) return std::nullopt;
  for (const Launch& launch : facts.launches) {
    const std::uint64_t blocks = launch.blocks(), threads = launch.threads();
    if (blocks < 2 || threads < 2) continue;
    const std::uint64_t all = blocks * threads;  // where a thread that strides over the grid comes again
    const auto weight = [&](std::size_t, const Term& term, std::size_t) {
      return term.place % all < threads ? static_cast<double>(blocks) : 0.0;
    };
    if (!allFold(facts, weight)) continue;
    return foldExplanation(facts, "same-part-by-all-blocks",
                           "all " + number(blocks) + " blocks add the same part: " + cellsFold(facts) + " " +
                               nouns(facts) + " 0 to " + number(threads - 1) + " " + number(blocks) +
                               " times and the others not at all; blockIdx is not in the index",
                           "day 2");
  }
  return std::nullopt;
}

}  // namespace exercise
