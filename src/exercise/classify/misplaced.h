#pragma once
// Right values in wrong cells, told by the expected values: the other end, the other axis, block 0's.
#include <functional>

#include "exercise/classify/answers.h"

namespace exercise {

/// reversed: along one axis, or over all elements, the order is the opposite one.
inline Explained reversed(const Facts& facts) {
  const std::size_t rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows, cols = facts.cols;
  const std::size_t plane = rows * cols;
  struct Axis {
    std::string words;
    std::function<std::size_t(std::size_t)> from;
    bool applies;
  };
  const Axis axes[] = {
      {"the elements are in the opposite order, last to first",
       [&](std::size_t cell) { return facts.total() - 1 - cell; }, true},
      {"each row is in the opposite order",
       [&](std::size_t cell) { return cell / cols * cols + cols - 1 - cell % cols; }, cols > 1 && facts.rows > 1},
      {"the rows are in the opposite order",
       [&](std::size_t cell) { return cell / plane * plane + (rows - 1 - cell / cols % rows) * cols + cell % cols; },
       rows > 1},
      {"the planes are in the opposite order",
       [&](std::size_t cell) { return (facts.shape.extent[0] - 1 - cell / plane) * plane + cell % plane; },
       facts.shape.rank == 3 && facts.shape.extent[0] > 1}};
  for (const Axis& axis : axes) {
    if (!axis.applies || !fitAnswers(facts, axis.from).holds()) continue;
    return Explanation{"reversed", axis.words + answerExample(facts, axis.from), "day 8",
                       answersExplained(facts, axis.from)};
  }
  return std::nullopt;
}

/// result-transposed: the results of a matrix stand where its transpose has them.
inline Explained resultTransposed(const Facts& facts) {
  if (facts.shape.rank != 2 || facts.rows < 2 || facts.cols < 2 || facts.traceable()) return std::nullopt;
  const auto from = [&](std::size_t cell) { return cell % facts.rows * facts.cols + cell / facts.rows; };
  if (!fitAnswers(facts, from).holds()) return std::nullopt;
  return Explanation{"result-transposed",
                     "the results are right and stored as the transpose: rows and columns of the output are swapped" +
                         answerExample(facts, from),
                     "day 8", answersExplained(facts, from)};
}

/// local-index: an input is indexed by the thread's number in its block, so every block reads what block 0 does.
inline Explained localIndex(const Facts& facts) {
  if (facts.rows != 1 && facts.shape.rank != 1) return std::nullopt;
  const auto* const f =
      facts.relation != nullptr && facts.relation->elementwise ? &facts.relation->elementwise : nullptr;
  for (const std::size_t size : blockSizes(facts)) {
    if (size < 8 || size * 2 > facts.total()) continue;
    for (const int operands : {3, 1, 2}) {
      if (operands != 3 && f == nullptr) continue;
      std::size_t explained = 0;
      bool fits = true;
      for (std::size_t i = 0; i < facts.total() && fits; ++i) {
        if (!facts.wroteWrong(i) && !facts.right(i)) continue;
        const std::size_t local = i % size;
        fits = facts.holds(i, operands == 3 ? facts.expected[local]
                                            : (*f)((operands & 1) != 0 ? local : i, (operands & 2) != 0 ? local : i));
        explained += facts.wrong[i];
      }
      if (!fits || explained < 2) continue;
      const std::string what = operands == 3   ? "every block holds"
                               : operands == 1 ? "the first operand is"
                                               : "the second operand is";
      return Explanation{"local-index",
                         what + " block 0's: an index counts the " + number(size) +
                             " threads of a block and not those of the blocks before, so index " + number(size) +
                             " repeats index 0",
                         "day 2", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
    }
  }
  return std::nullopt;
}

/// one-result-for-several: groups of neighbors along a row hold the result of the first of them: what a thread has for
/// several elements was stored from one variable, or an index was divided.
inline Explained oneResultForSeveral(const Facts& facts) {
  if (facts.shape.rank == 3 || facts.traceable()) return std::nullopt;
  for (const std::size_t group : {2, 4, 8, 16, 32}) {
    if (group * 2 > facts.cols) break;
    const auto from = [&](std::size_t cell) { return cell - facts.col(cell) % group; };
    if (!fitAnswers(facts, from).holds()) continue;
    return Explanation{"one-result-for-several",
                       "each " + number(group) + " neighbors hold the result of the first of them" +
                           answerExample(facts, from) + ": one variable is stored for " + number(group) + " elements",
                       "day 18", answersExplained(facts, from)};
  }
  return std::nullopt;
}

/// thread-not-in-index: all elements, or all of a block, use one element of an operand: another axis' thread number,
/// which is always 0, or the block's number stands where the element's belongs.
inline Explained threadNotInIndex(const Facts& facts) {
  if (facts.rows != 1 || facts.total() < 3 || facts.relation == nullptr || !facts.relation->elementwise)
    return std::nullopt;
  const auto& f = facts.relation->elementwise;
  std::vector<std::size_t> sizes{facts.total()};
  for (const std::size_t size : blockSizes(facts))
    if (size >= 8 && size * 2 <= facts.total()) sizes.push_back(size);
  for (const std::size_t size : sizes)
    for (const unsigned operands : {1U, 2U, 3U}) {
      std::size_t explained = 0;
      bool fits = true;
      for (std::size_t i = 0; i < facts.total() && fits; ++i) {
        if (!facts.wroteWrong(i) && !facts.right(i)) continue;
        fits = facts.holds(i, f((operands & 1) != 0 ? i / size : i, (operands & 2) != 0 ? i / size : i));
        explained += facts.wrong[i];
      }
      if (!fits || explained < 2) continue;
      const std::string what = operands == 3   ? "of both operands"
                               : operands == 1 ? "of the first operand"
                                               : "of the second operand";
      return Explanation{"thread-not-in-index",
                         (size == facts.total()
                              ? "every element is made with element 0 "
                              : "the elements of block b, " + number(size) + " of them, are all made with element b ") +
                             what + ": its index leaves out the thread along x",
                         "day 2", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
    }
  return std::nullopt;
}

/// copied: the output is the input, in its own order, although something was to be done with it.
inline Explained copiedInput(const Facts& facts) {
  std::size_t copied = 0, wrong = 0;
  const bool traced = facts.traceable() && facts.inRows * facts.inCols == facts.total();
  const bool given = facts.relation != nullptr && facts.relation->input.size() == facts.total();
  if (!traced && !given) return std::nullopt;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell) && !facts.right(cell)) continue;
    if (traced ? facts.source[cell] != cell : facts.got[cell] != facts.relation->input[cell]) return std::nullopt;
    ++copied;
    wrong += facts.wrong[cell];
  }
  if (wrong < 2) return std::nullopt;
  return Explanation{"copied",
                     "the output is a copy of the input, in its own order: " + number(copied) + " elements, of which " +
                         number(copied - wrong) + " belong there",
                     "day 4", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}

/// ignores-input: with other inputs the wrong cells hold the same values, where others are due.
inline Explained ignoresInput(const Facts& facts) {
  if (facts.other.empty()) return std::nullopt;
  std::size_t cells = 0, due = 0, indices = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell)) continue;
    if (facts.got[cell] != facts.other[cell]) return std::nullopt;
    ++cells;
    due += facts.otherExpected[cell] != facts.expected[cell] ? 1 : 0;
    indices += facts.got[cell] == static_cast<double>(cell) ? 1 : 0;
  }
  // A constant 0 is written-zero's, and a few cells agree by chance.
  if (cells < 2 || due * 2 < cells) return std::nullopt;
  bool zeros = true;
  for (std::size_t cell = 0; cell < facts.total(); ++cell)
    zeros = zeros && (!facts.wroteWrong(cell) || facts.got[cell] == 0);
  if (zeros) return std::nullopt;
  return Explanation{"ignores-input",
                     "the output does not depend on the input: " + counted(cells, "wrong cell") +
                         " hold the same for other inputs" + (indices == cells ? ", each its own index" : ""),
                     "day 5", cellsWhere(facts, [&](std::size_t cell) { return !facts.unwritten[cell]; })};
}

}  // namespace exercise
