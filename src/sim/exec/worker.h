#pragma once
// One host thread of a launch: its counters, observers and findings, and the memory a handler may reach.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "sim/decode/instruction.h"
#include "sim/exec/access.h"
#include "sim/memory/address_space.h"
#include "sim/model/block_sample.h"
#include "sim/observe/observer.h"

namespace gpusim {

/// What all host threads of a launch share.
struct Launch {
  const Kernel& kernel;
  const DecodedKernel& code;
  LaunchConfig config;
  AddressSpace& memory;
  const Card& card;
  DeviceOptions options;
  std::span<const std::byte> parameters;
  std::uint64_t gridId = 0;
  std::vector<char> threadPool;  // Operand::thread, one stretch a warp index
  std::size_t threadPoolStride = 0;
  std::size_t localBytes = 0;                    // of one thread's stack
  DeviceAddress gridWorkspace = 0;               // of a cooperative launch; 0 otherwise
  SampledBlocks sampledBlocks{config.grid, 64};  // whose accesses the time model looks at one by one
};

/// How a handler moves an access's bytes.
struct Access {
  std::uint32_t mask = 0;  // lanes to move; the others faulted or sit out
  AccessShape::Kind kind = AccessShape::Kind::scattered;
  std::uint64_t delta = 0;  // host address = address + delta
};

class AsyncCopies;

class Worker {
 public:
  explicit Worker(const Launch& launch);

  /// Checks, counts and announces an access; `address` has 32 entries, those of idle lanes are overwritten.
  Access global(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind);
  Access shared(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind);
  Access local(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind);
  /// Checks where an instruction is to write shared memory later; returns the lanes that may. Nothing is counted.
  std::uint32_t sharedTarget(Warp& warp, const Instruction& instruction, const std::uint64_t* address);
  /// Announce the write of an asynchronous copy that is to come, and of one that lands now.
  void copyStarts(const Warp& warp, const Instruction& instruction, std::uint32_t mask, const std::uint64_t* address);
  void landed(const Warp& warp, const Instruction& instruction, std::uint32_t mask, const std::uint64_t* address);
  /// Constant bank: read-only memory of the module; bounds-checked, not counted as global.
  Access constant(Warp& warp, const Instruction& instruction, std::uint64_t* address);
  /// The kernel's parameters, which a pointer may reach too; `address` holds offsets.
  Access parameter(Warp& warp, const Instruction& instruction, std::uint64_t* address);

  /// Adds to the finding of the same tool, kind and sources, or starts one. It stays in place.
  Finding& report(Tool tool, const std::string& kind, const Site& site, const Site* other, const std::string& message,
                  bool note = false);
  /// Ends the launch with this error unless another came first.
  void fault(ErrorCode code, const std::string& message);
  bool faulted() const { return !faults.empty(); }

  Site site(const Warp& warp, const Instruction& instruction, unsigned lane) const {
    return siteAt(warp, instruction.source, lane);
  }
  /// The line a finding names: where the code was written or, when that is another file than the kernel's (atomicAdd of
  /// the toolkit's headers), where the kernel's file calls it.
  const SourceLine& lineOf(std::uint32_t source) const;
  Site siteAt(const Warp& warp, std::uint32_t source, unsigned lane) const;

  const Launch& launch;
  std::vector<AccessSite> sites;             // by Instruction::index
  std::vector<std::uint64_t> passes, lanes;  // by basic block: times run by a warp, and by lanes
  std::vector<std::uint64_t> divergent;      // by basic block: branches that split the warp
  std::vector<std::uint64_t> branches, barriers;
  std::vector<std::unique_ptr<Observer>> observers;
  BlockSample sample;
  BlockView block;       // the one that runs now
  bool sampled = false;  // whether that is one of the sample
  char* sharedBytes = nullptr;
  std::size_t sharedSize = 0;
  AsyncCopies* async = nullptr;  // of the block that runs now
  std::vector<Error> faults;
  std::string printed;

  std::map<std::tuple<int, std::string, std::string, unsigned, std::string, unsigned>, Finding> findings;

 private:
  void announce(const Warp& warp, const Instruction& instruction, Space space, AccessKind kind, std::uint32_t mask,
                const std::uint64_t* address, AccessShape::Kind shape, unsigned units, unsigned conflicts);
  void translate(std::uint64_t* address, std::uint32_t mask) const;
  // memcheck.cpp: which lanes may go, and a finding or fault for each that may not.
  std::uint32_t checkGlobal(Warp& warp, const Instruction& instruction, const std::uint64_t* address, AccessKind kind);
  std::uint32_t checkShared(Warp& warp, const Instruction& instruction, const std::uint64_t* address, AccessKind kind);
};

/// Overwrites idle lanes' addresses with the first active lane's, so that loops need no mask. Returns that address.
inline std::uint64_t fillIdleLanes(std::uint64_t* address, std::uint32_t mask) {
  const std::uint64_t base = address[static_cast<unsigned>(__builtin_ctz(mask))];
  if (mask != allLanes)
    for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = (mask >> lane & 1) != 0 ? address[lane] : base;
  return base;
}

}  // namespace gpusim
