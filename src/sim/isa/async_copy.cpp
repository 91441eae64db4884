// Asynchronous copies from global to shared memory: PTX ISA section "cp.async" and its kin. exec/async_copies.h says
// when they land.
#include "sim/exec/async_copies.h"
#include "sim/isa/addressing.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// Reads `size` bytes of a lane's source, less than the copy's: in pieces that are aligned, largest first.
void readPart(Warp& warp, const Instruction& instruction, unsigned lane, std::uint64_t from, unsigned size, char* to) {
  const std::uint32_t all = warp.mask;
  warp.mask = 1u << lane;
  for (unsigned done = 0, piece = 8; piece != 0; piece /= 2)
    while (size - done >= piece) {
      Instruction part = instruction;
      part.width = static_cast<std::uint8_t>(piece);
      alignas(64) std::uint64_t address[warpSize];
      address[lane] = from + done;
      const Access access = warp.worker->global(warp, part, address, AccessKind::load);
      if (access.mask != 0) std::memcpy(to + done, reinterpret_cast<const char*>(from + done + access.delta), piece);
      done += piece;
    }
  warp.mask = all;
}

// Operands: 0 source size or none, 1 ignore-source predicate or none, 4 destination, 5 source. The source's offset is
// in the first operand past the sixth.
struct CopyAsync {
  static void run(Warp& warp, const Instruction& instruction) {
    Worker& worker = *warp.worker;
    const std::uint32_t all = warp.mask;
    const unsigned bytes = instruction.width;
    alignas(64) std::uint64_t to[warpSize], from[warpSize];
    addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, to);
    if (instruction.wideAddress)
      for (std::uint64_t& address : to)
        address = address - sharedWindow < windowBytes ? address - sharedWindow : address;
    const auto* source = warp.at<const std::uint64_t>(instruction.operand[5]);
    const auto* offset = warp.at<const std::uint64_t>(moreOperands(warp, instruction)[0]);
    for (unsigned lane = 0; lane < warpSize; ++lane) from[lane] = source[lane] + offset[lane];

    const std::uint32_t inside = worker.sharedTarget(warp, instruction, to);
    std::uint32_t whole = inside, part = 0;
    std::uint32_t size[warpSize];
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      size[lane] = instruction.operand[0].base == Operand::none
                       ? bytes
                       : std::min<std::uint32_t>(warp.at<const std::uint32_t>(instruction.operand[0])[lane], bytes);
      if (instruction.operand[1].base != Operand::none && (warp.predicate(instruction.operand[1]) >> lane & 1) != 0)
        size[lane] = 0;
      if (size[lane] == bytes) continue;
      whole &= ~(1u << lane);
      if (size[lane] != 0) part |= inside & 1u << lane;
    }
    if (inside == 0) return;
    worker.copyStarts(warp, instruction, inside, to);
    AsyncCopies::Copy& copy = worker.async->issue(warp, instruction, inside, to);
    warp.mask = whole;
    if (whole != 0) {
      const Access access = worker.global(warp, instruction, from, AccessKind::load);
      for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        std::memcpy(copy.bytes[lane].data(), reinterpret_cast<const char*>(from[lane] + access.delta), bytes);
      }
    }
    for (std::uint32_t rest = part; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      readPart(warp, instruction, lane, source[lane] + offset[lane], size[lane], copy.bytes[lane].data());
    }
    warp.mask = all;
  }
};

struct Commit {
  static void run(Warp& warp, const Instruction&) { warp.worker->async->commit(warp); }
};
struct WaitGroup {
  static void run(Warp& warp, const Instruction& instruction) {
    warp.worker->async->waitForGroups(warp, static_cast<unsigned>(instruction.immediate));
  }
};
struct WaitAll {
  static void run(Warp& warp, const Instruction&) { warp.worker->async->waitForAll(warp); }
};

void copy(DecodeContext& context) {
  const bool allLevels = context.take("ca");
  if (!allLevels && !context.take("cg")) return context.fail("not an asynchronous copy this simulator knows");
  if (!context.take("shared") && !context.take("shared::cta"))
    return context.fail("an asynchronous copy writes shared memory", ErrorCode::invalidPtx);
  context.take("global");
  const bool hint = context.take("L2::cache_hint");
  for (std::string_view level : {"L2::64B", "L2::128B", "L2::256B"}) context.take(level);
  context.out.space = Space::shared;
  addressSource(context, 5, context.operandAt(1));
  if (context.failed()) return;
  if (!context.out.wideAddress) return context.fail("the source needs a 64-bit address", ErrorCode::invalidPtx);
  context.place(firstMore) = context.builder.constant(static_cast<std::uint64_t>(context.out.immediate), 8);
  addressSource(context, 4, context.operandAt(0));
  const std::uint64_t bytes = context.literal(context.operandAt(2));
  if ((bytes != 4 && bytes != 8 && bytes != 16) || (!allLevels && bytes != 16))
    return context.fail("an asynchronous copy moves 4, 8 or 16 bytes", ErrorCode::invalidPtx);
  context.out.width = context.out.elementBytes = static_cast<std::uint8_t>(bytes);
  context.out.isAsyncCopy = true;
  const std::size_t last = context.count() - (hint ? 1 : 0);
  context.ignoreOperands(last);  // the policy
  if (last > 3) {
    const ast::Operand& extra = context.operandAt(3);
    const auto found = context.builder.registerByName.find(extra.name);
    const bool isPredicate = found != context.builder.registerByName.end() &&
                             context.builder.registers[found->second].type == ScalarType::pred;
    if (isPredicate)
      context.predicateSource(1, extra);
    else
      context.source(0, extra, ScalarType::u32);
  }
  setHandler(context, CopyAsync::run);
}

void cp(DecodeContext& context) {
  if (!context.take("async")) return context.fail("not a copy this simulator knows");
  if (context.take("bulk")) return context.fail("bulk copies (TMA) are not supported");
  if (context.take("commit_group")) return setHandler(context, Commit::run);
  if (context.take("wait_all")) return setHandler(context, WaitAll::run);
  if (context.take("wait_group")) {
    context.out.immediate = static_cast<std::int64_t>(context.literal(context.operandAt(0)));
    return setHandler(context, WaitGroup::run);
  }
  if (context.take("mbarrier")) return decodeCopyArrival(context);
  copy(context);
}

constexpr IsaRow rows[] = {{"cp", cp}};

}  // namespace

std::span<const IsaRow> asyncCopyRows() { return rows; }

}  // namespace gpusim
