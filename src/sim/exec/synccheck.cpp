// synccheck: what is said of barriers that not all threads reach, and of warp-level operations whose mask is not true.
#include <fmt/format.h>

#include <bit>

#include "sim/exec/block_runner.h"

namespace gpusim {

bool BlockRunner::watchesSync() const {
  return (worker_.launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0;
}

/// "warps 4-11", "lanes 16-31 of warps 1-2 and warp 3"; `missing` has a lane mask for each warp.
std::string BlockRunner::missingLanes(const std::vector<std::uint32_t>& missing) const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " and ") + part; };
  for (std::size_t k = 0; k < missing.size(); ++k) {
    if (missing[k] == 0) continue;
    const bool whole = missing[k] == warps_[k].exists;
    std::size_t last = k;
    const auto alike = [&](std::size_t next) {
      return whole ? missing[next] == warps_[next].exists
                   : missing[next] == missing[k] && missing[next] != warps_[next].exists;
    };
    while (last + 1 < missing.size() && alike(last + 1)) ++last;
    const std::string warps = last == k ? fmt::format("warp {}", k) : fmt::format("warps {}-{}", k, last);
    const int low = std::countr_zero(missing[k]), high = 31 - std::countl_zero(missing[k]);
    if (whole)
      add(warps);
    else if (high - low + 1 != std::popcount(missing[k]))
      add(fmt::format("{} lanes of {}{}", std::popcount(missing[k]), last == k ? "" : "each of ", warps));
    else
      add(low == high ? fmt::format("lane {} of {}", low, warps) : fmt::format("lanes {}-{} of {}", low, high, warps));
    k = last;
  }
  return text;
}

/// Reports a barrier that not all threads reach, or reach at two places.
void BlockRunner::checkBarrier(unsigned number, bool complete) {
  if (!watchesSync()) return;
  if (complete && liveThreads_ == threads_ && warps_.size() == 1 && warps_[0].splits.size() == 1) return;
  const Warp* first = nullptr;
  const Split* firstSplit = nullptr;
  const std::uint32_t expected = barriers_[number].expected;
  for (const Warp& warp : warps_)
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      if (first == nullptr) {
        first = &warp;
        firstSplit = &split;
      } else if (expected == 0 &&
                 (split.barrierSource != firstSplit->barrierSource || split.block != firstSplit->block)) {
        const Site here = worker_.siteAt(*first, firstSplit->barrierSource,
                                         static_cast<unsigned>(std::countr_zero(firstSplit->mask)));
        const Site there =
            worker_.siteAt(warp, split.barrierSource, static_cast<unsigned>(std::countr_zero(split.mask)));
        barrierBroken_ = true;
        worker_.report(Tool::synccheck, "barrier met at two places", here, &there,
                       "threads of one block wait at different __syncthreads(): the barrier pairs up code that was not "
                       "meant to meet");
        return;
      }
    }
  if (first == nullptr) return;
  const Site here =
      worker_.siteAt(*first, firstSplit->barrierSource, static_cast<unsigned>(std::countr_zero(firstSplit->mask)));
  if (!complete) {
    std::vector<std::uint32_t> missing;
    for (const Warp& warp : warps_) {
      missing.push_back(expected != 0 ? warp.exists : warp.live);
      for (const Split& split : warp.splits)
        if (split.state == Split::State::atBarrier && split.barrier == number) missing.back() &= ~split.mask;
    }
    barrierBroken_ = true;
    worker_.report(Tool::synccheck, "barrier not reached by all", here, nullptr,
                   fmt::format("{} of {} threads wait at {}, {} never come: on a card this hangs or is undefined",
                               barriers_[number].arrived, expected != 0 ? expected : liveThreads_,
                               number == 0 ? std::string("__syncthreads()") : fmt::format("barrier {}", number),
                               missingLanes(missing)));
  } else if (expected == 0 && liveThreads_ < threads_ && !barrierBroken_) {
    const Site other = worker_.siteAt(warps_[exitThread_ / warpSize], exitSource_, exitThread_ % warpSize);
    worker_.report(
        Tool::synccheck, "barrier left early", here, &other,
        fmt::format(
            "{} of {} threads returned before a __syncthreads() that the rest of the block waits at, "
            "by an early return or past a branch that has it: the others go on without them (sm_70 and later), and "
            "what they should have left behind is missing",
            threads_ - liveThreads_, threads_));
  }
}

/// `lanes` run a warp-level operation with the member mask `members`.
void BlockRunner::checkMembers(const Warp& warp, std::uint32_t lanes, std::uint32_t members,
                               const BasicBlock& block) const {
  if (!watchesSync()) return;
  const std::uint32_t source = block.first < block.last ? code_.instructions[block.first].source : 0;
  if (const std::uint32_t outside = lanes & ~members; outside != 0) {
    const auto lane = static_cast<unsigned>(std::countr_zero(outside));
    worker_.report(Tool::synccheck, "lane outside its own mask", worker_.siteAt(warp, source, lane), nullptr,
                   fmt::format("lane {} takes part with mask {:#010x}, which does not name it: the result is undefined",
                               lane, members));
  }
  // The language lets a mask name lanes that are gone. Only what is read from them is undefined.
  if (const std::uint32_t gone = members & warp.exists & ~warp.live; gone != 0)
    worker_.report(Tool::synccheck, "mask names an exited lane",
                   worker_.siteAt(warp, source, static_cast<unsigned>(std::countr_zero(lanes))), nullptr,
                   fmt::format("mask {:#010x} names lane {}, which has exited", members, std::countr_zero(gone)), true);
}

/// A warp-level operation that lanes named in its mask never reach, on a block where nothing else can run.
void BlockRunner::checkAbandoned(const Warp& warp, const Split& split) const {
  if (!watchesSync()) return;
  const BasicBlock& block = code_.blocks[split.block];
  const std::uint32_t source = block.first < block.last ? code_.instructions[block.first].source : 0;
  const auto lane = static_cast<unsigned>(std::countr_zero(split.mask));
  const std::uint32_t members = const_cast<Warp&>(warp).at<const std::uint32_t>(block.warpSync)[lane];
  std::vector<std::uint32_t> missing(warps_.size(), 0);
  missing[warp.index] = members & warp.live & ~split.mask;
  worker_.report(Tool::synccheck, "warp synchronization not reached by all", worker_.siteAt(warp, source, lane),
                 nullptr,
                 fmt::format("mask {:#010x} names {}, which never come to this warp-level operation", members,
                             missingLanes(missing)));
}

}  // namespace gpusim
