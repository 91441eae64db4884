#pragma once
// Faults of running sums.
#include "exercise/classify/answers.h"

namespace exercise {

namespace detail {

/// The elements before each one, added up: before[i] = input 0 + … + input i - 1.
class RunningSums {
 public:
  explicit RunningSums(const Facts& facts) : facts_(facts) {
    if (facts.meaning() != Meaning::inclusiveScan && facts.meaning() != Meaning::exclusiveScan &&
        facts.meaning() != Meaning::rowOffsets)
      return;
    input_ = &facts.relation->input;
    before_.assign(input_->size() + 1, 0);
    for (std::size_t i = 0; i < input_->size(); ++i) before_[i + 1] = before_[i] + (*input_)[i];
  }
  bool known() const { return input_ != nullptr && input_->size() == facts_.total(); }
  bool inclusive() const { return facts_.meaning() == Meaning::inclusiveScan; }
  double element(std::size_t i) const { return (*input_)[i]; }
  /// The sum of elements from … to - 1.
  double sum(std::size_t from, std::size_t to) const { return before_[to] - before_[from]; }
  /// One past the last element that a right cell i folds.
  std::size_t end(std::size_t i) const { return inclusive() ? i + 1 : i; }

  /// Whether every written wrong cell holds `predict(i)`, and every right one would too.
  template <class Predict>
  bool all(Predict predict) const {
    std::size_t explained = 0;
    for (std::size_t i = 0; i < facts_.total(); ++i) {
      if (!facts_.wroteWrong(i) && !facts_.right(i)) continue;
      if (!facts_.holds(i, predict(i))) return false;
      explained += facts_.wrong[i];
    }
    return explained > 0;
  }
  /// Block sizes to try, smaller than the input.
  std::vector<std::size_t> blocks() const {
    std::vector<std::size_t> sizes;
    for (const std::size_t size : blockSizes(facts_))
      if (size >= 8 && size < facts_.total()) sizes.push_back(size);
    return sizes;
  }
  Explanation explanation(const char* faultClass, const std::string& headline, const char* see) const {
    return {faultClass, headline, see, cellsWhere(facts_, [&](std::size_t cell) { return !facts_.unwritten[cell]; })};
  }

 private:
  const Facts& facts_;
  const std::vector<double>* input_ = nullptr;
  std::vector<double> before_;
};

}  // namespace detail

/// exclusive-inclusive-mixed: each cell has its own element too few or too many.
inline Explained exclusiveInclusive(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known()) return std::nullopt;
  if (!scan.all([&](std::size_t i) { return scan.sum(0, scan.inclusive() ? i : i + 1); })) return std::nullopt;
  return scan.explanation("exclusive-inclusive-mixed",
                          facts.meaning() == Meaning::rowOffsets
                              ? "an inclusive scan where an exclusive one is asked for: each offset is where its row "
                                "ends, not where it starts"
                          : scan.inclusive()
                              ? "an exclusive scan where an inclusive one is asked for: each cell lacks its own "
                                "element, the first holds 0"
                              : "an inclusive scan where an exclusive one is asked for: each cell has its own "
                                "element too many, the first is not 0",
                          "day 28");
}

/// scan-backwards: the sums start at the end.
inline Explained scanBackwards(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known() || facts.total() < 3) return std::nullopt;
  if (!scan.all([&](std::size_t i) { return scan.sum(scan.inclusive() ? i : i + 1, facts.total()); }))
    return std::nullopt;
  return scan.explanation("scan-backwards", "the running sums start at the last element instead of the first",
                          "day 28");
}

/// scan-within-blocks: right within each block, and every block starts again at 0.
inline Explained scanWithinBlocks(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known()) return std::nullopt;
  for (const std::size_t size : scan.blocks()) {
    const auto start = [&](std::size_t i) { return i / size * size; };
    if (!scan.all([&](std::size_t i) { return scan.sum(start(i), std::max(scan.end(i), start(i))); })) continue;
    const std::string unit = size == 32 ? "warp" : "block";
    return scan.explanation("scan-within-blocks",
                            "right within each " + unit + " of " + number(size) + " and not across: from index " +
                                number(size) + " on, the sums of the " + unit + "s before are missing",
                            "day 29");
  }
  return std::nullopt;
}

/// scan-previous-block-only: each block has the total of the one before it and not of all before it.
inline Explained scanPreviousBlock(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known()) return std::nullopt;
  for (const std::size_t size : scan.blocks()) {
    const auto start = [&](std::size_t i) { return i / size > 0 ? (i / size - 1) * size : 0; };
    if (!scan.all([&](std::size_t i) { return scan.sum(start(i), std::max(scan.end(i), start(i))); })) continue;
    return scan.explanation("scan-previous-block-only",
                            "each block of " + number(size) +
                                " adds the total of the one block before it: right up to index " +
                                number(2 * size - 1) + ", then the blocks further back are missing",
                            "day 29");
  }
  return std::nullopt;
}

/// scan-step-missing: inside a block each cell adds up the last so many elements, a power of two, and not all of them:
/// the steps of the scan ended too early.
inline Explained scanStepMissing(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known()) return std::nullopt;
  std::vector<std::size_t> sizes = scan.blocks();
  sizes.push_back(facts.total());
  for (const std::size_t size : sizes) {
    for (std::size_t window = 1; window < size; window *= 2) {
      const auto within = [&](std::size_t i) {
        const std::size_t start = i / size * size, end = std::max(scan.end(i), start);
        return scan.sum(std::max(start, end > window ? end - window : 0), end);
      };
      // The totals that the blocks pass on are cut as well.
      std::vector<double> starts(facts.total() / size + 2, 0);
      for (std::size_t block = 0; (block + 1) * size <= facts.total(); ++block) {
        const std::size_t end = (block + 1) * size;
        starts[block + 1] = starts[block] + scan.sum(end - window, end);
      }
      if (!scan.all([&](std::size_t i) { return starts[i / size] + within(i); })) continue;
      return scan.explanation("scan-step-missing",
                              "the steps of the scan end too early: each cell adds up only the last " + number(window) +
                                  " elements of its block of " + number(size),
                              "day 28");
    }
  }
  return std::nullopt;
}

/// block-offset-wrong: inside each block all cells are off by the same amount, which differs between blocks.
inline Explained blockOffsetWrong(const Facts& facts) {
  const detail::RunningSums scan(facts);
  if (!scan.known()) return std::nullopt;
  for (const std::size_t size : scan.blocks()) {
    if (facts.total() < 2 * size) continue;
    std::size_t blocks = 0, wrongBlocks = 0, first = 0;
    double firstOff = 0;
    bool constant = true, same = true, twice = true;
    for (std::size_t start = 0; start < facts.total() && constant; start += size, ++blocks) {
      const double off = facts.got[start] - facts.expected[start];
      for (std::size_t i = start; i < std::min(start + size, facts.total()) && constant; ++i)
        constant = !facts.unwritten[i] && facts.holds(i, facts.expected[i] + off);
      twice = twice && off == scan.sum(0, start);
      if (off == 0) continue;
      if (wrongBlocks++ == 0) {
        first = start;
        firstOff = off;
      }
      same = same && off == firstOff;
    }
    // One amount for all blocks says nothing about where blocks begin.
    if (!constant || wrongBlocks == 0 || (same && wrongBlocks == blocks)) continue;
    return scan.explanation("block-offset-wrong",
                            "right within each block of " + number(size) + ", but the blocks start from wrong sums: " +
                                number(wrongBlocks) + " of " + counted(blocks, "block") + ", the first at index " +
                                number(first) + ", where all cells are off by " + valueText(firstOff) +
                                (twice ? ": by the sum of all blocks before, which is added twice" : ""),
                            "day 29");
  }
  return std::nullopt;
}

}  // namespace exercise
