// Control flow and barriers: PTX ISA sections 9.7.12 and 9.7.13 (bar, barrier).
#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

using Kind = Terminator::Kind;

void branch(DecodeContext& context) {
  context.take("uni");
  context.isTerminator = true;
  context.terminator.kind = Kind::jump;  // decode makes it a branch when there is a guard
  context.targetLabel = context.operandAt(0).name;
}

void branchTable(DecodeContext& context) {
  context.take("idx");
  context.take("uni");
  context.isTerminator = true;
  context.terminator.kind = Kind::table;
  context.source(0, 0, ScalarType::u32);
  context.targetLabel = context.operandAt(1).name;  // of the .branchtargets list
}

void leave(DecodeContext& context) {
  context.take("uni");
  context.isTerminator = true;
  // A kernel has no caller to return to.
  context.terminator.kind = context.syntax.opcode == "ret" && !context.builder.isEntry ? Kind::ret : Kind::exit;
}

void trap(DecodeContext& context) {
  context.isTerminator = true;
  context.terminator.kind = Kind::trap;
}

struct CountSync {
  template <bool>
  static void run(Warp& warp, const Instruction&) {
    ++warp.syncs;
  }
};

struct Nothing {
  template <bool>
  static void run(Warp&, const Instruction&) {}
};

/// A cluster of one block: its barrier is one of the block's, past those that have a number. An arrival does nothing
/// yet and the wait is for all threads, so that more is ordered than a card promises between the two.
void clusterBarrier(DecodeContext& context) {
  const int form = context.takeOne({"arrive", "wait"});
  while (context.takeOne({"release", "relaxed", "acquire", "aligned"}) >= 0) {
  }
  if (form == 0) return setHandlers<Nothing>(context);
  if (form < 0) return context.fail("not a barrier this simulator knows");
  context.isTerminator = true;
  context.terminator.kind = Kind::barrier;
  context.terminator.barrier = clusterBarrierNumber;
}

void barrier(DecodeContext& context) {
  if (context.take("cluster")) return clusterBarrier(context);
  context.take("cta");
  if (context.take("warp")) {
    context.take("sync");
    context.source(5, 0, ScalarType::b32);
    context.warpSync = context.out.operand[5];
    return setHandlers<CountSync>(context);
  }
  context.take("aligned");
  const int form = context.takeOne({"sync", "arrive", "red"});
  if (form < 0) return context.fail("not a barrier this simulator knows");
  context.isTerminator = true;
  Terminator& end = context.terminator;
  end.kind = Kind::barrier;
  end.arriveOnly = form == 1;
  std::size_t next = 0;
  if (form == 2) {
    end.reduction = static_cast<std::uint8_t>(context.takeOne({"popc", "and", "or"}) + 1);
    context.takeType();
    if (end.reduction == 1)
      context.destination(0, 0);
    else
      context.predicateDestination(0, context.operandAt(0));
    bool negated = false;
    context.predicateSource(1, context.operandAt(context.count() - 1), &negated);
    end.negated = negated;
    next = 1;
  }
  const ast::Operand& number = context.operandAt(next);
  if (number.kind != ast::Operand::Kind::integer)
    context.source(3, number, ScalarType::u32);
  else if (number.bits > 15)
    return context.fail("a barrier's number is from 0 to 15", ErrorCode::invalidPtx);
  else
    end.barrier = static_cast<std::uint8_t>(number.bits);
  const std::size_t last = form == 2 ? context.count() - 1 : context.count();
  if (next + 1 < last)
    context.source(2, next + 1, ScalarType::u32);
  else if (form == 1)
    context.fail("bar.arrive needs a thread count", ErrorCode::invalidPtx);
}

struct GiveTurn {
  template <bool>
  static void run(Warp& warp, const Instruction&) {
    warp.yields = Yield::turn;
  }
};
/// Time stands still here; who sleeps lets others go first.
void sleep(DecodeContext& context) {
  context.take("u32");
  context.ignoreOperands(0);
  context.mayYield = true;
  setHandlers<GiveTurn>(context);
}

void nothing(DecodeContext& context) {
  for (std::size_t k = 0; k < context.syntax.modifiers.size(); ++k) context.take(context.syntax.modifiers[k]);
  context.ignoreOperands(0);
  setHandlers<Nothing>(context);
}

constexpr IsaRow rows[] = {
    {"bra", branch},
    {"brx", branchTable},
    {"ret", leave},
    {"exit", leave},
    {"trap", trap},
    {"bar", barrier},
    {"barrier", barrier},
    {"nanosleep", sleep},
    {"pragma", nothing},
    {"brkpt", nothing},
    {"griddepcontrol", nothing},
    {"setmaxnreg", nothing},
    {"pmevent", nothing},
};

}  // namespace

std::span<const IsaRow> controlRows() { return rows; }

}  // namespace gpusim
