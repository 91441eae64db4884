// Calls of device functions: activations of one warp, what they pass, and how lanes come back together.
//
// Lanes that call together share one activation; those that come from elsewhere have another, so lanes of one warp may
// be in different functions, or in one function at different depths.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/decode/context.h"
#include "sim/exec/block_runner.h"

namespace gpusim {
namespace {

char* frameOf(const DecodedKernel& code, const Frame& frame) {
  return frame.registers + code.functions[frame.function].frameOffset;
}

std::uint64_t* head(char* frame, std::uint32_t field) { return reinterpret_cast<std::uint64_t*>(frame + field); }

void copyPlace(char* to, FramePlace at, const char* from, FramePlace what, std::uint32_t lanes) {
  const std::uint32_t bytes = std::min(at.bytes, what.bytes);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    std::memcpy(to + at.offset + lane * at.stride(), from + what.offset + lane * what.stride(), bytes);
  }
}

}  // namespace

/// Operands of registers and frame mean this activation from now on.
void BlockRunner::enterFrame(Warp& warp, std::uint32_t frame) const {
  const Frame& entered = warp.frames[frame];
  warp.base[Operand::registers] = entered.registers;
  warp.base[Operand::frame] = frameOf(code_, entered);
}

/// The stacks of a warp that starts: the kernel's own variables and nothing else.
void BlockRunner::resetStack(Warp& warp) const {
  const DecodedFunction& kernel = code_.functions[0];
  warp.vacantFrames.clear();
  for (std::uint32_t k = 1; k < warp.frames.size(); ++k) warp.vacantFrames.push_back(k);
  warp.frames[0].mask = warp.exists;
  if (kernel.frameBytes == 0) return;
  char* frame = frameOf(code_, warp.frames[0]);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    head(frame, FrameHead::localBase)[lane] = 0;
    head(frame, FrameHead::stackTop)[lane] = kernel.localBytes;
  }
}

/// A call by name, or through a pointer: then the lanes that call what the first one calls go now, and the rest come
/// back to this call. False when the launch faulted.
bool BlockRunner::call(Warp& warp, Split& split, const Terminator& end) {
  std::uint32_t function = code_.callSites[end.target].function;
  if (function == CallSite::indirect) {
    const auto* target = warp.at<const std::uint64_t>(end.predicate);
    const std::uint64_t first = target[std::countr_zero(split.mask)];
    const auto found = code_.functionByAddress.find(first);
    if (found == code_.functionByAddress.end()) {
      const auto lane = static_cast<unsigned>(std::countr_zero(split.mask));
      const Site site = worker_.siteAt(warp, end.source, lane);
      const std::string what = fmt::format(
          "call through a pointer that holds {:#x}, the address of no function that this kernel could call", first);
      worker_.report(Tool::memcheck, "call of no function", site, nullptr, what);
      // Instructions lie on 16-byte boundaries; an H200 tells the two apart.
      worker_.fault(first % 16 != 0 ? ErrorCode::misalignedAddress : ErrorCode::invalidProgramCounter, what);
      return false;
    }
    function = found->second;
    std::uint32_t same = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) same |= std::uint32_t{target[lane] == first} << lane;
    same &= split.mask;
    // A card's lanes do not meet again behind such a call, only where they would have met anyway.
    if (same != split.mask) {
      Split rest = split;
      rest.mask &= ~same;
      warp.splits.push_back(rest);
      split.mask = same;
    }
  }
  enterFunction(warp, split, end, function);
  return !worker_.faulted();
}

void BlockRunner::enterFunction(Warp& warp, Split& split, const Terminator& end, std::uint32_t function) {
  const DecodedFunction& callee = code_.functions[function];
  const CallSite& site = code_.callSites[end.target];
  if (warp.vacantFrames.empty()) {
    warp.vacantFrames.push_back(static_cast<std::uint32_t>(warp.frames.size()));
    warp.frames.emplace_back();
  }
  const std::uint32_t index = warp.vacantFrames.back();
  warp.vacantFrames.pop_back();
  Frame& frame = warp.frames[index];
  const std::size_t bytes = std::size_t{callee.frameOffset} + callee.frameBytes + 64;
  if (frame.capacity < bytes) {
    frame.storage = std::make_unique<char[]>(bytes);
    frame.capacity = bytes;
    const auto start = reinterpret_cast<std::uintptr_t>(frame.storage.get());
    frame.registers = frame.storage.get() + (64 - start % 64) % 64;
  }
  frame.function = function;
  frame.mask = split.mask;
  frame.caller = split.frame;
  frame.site = end.target;
  frame.returnTo = end.next;
  frame.join = addJoin(warp, split, end.next);

  char* from = frameOf(code_, warp.frames[split.frame]);
  char* to = frameOf(code_, frame);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const std::uint64_t base = (head(from, FrameHead::stackTop)[lane] + callOverheadBytes + 15) / 16 * 16;
    head(to, FrameHead::localBase)[lane] = base;
    head(to, FrameHead::stackTop)[lane] = base + callee.localBytes;
    if ((split.mask >> lane & 1) == 0 || base + callee.localBytes <= worker_.launch.localBytes) continue;
    const std::string what = fmt::format(
        "the stack of a thread overflows: {} needs byte {}, the limit is {} (cudaDeviceSetLimit(cudaLimitStackSize, …) "
        "raises it)",
        callee.name, base + callee.localBytes, worker_.launch.localBytes);
    worker_.report(Tool::memcheck, "stack overflow", worker_.siteAt(warp, end.source, lane), nullptr, what);
    worker_.fault(ErrorCode::stackOverflow, what);
    return;
  }
  for (std::size_t k = 0; k < site.arguments.size(); ++k)
    copyPlace(to, callee.parameters[k], from, site.arguments[k], split.mask);
  split.join = frame.join;
  split.frame = index;
  split.block = callee.entry;
  enterFrame(warp, index);
}

void BlockRunner::returnToCaller(Warp& warp, Split& split) {
  const Frame& frame = warp.frames[split.frame];
  const DecodedFunction& callee = code_.functions[frame.function];
  const CallSite& site = code_.callSites[frame.site];
  char* to = frameOf(code_, warp.frames[frame.caller]);
  for (std::size_t k = 0; k < site.results.size(); ++k)
    copyPlace(to, site.results[k], frameOf(code_, frame), callee.results[k], split.mask);
  const Split inside = split;
  split.block = frame.returnTo;
  split.join = frame.join;
  split.frame = frame.caller;
  // Lanes that stay in the function longer must not wait for these.
  forgetLanes(warp, inside.join, frame.join, split.mask);
  leaveFrames(warp, inside.frame, split.frame, split.mask);
  enterFrame(warp, split.frame);
}

/// The lanes are gone from the activation `frame` and its callers up to `past`; empty ones are vacant again.
void BlockRunner::leaveFrames(Warp& warp, std::uint32_t frame, std::uint32_t past, std::uint32_t lanes) const {
  while (frame != past && frame != 0) {
    Frame& left = warp.frames[frame];
    left.mask &= ~lanes;
    if (left.mask == 0) warp.vacantFrames.push_back(frame);
    frame = left.caller;
  }
}

}  // namespace gpusim
