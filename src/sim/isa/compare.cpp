// Comparison and selection: PTX ISA section 9.7.6 and 9.7.9. A predicate is a 32-bit lane mask.
#include <cmath>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "sim/isa/lanes.h"
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
  static float flush(float value) { return std::fabs(value) < 1.17549435e-38f ? std::copysign(0.0f, value) : value; }
  static bool of(float a, float b) { return Op::of(flush(a), flush(b)); }
};

template <class Op, class T>
[[gnu::noinline]] std::uint32_t compare(Warp& warp, const Instruction& instruction, unsigned first) {
  using Flag = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  const auto* a = warp.at<const SlotOf<T>>(instruction.operand[first]);
  const auto* b = warp.at<const SlotOf<T>>(instruction.operand[first + 1]);
  alignas(32) Flag flags[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    flags[lane] = Op::of(fromSlot<T>(a[lane]), fromSlot<T>(b[lane])) ? Flag{-1} : Flag{0};
  return packMask(flags);
}

// Operands: 0 p, 1 q, 2 a, 3 b, 4 c. immediate: 1 and, 2 or, 3 xor with c, plus 4 when c is negated.
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
void finishSetp(Warp& warp, const Instruction& instruction, std::uint32_t result, bool full) {
  // Both are computed before either is written: p may lie where c did.
  const std::uint32_t p = combine(warp, instruction, result), q = combine(warp, instruction, ~result);
  assignPredicate(warp, instruction.operand[0], p, full);
  assignPredicate(warp, instruction.operand[1], q, full);
}
/// set: all ones or zero, 1.0f or 0.0f.
void finishSet(Warp& warp, const Instruction& instruction, std::uint32_t result, bool) {
  const std::uint32_t holds = combine(warp, instruction, result),
                      one = (instruction.immediate & 8) != 0 ? 0x3f800000u : 0xffffffffu;
  writeLanes<false, std::uint32_t>(warp, instruction.operand[0],
                                   [=](unsigned lane) { return (holds >> lane & 1) != 0 ? one : 0u; });
}

template <class Op, class T>
struct Setp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    finishSetp(warp, instruction, compare<Op, T>(warp, instruction, 2), Full);
  }
};
template <class Op, class T>
struct Set {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    finishSet(warp, instruction, compare<Op, T>(warp, instruction, 2), Full);
  }
};

/// Picks the handlers of Form<Op, T> for the comparison's name and type.
template <template <class, class> class Form>
void choose(DecodeContext& context, int comparison, ScalarType type, bool ftz) {
  const auto real = [&](auto op) {
    if (ftz && type == ScalarType::f32) return setHandlers<Form<Flushed<decltype(op)>, float>>(context);
    if (!isFloat(type) || !withType<float, double>(type, [&](auto identity) {
          setHandlers<Form<decltype(op), typename decltype(identity)::type>>(context);
        }))
      context.fail("not supported for this type");
  };
  const auto any = [&](auto op) {
    if (isFloat(type)) return real(op);
    if (!withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
            type, [&](auto identity) { setHandlers<Form<decltype(op), typename decltype(identity)::type>>(context); }))
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
  choose<Setp>(context, comparison, type, ftz);
}

void set(DecodeContext& context) {
  const int comparison = takeComparison(context);
  takeCombination(context, 3);
  const bool ftz = context.take("ftz");
  const ScalarType to = context.takeType(), type = context.takeType();
  context.destination(0, 0);
  context.source(2, 1, type);
  context.source(3, 2, type);
  if (to == ScalarType::f32)
    context.out.immediate |= 8;
  else if (bytesOf(to) != 4 || isFloat(to))
    return context.fail("not supported for this type");
  choose<Set>(context, comparison, type, ftz);
}

template <class T>
struct Selp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
    const auto* b = warp.at<const SlotOf<T>>(instruction.operand[2]);
    const std::uint32_t p = warp.predicate(instruction.operand[3]);
    writeLanes<Full, SlotOf<T>>(warp, instruction.operand[0],
                                [=](unsigned lane) { return (p >> lane & 1) != 0 ? a[lane] : b[lane]; });
  }
};

void selp(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  bool negated = false;
  context.predicateSource(3, context.operandAt(3), &negated);
  if (negated) std::swap(context.out.operand[1], context.out.operand[2]);
  if (bytesOf(type) == 8)
    setHandlers<Selp<std::uint64_t>>(context);
  else
    setHandlers<Selp<std::uint32_t>>(context);
}

/// The condition of slct, with .ftz: a negative subnormal is -0, which selects a.
template <class C, bool Flush>
bool selects(C c) {
  if constexpr (Flush)
    return Flushed<Ge>::of(c, 0.0f);
  else
    return c >= C{0};
}

template <class T, class C, bool Flush>
struct Slct {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
    const auto* b = warp.at<const SlotOf<T>>(instruction.operand[2]);
    const auto* c = warp.at<const SlotOf<C>>(instruction.operand[3]);
    writeLanes<Full, SlotOf<T>>(warp, instruction.operand[0], [=](unsigned lane) {
      return selects<C, Flush>(fromSlot<C>(c[lane])) ? a[lane] : b[lane];
    });
  }
};

void slct(DecodeContext& context) {
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType(), by = context.takeType();
  operands(context, type, 2);
  context.source(3, 3, by);
  const auto set = [&](auto value) {
    using T = decltype(value);
    if (by == ScalarType::s32)
      setHandlers<Slct<T, std::int32_t, false>>(context);
    else if (by != ScalarType::f32)
      context.fail("selects by .s32 or .f32");
    else if (ftz)
      setHandlers<Slct<T, float, true>>(context);
    else
      setHandlers<Slct<T, float, false>>(context);
  };
  if (bytesOf(type) == 8)
    set(std::uint64_t{});
  else
    set(std::uint32_t{});
}

constexpr IsaRow rows[] = {{"setp", setp}, {"set", set}, {"selp", selp}, {"slct", slct}};

}  // namespace

std::span<const IsaRow> compareRows() { return rows; }

}  // namespace gpusim
