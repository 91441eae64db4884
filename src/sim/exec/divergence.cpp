// Diverged lanes: where they part, wait for each other and leave.
#include <bit>

#include "sim/exec/block_runner.h"

namespace gpusim {

/// True when the split now waits: lanes of the member mask are still elsewhere.
bool BlockRunner::parkAtWarpSync(Warp& warp, Split& split) {
  const BasicBlock& block = code_.blocks[split.block];
  const auto* mask = warp.at<const std::uint32_t>(block.warpSync);
  // Groups with masks of their own may arrive together.
  const auto wantedBy = [&](std::uint32_t lanes) {
    std::uint32_t members = 0;
    for (; lanes != 0; lanes &= lanes - 1) members |= mask[std::countr_zero(lanes)];
    return members & warp.live;
  };
  if ((wantedBy(split.mask) & ~split.mask) == 0) return false;
  // Join lanes that wait here already.
  for (std::size_t k = 0; k < warp.splits.size();) {
    const Split& other = warp.splits[k];
    if (other.state == Split::State::atWarpSync && other.block == split.block && other.join == split.join &&
        other.frame == split.frame) {
      split.mask |= other.mask;
      warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  if ((wantedBy(split.mask) & ~split.mask) == 0) return false;
  split.state = Split::State::atWarpSync;
  warp.splits.push_back(split);
  return true;
}

/// Lanes that run together may still name different partners: each member mask is a meeting of its own.
void BlockRunner::announceWarpSync(const Warp& warp, const Split& split, const BasicBlock& block) const {
  const auto* mask = const_cast<Warp&>(warp).at<const std::uint32_t>(block.warpSync);
  for (std::uint32_t rest = split.mask; rest != 0;) {
    const std::uint32_t members = mask[std::countr_zero(rest)];
    std::uint32_t together = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) together |= std::uint32_t{mask[lane] == members} << lane;
    together &= rest;
    rest &= ~together;
    if ((together & ~members) != 0 || (members & ~warp.live) != 0) checkMembers(warp, together, members, block);
    for (const auto& observer : worker_.observers) observer->warpSync(warp, together & members, view_);
  }
}

/// True when the split goes on: everyone expected is here, and the split is now all of them.
bool BlockRunner::arriveAtJoin(Warp& warp, Split& split) {
  while (split.join >= 0) {
    Join& join = warp.joins[static_cast<std::size_t>(split.join)];
    if (join.block != split.block || join.frame != split.frame) return true;
    join.arrived |= split.mask;
    if ((join.expected & ~join.arrived) != 0) return false;
    split.mask = join.arrived & warp.live;
    split.join = join.parent;
    join.inUse = false;
    warp.starved = 0;
  }
  return true;
}

/// A place where all lanes of the split, which is in the same activation, will meet.
std::int32_t BlockRunner::addJoin(Warp& warp, const Split& split, std::uint32_t block) {
  std::size_t free = 0;
  while (free < warp.joins.size() && warp.joins[free].inUse) ++free;
  if (free == warp.joins.size()) warp.joins.emplace_back();
  warp.joins[free] = {block, split.mask, 0, split.join, split.frame, true};
  return static_cast<std::int32_t>(free);
}

void BlockRunner::diverge(Warp& warp, Split& split, std::uint32_t taken, std::uint32_t target, std::uint32_t other,
                          std::uint32_t reconverge) {
  if (reconverge != BasicBlock::noBlock &&
      (split.join < 0 || warp.joins[static_cast<std::size_t>(split.join)].block != reconverge ||
       warp.joins[static_cast<std::size_t>(split.join)].frame != split.frame)) {
    split.join = addJoin(warp, split, reconverge);
  }
  Split sibling = split;
  sibling.mask = split.mask & ~taken;
  sibling.block = other;
  split.mask = taken;
  split.block = target;
  if (policy_ != OrderPolicy::ascending && (nextRandom(randomState_) & 1) != 0) std::swap(split, sibling);
  warp.splits.push_back(sibling);
}

/// Nobody expects these lanes any more, from join `from` outwards up to join `past`.
void BlockRunner::forgetLanes(Warp& warp, std::int32_t from, std::int32_t past, std::uint32_t lanes) {
  for (std::int32_t at = from; at >= 0 && at != past;) {
    Join& join = warp.joins[static_cast<std::size_t>(at)];
    const std::int32_t parent = join.parent;
    join.expected &= ~lanes;
    join.arrived &= ~lanes;
    if (join.inUse && (join.expected & ~join.arrived) == 0) {
      if (join.arrived != 0)
        releaseJoin(warp, at);
      else
        join.inUse = false;
    }
    at = parent;
  }
}

/// Lanes that exit are expected nowhere any more.
void BlockRunner::leave(Warp& warp, const Split& split) {
  warp.live &= ~split.mask;
  liveThreads_ -= static_cast<std::uint32_t>(std::popcount(split.mask));
  forgetLanes(warp, split.join, -1, split.mask);
  leaveFrames(warp, split.frame, 0, split.mask);
  for (Split& waiting : warp.splits)
    if (waiting.state == Split::State::atWarpSync) waiting.state = Split::State::ready;  // fewer lanes to wait for
  for (unsigned number = 0; number < 16; ++number)
    if (barriers_[number].arrived != 0) tryBarrier(number);
}

/// The lanes that arrived go on without the others.
void BlockRunner::releaseJoin(Warp& warp, std::int32_t index) {
  Join& join = warp.joins[static_cast<std::size_t>(index)];
  Split split{join.arrived & warp.live, join.block, join.parent, join.frame, Split::State::ready, 0, 0};
  join.expected &= ~join.arrived;
  join.arrived = 0;
  if (join.expected == 0) join.inUse = false;
  if (split.mask != 0) warp.splits.push_back(split);
}

}  // namespace gpusim
