#pragma once
// What a `why` event says (docs/protocol.md), typed, and brought home to the learner's file: instructions that were
// inlined from elsewhere belong to the innermost line of the file that called for them; the rest is "elsewhere".
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json.h"

namespace harness {

constexpr unsigned warpLanes = 32;

/// Counters by their names in snake_case; what is absent is 0.
class Counts {
 public:
  std::uint64_t operator[](std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? 0 : found->second;
  }
  void add(const std::string& name, std::uint64_t value) { values_[name] += value; }
  void add(const Counts& other) {
    for (const auto& [name, value] : other.values_) values_[name] += value;
  }
  const std::map<std::string, std::uint64_t, std::less<>>& all() const { return values_; }

 private:
  std::map<std::string, std::uint64_t, std::less<>> values_;
};

/// A warp at one moment.
struct WarpFacts {
  std::array<std::uint64_t, 3> block{}, thread{};  // thread: of lane 0
  std::uint32_t exists = 0, mask = 0;              // lanes the block has; lanes that took part
};

constexpr std::int64_t sectorBytes = 32;  // what DRAM, L2 and L1 pass on at once

/// Accesses of one line in one memory space, and the one of them that was furthest above its ideal.
struct AccessFacts {
  bool isShared = false;
  std::string kind;                      // "load", "store", "atomic"
  unsigned bytes = 0, elementBytes = 0;  // of a lane's access; of one element of a vector
  bool isReal = false;                   // floating-point elements
  unsigned narrowIndex = 0;              // 31 or 32: its index holds a product that can outgrow as many bits; else 0
  std::uint64_t requests = 0, units = 0, idealUnits = 0, lanes = 0;  // units: sectors, or wavefronts when shared
  WarpFacts worst;
  unsigned worstUnits = 0, worstIdeal = 0;
  std::array<std::int64_t, warpLanes> address{};  // bytes from the allocation's or the shared memory's start
  std::uint64_t allocationBytes = 0;

  bool active(unsigned lane) const { return (worst.mask >> lane & 1) != 0; }
  double perRequest(std::uint64_t value) const {
    return requests == 0 ? 0 : static_cast<double>(value) / static_cast<double>(requests);
  }
};

/// Branches of one line that split a warp, and the most even split.
struct SplitFacts {
  std::uint64_t splits = 0;
  WarpFacts most;
  std::uint32_t taken = 0;
};

struct LineFacts {
  std::uint64_t line = 0;  // of the learner's file; 0: elsewhere
  Counts counts;
  std::vector<AccessFacts> accesses;
  std::vector<SplitFacts> splits;
};

struct KernelFacts {
  std::string name;
  std::uint64_t launches = 0;
  std::array<std::uint64_t, 3> grid{}, block{};
  double modelledMilliseconds = 0;
  Counts counts;
  std::vector<LineFacts> lines;  // by line; elsewhere first when there is any
};

/// How many cells of each field of the output are wrong (src/exercise/wrong_map.h).
struct WrongMap {
  std::string array;
  std::uint64_t rows = 0, cols = 0, fieldRows = 0, fieldCols = 0;
  std::vector<std::vector<std::uint64_t>> wrong, unwritten;
};

struct WhyFacts {
  std::string shape;
  std::uint64_t seed = 0, bytes = 0, wrong = 0, total = 0;
  std::string error;  // why the call ended early; empty when it did not
  std::vector<KernelFacts> kernels;
  std::optional<WrongMap> map;

  Counts counts() const;  // of all kernels
};

/// Reads the event. `isLearners` tells the learner's file among those the compiler names. Nothing when a field is not
/// as docs/protocol.md says.
std::optional<WhyFacts> readWhy(const Json& event, const std::function<bool(const std::string&)>& isLearners);

}  // namespace harness
