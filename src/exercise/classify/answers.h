#pragma once
// Wrong cells that hold what belongs into another cell. Where inputs cannot be traced, the expected values themselves
// say which cell was meant.
#include "exercise/classify/explanation.h"

namespace exercise {

/// Like fitSources: compares the written wrong cells with what belongs into cell `predict(cell)`, or nowhere. A right
/// cell into which another value would have been put contradicts as well.
template <class Predict>
Fit fitAnswers(const Facts& facts, Predict predict) {
  Fit fit;
  for (const bool wrongOnes : {true, false}) {
    for (std::size_t cell = 0; cell < facts.total(); ++cell) {
      if (wrongOnes ? !facts.wroteWrong(cell) : !facts.right(cell)) continue;
      const std::size_t from = predict(cell);
      if (from == nowhere) {
        fit.open += wrongOnes ? 1 : 0;
      } else if (!facts.holds(cell, facts.expected[from])) {
        fit.broken = true;
        return fit;
      } else if (wrongOnes && from != cell) {
        ++fit.explained;
      }
    }
    if (wrongOnes && !fit.holds()) break;
  }
  return fit;
}

/// The wrong cells that such a map explains, those for which it says nothing among them.
template <class Predict>
std::vector<std::uint8_t> answersExplained(const Facts& facts, Predict predict) {
  return cellsWhere(facts, [&](std::size_t cell) {
    if (facts.unwritten[cell]) return false;
    const std::size_t from = predict(cell);
    return from == nowhere || facts.holds(cell, facts.expected[from]);
  });
}

/// "[5]", "[5][3]" or "[2][5][3]", as the program would write it.
inline std::string place(const Facts& facts, std::size_t cell) {
  const std::size_t cols = facts.cols, rows = facts.shape.rank == 3 ? facts.shape.extent[1] : facts.rows;
  std::string out = "[" + std::to_string(cell % cols) + "]";
  if (facts.shape.rank == 1) return out;
  out = "[" + std::to_string(cell / cols % rows) + "]" + out;
  return facts.shape.rank == 3 ? "[" + std::to_string(cell / cols / rows) + "]" + out : out;
}

/// " (out[5] holds what belongs into out[6])" for the first wrong cell that is explained.
template <class Predict>
std::string answerExample(const Facts& facts, Predict predict) {
  const std::string name = facts.name.empty() ? "out" : facts.name;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wroteWrong(cell)) continue;
    const std::size_t from = predict(cell);
    if (from == nowhere || !facts.holds(cell, facts.expected[from])) continue;
    return " (" + name + place(facts, cell) + " holds what belongs into " + name + place(facts, from) + ")";
  }
  return "";
}

/// Whether a block that was launched has `size` threads, along one axis or in all.
inline bool isBlockExtent(const Facts& facts, std::size_t size) {
  for (const Launch& launch : facts.launches) {
    if (launch.threads() == size) return true;
    for (const std::uint64_t extent : launch.block)
      if (extent == size) return true;
  }
  return false;
}

/// Threads a block worth trying along one axis: those of the launches first, then the usual ones.
inline std::vector<std::size_t> blockSizes(const Facts& facts) {
  std::vector<std::size_t> sizes;
  const auto add = [&](std::uint64_t size) {
    for (const std::size_t known : sizes)
      if (known == size) return;
    if (size >= 2) sizes.push_back(static_cast<std::size_t>(size));
  };
  for (const Launch& launch : facts.launches) {
    add(launch.threads());
    for (const std::uint64_t extent : launch.block) add(extent);
  }
  for (const std::size_t size : {256, 128, 512, 1024, 64, 32, 16, 8}) add(size);
  return sizes;
}

}  // namespace exercise
