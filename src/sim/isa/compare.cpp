// Comparison: PTX ISA sections 9.7.6 and 9.7.7. A predicate is a 32-bit lane mask.
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// Bit `lane` of the result is the sign of flags[lane]: 0 or all ones, as wide as what was compared.
template <class Flag>
std::uint32_t packMask(const Flag* flags) {
  std::uint32_t mask = 0;
#if defined(__AVX2__)
  if constexpr (sizeof(Flag) == 4) {
    for (unsigned k = 0; k < 4; ++k)
      mask |=
          static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_load_ps(reinterpret_cast<const float*>(flags + 8 * k))))
          << (8 * k);
  } else {
    for (unsigned k = 0; k < 8; ++k)
      mask |=
          static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_load_pd(reinterpret_cast<const double*>(flags + 4 * k))))
          << (4 * k);
  }
#else
  for (unsigned lane = 0; lane < warpSize; ++lane) mask |= static_cast<std::uint32_t>(flags[lane] & 1) << lane;
#endif
  return mask;
}

struct Eq {
  template <class T>
  static bool of(T a, T b) {
    return a == b;
  }
};
struct Ne {
  template <class T>
  static bool of(T a, T b) {
    return a < b || a > b;
  }
};  // false for NaN
struct Lt {
  template <class T>
  static bool of(T a, T b) {
    return a < b;
  }
};
struct Le {
  template <class T>
  static bool of(T a, T b) {
    return a <= b;
  }
};
struct Gt {
  template <class T>
  static bool of(T a, T b) {
    return a > b;
  }
};
struct Ge {
  template <class T>
  static bool of(T a, T b) {
    return a >= b;
  }
};
// The unordered twins are true when either side is NaN.
struct Equ {
  template <class T>
  static bool of(T a, T b) {
    return !(a < b || a > b);
  }
};
struct Neu {
  template <class T>
  static bool of(T a, T b) {
    return !(a == b);
  }
};
struct Ltu {
  template <class T>
  static bool of(T a, T b) {
    return !(a >= b);
  }
};
struct Leu {
  template <class T>
  static bool of(T a, T b) {
    return !(a > b);
  }
};
struct Gtu {
  template <class T>
  static bool of(T a, T b) {
    return !(a <= b);
  }
};
struct Geu {
  template <class T>
  static bool of(T a, T b) {
    return !(a < b);
  }
};
struct Num {
  template <class T>
  static bool of(T a, T b) {
    return a == a && b == b;
  }
};
struct Nan {
  template <class T>
  static bool of(T a, T b) {
    return a != a || b != b;
  }
};

/// With .ftz, subnormal inputs compare as zero of their sign.
template <class Op>
struct Flushed {
  static bool of(float a, float b) { return Op::of(flushed(a), flushed(b)); }
};

/// What is compared: the value that a lane of an operand stands for.
template <class T>
struct Whole {
  using Slot = SlotOf<T>;
  static T of(Slot slot) { return fromSlot<T>(slot); }
};
/// One half of a lane, low or high.
template <class F, bool High, bool Ftz>
struct HalfOf {
  using Slot = std::uint32_t;
  static float of(Slot slot) {
    const std::uint32_t h = High ? slot >> 16 : slot & 0xffff;
    return F::widen(Ftz && (h & F::infinity) == 0 ? h & 0x8000 : h);
  }
};

template <class Op, class Side>
[[gnu::noinline]] std::uint32_t compare(Warp& warp, const Instruction& instruction, unsigned first) {
  using Slot = typename Side::Slot;
  using Flag = std::make_signed_t<Slot>;
  const auto* a = warp.at<const Slot>(instruction.operand[first]);
  const auto* b = warp.at<const Slot>(instruction.operand[first + 1]);
  alignas(32) Flag flags[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    flags[lane] = Op::of(Side::of(a[lane]), Side::of(b[lane])) ? Flag{-1} : Flag{0};
  return packMask(flags);
}

// Operands: 0 p, 1 q, 2 a, 3 b, 4 c. immediate: 1 and, 2 or, 3 xor with c, plus 4 when c is negated; in the upper half,
// what set writes where the comparison holds.
std::uint32_t combine(Warp& warp, const Instruction& instruction, std::uint32_t result) {
  if ((instruction.immediate & 3) == 0) return result;
  const std::uint32_t c = warp.predicate(instruction.operand[4]) ^ ((instruction.immediate & 4) != 0 ? allLanes : 0);
  switch (instruction.immediate & 3) {
    case 1:
      return result & c;
    case 2:
      return result | c;
    default:
      return result ^ c;
  }
}

/// setp; the comparison is a parameter, so that this exists once.
void finishSetp(Warp& warp, const Instruction& instruction, std::uint32_t first, std::uint32_t second, bool full) {
  // Both are computed before either is written: p may lie where c did.
  const std::uint32_t p = combine(warp, instruction, first), q = combine(warp, instruction, second);
  assignPredicate(warp, instruction.operand[0], p, full);
  assignPredicate(warp, instruction.operand[1], q, full);
}
/// set: where the comparison holds the bits in the upper half of `immediate`, elsewhere zero. `low` and `high` say for
/// which lanes the lower and the upper 16 of these bits count; they are the same unless the operands are packed.
void finishSet(Warp& warp, const Instruction& instruction, std::uint32_t low, std::uint32_t high) {
  const std::uint32_t lower = combine(warp, instruction, low), upper = combine(warp, instruction, high);
  const auto bits = static_cast<std::uint32_t>(instruction.immediate >> 32);
  writeLanes<false, std::uint32_t>(warp, instruction.operand[0], [=](unsigned lane) {
    return ((lower >> lane & 1) != 0 ? bits & 0xffff : 0u) | ((upper >> lane & 1) != 0 ? bits & 0xffff0000 : 0u);
  });
}

/// setp and set of single values: p is the comparison, q its opposite.
template <class Op, class Side>
struct Setp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t result = compare<Op, Side>(warp, instruction, 2);
    finishSetp(warp, instruction, result, ~result, Full);
  }
};
template <class Op, class Side>
struct Set {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t result = compare<Op, Side>(warp, instruction, 2);
    finishSet(warp, instruction, result, result);
  }
};
/// setp and set of two packed values: p is the comparison of the low ones, q of the high ones.
template <class Op, class F, bool Ftz>
struct SetpPair {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t low = compare<Op, HalfOf<F, false, Ftz>>(warp, instruction, 2);
    finishSetp(warp, instruction, low, compare<Op, HalfOf<F, true, Ftz>>(warp, instruction, 2), Full);
  }
};
template <class Op, class F, bool Ftz>
struct SetPair {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t low = compare<Op, HalfOf<F, false, Ftz>>(warp, instruction, 2);
    finishSet(warp, instruction, low, compare<Op, HalfOf<F, true, Ftz>>(warp, instruction, 2));
  }
};

/// Picks the handlers of Form<Op, Side>, or Pair<Op, Format, Ftz>, for the comparison's name and type.
template <template <class, class> class Form, template <class, class, bool> class Pair>
void choose(DecodeContext& context, int comparison, ScalarType type, bool ftz) {
  const auto half = [&]<class F>(auto op, F) {
    using Op = decltype(op);
    if (isPacked(type))
      ftz ? setHandlers<Pair<Op, F, true>>(context) : setHandlers<Pair<Op, F, false>>(context);
    else
      ftz ? setHandlers<Form<Op, HalfOf<F, false, true>>>(context)
          : setHandlers<Form<Op, HalfOf<F, false, false>>>(context);
  };
  const auto real = [&](auto op) {
    using Op = decltype(op);
    if (type == ScalarType::f16 || type == ScalarType::f16x2) return half(op, Half{});
    if (type == ScalarType::bf16 || type == ScalarType::bf16x2) return half(op, Brain{});
    if (ftz && type == ScalarType::f32) return setHandlers<Form<Flushed<Op>, Whole<float>>>(context);
    if (!isFloat(type) || !withType<float, double>(type, [&](auto identity) {
          setHandlers<Form<Op, Whole<typename decltype(identity)::type>>>(context);
        }))
      context.fail("not supported for this type");
  };
  const auto any = [&](auto op) {
    if (isFloat(type) || isPacked(type)) return real(op);
    if (!withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
            type,
            [&](auto identity) { setHandlers<Form<decltype(op), Whole<typename decltype(identity)::type>>>(context); }))
      context.fail("not supported for this type");
  };
  switch (comparison) {
    case 0:
      return any(Eq{});
    case 1:
      return any(Ne{});
    case 2:
    case 6:
      return any(Lt{});  // lo, ls, hi, hs: the unsigned names
    case 3:
    case 7:
      return any(Le{});
    case 4:
    case 8:
      return any(Gt{});
    case 5:
    case 9:
      return any(Ge{});
    case 10:
      return real(Equ{});
    case 11:
      return real(Neu{});
    case 12:
      return real(Ltu{});
    case 13:
      return real(Leu{});
    case 14:
      return real(Gtu{});
    case 15:
      return real(Geu{});
    case 16:
      return real(Num{});
    case 17:
      return real(Nan{});
    default:
      return context.fail("a comparison is missing", ErrorCode::invalidPtx);
  }
}

int takeComparison(DecodeContext& context) {
  return context.takeOne({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
                          "geu", "num", "nan"});
}

int takeCombination(DecodeContext& context, std::size_t operandCount) {
  const int combination = context.takeOne({"and", "or", "xor"}) + 1;
  if (combination != 0) {
    bool negated = false;
    context.predicateSource(4, context.operandAt(operandCount), &negated);
    context.out.immediate = combination + (negated ? 4 : 0);
  }
  return combination;
}

void setp(DecodeContext& context) {
  const int comparison = takeComparison(context);
  takeCombination(context, 3);
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType();
  const ast::Operand& destination = context.operandAt(0);
  if (destination.kind == ast::Operand::Kind::pair) {
    context.predicateDestination(0, destination.elements[0]);
    context.predicateDestination(1, destination.elements[1]);
  } else {
    context.predicateDestination(0, destination);
  }
  context.source(2, 1, type);
  context.source(3, 2, type);
  choose<Setp, SetpPair>(context, comparison, type, ftz);
}

/// What set writes for true: all ones, or 1.0.
std::uint64_t trueBits(ScalarType to) {
  switch (to) {
    case ScalarType::f16:
      return Half::one;
    case ScalarType::f16x2:
      return Half::one << 16 | Half::one;
    case ScalarType::bf16:
      return Brain::one;
    case ScalarType::bf16x2:
      return Brain::one << 16 | Brain::one;
    case ScalarType::f32:
      return 0x3f800000;
    case ScalarType::u16:
    case ScalarType::s16:
      return 0xffff;
    case ScalarType::u32:
    case ScalarType::s32:
      return 0xffffffff;
    default:
      return 0;
  }
}

void set(DecodeContext& context) {
  const int comparison = takeComparison(context);
  takeCombination(context, 3);
  const bool ftz = context.take("ftz");
  const ScalarType to = context.takeType(), type = context.takeType();
  context.destination(0, 0);
  context.source(2, 1, type);
  context.source(3, 2, type);
  const std::uint64_t bits = trueBits(to);
  if (bits == 0 || (isPacked(type) && bytesOf(to) != 4)) return context.fail("not supported for this type");
  context.out.immediate |= static_cast<std::int64_t>(bits << 32);
  choose<Set, SetPair>(context, comparison, type, ftz);
}

constexpr IsaRow rows[] = {{"setp", setp}, {"set", set}};

}  // namespace

std::span<const IsaRow> compareRows() { return rows; }

}  // namespace gpusim
