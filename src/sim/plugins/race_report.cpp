#include "sim/plugins/race_report.h"

#include <fmt/format.h>

#include "sim/exec/shared_place.h"

namespace gpusim {
namespace {

bool isAtomic(AccessStrength strength) {
  return strength == AccessStrength::atomicBlock || strength == AccessStrength::atomicDevice;
}

const char* name(const RaceParty& party) {
  if (isAtomic(party.strength)) return "an atomic";
  if (party.strength != AccessStrength::weak) return party.writes ? "a volatile write" : "a volatile read";
  return party.writes ? "a write" : "a read";
}

/// What would order these two.
std::string cure(const Race& race, bool hasAtomics, bool oneWarp) {
  const RaceParty &a = race.here, &b = race.there;
  if (race.update)
    return std::string("both update it, and one update gets lost: use an atomic") +
           (hasAtomics && !race.shared ? ", or under a lock __threadfence() after taking and before giving it up" : "");
  if (race.sameInstruction) return "lanes of one store put different values there, and which stays is undefined";
  const bool oneIsStrong = (a.strength == AccessStrength::weak) != (b.strength == AccessStrength::weak);
  if (!race.sameBlock && (a.strength == AccessStrength::atomicBlock || b.strength == AccessStrength::atomicBlock))
    return "an atomic of block scope says nothing to another block: use device scope";
  if (race.sameWarp && !race.shared && oneIsStrong)
    return "an atomic and a plain access are not ordered, not even in one warp";
  if (race.sameWarp)
    return oneWarp ? "no __syncwarp() between them" : "no __syncwarp() or __syncthreads() between them";
  if (race.sameBlock) return "no __syncthreads() between them";
  if (isAtomic(a.strength) || isAtomic(b.strength))
    return "an atomic does not order a plain access: make both atomic, or add __threadfence() and a flag";
  if (oneIsStrong) return "the plain one can be kept back or moved: make both atomic, or fence before the flag";
  return "blocks of one launch run in any order, and nothing orders these two";
}

}  // namespace

bool RaceReporter::keepsValue(const MemoryEvent& event, unsigned lane, std::uint64_t address, unsigned bytes,
                              const char* memory, unsigned otherLane) {
  const Instruction& instruction = event.instruction;
  const unsigned size = instruction.elementBytes;
  if (size == 0 || size > 8) return false;
  Warp& warp = const_cast<Warp&>(event.warp);
  // The byte of a lane's store that goes to `at`, or -1.
  const auto byteOf = [&](unsigned of, std::uint64_t at) {
    const std::uint64_t offset = at - event.address[of], element = offset / size;
    if (at < event.address[of] || element >= 4 || instruction.operand[element].base == Operand::none) return -1;
    const Operand operand = instruction.operand[element];
    const std::uint64_t slot =
        instruction.wideSlots ? warp.at<const std::uint64_t>(operand)[of] : warp.at<const std::uint32_t>(operand)[of];
    return static_cast<int>(slot >> 8 * (offset % size) & 0xff);
  };
  for (unsigned k = 0; k < bytes; ++k) {
    const int mine = byteOf(lane, address + k);
    const int other =
        otherLane < warpSize ? byteOf(otherLane, address + k) : static_cast<int>(static_cast<unsigned char>(memory[k]));
    if (mine < 0 || mine != other) return false;
  }
  return true;
}

std::string RaceReporter::sharedPlace(std::uint64_t offset, const Instruction& access) const {
  return gpusim::sharedPlace(worker_.launch.code, offset, access);
}

Dim3 RaceReporter::threadAt(std::uint32_t linear) const {
  const Dim3 shape = worker_.launch.config.block;
  return {linear % shape.x, linear / shape.x % shape.y, linear / shape.x / shape.y};
}

Dim3 RaceReporter::blockAt(std::uint64_t linear) const {
  const Dim3 grid = worker_.launch.config.grid;
  return {static_cast<std::uint32_t>(linear % grid.x), static_cast<std::uint32_t>(linear / grid.x % grid.y),
          static_cast<std::uint32_t>(linear / grid.x / grid.y)};
}

std::uint64_t RaceReporter::kindBits(const Race& race) {
  return (race.shared ? 1u : 0u) | (race.sameBlock ? 2u : 0u) | (race.sameWarp ? 4u : 0u) | (race.sameValue ? 8u : 0u) |
         (race.update ? 1u << 13 : 0u) | (race.here.writes ? 16u : 0u) | (race.there.writes ? 32u : 0u) |
         static_cast<std::uint64_t>(race.here.strength) << 6 | static_cast<std::uint64_t>(race.there.strength) << 9 |
         (race.sameInstruction ? 1u << 12 : 0u);
}

Finding& RaceReporter::add(const Race& race, const std::string& place) {
  const auto site = [&](const RaceParty& party) {
    return Site{party.block, party.thread, worker_.lineOf(party.source)};
  };
  const Site here = site(race.here), there = site(race.there);
  const Dim3 thread = race.there.thread, block = race.there.block;
  const std::string whose =
      fmt::format("thread ({},{},{}){}", thread.x, thread.y, thread.z,
                  race.sameWarp    ? " of the same warp"
                  : race.sameBlock ? std::string()
                                   : fmt::format(" of block ({},{},{})", block.x, block.y, block.z));
  if (race.sameValue)
    return worker_.report(
        Tool::racecheck, "same value written", here, &there,
        fmt::format("{} is written by {} too, with the same value: harmless as long as it is", place, whose), true);
  const std::string message = fmt::format("{} {} {} races with {} by {}: {}", name(race.here),
                                          isAtomic(race.here.strength) ? "on" : "of", place, name(race.there), whose,
                                          cure(race, hasAtomics_, worker_.launch.config.block.count() <= warpSize));
  Finding& finding = worker_.report(Tool::racecheck, "race", here, &there, message);
  // A lost update shows as a read against a write at first. Once both have written, that is what to say.
  if (race.update) {
    finding.message = message;
    finding.site = here;
    finding.other = {there};
  }
  return finding;
}

RaceReporter::RaceReporter(Worker& worker) : worker_(worker) {
  for (const Instruction& instruction : worker.launch.code.instructions) hasAtomics_ |= instruction.isAtomic;
}

bool RaceReporter::sameLine(std::uint32_t source, std::uint32_t other) const {
  const SourceLine &a = worker_.lineOf(source), &b = worker_.lineOf(other);
  return a.line != 0 && a.line == b.line && a.file == b.file;
}

}  // namespace gpusim
