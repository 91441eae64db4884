#pragma once
// How a race is told: one finding for each pair of lines, in words that say what orders such accesses.
#include <unordered_map>

#include "sim/exec/worker.h"

namespace gpusim {

/// How an access orders itself against others: weak ones race with everything, strong ones not with each other when
/// their scopes reach.
enum class AccessStrength : std::uint8_t { weak, volatileAccess, strongBlock, strongDevice, atomicBlock, atomicDevice };

inline AccessStrength strengthOf(const Instruction& instruction, AccessKind kind) {
  if (kind == AccessKind::atomic)
    return instruction.scope == Scope::cta ? AccessStrength::atomicBlock : AccessStrength::atomicDevice;
  if (instruction.order == Order::weak) return AccessStrength::weak;
  if (instruction.order == Order::isVolatile) return AccessStrength::volatileAccess;
  return instruction.scope == Scope::cta ? AccessStrength::strongBlock : AccessStrength::strongDevice;
}

/// Whether two accesses may meet unordered without a race. `sameBlock`, `sameWarp`: of their threads.
inline bool mayMeet(AccessStrength a, AccessStrength b, bool sameBlock, bool sameWarp, bool shared) {
  if (a == AccessStrength::weak || b == AccessStrength::weak) return false;
  const auto reaches = [&](AccessStrength s) {
    if (s == AccessStrength::volatileAccess && shared && sameWarp) return false;  // the warp-synchronous style
    return sameBlock || (s != AccessStrength::strongBlock && s != AccessStrength::atomicBlock);
  };
  // An atomic reaches a volatile access of its warp; two volatile accesses of one warp are no synchronization.
  if (a == AccessStrength::volatileAccess && b == AccessStrength::volatileAccess) return reaches(a);
  const auto wide = [&](AccessStrength s) { return s == AccessStrength::volatileAccess || reaches(s); };
  return wide(a) && wide(b);
}

/// One access of a race: the later one, whose thread is running, or the earlier one, as it was remembered.
struct RaceParty {
  Dim3 block, thread;
  std::uint32_t source = 0;
  bool writes = false;
  AccessStrength strength = AccessStrength::weak;
};

struct Race {
  RaceParty here, there;
  bool shared = false;
  bool sameBlock = false, sameWarp = false;
  bool sameInstruction = false;  // lanes of one store
  bool update = false;           // both write what their line has read from there: +=
  bool sameValue = false;        // both write, and the value is the same: a note
};

class RaceReporter {
 public:
  explicit RaceReporter(Worker& worker);
  /// Whether two instructions of the kernel came from one line.
  bool sameLine(std::uint32_t source, std::uint32_t other) const;
  /// `place` is called for the text of the place only when the race is a new one: "shared byte 12".
  template <class F>
  void report(const Race& race, F&& place) {
    const std::uint64_t key =
        std::uint64_t{race.here.source} << 40 | std::uint64_t{race.there.source & 0xffffff} << 16 | kindBits(race);
    Finding*& finding = known_[key];
    if (finding != nullptr)
      ++finding->count;
    else
      finding = &add(race, place());
  }
  /// Whether the store of `event` by `lane` leaves the `bytes` at `address` as they are, or as `otherLane` of the same
  /// store puts them (`otherLane` below 32). `memory` holds them as they are. False where that cannot be told.
  static bool keepsValue(const MemoryEvent& event, unsigned lane, std::uint64_t address, unsigned bytes,
                         const char* memory, unsigned otherLane);
  /// How the message names a byte of shared memory that `access` touched.
  std::string sharedPlace(std::uint64_t offset, const Instruction& access) const;
  Dim3 threadAt(std::uint32_t linear) const;
  Dim3 blockAt(std::uint64_t linear) const;

 private:
  static std::uint64_t kindBits(const Race& race);
  Finding& add(const Race& race, const std::string& place);
  Worker& worker_;
  std::unordered_map<std::uint64_t, Finding*> known_;
  bool hasAtomics_ = false;
};

}  // namespace gpusim
