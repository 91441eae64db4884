#pragma once
// The state a handler sees: one warp of one block, and the host thread's environment behind it.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/decode/instruction.h"

namespace gpusim {

constexpr unsigned warpSize = 32;
constexpr std::uint32_t allLanes = 0xffffffff;

class Worker;

/// Why an instruction gives its turn away: to be polite, or because what it waits for is up to others of the block.
enum class Yield : std::uint8_t { none, turn, wait };

/// Lanes of one warp that run together. A warp that never diverges has one.
struct Split {
  enum class State : std::uint8_t { ready, atBarrier, atWarpSync };
  std::uint32_t mask = 0;
  std::uint32_t block = 0;  // basic block it runs next
  std::int32_t join = -1;   // innermost place where it waits for its siblings, an index into Warp::joins
  State state = State::ready;
  std::uint8_t barrier = 0;
  std::uint32_t barrierSource = 0;
};

/// A place where diverged lanes meet again.
struct Join {
  std::uint32_t block = 0;
  std::uint32_t expected = 0, arrived = 0;
  std::int32_t parent = -1;
  bool inUse = false;
};

struct Warp {
  std::array<char*, 4> base{};  // by Operand::Base
  std::uint32_t mask = 0;       // lanes that execute the current instruction
  std::uint32_t live = 0;       // lanes that have not exited
  std::uint32_t exists = 0;     // lanes the block has
  std::uint32_t index = 0;      // of the warp in its block
  std::uint32_t syncs = 0;      // warp-level synchronisations so far; racecheck orders lanes by it
  Worker* worker = nullptr;
  char* local = nullptr;  // 32 frames of localBytes each
  std::vector<Split> splits;
  std::vector<Join> joins;
  Yield yields = Yield::none;
  unsigned starved = 0;  // slices run while other lanes waited at a join

  template <class T>
  T* at(Operand operand) {
    return reinterpret_cast<T*>(base[operand.base] + operand.offset);
  }
  std::uint32_t& predicate(Operand operand) { return *at<std::uint32_t>(operand); }
};

}  // namespace gpusim
