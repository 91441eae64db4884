// racecheck: accesses to one place by threads that nothing orders, at least one of them a write.
//
// This file turns what a block does into questions: which accesses go to SharedRaces and GlobalRaces, and which
// operations tell BlockSync that something is now ordered.
#include <algorithm>
#include <bit>
#include <deque>

#include "sim/plugins/checkers.h"
#include "sim/plugins/races_global.h"
#include "sim/plugins/races_shared.h"

namespace gpusim {
namespace {

/// log2 of the narrowest access of the kernel that may go to `space`, at most 2: the unit in which bytes are told
/// apart.
unsigned unitShift(const DecodedKernel& code, Space space) {
  unsigned bytes = 4;
  for (const Instruction& instruction : code.instructions)
    if (instruction.width != 0 && (instruction.space == space || instruction.space == Space::generic))
      bytes = std::min<unsigned>(bytes, instruction.width);
  return static_cast<unsigned>(std::bit_width(bytes) - 1);
}

class Racecheck final : public Observer {
 public:
  Racecheck(Worker& worker, SyncBoard& board, RaceShadow* shadow)
      : worker_(worker), board_(board), graph_(board), reporter_(worker) {
    const DecodedKernel& code = worker.launch.code;
    sharedShift_ = unitShift(code, Space::shared);
    if (shadow != nullptr)
      global_ = std::make_unique<GlobalRaces>(worker.launch, *shadow, board, unitShift(code, Space::global));
  }

  void blockBegin(const BlockView& block) override {
    while (slots_.size() <= block.slot) slots_.emplace_back(sharedShift_);
    Slot& slot = slots_[block.slot];
    slot.order.begin(block, worker_.launch.config.grid.numberOf(block.index), graph_, board_);
    slot.shared.begin(block.sharedBytes);
  }
  void blockBarrier(const BlockView& block) override {
    Slot& slot = slots_[block.slot];
    slot.order.wholeBarrier();
    slot.shared.nextEpoch();
  }
  void barrierArrival(unsigned number, const Warp& warp, std::uint32_t lanes, bool goesOn,
                      const BlockView& block) override {
    slots_[block.slot].order.arrive(number, warp.index, lanes, goesOn);
  }
  void barrierPassed(unsigned number, const Warp& warp, std::uint32_t lanes, const BlockView& block) override {
    slots_[block.slot].order.pass(number, warp.index, lanes);
  }
  void barrierReset(unsigned number, const BlockView& block) override { slots_[block.slot].order.resetBarrier(number); }
  void mbarrierArrival(std::uint64_t offset, const Warp& warp, std::uint32_t lanes, const BlockView& block) override {
    slots_[block.slot].order.objectArrival(offset, warp.index, lanes);
  }
  void mbarrierPhase(std::uint64_t offset, const BlockView& block) override {
    slots_[block.slot].order.objectPhase(offset);
  }
  void mbarrierPassed(std::uint64_t offset, const Warp& warp, std::uint32_t lanes, const BlockView& block) override {
    slots_[block.slot].order.objectPass(offset, warp.index, lanes);
  }
  void warpSync(const Warp& warp, std::uint32_t lanes, const BlockView& block) override {
    slots_[block.slot].order.warpSync(warp, lanes);
  }
  void fence(const Instruction&, const Warp& warp, const BlockView& block) override {
    slots_[block.slot].order.fence(warp.index, warp.mask);
  }

  void memory(const MemoryEvent& event, const BlockView& block) override {
    if (event.space == Space::local) return;
    const bool shared = event.space == Space::shared;
    Slot& slot = slots_[block.slot];
    slot.order.settle(event.warp.index);
    if (shared)
      slot.shared.access(event, block, slot.order, reporter_);
    else if (global_ != nullptr)
      global_->access(event, block, slot.order, reporter_);
    if (event.kind == AccessKind::atomic || event.instruction.order != Order::weak)
      synchronize(event, slot.order, shared);
  }

  // Whoever reads the place must have done so before the copy starts, although it lands later.
  void copyStarts(const MemoryEvent& event, const BlockView& block) override {
    Slot& slot = slots_[block.slot];
    slot.order.settle(event.warp.index);
    slot.shared.access(event, block, slot.order, reporter_);
  }

 private:
  struct Slot {
    explicit Slot(unsigned shift) : shared(shift) {}
    BlockSync order;
    SharedRaces shared;
  };

  void synchronize(const MemoryEvent& event, BlockSync& order, bool shared) {
    const bool isAtomic = event.kind == AccessKind::atomic;
    const Order how = event.instruction.order;
    const bool releases = how == Order::release || how == Order::acquireRelease || how == Order::sequential;
    if (event.kind != AccessKind::load && (releases || order.mayRelease() || !isAtomic))
      for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        order.release(event.warp.index * warpSize + lane, event.address[lane], shared, isAtomic, releases);
      }
    if (event.kind != AccessKind::store) order.acquireLater(event.warp.index, event.mask, event.address, shared);
  }

  Worker& worker_;
  SyncBoard& board_;
  SyncGraph graph_;
  RaceReporter reporter_;
  std::unique_ptr<GlobalRaces> global_;
  std::deque<Slot> slots_;
  unsigned sharedShift_ = 2;
};

}  // namespace

RaceLaunch::RaceLaunch(AddressSpace& memory, const LaunchConfig& config) : shadow_(memory.raceShadow()) {
  const std::uint64_t room = std::min(config.grid.count() * 4, RaceShadow::incarnationLimit / 2);
  board_ = std::make_unique<SyncBoard>(shadow_ == nullptr ? 1 : shadow_->firstIncarnation(room));
}

RaceLaunch::~RaceLaunch() {
  if (shadow_ != nullptr) shadow_->endLaunch(board_->nextIncarnation());
}

std::unique_ptr<Observer> makeRacecheck(Worker& worker, RaceLaunch& launch) {
  return std::make_unique<Racecheck>(worker, launch.board(), launch.shadow());
}

}  // namespace gpusim
