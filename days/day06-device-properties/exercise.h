#pragma once
// Day 6's exercise: a legal launch for any card description. See src/exercise/day.h for what each member is for.
//
// solve() runs on the host. Each element of the output is one description, and holds the number of the first rule that
// the launch chosen for it breaks; 0 when it breaks none.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/lend.h"
#include "exercise/text.h"

/// Written by the learner: grid and block for n elements, one thread an element, on `card`.
void solve(const cudaDeviceProp& card, std::size_t n, int registersPerThread, std::size_t sharedBytesPerThread,
           dim3& grid, dim3& block);

namespace day06 {

constexpr unsigned registerUnit = 256;  // registers are given to a warp in units of so many
constexpr unsigned warpStep = 4;        // a block's warps are counted in steps of so many

/// One card and one kernel.
struct Description {
  cudaDeviceProp card{};
  std::size_t n = 1;
  int registersPerThread = 32;
  std::size_t sharedBytesPerThread = 0;
};

/// Registers that a block of `threads` threads counts as.
inline std::uint64_t registersOf(const Description& what, std::uint64_t threads) {
  const std::uint64_t warpSize = static_cast<std::uint64_t>(what.card.warpSize);
  const std::uint64_t warps = (threads + warpSize - 1) / warpSize;
  const std::uint64_t perWarp = static_cast<std::uint64_t>(what.registersPerThread) * warpSize;
  return (warps + warpStep - 1) / warpStep * warpStep * ((perWarp + registerUnit - 1) / registerUnit * registerUnit);
}

inline bool fits(const Description& what, std::uint64_t threads) {
  return threads <= static_cast<std::uint64_t>(what.card.maxThreadsPerBlock) &&
         registersOf(what, threads) <= static_cast<std::uint64_t>(what.card.regsPerBlock) &&
         threads * what.sharedBytesPerThread <= what.card.sharedMemPerBlock;
}

/// The most threads, in whole warps, that a block of this kernel may have.
inline std::uint64_t largestBlock(const Description& what) {
  const std::uint64_t warpSize = static_cast<std::uint64_t>(what.card.warpSize);
  std::uint64_t threads = static_cast<std::uint64_t>(what.card.maxThreadsPerBlock) / warpSize * warpSize;
  while (threads > warpSize && !fits(what, threads)) threads -= warpSize;
  return threads;
}

inline std::uint64_t countOf(const dim3& extents) { return std::uint64_t{extents.x} * extents.y * extents.z; }

/// The first rule that a launch breaks, and in what numbers; rule 0: none.
struct Broken {
  int rule = 0;
  std::string faultClass, headline;
};

inline Broken brokenRule(const Description& what, const dim3& grid, const dim3& block) {
  using exercise::number;
  const unsigned grids[] = {grid.x, grid.y, grid.z}, blocks[] = {block.x, block.y, block.z};
  const std::string axes[] = {"x", "y", "z"};
  const auto count = [](int value) { return static_cast<std::uint64_t>(value); };
  for (int axis = 0; axis < 3; ++axis)
    if (grids[axis] == 0 || blocks[axis] == 0)
      return {1, "extent-zero", (grids[axis] == 0 ? "grid." : "block.") + axes[axis] + " is 0: nothing would run"};
  for (int axis = 0; axis < 3; ++axis)
    if (blocks[axis] > count(what.card.maxThreadsDim[axis]))
      return {2, "block-extent",
              "block." + axes[axis] + " is " + number(blocks[axis]) + ", above the card's " +
                  number(count(what.card.maxThreadsDim[axis]))};
  const std::uint64_t threads = countOf(block), warpSize = count(what.card.warpSize);
  if (threads > count(what.card.maxThreadsPerBlock))
    return {3, "block-too-large",
            "a block of " + number(threads) + " threads is above the card's " +
                number(count(what.card.maxThreadsPerBlock))};
  if (threads % warpSize != 0)
    return {4, "partial-warp",
            "a block of " + number(threads) + " threads is no whole number of warps of " + number(warpSize)};
  if (registersOf(what, threads) > count(what.card.regsPerBlock))
    return {5, "too-many-registers",
            number(threads) + " threads with " + number(count(what.registersPerThread)) + " registers each count as " +
                number(registersOf(what, threads)) + ", the card has " + number(count(what.card.regsPerBlock))};
  if (threads * what.sharedBytesPerThread > what.card.sharedMemPerBlock)
    return {6, "too-much-shared",
            number(threads) + " threads with " + number(what.sharedBytesPerThread) + " shared bytes each need " +
                number(threads * what.sharedBytesPerThread) + ", the card has " + number(what.card.sharedMemPerBlock)};
  for (int axis = 0; axis < 3; ++axis)
    if (grids[axis] > count(what.card.maxGridSize[axis]))
      return {7, "grid-extent",
              "grid." + axes[axis] + " is " + number(grids[axis]) + ", above the card's " +
                  number(count(what.card.maxGridSize[axis]))};
  const std::uint64_t blockCount = countOf(grid), needed = (what.n + threads - 1) / threads;
  if (blockCount < needed)
    return {8, "elements-left-over",
            number(blockCount) + " blocks of " + number(threads) + " threads do not cover " + number(what.n) +
                " elements: " + number(needed) + " are needed"};
  if (blockCount > 2 * needed)
    return {9, "too-many-blocks",
            number(blockCount) + " blocks where " + number(needed) + " cover all elements: more than twice as many"};
  const std::uint64_t largest = largestBlock(what);
  if (threads < largest)
    return {10, "block-not-largest",
            "a block of " + number(threads) + " threads, and " + number(largest) + " would be legal"};
  return {};
}

inline void nameCard(cudaDeviceProp& card, const std::string& name) {
  std::snprintf(card.name, sizeof card.name, "%s", name.c_str());
}

/// What every card of compute capability 7.5 to 9.0 says (FACT-SHEET.md section 2).
inline cudaDeviceProp realCard(const std::string& name) {
  cudaDeviceProp card{};
  nameCard(card, name);
  card.warpSize = 32;
  card.maxThreadsPerBlock = 1024;
  card.regsPerBlock = 65536;
  card.sharedMemPerBlock = 49152;
  const int block[] = {1024, 1024, 64}, grid[] = {2147483647, 65535, 65535};
  std::copy(block, block + 3, card.maxThreadsDim);
  std::copy(grid, grid + 3, card.maxGridSize);
  return card;
}

/// Description number `index`: six cards that exist, then cards that do not, with limits in odd places.
inline Description description(std::uint64_t seed, std::size_t index) {
  Description what;
  const auto real = [&](const char* name, std::size_t n, int registers, std::size_t shared) {
    what.card = realCard(name);
    what.n = n;
    what.registersPerThread = registers;
    what.sharedBytesPerThread = shared;
    return what;
  };
  switch (index) {
    case 0:
      return real("Tesla T4", 1000, 32, 0);
    case 1:
      return real("NVIDIA A100-SXM4-40GB", 1000003, 40, 0);
    case 2:
      return real("NVIDIA L4", 70001, 80, 0);
    case 3:
      return real("NVIDIA H100 80GB HBM3", (std::size_t{1} << 32) + 1, 255, 0);
    case 4:
      return real("NVIDIA H200", 1, 32, 100);
    case 5:
      return real("NVIDIA GeForce RTX 4090", 3000000000000, 32, 0);
    default:
      break;
  }
  std::uint64_t state = exercise::derivedSeed(seed, index, 6);
  const auto pick = [&](std::initializer_list<std::size_t> from) {
    state = exercise::derivedSeed(state, 1, 0);
    return *(from.begin() + static_cast<std::ptrdiff_t>(state % from.size()));
  };
  cudaDeviceProp& card = what.card;
  nameCard(card, "invented card " + std::to_string(index));
  card.warpSize = static_cast<int>(pick({32, 32, 64}));
  card.maxThreadsPerBlock = static_cast<int>(pick({256, 512, 768, 1000, 1024, 1536}));
  card.regsPerBlock = static_cast<int>(pick({32768, 65536, 131072}));
  card.sharedMemPerBlock = pick({16384, 49152, 65536});
  card.maxThreadsDim[0] = static_cast<int>(pick({64, 256, 1024, 1536}));
  card.maxThreadsDim[1] = static_cast<int>(pick({64, 512, 1024}));
  card.maxThreadsDim[2] = 64;
  card.maxGridSize[0] = static_cast<int>(pick({1000, 65535, 2147483647}));
  card.maxGridSize[1] = static_cast<int>(pick({1000, 65535}));
  card.maxGridSize[2] = static_cast<int>(pick({1000, 65535}));
  what.registersPerThread = static_cast<int>(pick({16, 33, 64, 80, 127}));
  what.sharedBytesPerThread = pick({0, 0, 4, 52, 100});
  what.n = pick({1, 255, 257, 1000003, 67107841, 4294967297, 20000000000});
  return what;
}

/// The choice that solve() makes for a description.
inline Broken judged(const Description& what) {
  dim3 grid(0, 0, 0), block(0, 0, 0);
  using exercise::Lent;
  const Lent card(&what.card, sizeof what.card, Lent::readOnly), choice(&grid, sizeof grid, Lent::readAndWrite),
      threads(&block, sizeof block, Lent::readAndWrite);
  ::solve(what.card, what.n, what.registersPerThread, what.sharedBytesPerThread, grid, block);
  return brokenRule(what, grid, block);
}

inline std::uint64_t seedOf(const exercise::Problem& problem) { return static_cast<std::uint64_t>(problem.scalars[0]); }

inline exercise::Problem launchProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  Problem problem;
  problem.shape = shape;
  problem.scalars = {static_cast<double>(seed & 0xffffffffU)};
  problem.arrays.push_back(outputArray("broken rule", ElementType::i32, shape, std::vector<double>(shape.count(), 0)));
  problem.arrays[0].cellName = [seed](std::size_t, std::size_t index) {
    return "rule broken at description " + number(index) + ", " + description(seed & 0xffffffffU, index).card.name;
  };
  return problem;
}

}  // namespace day06

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day06";

  /// How many descriptions.
  static std::vector<Shape> ladder() { return {Shape(1), Shape(6), Shape(60), Shape(600)}; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day06::launchProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    std::vector<std::int32_t> rules(problem.shape.count());
    for (std::size_t i = 0; i < rules.size(); ++i)
      rules[i] = day06::judged(day06::description(day06::seedOf(problem), i)).rule;
    cudaMemcpy(at[0], rules.data(), rules.size() * sizeof(rules[0]), cudaMemcpyHostToDevice);
  }

  /// The first description whose launch breaks a rule, in words: the same choice is asked for once more.
  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t array,
                                                    const exercise::Bytes& got) {
    for (std::size_t i = 0; i < problem.shape.count(); ++i) {
      const int rule = static_cast<int>(exercise::elementAt(got, problem.arrays[array].type, i));
      if (rule == 0) continue;
      const day06::Description what = day06::description(day06::seedOf(problem), i);
      const day06::Broken broken = day06::judged(what);
      exercise::Diagnosis diagnosis;
      diagnosis.see = "day 6";
      if (broken.rule != rule) {
        diagnosis.faultClass = "choice-changes";
        diagnosis.headline = "asked twice for the same card and kernel, solve() chooses two different launches";
        return diagnosis;
      }
      diagnosis.faultClass = broken.faultClass;
      diagnosis.headline = std::string(what.card.name) + ": rule " + std::to_string(rule) + ", " + broken.headline;
      return diagnosis;
    }
    return std::nullopt;
  }
};
#endif
