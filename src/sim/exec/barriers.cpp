// Barriers of a block: who arrived, when they open, and what is reported when not all come.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/exec/block_runner.h"

namespace gpusim {

void BlockRunner::arriveAtBarrier(Warp& warp, const Split& split, const Terminator& end) {
  if (end.number.base == Operand::none) return arriveAtBarrier(warp, split, end, end.barrier);
  // Lanes may name different barriers.
  const auto* number = warp.at<const std::uint32_t>(end.number);
  for (std::uint32_t rest = split.mask; rest != 0;) {
    const std::uint32_t mine = number[std::countr_zero(rest)];
    Split part = split;
    part.mask = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) part.mask |= std::uint32_t{number[lane] == mine} << lane & rest;
    rest &= ~part.mask;
    if (mine > 15)
      return worker_.fault(ErrorCode::trapped, fmt::format("barrier {} does not exist: there are 16", mine));
    arriveAtBarrier(warp, part, end, mine);
  }
}

void BlockRunner::arriveAtBarrier(Warp& warp, const Split& split, const Terminator& end, unsigned number) {
  Barrier& barrier = barriers_[number];
  barrier.arrived += static_cast<std::uint32_t>(std::popcount(split.mask));
  for (const auto& observer : worker_.observers)
    observer->barrierArrival(number, warp, split.mask, end.arriveOnly, view_);
  if (end.threads.base != Operand::none) {
    barrier.expected = warp.at<const std::uint32_t>(end.threads)[std::countr_zero(split.mask)];
    // Counts are of whole warps: lanes that the block does not have, or that returned, come with the first of their
    // warp.
    if ((barrier.warps >> warp.index & 1) == 0)
      barrier.arrived += static_cast<std::uint32_t>(std::popcount(~warp.live));
  }
  barrier.warps |= 1u << warp.index;
  if (!end.arriveOnly) {
    Split waiting = split;
    waiting.state = Split::State::atBarrier;
    waiting.barrier = static_cast<std::uint8_t>(number);
    waiting.barrierSource = end.source;
    warp.splits.push_back(waiting);
  }
  tryBarrier(number);
}

void BlockRunner::tryBarrier(unsigned number) {
  const Barrier& barrier = barriers_[number];
  if (barrier.arrived == 0 || barrier.arrived < (barrier.expected != 0 ? barrier.expected : liveThreads_)) return;
  checkBarrier(number, true);
  openBarrier(number);
}

void BlockRunner::openBarrier(unsigned number) {
  // Threads that only arrived went on, so what they do now is not ordered: whole means that all wait.
  std::uint32_t waiting = 0;
  for (const Warp& warp : warps_)
    for (const Split& split : warp.splits)
      if (split.state == Split::State::atBarrier && split.barrier == number)
        waiting += static_cast<std::uint32_t>(std::popcount(split.mask));
  const bool whole = waiting == liveThreads_;
  // bar.red: one result for all that wait.
  std::uint32_t votes = 0, lanes = 0;
  for (Warp& warp : warps_)
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      const Terminator& end = code_.blocks[split.block].end;
      if (end.reduction == 0) continue;
      enterFrame(warp, split.frame);
      lanes += static_cast<std::uint32_t>(std::popcount(split.mask));
      votes += static_cast<std::uint32_t>(
          std::popcount(split.mask & (warp.predicate(end.predicate) ^ (end.negated ? allLanes : 0))));
    }
  for (Warp& warp : warps_) {
    for (Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      const Terminator& end = code_.blocks[split.block].end;
      enterFrame(warp, split.frame);
      if (end.reduction == 1 && end.result.base != Operand::none) {
        auto* result = warp.at<std::uint32_t>(end.result);
        for (unsigned lane = 0; lane < warpSize; ++lane)
          if ((split.mask >> lane & 1) != 0) result[lane] = votes;
      } else if (end.reduction > 1 && end.result.base != Operand::none) {
        const bool result = end.reduction == 2 ? votes == lanes : votes != 0;
        std::uint32_t& p = warp.predicate(end.result);
        p = (p & ~split.mask) | (result ? split.mask : 0);
      }
      if (!whole)
        for (const auto& observer : worker_.observers) observer->barrierPassed(number, warp, split.mask, view_);
      split.block = end.next;
      split.state = Split::State::ready;
    }
    // Lanes of one warp that met here from the same place run together again.
    for (std::size_t k = 0; k < warp.splits.size(); ++k)
      for (std::size_t m = k + 1; m < warp.splits.size();) {
        Split &a = warp.splits[k], &b = warp.splits[m];
        if (a.state == Split::State::ready && b.state == Split::State::ready && a.block == b.block &&
            a.join == b.join && a.frame == b.frame) {
          a.mask |= b.mask;
          warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(m));
        } else {
          ++m;
        }
      }
  }
  if (whole)
    for (const auto& observer : worker_.observers) observer->blockBarrier(view_);
  for (const auto& observer : worker_.observers) observer->barrierReset(number, view_);
  barriers_[number] = {};
}

/// True, and the launch ends, when all that can run has done nothing but wait for mbarriers for a long time: only
/// threads of the block could complete them.
bool BlockRunner::pollsForever() {
  constexpr std::uint64_t longTime = 1 << 16;  // rounds
  idleRounds_ = turns_ != 0 && turns_ == polls_ ? idleRounds_ + 1 : 0;
  if (idleRounds_ < longTime) return false;
  for (Warp& warp : warps_)
    for (const Split& split : warp.splits)
      if (split.state == Split::State::ready) {
        endLaunch(&warp, &split, "mbarrier never completes",
                  fmt::format("{} of {} threads of the block wait for an mbarrier whose phase nobody completes: a "
                              "deadlock",
                              liveThreads_, threads_));
        return true;
      }
  return false;
}

/// Nothing can run: the block hangs on a card. Report why, then let something go so that the run ends.
void BlockRunner::breakDeadlock() {
  for (unsigned number = 0; number < 16; ++number)
    if (barriers_[number].arrived != 0) {
      checkBarrier(number, false);
      openBarrier(number);
      return;
    }
  for (Warp& warp : warps_)
    for (Split& split : warp.splits)
      if (split.state == Split::State::atWarpSync) {
        enterFrame(warp, split.frame);
        checkAbandoned(warp, split);
        // Go on with the lanes that are here: the mask asked for is cut down to them by retiring the wait.
        split.state = Split::State::ready;
        const BasicBlock& block = code_.blocks[split.block];
        warp.mask = split.mask;
        for (std::uint32_t at = block.first; at != block.last; ++at)
          code_.instructions[at].run[0](warp, code_.instructions[at]);
        ++worker_.passes[split.block];
        worker_.lanes[split.block] += static_cast<std::uint64_t>(std::popcount(split.mask));
        split.block = block.end.next;
        return;
      }
  for (Warp& warp : warps_)
    for (std::size_t k = 0; k < warp.joins.size(); ++k)
      if (warp.joins[k].inUse && warp.joins[k].arrived != 0) {
        releaseJoin(warp, static_cast<std::int32_t>(k));
        return;
      }
  worker_.fault(ErrorCode::launchTimeout, "no thread of the block can go on");
}

}  // namespace gpusim
