#include "sim/exec/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "sim/exec/stop.h"

namespace gpusim {
namespace {

constexpr std::uint64_t slice = 4096;       // basic blocks before other lanes and warps get a turn
constexpr unsigned roundsBehind = 16;       // turns of the others before a warp that stays behind gets one all the same
constexpr unsigned patience = 64;           // slices a spinning split gets while siblings wait for it
constexpr std::uint8_t freshShared = 0xc7;  // shared memory that nobody wrote: as a float -102287.56

char* align64(std::vector<char>& storage, std::size_t bytes) {
  storage.resize(bytes + 64);
  return storage.data() + (64 - reinterpret_cast<std::uintptr_t>(storage.data()) % 64) % 64;
}

void splat(char* pool, std::size_t offset, std::uint64_t value, unsigned slotBytes) {
  for (unsigned lane = 0; lane < warpSize; ++lane) std::memcpy(pool + offset + lane * slotBytes, &value, slotBytes);
}

bool canMove(const Split& split) { return split.state == Split::State::ready; }

}  // namespace

BlockRunner::BlockRunner(Worker& worker, unsigned slot)
    : worker_(worker), code_(worker.launch.code), local_(nullptr, std::free) {
  const Launch& launch = worker.launch;
  threads_ = static_cast<std::uint32_t>(launch.config.block.count());
  const std::uint32_t count = (threads_ + warpSize - 1) / warpSize;
  warps_.resize(count);
  order_.resize(count);
  char* registers = align64(registers_, code_.registerBytes * count);
  local_.reset(static_cast<char*>(std::calloc(launch.localBytes * warpSize * count + 1, 1)));
  if (local_ == nullptr) throw std::bad_alloc();
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
  set(LaunchSlot::gridWorkspaceHigh, static_cast<std::uint32_t>(launch.gridWorkspace >> 32));
  set(LaunchSlot::gridWorkspaceLow, static_cast<std::uint32_t>(launch.gridWorkspace));
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
    warp.local = local_.get() + k * warpSize * launch.localBytes;
    warp.frames.resize(1);
    warp.frames[0].registers = warp.base[Operand::registers];
    enterFrame(warp, 0);
  }
}

void BlockRunner::start(Dim3 index, std::uint64_t seed) {
  view_.index = index;
  policy_ = orderPolicy(seed);
  randomState_ =
      seed ^ ((std::uint64_t{index.z} << 42) + (std::uint64_t{index.y} << 21) + index.x + 1) * 0x9e3779b97f4a7c15;
  liveThreads_ = threads_;
  exitSource_ = 0;
  for (Barrier& barrier : barriers_) barrier = {};
  barrierBroken_ = false;
  async_.start(sharedBytes_, warps_.size());
  idleRounds_ = 0;
  resumeAt_ = 0;
  stuck_ = false;
  std::memset(sharedBase_, freshShared, sharedBytes_);
  char* pool = warps_[0].base[Operand::launch];
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidX) * laneBytes32, index.x, 4);
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidY) * laneBytes32, index.y, 4);
  splat(pool, static_cast<std::size_t>(LaunchSlot::ctaidZ) * laneBytes32, index.z, 4);
  for (Warp& warp : warps_) {
    warp.live = warp.exists;
    warp.syncs = 0;
    warp.starved = 0;
    warp.turns = 0;
    warp.stuck = false;
    warp.yields = Yield::none;
    warp.joins.clear();
    warp.splits.clear();
    warp.splits.push_back({warp.exists, 0, -1, 0, Split::State::ready, 0, 0});
    resetStack(warp);
  }
  orderWarps(order_, policy_, randomState_);
  patienceLeft_ = roundsBehind;
  for (const auto& observer : worker_.observers) observer->blockBegin(view_);
}

bool BlockRunner::run(std::uint64_t budget) {
  worker_.block = view_;
  worker_.sampled = worker_.launch.options.counters && worker_.launch.sampledBlocks.holds(view_.index);
  worker_.sharedBytes = sharedBase_;
  worker_.sharedSize = sharedBytes_;
  worker_.async = &async_;
  const bool loneAhead = policy_ == OrderPolicy::loneWarpAhead, loneBehind = policy_ == OrderPolicy::loneWarpBehind;
  while (liveThreads_ != 0) {
    if (stopAsked.load(std::memory_order_relaxed)) return stopHere();
    // A round that the budget cut short goes on where it was: else the first warps would have every turn.
    bool progressed = resumeAt_ != 0;
    if (!progressed) turns_ = polls_ = 0;
    for (std::size_t k = std::exchange(resumeAt_, 0); k < order_.size(); ++k) {
      // The one behind waits until no other can move, or until they seem to spin on something it must do.
      if (loneBehind && k + 1 == order_.size() && progressed && --patienceLeft_ != 0) break;
      if (k + 1 == order_.size()) patienceLeft_ = roundsBehind;
      progressed = runWarp(warps_[order_[k]], budget) || progressed;
      // The one ahead takes every chance that another's step gave it.
      if (loneAhead && k != 0 && !worker_.faulted() && budget != 0) runWarp(warps_[order_[0]], budget);
      if (worker_.faulted()) return true;
      if (budget == 0) {
        resumeAt_ = k + 1 == order_.size() ? 0 : k + 1;
        return false;
      }
    }
    if (!progressed) breakDeadlock();
    if (pollsForever()) return true;
    // Warps that cannot move wait for those that spin, at a barrier.
    stuck_ = progressed && std::all_of(warps_.begin(), warps_.end(), [&](const Warp& warp) {
               return warp.stuck || std::none_of(warp.splits.begin(), warp.splits.end(), canMove);
             });
    if (stuck_ && liveThreads_ != 0) return false;
  }
  return true;
}

/// Where a basic block is in the source: its end, or the last instruction before it that has a line.
std::uint32_t BlockRunner::sourceOf(const BasicBlock& block) const {
  for (std::uint32_t at = block.last; worker_.lineOf(block.end.source).line == 0 && at != block.first; --at)
    if (worker_.lineOf(code_.instructions[at - 1].source).line != 0) return code_.instructions[at - 1].source;
  return block.end.source;
}

/// The launch times out, with a finding where the split is, if there is one.
void BlockRunner::endLaunch(const Warp* warp, const Split* split, const char* kind, const std::string& what) {
  if (split != nullptr && (worker_.launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0)
    worker_.report(Tool::synccheck, kind,
                   worker_.siteAt(*warp, sourceOf(code_.blocks[split->block]),
                                  static_cast<unsigned>(std::countr_zero(split->mask))),
                   nullptr, what);
  worker_.fault(ErrorCode::launchTimeout, what);
}

/// The time is over: the launch ends, and says where the block's threads are.
bool BlockRunner::stopHere() {
  const auto threadsAt = [](const Split& split) { return std::popcount(split.mask); };
  const Warp* at = nullptr;
  const Split* most = nullptr;
  for (const Warp& warp : warps_)
    for (const Split& split : warp.splits)
      if (canMove(split) && (most == nullptr || threadsAt(split) > threadsAt(*most))) at = &warp, most = &split;
  endLaunch(at, most, "still running", "the kernel was still running when its time was over");
  return true;
}

bool BlockRunner::runWarp(Warp& warp, std::uint64_t& budget) {
  if (stuck_ && stillStuck(warp)) return true;
  bool progressed = false;
  const std::uint32_t loneWarp = policy_ == OrderPolicy::loneWarpAhead ? order_.front() : order_.back();
  std::uint64_t share = warpTurn(policy_, warp.index == loneWarp, slice, randomState_);
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
    ++turns_;
    gaveWay_ = slept_ = false;
    const bool goesOn = runSplit(warp, ready, turn);
    if (worker_.faulted()) return true;
    rest -= before - turn;
    if (turn != 0 || !goesOn) continue;
    // The split used its turn. Others go first now; lanes that wait for it are let go when it spins or seems to.
    // In short turns it is asked now and then: the question itself goes on by a few basic blocks.
    constexpr unsigned shortTurns = 64;
    const bool asked = !gaveWay_ && (before == slice / 4 || ++warp.turns % shortTurns == 0);
    const bool stuck = asked && spins(warp);
    if (worker_.faulted()) return true;
    // Who sleeps waits for somebody.
    if (asked || slept_)
      warp.stuck = (stuck || slept_) && std::count_if(warp.splits.begin(), warp.splits.end(), canMove) == 1;
    if (warp.splits.size() > 1) std::rotate(warp.splits.begin(), warp.splits.begin() + 1, warp.splits.end());
    const bool waiting = std::any_of(warp.joins.begin(), warp.joins.end(),
                                     [](const Join& join) { return join.inUse && join.arrived != 0; });
    if (waiting && (stuck || ++warp.starved > patience))
      releaseWaiting(warp);
    else if (warp.stuck)
      break;
  }
  budget -= share - rest;
  return progressed;
}

/// Whether the split that ran last is in a loop whose next trip is like the one before until somebody else writes: it
/// goes around once more, stores nothing, and no register has changed.
bool BlockRunner::spins(Warp& warp) {
  constexpr unsigned longestTrip = 32;  // basic blocks
  const Split start = warp.splits.front();
  const std::size_t count = warp.splits.size();
  enterFrame(warp, start.frame);
  const char* const registers = warp.base[Operand::registers];
  const std::size_t bytes = code_.functions[warp.frames[start.frame].function].frameOffset;
  before_.assign(registers, registers + bytes);
  for (unsigned step = 0; step < longestTrip; ++step) {
    const BasicBlock& block = code_.blocks[warp.splits.front().block];
    const Instruction* const instructions = code_.instructions.data();
    if (std::any_of(instructions + block.first, instructions + block.last,
                    [](const Instruction& one) { return one.isWrite && !one.isAtomic; }))
      return false;
    std::uint64_t one = 1;
    if (!runSplit(warp, 0, one) || warp.splits.size() != count || (gaveWay_ && !slept_)) return false;
    const Split& now = warp.splits.front();
    if (now.mask != start.mask || now.frame != start.frame || now.join != start.join) return false;
    if (now.block == start.block) return std::memcmp(registers, before_.data(), bytes) == 0;
  }
  return false;
}

/// One trip around the loop in which the warp was stuck: if it does not get out, that was its turn.
bool BlockRunner::stillStuck(Warp& warp) {
  const auto ready = std::find_if(warp.splits.begin(), warp.splits.end(), canMove);
  if (!warp.stuck || ready == warp.splits.end()) return false;
  std::iter_swap(warp.splits.begin(), ready);
  ++turns_;
  gaveWay_ = slept_ = false;
  warp.stuck = spins(warp);
  return warp.stuck || worker_.faulted();
}

/// Lanes that wait for siblings go on without them.
void BlockRunner::releaseWaiting(Warp& warp) {
  warp.starved = 0;
  warp.stuck = false;
  for (std::size_t k = 0; k < warp.joins.size(); ++k)
    if (warp.joins[k].inUse && warp.joins[k].arrived != 0) releaseJoin(warp, static_cast<std::int32_t>(k));
}

/// Runs the split until its turn is used up or given away (true), or until it waits, ends or merges with another.
bool BlockRunner::runSplit(Warp& warp, std::size_t index, std::uint64_t& budget) {
  Split split = warp.splits[index];
  warp.splits.erase(warp.splits.begin() + static_cast<std::ptrdiff_t>(index));
  const Instruction* const instructions = code_.instructions.data();
  enterFrame(warp, split.frame);
  for (;;) {
    if (split.join >= 0 && split.block == warp.joins[static_cast<std::size_t>(split.join)].block &&
        split.frame == warp.joins[static_cast<std::size_t>(split.join)].frame && !arriveAtJoin(warp, split))
      return false;
    if (budget == 0) break;
    --budget;
    const BasicBlock& block = code_.blocks[split.block];
    if (block.warpSync.base != Operand::none) {
      if (parkAtWarpSync(warp, split)) return false;
      if (worker_.launch.options.tools != 0) announceWarpSync(warp, split, block);
    }
    ++worker_.passes[split.block];
    worker_.lanes[split.block] += static_cast<std::uint64_t>(std::popcount(split.mask));
    warp.mask = split.mask;
    const std::size_t full = split.mask == warp.live ? 1 : 0;
    for (const Instruction *at = instructions + block.first, *last = instructions + block.last; at != last; ++at)
      at->run[full](warp, *at);
    if (worker_.faulted()) return false;

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
          for (const auto& observer : worker_.observers) observer->split({warp, end.source, split.mask, taken}, view_);
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
          return false;
        }
        ++worker_.branches[split.block];
        if (same == split.mask)
          split.block = end.targets[choice];
        else {
          ++worker_.divergent[split.block];
          for (const auto& observer : worker_.observers) observer->split({warp, end.source, split.mask, same}, view_);
          diverge(warp, split, same, end.targets[choice], split.block, block.reconverge);
        }
        break;
      }
      case Terminator::Kind::call:
        if (!call(warp, split, end)) return false;
        break;
      case Terminator::Kind::ret:
        returnToCaller(warp, split);
        break;
      case Terminator::Kind::exit:
        if (liveThreads_ > static_cast<std::uint32_t>(std::popcount(split.mask))) {
          exitSource_ = end.source;
          exitThread_ = warp.index * warpSize + static_cast<std::uint32_t>(std::countr_zero(split.mask));
        }
        leave(warp, split);
        return false;
      case Terminator::Kind::barrier:
        ++worker_.barriers[split.block];
        arriveAtBarrier(warp, split, end);
        if (!end.arriveOnly) return false;
        split.block = end.next;
        break;
      case Terminator::Kind::yield:
        split.block = end.next;
        if (warp.yields != Yield::none) {
          if (warp.yields == Yield::wait)
            ++polls_;
          else
            slept_ = true;
          warp.yields = Yield::none;
          gaveWay_ = true;
          budget = 0;
        }
        break;
      case Terminator::Kind::trap:
        worker_.fault(ErrorCode::trapped, "device code executed a trap instruction");
        return false;
    }
  }
  warp.splits.insert(warp.splits.begin(), split);
  return true;
}

}  // namespace gpusim
