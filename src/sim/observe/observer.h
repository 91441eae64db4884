#pragma once
// What a checker sees of a launch. Every hook defaults to nothing; a checker overrides what it needs.
// One observer serves one host thread, which runs one block at a time or several in turns.
#include <cstdint>

#include "sim/exec/warp.h"

namespace gpusim {

/// One warp instruction that touches memory, before it takes effect: memory still holds what was there.
struct MemoryEvent {
  const Instruction& instruction;
  const Warp& warp;
  Space space;  // global, shared or local; never generic
  AccessKind kind;
  unsigned bytes;                // a lane, all elements of a vector together
  std::uint32_t mask;            // lanes that access memory, all in bounds
  const std::uint64_t* address;  // 32 entries; shared: offset into the block's shared memory
  bool contiguous;               // all 32 lanes, each `bytes` after the one before
  bool uniform;                  // all lanes of `mask` at one address
  unsigned units;                // sectors or wavefronts counted; 0 when another access carries this one
  unsigned conflicts;            // wavefronts of them that another layout would spare
};

/// A branch that sent the lanes of `taken` one way and the rest of `mask` the other.
struct SplitEvent {
  const Warp& warp;
  std::uint32_t source;  // index into DecodedKernel::sources
  std::uint32_t mask, taken;
};

/// The shared memory and identity of a resident block; observers keep their own state by `slot`.
struct BlockView {
  Dim3 index;
  Dim3 dimensions;  // threads
  unsigned slot = 0;
  const char* shared = nullptr;
  std::size_t sharedBytes = 0;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void blockBegin(const BlockView&) {}
  /// Every thread of the block that has not exited passed a barrier together.
  virtual void blockBarrier(const BlockView&) {}
  /// Lanes arrive at barrier `number`, to wait there or, with `goesOn`, to go on (bar.arrive).
  virtual void barrierArrival(unsigned /*number*/, const Warp&, std::uint32_t /*lanes*/, bool /*goesOn*/,
                              const BlockView&) {}
  /// These lanes pass barrier `number`, which is not all of the block. Comes once for each warp that waited.
  virtual void barrierPassed(unsigned /*number*/, const Warp&, std::uint32_t /*lanes*/, const BlockView&) {}
  /// The barrier is empty again: later arrivals belong to its next use.
  virtual void barrierReset(unsigned /*number*/, const BlockView&) {}
  /// Lanes arrive at the mbarrier at this offset of shared memory: what they did before comes with them.
  virtual void mbarrierArrival(std::uint64_t /*offset*/, const Warp&, std::uint32_t /*lanes*/, const BlockView&) {}
  /// Its phase is over: whoever waits for it has all that arrivals brought.
  virtual void mbarrierPhase(std::uint64_t /*offset*/, const BlockView&) {}
  /// These lanes found the phase over that they waited for.
  virtual void mbarrierPassed(std::uint64_t /*offset*/, const Warp&, std::uint32_t /*lanes*/, const BlockView&) {}
  /// Lanes of one warp pass a warp-level operation together: __syncwarp, a shuffle, a vote.
  virtual void warpSync(const Warp&, std::uint32_t /*lanes*/, const BlockView&) {}
  /// A memory fence by the lanes of warp.mask.
  virtual void fence(const Instruction&, const Warp&, const BlockView&) {}
  virtual void memory(const MemoryEvent&, const BlockView&) {}
  /// An asynchronous copy starts that is to write here. Its memory() comes when it lands.
  virtual void copyStarts(const MemoryEvent&, const BlockView&) {}
  virtual void split(const SplitEvent&, const BlockView&) {}
};

}  // namespace gpusim
