// Barrier objects in shared memory: PTX ISA section "mbarrier", and cp.async.mbarrier.arrive.
//
// Lanes act in ascending order. A wait that finds its phase incomplete gives the turn to other warps; try_wait returns
// false then, as it may on a card when its time is up.
#include <fmt/format.h>

#include "sim/exec/async_copies.h"
#include "sim/exec/mbarrier.h"
#include "sim/exec/shared_place.h"
#include "sim/isa/addressing.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// Tells the observers of lanes that did something at a barrier, those of one barrier together.
template <void (Observer::*Hook)(std::uint64_t, const Warp&, std::uint32_t, const BlockView&)>
class Notice {
 public:
  explicit Notice(const Warp& warp) : warp_(warp) {}
  ~Notice() { tell(); }
  Notice(const Notice&) = delete;
  Notice& operator=(const Notice&) = delete;
  void add(std::uint64_t offset, unsigned lane) {
    if (offset != offset_) tell();
    offset_ = offset;
    lanes_ |= 1u << lane;
  }
  void tell() {
    if (lanes_ != 0)
      for (const auto& observer : warp_.worker->observers)
        (observer.get()->*Hook)(offset_, warp_, lanes_, warp_.worker->block);
    lanes_ = 0;
  }

 private:
  const Warp& warp_;
  std::uint64_t offset_ = 0;
  std::uint32_t lanes_ = 0;
};
using Arrivals = Notice<&Observer::mbarrierArrival>;
using Passes = Notice<&Observer::mbarrierPassed>;

class Object {
 public:
  Object(Warp& warp, const Instruction& instruction, unsigned lane, std::uint64_t offset)
      : warp_(warp), instruction_(instruction), lane_(lane), offset_(offset), state_(read()) {}

  MbarrierState& state() { return state_; }
  std::uint64_t offset() const { return offset_; }
  void save() {
    const std::uint64_t bits = state_.bits();
    std::memcpy(warp_.worker->sharedBytes + offset_, &bits, sizeof bits);
  }
  /// False, and a finding, for memory that no mbarrier.init made a barrier.
  bool usable() {
    if (state_.isInitialized()) return true;
    report("mbarrier not initialized",
           fmt::format("{} holds no mbarrier: nobody initialized it, or it was overwritten", place()));
    return false;
  }
  void arrive(std::uint32_t count) {
    if (count > state_.pending()) {
      report("too many arrivals at an mbarrier",
             fmt::format("{} threads arrive at the mbarrier at {}, which waits for {} of {} in this phase", count,
                         place(), state_.pending(), state_.expected()));
      count = state_.pending();
    }
    state_.addPending(-std::int64_t{count});
  }
  /// Ends the phase if nothing is missing. The observers hear of its `arrivals` first.
  void settle(Arrivals& arrivals) {
    const bool done = state_.advance();
    save();
    if (!done) return;
    arrivals.tell();
    for (const auto& observer : warp_.worker->observers) observer->mbarrierPhase(offset_, warp_.worker->block);
  }

 private:
  MbarrierState read() const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, warp_.worker->sharedBytes + offset_, sizeof bits);
    return MbarrierState(bits);
  }
  std::string place() const { return sharedPlace(warp_.worker->launch.code, offset_, instruction_); }
  void report(const char* kind, const std::string& message) {
    Worker& worker = *warp_.worker;
    if ((worker.launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0)
      worker.report(Tool::synccheck, kind, worker.site(warp_, instruction_, lane_), nullptr, message);
  }

  Warp& warp_;
  const Instruction& instruction_;
  unsigned lane_;
  std::uint64_t offset_;
  MbarrierState state_;
};

/// Calls use(object, lane) for each lane whose address is good.
template <class F>
void eachObject(Warp& warp, const Instruction& instruction, F&& use) {
  alignas(64) std::uint64_t address[warpSize];
  addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, address);
  for (std::uint64_t& at : address) at = at - sharedWindow < windowBytes ? at - sharedWindow : at;
  for (std::uint32_t rest = warp.worker->sharedTarget(warp, instruction, address); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    Object object(warp, instruction, lane, address[lane]);
    use(object, lane);
  }
}

std::uint32_t countOf(Warp& warp, const Instruction& instruction, unsigned lane) {
  return instruction.operand[1].base == Operand::none ? 1 : warp.at<const std::uint32_t>(instruction.operand[1])[lane];
}

// Operands of all: 0 result, 1 count, bytes or parity, 2 state, 4 address.
struct Init {
  static void run(Warp& warp, const Instruction& instruction) {
    eachObject(warp, instruction, [&](Object& object, unsigned lane) {
      object.state() = MbarrierState::fresh(countOf(warp, instruction, lane));
      object.save();
    });
  }
};

struct Invalidate {
  static void run(Warp& warp, const Instruction& instruction) {
    eachObject(warp, instruction, [&](Object& object, unsigned) {
      if (!object.usable()) return;
      object.state() = MbarrierState(0);
      object.save();
    });
  }
};

enum class Transaction { expect, complete };

template <Transaction How>
struct Transactions {
  static void run(Warp& warp, const Instruction& instruction) {
    Arrivals arrivals(warp);
    eachObject(warp, instruction, [&](Object& object, unsigned lane) {
      if (!object.usable()) return;
      const std::int64_t bytes = countOf(warp, instruction, lane);
      object.state().expectTransactions(How == Transaction::expect ? bytes : -bytes);
      if (How == Transaction::complete) return object.settle(arrivals);
      object.save();
    });
  }
};

template <bool Drop, bool Expect>
struct Arrive {
  static void run(Warp& warp, const Instruction& instruction) {
    auto* result =
        instruction.operand[0].base == Operand::none ? nullptr : warp.at<std::uint64_t>(instruction.operand[0]);
    Arrivals arrivals(warp);
    eachObject(warp, instruction, [&](Object& object, unsigned lane) {
      if (!object.usable()) return;
      const std::uint32_t operand = countOf(warp, instruction, lane), count = Expect ? 1 : operand;
      if (result != nullptr) result[lane] = object.state().bits();
      if (Expect) object.state().expectTransactions(operand);
      if (Drop) object.state().dropExpected(count);
      object.arrive(count);
      if (instruction.order != Order::relaxed) arrivals.add(object.offset(), lane);
      object.settle(arrivals);
    });
  }
};

/// Whether the phase that a lane asks for is over. Copies that arrive at the barrier land now if it is not.
template <bool ByParity>
struct Wait {
  static void run(Warp& warp, const Instruction& instruction) {
    Worker& worker = *warp.worker;
    std::uint32_t done = 0, asked = 0;
    Arrivals arrivals(warp);
    Passes passed(warp);
    eachObject(warp, instruction, [&](Object& object, unsigned lane) {
      if (!object.usable()) return;
      asked |= 1u << lane;
      const unsigned parity = ByParity
                                  ? warp.at<const std::uint32_t>(instruction.operand[1])[lane] & 1
                                  : MbarrierState(warp.at<const std::uint64_t>(instruction.operand[2])[lane]).parity();
      if (object.state().parity() == parity) {
        const std::uint32_t landed = worker.async->land(worker, object.offset());
        if (landed != 0) {
          object.arrive(landed);
          object.settle(arrivals);
        }
      }
      if (object.state().parity() == parity) return;
      done |= 1u << lane;
      if (instruction.order != Order::relaxed) passed.add(object.offset(), lane);
    });
    assignPredicate(warp, instruction.operand[0], done, false);
    if ((asked & ~done) != 0) warp.yields = Yield::wait;
  }
};

struct PendingCount {
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* state = warp.at<const std::uint64_t>(instruction.operand[2]);
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0],
                                     [&](unsigned lane) { return MbarrierState(state[lane]).pending(); });
  }
};

struct ArriveAfterCopies {
  static void run(Warp& warp, const Instruction& instruction) {
    alignas(64) std::uint64_t at[warpSize];
    const std::uint32_t all = warp.mask;
    std::uint32_t good = 0;
    eachObject(warp, instruction, [&](Object& object, unsigned lane) {
      if (!object.usable()) return;
      at[lane] = object.offset();
      good |= 1u << lane;
      // Without .noinc the barrier waits for this arrival on top of those it expects.
      if (instruction.plan != 0) {
        object.state().addPending(1);
        object.save();
      }
    });
    warp.mask = good;
    if (good != 0) warp.worker->async->arriveLater(warp, at);
    warp.mask = all;
  }
};

void takeObject(DecodeContext& context, std::size_t k) {
  takeSpace(context);
  context.take("b64");
  context.out.space = Space::shared;
  context.out.width = 8;
  addressSource(context, 4, context.operandAt(k));
}

void arrive(DecodeContext& context, bool drop) {
  const bool expect = context.take("expect_tx");
  context.take("noComplete");
  context.out.order = Order::release;
  takeOrder(context);
  // Without a result the first operand is the address.
  const std::size_t at = context.operandAt(0).kind == ast::Operand::Kind::address ? 0 : 1;
  if (at == 1) context.destination(0, 0);
  takeObject(context, at);
  if (context.count() > at + 1)
    context.source(1, at + 1, ScalarType::u32);
  else if (expect)
    return context.fail("the bytes to expect are missing", ErrorCode::invalidPtx);
  if (drop)
    setHandler(context, expect ? Arrive<true, true>::run : Arrive<true, false>::run);
  else
    setHandler(context, expect ? Arrive<false, true>::run : Arrive<false, false>::run);
}

void wait(DecodeContext& context, bool mayGiveUp) {
  const bool byParity = context.take("parity");
  context.out.order = Order::acquire;
  takeOrder(context);
  takeObject(context, 1);
  context.predicateDestination(0, context.operandAt(0));
  if (mayGiveUp) context.ignoreOperands(3);  // after how long it gives up
  context.source(byParity ? 1 : 2, 2, byParity ? ScalarType::u32 : ScalarType::b64);
  context.mayYield = true;
  setHandler(context, byParity ? Wait<true>::run : Wait<false>::run);
}

void mbarrier(DecodeContext& context) {
  if (context.take("arrive")) return arrive(context, false);
  if (context.take("arrive_drop")) return arrive(context, true);
  const int what =
      context.takeOne({"init", "inval", "expect_tx", "complete_tx", "test_wait", "try_wait", "pending_count"});
  switch (what) {
    case 0:
    case 2:
    case 3:
      takeOrder(context);
      takeObject(context, 0);
      context.source(1, 1, ScalarType::u32);
      return setHandler(context, what == 0   ? Init::run
                                 : what == 2 ? Transactions<Transaction::expect>::run
                                             : Transactions<Transaction::complete>::run);
    case 1:
      takeObject(context, 0);
      return setHandler(context, Invalidate::run);
    case 4:
    case 5:
      return wait(context, what == 5);
    case 6:
      context.take("b64");
      context.destination(0, 0);
      context.source(2, 1, ScalarType::b64);
      return setHandler(context, PendingCount::run);
    default:
      return context.fail("not an mbarrier instruction this simulator knows");
  }
}

constexpr IsaRow rows[] = {{"mbarrier", mbarrier}};

}  // namespace

void decodeCopyArrival(DecodeContext& context) {
  context.take("arrive");
  const bool counted = context.take("noinc");
  takeObject(context, 0);
  context.out.plan = counted ? 0 : 1;
  setHandler(context, ArriveAfterCopies::run);
}

std::span<const IsaRow> mbarrierRows() { return rows; }

}  // namespace gpusim
