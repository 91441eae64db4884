#pragma once
// The state a handler sees: one warp of one block, and the host thread's environment behind it.
#include <array>
#include <cstdint>
#include <memory>
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
  std::uint32_t frame = 0;  // activation of the function it is in, an index into Warp::frames
  State state = State::ready;
  std::uint8_t barrier = 0;
  std::uint32_t barrierSource = 0;
};

/// A place where diverged lanes meet again.
struct Join {
  std::uint32_t block = 0;
  std::uint32_t expected = 0, arrived = 0;
  std::int32_t parent = -1;
  std::uint32_t frame = 0;  // in which activation: a block number alone says nothing once functions recurse
  bool inUse = false;
};

/// One activation of a function: registers and frame of the lanes that called it together. The kernel's own is the
/// first.
struct Frame {
  char* registers = nullptr;
  std::uint32_t function = 0;  // into DecodedKernel::functions
  std::uint32_t mask = 0;      // lanes in it or in what it called
  std::uint32_t caller = 0;    // frame
  std::uint32_t site = 0;      // into DecodedKernel::callSites
  std::int32_t join = -1;      // where its lanes meet again in the caller
  std::uint32_t returnTo = 0;  // basic block
  std::size_t capacity = 0;
  std::unique_ptr<char[]> storage;
};

struct Warp {
  std::array<char*, 5> base{};  // by Operand::Base
  std::uint32_t mask = 0;       // lanes that execute the current instruction
  std::uint32_t live = 0;       // lanes that have not exited
  std::uint32_t exists = 0;     // lanes the block has
  std::uint32_t index = 0;      // of the warp in its block
  std::uint32_t syncs = 0;      // warp-level synchronisations so far; racecheck orders lanes by it
  Worker* worker = nullptr;
  char* local = nullptr;  // 32 stacks of Launch::localBytes each
  std::vector<Split> splits;
  std::vector<Join> joins;
  std::vector<Frame> frames;                // [0] is the kernel's
  std::vector<std::uint32_t> vacantFrames;  // of `frames`
  Yield yields = Yield::none;
  unsigned starved = 0;    // slices run while other lanes waited at a join
  std::uint8_t turns = 0;  // since it was last seen whether it spins
  bool stuck = false;      // all that can run did spin then

  template <class T>
  T* at(Operand operand) {
    return reinterpret_cast<T*>(base[operand.base] + operand.offset);
  }
  std::uint32_t& predicate(Operand operand) { return *at<std::uint32_t>(operand); }
};

}  // namespace gpusim
