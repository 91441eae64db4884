// Logic, shifts and bit manipulation: PTX ISA sections 9.7.8 and parts of 9.7.1.
#include <bit>

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

struct Popc {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(std::popcount(a));
  }
};
struct Clz {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(std::countl_zero(a));
  }
};
struct Brev {
  template <class D, class T>
  static D apply(T a) {
    D reversed = 0;
    for (unsigned k = 0; k < 8 * sizeof(T); ++k) reversed = static_cast<D>(reversed << 1 | (a >> k & 1));
    return reversed;
  }
};
template <bool ShiftAmount>
struct Bfind {
  template <class D, class T>
  static D apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffff;
    const auto position = static_cast<D>(8 * sizeof(T) - 1 - static_cast<unsigned>(std::countl_zero(bits)));
    return ShiftAmount ? static_cast<D>(8 * sizeof(T) - 1 - position) : position;
  }
};
struct Bfe {
  template <class D, class T>
  static D apply(T a, std::uint32_t at, std::uint32_t length) {
    constexpr unsigned width = 8 * sizeof(T);
    at &= 0xff;
    length &= 0xff;
    const unsigned last = at + length - 1 < width - 1 ? at + length - 1 : width - 1;
    const bool sign = std::is_signed_v<T> && length != 0 && (static_cast<std::make_unsigned_t<T>>(a) >> last & 1) != 0;
    std::uint64_t field = 0;
    for (unsigned k = 0; k < width; ++k) {
      const bool inside = k < length && at + k < width;
      const bool bit = inside ? (static_cast<std::make_unsigned_t<T>>(a) >> (at + k) & 1) != 0 : sign;
      field |= std::uint64_t{bit} << k;
    }
    return static_cast<D>(field);
  }
};
struct Bfi {
  template <class D, class T>
  static D apply(T insert, T into, std::uint32_t at, std::uint32_t length) {
    constexpr unsigned width = 8 * sizeof(T);
    at &= 0xff;
    length &= 0xff;
    if (at >= width || length == 0) return into;
    const unsigned kept = length < width - at ? length : width - at;
    const std::uint64_t mask = (kept == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kept) - 1) << at;
    return static_cast<D>((std::uint64_t{into} & ~mask) | ((std::uint64_t{insert} << at) & mask));
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

template <bool Full>
void lop3(Warp& warp, const Instruction& instruction) {
  const auto* a = warp.at<const std::uint32_t>(instruction.operand[1]);
  const auto* b = warp.at<const std::uint32_t>(instruction.operand[2]);
  const auto* c = warp.at<const std::uint32_t>(instruction.operand[3]);
  const auto table = static_cast<std::uint32_t>(instruction.immediate);
  const auto term = [table](unsigned k) { return (table >> k & 1) != 0 ? 0xffffffffu : 0u; };
  const std::uint32_t t[8] = {term(0), term(1), term(2), term(3), term(4), term(5), term(6), term(7)};
  writeLanes<Full, std::uint32_t>(warp, instruction.operand[0], [=](unsigned l) {
    const std::uint32_t x = a[l], y = b[l], z = c[l];
    return (t[0] & ~x & ~y & ~z) | (t[1] & ~x & ~y & z) | (t[2] & ~x & y & ~z) | (t[3] & ~x & y & z) |
           (t[4] & x & ~y & ~z) | (t[5] & x & ~y & z) | (t[6] & x & y & ~z) | (t[7] & x & y & z);
  });
}

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

template <class Op>
void countBits(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(type, [&](auto identity) {
        using T = std::conditional_t<std::is_same_v<Op, Bfind<true>> || std::is_same_v<Op, Bfind<false>>,
                                     typename decltype(identity)::type,
                                     std::make_unsigned_t<typename decltype(identity)::type>>;
        setHandlers<Map<Op, std::uint32_t, T>>(context);
      }))
    context.fail("not a 32- or 64-bit type");
}

void bfind(DecodeContext& context) {
  context.take("shiftamt") ? countBits<Bfind<true>>(context) : countBits<Bfind<false>>(context);
}

void brev(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Brev, T, T>>(context);
      }))
    context.fail("not a bit type");
}

void bfe(DecodeContext& context) {
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, ScalarType::u32);
  context.source(3, 3, ScalarType::u32);
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Bfe, T, T, std::uint32_t, std::uint32_t>>(context);
      }))
    context.fail("not an integer type");
}

void bfi(DecodeContext& context) {
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, type);
  context.source(3, 3, ScalarType::u32);
  context.source(4, 4, ScalarType::u32);
  if (!withType<std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Bfi, T, T, T, std::uint32_t, std::uint32_t>>(context);
      }))
    context.fail("not a bit type");
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
  context.takeType();
  operands(context, ScalarType::b32, 3);
  context.out.immediate = static_cast<std::int64_t>(context.literal(context.operandAt(4)) & 0xff);
  context.out.run[0] = lop3<false>;
  context.out.run[1] = lop3<true>;
}

constexpr IsaRow rows[] = {
    {"and", logic<And, 2>},
    {"or", logic<Or, 2>},
    {"xor", logic<Xor, 2>},
    {"not", logic<Not, 1>},
    {"cnot", cnot},
    {"shl", shift<Shl>},
    {"shr", shift<Shr>},
    {"popc", countBits<Popc>},
    {"clz", countBits<Clz>},
    {"bfind", bfind},
    {"brev", brev},
    {"bfe", bfe},
    {"bfi", bfi},
    {"shf", shf},
    {"prmt", prmt},
    {"lop3", lop3Decode},
};

}  // namespace

std::span<const IsaRow> logicRows() { return rows; }

}  // namespace gpusim
