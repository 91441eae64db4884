// Operations across the lanes of a warp: PTX ISA section 9.7.9 (shfl.sync) and 9.7.13 (vote, match, redux, bar.warp).
// Each starts a basic block of its own, so that diverged lanes named in the member mask can arrive first.
#include <fmt/format.h>

#include <bit>

#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// Operand d or d|p: the value into slot 0, the predicate into slot 1.
void valueAndPredicate(DecodeContext& context) {
  const ast::Operand& destination = context.operandAt(0);
  if (destination.kind != ast::Operand::Kind::pair) return context.destination(0, destination);
  context.destination(0, destination.elements[0]);
  context.predicateDestination(1, destination.elements[1]);
}

/// Runs `Op` once for each member mask among the lanes, which may come in several groups at once.
template <class Op>
struct Grouped {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* members = warp.at<const std::uint32_t>(instruction.operand[5]);
    const std::uint32_t all = warp.mask, first = members[std::countr_zero(all)];
    std::uint32_t other = 0;
    if (instruction.operand[5].base != Operand::constants)
      for (unsigned lane = 0; lane < warpSize; ++lane) other |= std::uint32_t{members[lane] != first} << lane;
    if ((other & all) == 0) return Op::template run<false>(warp, instruction);
    for (std::uint32_t rest = all; rest != 0;) {
      const std::uint32_t mine = members[std::countr_zero(rest)];
      std::uint32_t group = 0;
      for (unsigned lane = 0; lane < warpSize; ++lane) group |= std::uint32_t{members[lane] == mine} << lane;
      warp.mask = rest & group;
      rest &= ~group;
      Op::template run<false>(warp, instruction);
    }
    warp.mask = all;
  }
};

void reportIdleSource(Warp& warp, const Instruction& instruction, unsigned lane, unsigned source) {
  const char* why = (warp.exists >> source & 1) == 0 ? "which the block does not have"
                    : (warp.live >> source & 1) == 0 ? "which has exited"
                                                     : "which does not take part in it";
  warp.worker->report(
      Tool::synccheck, "shuffle from an inactive lane", warp.worker->site(warp, instruction, lane), nullptr,
      fmt::format("a shuffle of lane {} reads from lane {}, {}: the value is undefined", lane, source, why));
}

enum class Shuffle { up, down, bfly, idx };

// Operands: 0 d, 1 p, 2 a, 3 b, 4 c, 5 member mask.
template <Shuffle How>
struct Shfl {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const std::uint32_t>(instruction.operand[2]);
    const auto* b = warp.at<const std::uint32_t>(instruction.operand[3]);
    const auto* c = warp.at<const std::uint32_t>(instruction.operand[4]);
    std::uint32_t result[warpSize], valid = 0, outside = 0;
    unsigned source = 0;  // of the first lane of `outside`
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const auto bv = static_cast<std::int32_t>(b[lane] & 31), cv = static_cast<std::int32_t>(c[lane] & 31),
                 segment = static_cast<std::int32_t>(c[lane] >> 8 & 31);
      const auto me = static_cast<std::int32_t>(lane);
      const std::int32_t maxLane = (me & segment) | (cv & ~segment), minLane = me & segment;
      std::int32_t from = 0;
      bool inside = false;
      switch (How) {
        case Shuffle::up:
          from = me - bv;
          inside = from >= maxLane;
          break;
        case Shuffle::down:
          from = me + bv;
          inside = from <= maxLane;
          break;
        case Shuffle::bfly:
          from = me ^ bv;
          inside = from <= maxLane;
          break;
        case Shuffle::idx:
          from = minLane | (bv & ~segment);
          inside = from <= maxLane;
          break;
      }
      if (!inside) from = me;
      // Undefined by the book; a card gives 0 (an H200, driver 580.159, sm_75 and sm_90 code).
      const bool takesPart = (warp.mask >> from & 1) != 0;
      result[lane] = takesPart ? a[from & 31] : 0;
      valid |= std::uint32_t{inside} << lane;
      if ((warp.mask >> lane & 1) != 0 && !takesPart) {
        if (outside == 0) source = static_cast<unsigned>(from);
        outside |= 1u << lane;
      }
    }
    if (outside != 0 && (warp.worker->launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0)
      reportIdleSource(warp, instruction, static_cast<unsigned>(std::countr_zero(outside)), source);
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0], [&](unsigned lane) { return result[lane]; });
    if (instruction.operand[1].base != Operand::none) {
      std::uint32_t& p = warp.predicate(instruction.operand[1]);
      p = (p & ~warp.mask) | (valid & warp.mask);
    }
  }
};

void shfl(DecodeContext& context) {
  if (!context.take("sync")) return context.fail("shfl without .sync left the ISA with sm_70");
  const int how = context.takeOne({"up", "down", "bfly", "idx"});
  const ScalarType type = context.takeType();
  valueAndPredicate(context);
  context.source(2, 1, type);
  context.source(3, 2, ScalarType::b32);
  context.source(4, 3, ScalarType::b32);
  context.source(5, 4, ScalarType::b32);
  context.warpSync = context.out.operand[5];
  switch (how) {
    case 0:
      return setHandlers<Grouped<Shfl<Shuffle::up>>>(context);
    case 1:
      return setHandlers<Grouped<Shfl<Shuffle::down>>>(context);
    case 2:
      return setHandlers<Grouped<Shfl<Shuffle::bfly>>>(context);
    case 3:
      return setHandlers<Grouped<Shfl<Shuffle::idx>>>(context);
    default:
      return context.fail("a shuffle mode is missing", ErrorCode::invalidPtx);
  }
}

enum class Vote { all, any, uni, ballot };

// Operands: 0 d, 1 p, 5 member mask. immediate: p is negated.
template <Vote How>
struct VoteOp {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t raw = warp.predicate(instruction.operand[1]);
    const std::uint32_t votes = (instruction.immediate != 0 ? ~raw : raw) & warp.mask;
    if constexpr (How == Vote::ballot) {
      writeLanes<false, std::uint32_t>(warp, instruction.operand[0], [=](unsigned) { return votes; });
    } else {
      const bool all = votes == warp.mask, none = votes == 0;
      const bool result = How == Vote::all ? all : How == Vote::any ? !none : all || none;
      std::uint32_t& d = warp.predicate(instruction.operand[0]);
      d = (d & ~warp.mask) | (result ? warp.mask : 0);
    }
  }
};

void vote(DecodeContext& context) {
  if (!context.take("sync")) return context.fail("vote without .sync left the ISA with sm_70");
  const int how = context.takeOne({"all", "any", "uni", "ballot"});
  context.takeType();
  if (how == 3)
    context.destination(0, 0);
  else
    context.predicateDestination(0, context.operandAt(0));
  bool negated = false;
  context.predicateSource(1, context.operandAt(1), &negated);
  context.out.immediate = negated ? 1 : 0;
  context.source(5, 2, ScalarType::b32);
  context.warpSync = context.out.operand[5];
  switch (how) {
    case 0:
      return setHandlers<Grouped<VoteOp<Vote::all>>>(context);
    case 1:
      return setHandlers<Grouped<VoteOp<Vote::any>>>(context);
    case 2:
      return setHandlers<Grouped<VoteOp<Vote::uni>>>(context);
    case 3:
      return setHandlers<Grouped<VoteOp<Vote::ballot>>>(context);
    default:
      return context.fail("a vote mode is missing", ErrorCode::invalidPtx);
  }
}

struct ActiveMask {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t mask = warp.mask;
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0], [=](unsigned) { return mask; });
  }
};
void activeMask(DecodeContext& context) {
  context.takeType();
  context.destination(0, 0);
  setHandlers<ActiveMask>(context);
}

// Operands: 0 d, 1 p (all only), 2 a, 5 member mask.
template <class T, bool All>
struct Match {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const T>(instruction.operand[2]);
    std::uint32_t same[warpSize] = {};
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (unsigned other = 0; other < warpSize; ++other)
        if ((warp.mask >> other & 1) != 0 && a[lane] == a[other]) same[lane] |= 1u << other;
    const bool unanimous = same[std::countr_zero(warp.mask)] == warp.mask;
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0],
                                     [&](unsigned lane) { return All ? (unanimous ? warp.mask : 0) : same[lane]; });
    if (instruction.operand[1].base != Operand::none) {
      std::uint32_t& p = warp.predicate(instruction.operand[1]);
      p = (p & ~warp.mask) | (unanimous ? warp.mask : 0);
    }
  }
};
void match(DecodeContext& context) {
  const bool all = context.takeOne({"any", "all"}) == 1;
  context.take("sync");
  const ScalarType type = context.takeType();
  valueAndPredicate(context);
  context.source(2, 1, type);
  context.source(5, 2, ScalarType::b32);
  context.warpSync = context.out.operand[5];
  if (bytesOf(type) == 8)
    all ? setHandlers<Grouped<Match<std::uint64_t, true>>>(context)
        : setHandlers<Grouped<Match<std::uint64_t, false>>>(context);
  else
    all ? setHandlers<Grouped<Match<std::uint32_t, true>>>(context)
        : setHandlers<Grouped<Match<std::uint32_t, false>>>(context);
}

struct AddAll {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a + b);
  }
};
struct MinAll {
  template <class T>
  static T of(T a, T b) {
    return a < b ? a : b;
  }
};
struct MaxAll {
  template <class T>
  static T of(T a, T b) {
    return a > b ? a : b;
  }
};
struct AndAll {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct OrAll {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct XorAll {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
template <class Op, class T>
struct Redux {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const std::uint32_t>(instruction.operand[1]);
    std::uint32_t rest = warp.mask;
    T total = static_cast<T>(a[std::countr_zero(rest)]);
    for (rest &= rest - 1; rest != 0; rest &= rest - 1)
      total = Op::template of<T>(total, static_cast<T>(a[std::countr_zero(rest)]));
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0],
                                     [=](unsigned) { return static_cast<std::uint32_t>(total); });
  }
};
void redux(DecodeContext& context) {
  context.take("sync");
  const int op = context.takeOne({"add", "min", "max", "and", "or", "xor"});
  const ScalarType type = context.takeType();
  if (bytesOf(type) != 4 || isFloat(type)) return context.fail("not supported for this type");
  const bool isSignedType = isSigned(type);
  context.destination(0, 0);
  context.source(1, 1, ScalarType::b32);
  context.source(5, 2, ScalarType::b32);
  context.warpSync = context.out.operand[5];
  const auto set = [&](auto operation) {
    if (isSignedType)
      setHandlers<Grouped<Redux<decltype(operation), std::int32_t>>>(context);
    else
      setHandlers<Grouped<Redux<decltype(operation), std::uint32_t>>>(context);
  };
  switch (op) {
    case 0:
      return setHandlers<Grouped<Redux<AddAll, std::uint32_t>>>(context);
    case 1:
      return set(MinAll{});
    case 2:
      return set(MaxAll{});
    case 3:
      return set(AndAll{});
    case 4:
      return set(OrAll{});
    case 5:
      return set(XorAll{});
    default:
      return context.fail("an operation is missing", ErrorCode::invalidPtx);
  }
}

// Operands: 0 d, 1 p, 5 member mask. The leader is the lowest lane of the mask, as on a card.
struct Elect {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t leader = warp.mask & (0 - warp.mask);
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0],
                                     [=](unsigned) { return static_cast<std::uint32_t>(std::countr_zero(leader)); });
    assignPredicate(warp, instruction.operand[1], leader, false);
  }
};
void elect(DecodeContext& context) {
  context.take("sync");
  valueAndPredicate(context);
  context.source(5, 1, ScalarType::b32);
  context.warpSync = context.out.operand[5];
  setHandlers<Grouped<Elect>>(context);
}

constexpr IsaRow rows[] = {{"shfl", shfl},   {"vote", vote},   {"activemask", activeMask},
                           {"match", match}, {"redux", redux}, {"elect", elect}};

}  // namespace

std::span<const IsaRow> warpRows() { return rows; }

}  // namespace gpusim
