// Logic, shifts and byte permutation: PTX ISA section 9.7.8.
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

struct And {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(a & b);
  }
};
struct Or {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(a | b);
  }
};
struct Xor {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(a ^ b);
  }
};
struct Not {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(~a);
  }
};
struct Cnot {
  template <class D, class T>
  static D apply(T a) {
    return a == 0 ? D{1} : D{0};
  }
};

// Shift amounts above the width act as the width.
struct Shl {
  template <class D, class T>
  static D apply(T a, std::uint32_t by) {
    return by >= 8 * sizeof(T) ? D{0} : static_cast<D>(static_cast<std::make_unsigned_t<T>>(a) << by);
  }
};
struct Shr {
  template <class D, class T>
  static D apply(T a, std::uint32_t by) {
    constexpr std::uint32_t last = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>)
      return static_cast<D>(a >> (by > last ? last : by));
    else
      return by > last ? D{0} : static_cast<D>(a >> by);
  }
};

template <bool Left, bool Wrap>
struct FunnelShift {
  template <class D>
  static D apply(std::uint32_t low, std::uint32_t high, std::uint32_t by) {
    by = Wrap ? by & 31 : by > 32 ? 32 : by;
    const std::uint64_t both = std::uint64_t{high} << 32 | low;
    return Left ? static_cast<D>(both << by >> 32) : static_cast<D>(by == 32 ? both >> 32 : both >> by);
  }
};

struct Prmt {
  template <class D>
  static D apply(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
    const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
    D out = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t control = selector >> (4 * k) & 0xf;
      std::uint32_t byte = static_cast<std::uint32_t>(bytes >> (8 * (control & 7))) & 0xff;
      if ((control & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      out |= byte << (8 * k);
    }
    return out;
  }
};
template <int Mode>
struct PrmtMode {
  template <class D>
  static D apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::uint32_t n = c & 3;
    constexpr std::uint32_t tables[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543},   // f4e
                                            {0x5670, 0x6701, 0x7012, 0x0123},   // b4e
                                            {0x0000, 0x1111, 0x2222, 0x3333},   // rc8
                                            {0x3210, 0x3211, 0x3222, 0x3333},   // ecl
                                            {0x0000, 0x1110, 0x2210, 0x3210},   // ecr
                                            {0x1010, 0x3232, 0x1010, 0x3232}};  // rc16
    return Prmt::apply<D>(a, b, tables[Mode][n]);
  }
};

/// lop3. The table has one bit for each combination of one bit of a, b and c.
struct Lop3 {
  std::uint32_t term[8];
  explicit Lop3(std::int64_t table) {
    for (unsigned k = 0; k < 8; ++k) term[k] = (table >> k & 1) != 0 ? 0xffffffffu : 0u;
  }
  std::uint32_t operator()(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return (term[0] & ~x & ~y & ~z) | (term[1] & ~x & ~y & z) | (term[2] & ~x & y & ~z) | (term[3] & ~x & y & z) |
           (term[4] & x & ~y & ~z) | (term[5] & x & ~y & z) | (term[6] & x & y & ~z) | (term[7] & x & y & z);
  }
};

template <bool Full>
void lop3(Warp& warp, const Instruction& instruction) {
  const auto* a = warp.at<const std::uint32_t>(instruction.operand[1]);
  const auto* b = warp.at<const std::uint32_t>(instruction.operand[2]);
  const auto* c = warp.at<const std::uint32_t>(instruction.operand[3]);
  const Lop3 table(instruction.immediate);
  writeLanes<Full, std::uint32_t>(warp, instruction.operand[0], [=](unsigned l) { return table(a[l], b[l], c[l]); });
}

/// lop3 with a predicate: operand 4 becomes (result != 0) or, and with operand 5.
template <bool Or>
struct Lop3Predicate {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const std::uint32_t>(instruction.operand[1]);
    const auto* b = warp.at<const std::uint32_t>(instruction.operand[2]);
    const auto* c = warp.at<const std::uint32_t>(instruction.operand[3]);
    const Lop3 table(instruction.immediate);
    std::uint32_t values[warpSize], some = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      values[lane] = table(a[lane], b[lane], c[lane]);
      some |= std::uint32_t{values[lane] != 0} << lane;
    }
    const std::uint32_t q = warp.predicate(instruction.operand[5]);
    writeLanes<Full, std::uint32_t>(warp, instruction.operand[0], [&](unsigned lane) { return values[lane]; });
    assignPredicate(warp, instruction.operand[4], Or ? some | q : some & q, Full);
  }
};

/// Logic on predicates: one mask operation.
template <class Op>
struct PredicateOp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t a = warp.predicate(instruction.operand[1]);
    const std::uint32_t b = instruction.operand[2].base == Operand::none ? 0 : warp.predicate(instruction.operand[2]);
    std::uint32_t result;
    if constexpr (requires { Op::template apply<std::uint32_t>(a, b); })
      result = Op::template apply<std::uint32_t>(a, b);
    else
      result = Op::template apply<std::uint32_t>(a);
    assignPredicate(warp, instruction.operand[0], result, Full);
  }
};

template <class Op, std::size_t Sources>
void logic(DecodeContext& context) {
  const ScalarType type = context.takeType();
  if (type == ScalarType::pred) {
    context.predicateDestination(0, context.operandAt(0));
    for (std::size_t k = 1; k <= Sources; ++k) context.predicateSource(static_cast<unsigned>(k), context.operandAt(k));
    return setHandlers<PredicateOp<Op>>(context);
  }
  operands(context, type, Sources);
  if (!withType<std::uint16_t, std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        if constexpr (Sources == 2)
          setHandlers<Map<Op, T, T, T>>(context);
        else
          setHandlers<Map<Op, T, T>>(context);
      }))
    context.fail("not a bit type");
}

void cnot(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::uint16_t, std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Cnot, T, T>>(context);
      }))
    context.fail("not a bit type");
}

template <class Op>
void shift(DecodeContext& context) {
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, ScalarType::u32);
  if (!withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
          type, [&](auto identity) {
            using T = typename decltype(identity)::type;
            setHandlers<Map<Op, T, T, std::uint32_t>>(context);
          }))
    context.fail("not an integer type");
}

void shf(DecodeContext& context) {
  const bool left = context.takeOne({"r", "l"}) == 1;
  const bool wrap = context.takeOne({"clamp", "wrap"}) == 1;
  context.takeType();
  operands(context, ScalarType::b32, 3);
  using U = std::uint32_t;
  if (left && wrap)
    setHandlers<Map<FunnelShift<true, true>, U, U, U, U>>(context);
  else if (left)
    setHandlers<Map<FunnelShift<true, false>, U, U, U, U>>(context);
  else if (wrap)
    setHandlers<Map<FunnelShift<false, true>, U, U, U, U>>(context);
  else
    setHandlers<Map<FunnelShift<false, false>, U, U, U, U>>(context);
}

void prmt(DecodeContext& context) {
  context.takeType();
  operands(context, ScalarType::b32, 3);
  using U = std::uint32_t;
  switch (context.takeOne({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})) {
    case 0:
      return setHandlers<Map<PrmtMode<0>, U, U, U, U>>(context);
    case 1:
      return setHandlers<Map<PrmtMode<1>, U, U, U, U>>(context);
    case 2:
      return setHandlers<Map<PrmtMode<2>, U, U, U, U>>(context);
    case 3:
      return setHandlers<Map<PrmtMode<3>, U, U, U, U>>(context);
    case 4:
      return setHandlers<Map<PrmtMode<4>, U, U, U, U>>(context);
    case 5:
      return setHandlers<Map<PrmtMode<5>, U, U, U, U>>(context);
    default:
      return setHandlers<Map<Prmt, U, U, U, U>>(context);
  }
}

void lop3Decode(DecodeContext& context) {
  const int combination = context.takeOne({"or", "and"});
  context.take("b32");
  const ast::Operand& to = context.operandAt(0);
  const bool isPair = to.kind == ast::Operand::Kind::pair;
  context.destination(0, isPair ? to.elements[0] : to);
  for (unsigned k = 1; k <= 3; ++k) context.source(k, k, ScalarType::b32);
  context.out.immediate = static_cast<std::int64_t>(context.literal(context.operandAt(4)) & 0xff);
  if (isPair != (combination >= 0)) return context.fail("a predicate needs .or or .and", ErrorCode::invalidPtx);
  if (isPair) {
    context.predicateDestination(4, to.elements[1]);
    context.predicateSource(5, context.operandAt(5));
    return combination == 0 ? setHandlers<Lop3Predicate<true>>(context) : setHandlers<Lop3Predicate<false>>(context);
  }
  context.out.run[0] = lop3<false>;
  context.out.run[1] = lop3<true>;
}

constexpr IsaRow rows[] = {
    {"and", logic<And, 2>}, {"or", logic<Or, 2>}, {"xor", logic<Xor, 2>}, {"not", logic<Not, 1>}, {"cnot", cnot},
    {"shl", shift<Shl>},    {"shr", shift<Shr>},  {"shf", shf},           {"prmt", prmt},         {"lop3", lop3Decode},
};

}  // namespace

std::span<const IsaRow> logicRows() { return rows; }

}  // namespace gpusim
