#include "sim/exec/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace gpusim {
namespace {

constexpr std::uint64_t slice = 4096;       // basic blocks before other lanes and warps get a turn
constexpr unsigned patience = 64;           // slices a spinning split gets while siblings wait for it
constexpr std::uint8_t freshShared = 0xc7;  // shared memory that nobody wrote: as a float -102287.56

char* align64(std::vector<char>& storage, std::size_t bytes) {
  storage.resize(bytes + 64);
  return storage.data() + (64 - reinterpret_cast<std::uintptr_t>(storage.data()) % 64) % 64;
}

void splat(char* pool, std::size_t offset, std::uint64_t value, unsigned slotBytes) {
  for (unsigned lane = 0; lane < warpSize; ++lane) std::memcpy(pool + offset + lane * slotBytes, &value, slotBytes);
}

}  // namespace

BlockRunner::BlockRunner(Worker& worker, unsigned slot) : worker_(worker), code_(worker.launch.code) {
  const Launch& launch = worker.launch;
  threads_ = static_cast<std::uint32_t>(launch.config.block.count());
  const std::uint32_t count = (threads_ + warpSize - 1) / warpSize;
  warps_.resize(count);
  order_.resize(count);
  char* registers = align64(registers_, code_.registerBytes * count);
  char* local = align64(local_, code_.localBytes * warpSize * count);
  char* pool = align64(launchPool_, code_.launchPoolBytes);
  std::memset(registers, 0, code_.registerBytes * count);

  const Dim3 grid = launch.config.grid, block = launch.config.block;
  const auto set = [&](LaunchSlot place, std::uint32_t value) {
    splat(pool, static_cast<std::size_t>(place) * laneBytes32, value, 4);
  };
  set(LaunchSlot::nctaidX, grid.x);
  set(LaunchSlot::nctaidY, grid.y);
  set(LaunchSlot::nctaidZ, grid.z);
  set(LaunchSlot::ntidX, block.x);
  set(LaunchSlot::ntidY, block.y);
  set(LaunchSlot::ntidZ, block.z);
  set(LaunchSlot::dynamicShared, static_cast<std::uint32_t>(launch.config.dynamicSharedBytes));
  set(LaunchSlot::totalShared, static_cast<std::uint32_t>(code_.staticSharedBytes + launch.config.dynamicSharedBytes));
  for (std::size_t k = 0; k < code_.parameterSlots.size(); ++k) {
    const auto& slotOf = code_.parameterSlots[k];
    const std::size_t end =
        k + 1 < code_.parameterSlots.size() ? code_.parameterSlots[k + 1].poolOffset : code_.launchPoolBytes;
    std::uint64_t value = 0;
    std::memcpy(&value, launch.parameters.data() + slotOf.parameterOffset, slotOf.bytes);
    if (slotOf.isSigned && slotOf.bytes < 8 && (value >> (8 * slotOf.bytes - 1) & 1) != 0)
      value |= ~std::uint64_t{0} << (8 * slotOf.bytes);
    splat(pool, slotOf.poolOffset, value, static_cast<unsigned>((end - slotOf.poolOffset) / warpSize));
  }

  sharedBytes_ = launch.config.dynamicSharedBytes == 0 ? code_.staticSharedBytes
                                                       : code_.dynamicSharedOffset + launch.config.dynamicSharedBytes;
  sharedBase_ = align64(shared_, sharedBytes_ + 16);
  view_.slot = slot;
  view_.dimensions = block;
  view_.shared = sharedBase_;
  view_.sharedBytes = sharedBytes_;
  for (std::uint32_t k = 0; k < count; ++k) {
    Warp& warp = warps_[k];
    warp.index = k;
    warp.worker = &worker_;
    const std::uint32_t lanes = std::min(warpSize, threads_ - k * warpSize);
    warp.exists = lanes == warpSize ? allLanes : (1u << lanes) - 1;
    warp.base[Operand::registers] = registers + k * code_.registerBytes;
    warp.base[Operand::constants] = const_cast<char*>(reinterpret_cast<const char*>(code_.constantPool.data()));
    warp.base[Operand::launch] = pool;
    warp.base[Operand::thread] = const_cast<char*>(launch.threadPool.data()) + k * launch.threadPoolStride;
    warp.local = local + k * warpSize * code_.localBytes;
  }
}

void BlockRunner::start(Dim3 index, std::uint64_t seed) {
  view_.index = index;
  seed_ = seed;
  randomState_ =
      seed ^ ((std::uint64_t{index.z} << 42) + (std::uint64_t{index.y} << 21) + index.x + 1) * 0x9e3779b97f4a7c15;
  liveThreads_ = threads_;
  exitSource_ = 0;
  for (Barrier& barrier : barriers_) barrier = {};
  std::memset(sharedBase_, freshShared, sharedBytes_);
  char* pool = warps_[0].base[Operand::launch];
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidX) * laneBytes32, index.x, 4);
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidY) * laneBytes32, index.y, 4);
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidZ) * laneBytes32, index.z, 4);
  for (Warp& warp : warps_) {
    warp.live = warp.exists;
    warp.syncs = 0;
    warp.starved = 0;
    warp.joins.clear();
    warp.splits.clear();
    warp.splits.push_back({warp.exists, 0, -1, Split::State::ready, 0, 0});
  }
  std::iota(order_.begin(), order_.end(), 0u);
  if (seed_ != 0)
    for (std::size_t k = order_.size(); k > 1; --k) std::swap(order_[k - 1], order_[random() % k]);
  for (const auto& observer : worker_.observers) observer->blockBegin(view_);
}

std::uint64_t BlockRunner::random() {  // splitmix64
  std::uint64_t z = randomState_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

bool BlockRunner::run(std::uint64_t budget) {
  worker_.block = view_;
  worker_.sharedBytes = sharedBase_;
  worker_.sharedSize = sharedBytes_;
  while (liveThreads_ != 0) {
    bool progressed = false;
    for (std::uint32_t k : order_) {
      progressed = runWarp(warps_[k], budget) || progressed;
      if (worker_.faulted()) return true;
      if (budget == 0) return false;
    }
    if (!progressed) breakDeadlock();
  }
  return true;
}

bool BlockRunner::runWarp(Warp& warp, std::uint64_t& budget) {
  bool progressed = false;
  // An odd seed interleaves warps finely; otherwise a warp runs as far as it gets.
  std::uint64_t share = (seed_ & 1) != 0 ? 1 + random() % 48 : slice;
  share = std::min(share, budget);
  std::uint64_t rest = share;
  while (rest != 0) {
    std::size_t ready = warp.splits.size();
    for (std::size_t k = 0; k < warp.splits.size() && ready == warp.splits.size(); ++k)
      if (warp.splits[k].state == Split::State::ready) ready = k;
    if (ready == warp.splits.size()) break;
    progressed = true;
    std::uint64_t turn = std::min<std::uint64_t>(rest, slice / 4);
    const std::uint64_t before = turn;
    runSplit(warp, ready, turn);
    if (worker_.faulted()) return true;
    rest -= before - turn;
    if (turn != 0) continue;
    // The split used its turn. Others go first now; lanes that wait for it are let go when it seems to spin.
    if (warp.splits.size() > 1) std::rotate(warp.splits.begin(), warp.splits.begin() + 1, warp.splits.end());
    const bool waiting = std::any_of(warp.joins.begin(), warp.joins.end(),
                                     [](const Join& join) { return join.inUse && join.arrived != 0; });
    if (waiting && ++warp.starved > patience) {
      warp.starved = 0;
      for (std::size_t k = 0; k < warp.joins.size(); ++k)
        if (warp.joins[k].inUse && warp.joins[k].arrived != 0) releaseJoin(warp, static_cast<std::int32_t>(k));
    }
  }
  budget -= share - rest;
  return progressed;
}

void BlockRunner::runSplit(Warp& warp, std::size_t index, std::uint64_t& budget) {
  Split split = warp.splits[index];
  warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(index));
  const Instruction* const instructions = code_.instructions.data();
  for (;;) {
    if (split.join >= 0 && split.block == warp.joins[static_cast<std::size_t>(split.join)].block &&
        !arriveAtJoin(warp, split))
      return;
    if (budget == 0) break;
    --budget;
    const BasicBlock& block = code_.blocks[split.block];
    if (block.warpSync.base != Operand::none && parkAtWarpSync(warp, split)) return;
    ++worker_.passes[split.block];
    worker_.lanes[split.block] += static_cast<std::uint64_t>(std::popcount(split.mask));
    warp.mask = split.mask;
    const std::size_t full = split.mask == warp.live ? 1 : 0;
    for (const Instruction *at = instructions + block.first, *last = instructions + block.last; at != last; ++at)
      at->run[full](warp, *at);
    if (worker_.faulted()) return;

    const Terminator& end = block.end;
    switch (end.kind) {
      case Terminator::Kind::fall:
        split.block = end.next;
        break;
      case Terminator::Kind::jump:
        split.block = end.target;
        break;
      case Terminator::Kind::branch: {
        const std::uint32_t taken = split.mask & (warp.predicate(end.predicate) ^ (end.negated ? allLanes : 0));
        ++worker_.branches[split.block];
        if (taken == split.mask)
          split.block = end.target;
        else if (taken == 0)
          split.block = end.next;
        else {
          ++worker_.divergent[split.block];
          diverge(warp, split, taken, end.target, end.next, block.reconverge);
        }
        break;
      }
      case Terminator::Kind::table: {
        // One target at a time: the first lane's goes on, the rest splits off and comes back to this block's end.
        const auto* selector = warp.at<const std::uint32_t>(end.predicate);
        const std::uint32_t choice = selector[std::countr_zero(split.mask)];
        std::uint32_t same = 0;
        for (unsigned lane = 0; lane < warpSize; ++lane) same |= std::uint32_t{selector[lane] == choice} << lane;
        same &= split.mask;
        if (choice >= end.targets.size()) {
          worker_.fault(ErrorCode::trapped, "an indirect branch left its table of targets");
          return;
        }
        if (same == split.mask)
          split.block = end.targets[choice];
        else
          diverge(warp, split, same, end.targets[choice], split.block, block.reconverge);
        break;
      }
      case Terminator::Kind::exit:
        if (liveThreads_ > static_cast<std::uint32_t>(std::popcount(split.mask))) exitSource_ = end.source;
        leave(warp, split);
        return;
      case Terminator::Kind::barrier:
        ++worker_.barriers[split.block];
        arriveAtBarrier(warp, split, end);
        if (!end.arriveOnly) return;
        split.block = end.next;
        break;
      case Terminator::Kind::trap:
        worker_.fault(ErrorCode::trapped, "device code executed a trap instruction");
        return;
    }
  }
  warp.splits.insert(warp.splits.begin(), split);
}

/// True when the split now waits: lanes of the member mask are still elsewhere.
bool BlockRunner::parkAtWarpSync(Warp& warp, Split& split) {
  const BasicBlock& block = code_.blocks[split.block];
  const auto* mask = warp.at<const std::uint32_t>(block.warpSync);
  const std::uint32_t wanted = mask[std::countr_zero(split.mask)] & warp.live;
  if ((wanted & ~split.mask) == 0) return false;
  // Join lanes that wait here already.
  for (std::size_t k = 0; k < warp.splits.size();) {
    const Split& other = warp.splits[k];
    if (other.state == Split::State::atWarpSync && other.block == split.block && other.join == split.join) {
      split.mask |= other.mask;
      warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(k));
    } else {
      ++k;
    }
  }
  if ((wanted & ~split.mask) == 0) return false;
  split.state = Split::State::atWarpSync;
  warp.splits.push_back(split);
  return true;
}

/// True when the split goes on: everyone expected is here, and the split is now all of them.
bool BlockRunner::arriveAtJoin(Warp& warp, Split& split) {
  while (split.join >= 0) {
    Join& join = warp.joins[static_cast<std::size_t>(split.join)];
    if (join.block != split.block) return true;
    join.arrived |= split.mask;
    if ((join.expected & ~join.arrived) != 0) return false;
    split.mask = join.arrived & warp.live;
    split.join = join.parent;
    join.inUse = false;
    warp.starved = 0;
  }
  return true;
}

void BlockRunner::diverge(Warp& warp, Split& split, std::uint32_t taken, std::uint32_t target, std::uint32_t other,
                          std::uint32_t reconverge) {
  if (reconverge != BasicBlock::noBlock &&
      (split.join < 0 || warp.joins[static_cast<std::size_t>(split.join)].block != reconverge)) {
    std::size_t free = 0;
    while (free < warp.joins.size() && warp.joins[free].inUse) ++free;
    if (free == warp.joins.size()) warp.joins.emplace_back();
    warp.joins[free] = {reconverge, split.mask, 0, split.join, true};
    split.join = static_cast<std::int32_t>(free);
  }
  Split sibling = split;
  sibling.mask = split.mask & ~taken;
  sibling.block = other;
  split.mask = taken;
  split.block = target;
  if (seed_ != 0 && (random() & 1) != 0) std::swap(split, sibling);
  warp.splits.push_back(sibling);
}

/// Lanes that exit are expected nowhere any more.
void BlockRunner::leave(Warp& warp, const Split& split) {
  warp.live &= ~split.mask;
  liveThreads_ -= static_cast<std::uint32_t>(std::popcount(split.mask));
  for (std::int32_t at = split.join; at >= 0;) {
    Join& join = warp.joins[static_cast<std::size_t>(at)];
    const std::int32_t parent = join.parent;
    join.expected &= ~split.mask;
    join.arrived &= ~split.mask;
    if (join.inUse && (join.expected & ~join.arrived) == 0) {
      if (join.arrived != 0)
        releaseJoin(warp, at);
      else
        join.inUse = false;
    }
    at = parent;
  }
  for (Split& waiting : warp.splits)
    if (waiting.state == Split::State::atWarpSync) waiting.state = Split::State::ready;  // fewer lanes to wait for
  for (unsigned number = 0; number < 16; ++number)
    if (barriers_[number].arrived != 0) tryBarrier(number);
}

/// The lanes that arrived go on without the others.
void BlockRunner::releaseJoin(Warp& warp, std::int32_t index) {
  Join& join = warp.joins[static_cast<std::size_t>(index)];
  Split split{join.arrived & warp.live, join.block, join.parent, Split::State::ready, 0, 0};
  join.expected &= ~join.arrived;
  join.arrived = 0;
  if (join.expected == 0) join.inUse = false;
  if (split.mask != 0) warp.splits.push_back(split);
}

void BlockRunner::arriveAtBarrier(Warp& warp, Split& split, const Terminator& end) {
  Barrier& barrier = barriers_[end.barrier];
  barrier.arrived += static_cast<std::uint32_t>(std::popcount(split.mask));
  if (end.threads.base != Operand::none)
    barrier.expected = warp.at<const std::uint32_t>(end.threads)[std::countr_zero(split.mask)];
  if (!end.arriveOnly) {
    Split waiting = split;
    waiting.state = Split::State::atBarrier;
    waiting.barrier = end.barrier;
    waiting.barrierSource = end.source;
    warp.splits.push_back(waiting);
  }
  tryBarrier(end.barrier);
}

void BlockRunner::tryBarrier(unsigned number) {
  const Barrier& barrier = barriers_[number];
  if (barrier.arrived == 0 || barrier.arrived < (barrier.expected != 0 ? barrier.expected : liveThreads_)) return;
  checkBarrier(number, true);
  openBarrier(number);
}

void BlockRunner::openBarrier(unsigned number) {
  // bar.red: one result for all that wait.
  std::uint32_t votes = 0, lanes = 0;
  for (Warp& warp : warps_)
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      const Terminator& end = code_.blocks[split.block].end;
      if (end.reduction == 0) continue;
      lanes += static_cast<std::uint32_t>(std::popcount(split.mask));
      votes += static_cast<std::uint32_t>(
          std::popcount(split.mask & (warp.predicate(end.predicate) ^ (end.negated ? allLanes : 0))));
    }
  for (Warp& warp : warps_) {
    for (Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      const Terminator& end = code_.blocks[split.block].end;
      if (end.reduction == 1 && end.result.base != Operand::none) {
        auto* result = warp.at<std::uint32_t>(end.result);
        for (unsigned lane = 0; lane < warpSize; ++lane)
          if ((split.mask >> lane & 1) != 0) result[lane] = votes;
      } else if (end.reduction > 1 && end.result.base != Operand::none) {
        const bool result = end.reduction == 2 ? votes == lanes : votes != 0;
        std::uint32_t& p = warp.predicate(end.result);
        p = (p & ~split.mask) | (result ? split.mask : 0);
      }
      split.block = end.next;
      split.state = Split::State::ready;
    }
    // Lanes of one warp that met here from the same place run together again.
    for (std::size_t k = 0; k < warp.splits.size(); ++k)
      for (std::size_t m = k + 1; m < warp.splits.size();) {
        Split &a = warp.splits[k], &b = warp.splits[m];
        if (a.state == Split::State::ready && b.state == Split::State::ready && a.block == b.block &&
            a.join == b.join) {
          a.mask |= b.mask;
          warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(m));
        } else {
          ++m;
        }
      }
  }
  barriers_[number] = {};
  for (const auto& observer : worker_.observers) observer->blockBarrier(view_);
}

/// Reports a barrier that not all threads reach, or reach at two places.
void BlockRunner::checkBarrier(unsigned number, bool complete) {
  if ((worker_.launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) == 0) return;
  if (complete && liveThreads_ == threads_ && warps_.size() == 1 && warps_[0].splits.size() == 1) return;
  const Warp* first = nullptr;
  const Split* firstSplit = nullptr;
  for (const Warp& warp : warps_)
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::atBarrier || split.barrier != number) continue;
      if (first == nullptr) {
        first = &warp;
        firstSplit = &split;
      } else if (split.barrierSource != firstSplit->barrierSource || split.block != firstSplit->block) {
        const Site here = worker_.siteAt(*first, firstSplit->barrierSource,
                                         static_cast<unsigned>(std::countr_zero(firstSplit->mask)));
        const Site there =
            worker_.siteAt(warp, split.barrierSource, static_cast<unsigned>(std::countr_zero(split.mask)));
        worker_.report(Tool::synccheck, "barrier met at two places", here, &there,
                       "threads of one block wait at different __syncthreads(): the barrier pairs up code that was not "
                       "meant to meet");
        return;
      }
    }
  if (first == nullptr) return;
  const Site here =
      worker_.siteAt(*first, firstSplit->barrierSource, static_cast<unsigned>(std::countr_zero(firstSplit->mask)));
  const std::uint32_t arrived = barriers_[number].arrived;
  if (!complete) {
    worker_.report(
        Tool::synccheck, "barrier not reached by all", here, nullptr,
        fmt::format(
            "{} of {} threads wait at __syncthreads(), the others never come: on a card this hangs or is undefined",
            arrived, liveThreads_));
  } else if (barriers_[number].expected == 0 && liveThreads_ < threads_) {
    Site other = here;
    other.where = code_.sources[exitSource_];
    worker_.report(Tool::synccheck, "barrier left early", here, &other,
                   fmt::format("{} of {} threads returned before a __syncthreads() that the rest of the block waits at",
                               threads_ - liveThreads_, threads_));
  }
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
        if ((worker_.launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0) {
          const BasicBlock& block = code_.blocks[split.block];
          const std::uint32_t source = block.first < block.last ? code_.instructions[block.first].source : 0;
          worker_.report(Tool::synccheck, "warp synchronization not reached by all",
                         worker_.siteAt(warp, source, static_cast<unsigned>(std::countr_zero(split.mask))), nullptr,
                         "lanes named in a member mask never arrive at the warp-level operation");
        }
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
