#pragma once
// Addresses of instructions that touch memory otherwise than as ld and st do: atomics, barriers in memory, matrix loads
// and asynchronous copies.
#include <cstring>

#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/memory/address_space.h"

namespace gpusim {

/// Takes the address `[base + offset]`: the base into `slot`, the offset into `immediate`, the width of the base
/// register into `wideAddress`. Without a state space in the instruction, a variable names its own.
void addressSource(DecodeContext& context, unsigned slot, const ast::Operand& operand);

/// `.global`, `.shared` or none of them (generic) into `out.space`.
void takeSpace(DecodeContext& context);

/// cp.async.mbarrier.arrive, after `mbarrier` (mbarrier.cpp).
void decodeCopyArrival(DecodeContext& context);

/// The lanes' values of an address operand plus `offset`.
inline void addressesOf(Warp& warp, Operand base, bool wide, std::int64_t offset, std::uint64_t* address) {
  const auto add = static_cast<std::uint64_t>(offset);
  if (wide) {
    const auto* from = warp.at<const std::uint64_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = from[lane] + add;
  } else {
    const auto* from = warp.at<const std::uint32_t>(base);
    for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = from[lane] + add;
  }
}

/// Has the lanes' addresses checked, counted and announced, each in the space it names (a generic access may name
/// both), and calls `use(access, address)` for each space with lanes that may go. Shared addresses are offsets by then.
template <class F>
void inSpaces(Warp& warp, const Instruction& instruction, const std::uint64_t* address, AccessKind kind, F&& use) {
  Worker& worker = *warp.worker;
  const std::uint32_t all = warp.mask;
  alignas(64) std::uint64_t at[warpSize];
  if (instruction.space != Space::generic) {
    std::memcpy(at, address, sizeof at);
    const bool isShared = instruction.space == Space::shared;
    const Access access =
        isShared ? worker.shared(warp, instruction, at, kind) : worker.global(warp, instruction, at, kind);
    if (access.mask != 0) use(access, at, isShared);
    return;
  }
  std::uint32_t shared = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    shared |= std::uint32_t{address[lane] - sharedWindow < windowBytes} << lane;
  for (const bool isShared : {true, false}) {
    warp.mask = all & (isShared ? shared : ~shared);
    if (warp.mask == 0) continue;
    for (unsigned lane = 0; lane < warpSize; ++lane) at[lane] = address[lane] - (isShared ? sharedWindow : 0);
    const Access access =
        isShared ? worker.shared(warp, instruction, at, kind) : worker.global(warp, instruction, at, kind);
    if (access.mask != 0) use(access, at, isShared);
  }
  warp.mask = all;
}

/// The operands past the sixth.
inline const Operand* moreOperands(const Warp& warp, const Instruction& instruction) {
  return warp.worker->launch.code.moreOperands.data() + instruction.more;
}
constexpr unsigned firstMore = 6;  // slot of moreOperands(...)[0]

}  // namespace gpusim
