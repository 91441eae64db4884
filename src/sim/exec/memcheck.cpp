// memcheck's part of an access that is not plainly good: lane by lane, what is wrong with it. Execution does it,
// because an access out of bounds must also not happen.
#include <fmt/format.h>

#include "sim/exec/access_text.h"
#include "sim/exec/worker.h"

namespace gpusim {
std::uint32_t Worker::checkGlobal(Warp& warp, const Instruction& instruction, const std::uint64_t* address,
                                  AccessKind kind) {
  using Outside = AddressSpace::Outside;
  std::uint32_t good = 0;
  const unsigned bytes = instruction.width;
  const AddressSpace& memory = launch.memory;
  const bool watch = (launch.options.tools & static_cast<std::uint32_t>(Tool::memcheck)) != 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    const DeviceAddress at = address[lane];
    const std::string text = accessText(kind, bytes, "global");
    const auto tell = [&](const std::string& what, const std::string& message) {
      if (watch) report(Tool::memcheck, what, site(warp, instruction, lane), nullptr, message);
    };
    if (at % bytes != 0) {
      std::string what =
          fmt::format("{}: address {:#x} is not a multiple of {} (it is {} past one)", text, at, bytes, at % bytes);
      if (memory.live(at, at + 1).contains(at, at + 1)) what += fmt::format(", {}", memory.describe(at));
      tell(fmt::format("misaligned {}", verb(kind)), what);
      fault(ErrorCode::misalignedAddress, what);
      continue;
    }
    const LiveRange live = memory.live(at, at + bytes);
    if (live.contains(at, at + bytes)) {
      if (!live.constant || kind == AccessKind::load) {
        good |= 1u << lane;
        continue;
      }
      const std::string what = fmt::format("{}: {}, which device code can only read", text, memory.describe(at));
      tell("write to constant memory", what);
      fault(ErrorCode::illegalAddress, what);
      continue;
    }
    const Outside where = memory.outside(at);
    std::string what = fmt::format("{}: {:#x} is {}", text, at, memory.describe(at));
    // The code says whether the guess is right.
    if (const std::size_t guess = what.find(AddressSpace::wrapGuess);
        guess != std::string::npos && instruction.narrowIndex != 0)
      what.replace(guess, std::string::npos, " (the index is a product of 32 bits, and wrapped past 2^31)");
    if (where == Outside::host)
      what = fmt::format(
          "{}: {:#x} is the host's own memory (a host pointer?), which device code cannot reach: copy it "
          "to memory of cudaMalloc first",
          text, at);
    tell(where == Outside::freed  ? fmt::format("{} after free", verb(kind))
         : where == Outside::host ? fmt::format("{} through a host pointer", verb(kind))
         : where == Outside::null ? fmt::format("{} through a null pointer", verb(kind))
                                  : fmt::format("out-of-bounds {}", verb(kind)),
         what);
    // A card faults only on pages it has not mapped; near an allocation the access goes through.
    if (memory.mapped(at, at + bytes))
      good |= 1u << lane;
    else
      fault(ErrorCode::illegalAddress, what);
  }
  return good;
}

/// How far an offset outside `size` bytes of shared memory is from them.
static std::string distanceFrom(std::uint64_t offset, std::uint64_t size) {
  const auto signedOffset = static_cast<std::int64_t>(offset);
  if (signedOffset < 0) return fmt::format("{} before their start", -signedOffset);
  return offset <= size ? std::string("right past their end") : fmt::format("{} past their end", offset - size);
}

std::uint32_t Worker::checkShared(Warp& warp, const Instruction& instruction, const std::uint64_t* address,
                                  AccessKind kind) {
  std::uint32_t inside = 0;
  const unsigned bytes = instruction.width;
  const bool watch = (launch.options.tools & static_cast<std::uint32_t>(Tool::memcheck)) != 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    const bool misaligned = address[lane] % bytes != 0;
    // Not address + bytes: 4 bytes before the start would wrap around to the start.
    if (!misaligned && address[lane] < sharedSize && bytes <= sharedSize - address[lane]) {
      inside |= 1u << lane;
      continue;
    }
    const std::string what =
        misaligned
            ? fmt::format("{}: offset {} is not a multiple of {} (it is {} past one)",
                          accessText(kind, bytes, "shared"), address[lane], bytes, address[lane] % bytes)
            : fmt::format("{}: offset {} is outside the block's {} bytes, {} ({} declared, {} asked for at launch)",
                          accessText(kind, bytes, "shared"), static_cast<std::int64_t>(address[lane]), sharedSize,
                          distanceFrom(address[lane], sharedSize), launch.code.staticSharedBytes,
                          launch.config.dynamicSharedBytes);
    if (watch)
      report(Tool::memcheck,
             fmt::format("{} {} of shared memory", misaligned ? "misaligned" : "out-of-bounds", verb(kind)),
             site(warp, instruction, lane), nullptr, what);
    fault(misaligned ? ErrorCode::misalignedAddress : ErrorCode::illegalAddress, what);
  }
  return inside;
}

}  // namespace gpusim
