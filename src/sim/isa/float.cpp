// Single and double precision arithmetic: PTX ISA section 9.7.3. Results are IEEE-754 in the rounding mode asked for;
// the .approx forms give the correctly rounded result where the host has it (the hardware's differ by a few ULP).
// Rows whose name starts with a dot belong to opcodes shared with the integers (integer.cpp sends them here).
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// NVIDIA's canonical NaN is 0x7fffffff for single precision; double keeps the operand's payload.
template <class T>
T canonical(T value) {
  if constexpr (sizeof(T) == 4)
    return value != value ? std::bit_cast<float>(0x7fffffffu) : value;
  else
    return value != value ? std::bit_cast<double>(0xfff8000000000000u) : value;
}

struct Add {
  template <class D, class T>
  static D apply(T a, T b) {
    return canonical(a + b);
  }
};
struct Sub {
  template <class D, class T>
  static D apply(T a, T b) {
    return canonical(a - b);
  }
};
struct Mul {
  template <class D, class T>
  static D apply(T a, T b) {
    return canonical(a * b);
  }
};
struct Div {
  template <class D, class T>
  static D apply(T a, T b) {
    return canonical(a / b);
  }
};
struct Fma {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    if constexpr (sizeof(T) == 4)
      return canonical(__builtin_fmaf(a, b, c));
    else
      return canonical(__builtin_fma(a, b, c));
  }
};
struct Neg {
  template <class D, class T>
  static D apply(T a) {
    return -a;
  }
};
struct Abs {
  template <class D, class T>
  static D apply(T a) {
    return std::fabs(a);
  }
};
struct Sqrt {
  template <class D, class T>
  static D apply(T a) {
    return canonical(std::sqrt(a));
  }
};
struct Rcp {
  template <class D, class T>
  static D apply(T a) {
    return canonical(T{1} / a);
  }
};
struct Rsqrt {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(1.0 / std::sqrt(static_cast<double>(a))));
  }
};
struct Ex2 {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(std::exp2(static_cast<double>(a))));
  }
};
struct Lg2 {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(std::log2(static_cast<double>(a))));
  }
};
struct Sin {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(std::sin(static_cast<double>(a))));
  }
};
struct Cos {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(std::cos(static_cast<double>(a))));
  }
};
struct Tanh {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<T>(std::tanh(static_cast<double>(a))));
  }
};

// Of a NaN and a number, min and max give the number; -0 is below +0. With .NaN, a NaN wins.
template <bool NaN>
struct Min {
  template <class D, class T>
  static D apply(T a, T b) {
    if (a != a || b != b)
      return NaN || (a != a && b != b) ? canonical(std::numeric_limits<T>::quiet_NaN()) : (a != a ? b : a);
    return a < b || (a == b && std::signbit(a)) ? a : b;
  }
};
template <bool NaN>
struct Max {
  template <class D, class T>
  static D apply(T a, T b) {
    if (a != a || b != b)
      return NaN || (a != a && b != b) ? canonical(std::numeric_limits<T>::quiet_NaN()) : (a != a ? b : a);
    return a > b || (a == b && !std::signbit(a)) ? a : b;
  }
};
struct Copysign {
  template <class D, class T>
  static D apply(T a, T b) {
    return std::copysign(b, a);
  }
};

// Modifiers, as wrappers around an operation.
template <class Op>
struct Saturated {
  template <class D, class... T>
  static D apply(T... a) {
    const D value = Op::template apply<D>(a...);
    return value > D{0} ? (value < D{1} ? value : D{1}) : D{0};  // NaN becomes +0
  }
};
template <class T>
T flush(T value) {
  return std::fabs(value) < std::numeric_limits<T>::min() ? std::copysign(T{0}, value) : value;
}
template <class Op>
struct Flushed {
  template <class D, class... T>
  static D apply(T... a) {
    return flush(Op::template apply<D>(flush(a)...));
  }
};

/// Rounding modes other than to-nearest: the host's, set around the 32 lanes.
template <class Handlers, int Mode>
struct Rounded {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const int before = std::fegetround();
    std::fesetround(Mode);
    void (*volatile through)(Warp&, const Instruction&) =
        Handlers::template run<Full>;  // nothing may move across the mode switch
    through(warp, instruction);
    std::fesetround(before);
  }
};

template <class Op, class T, std::size_t Sources>
struct MapOf;
template <class Op, class T>
struct MapOf<Op, T, 1> {
  using type = Map<Op, T, T>;
};
template <class Op, class T>
struct MapOf<Op, T, 2> {
  using type = Map<Op, T, T, T>;
};
template <class Op, class T>
struct MapOf<Op, T, 3> {
  using type = Map<Op, T, T, T, T>;
};

template <class Op, class T, std::size_t Sources>
void setRounded(DecodeContext& context, int rounding) {
  using Plain = typename MapOf<Op, T, Sources>::type;
  switch (rounding) {
    case 1:
      return setHandlers<Rounded<Plain, FE_TOWARDZERO>>(context);
    case 2:
      return setHandlers<Rounded<Plain, FE_DOWNWARD>>(context);
    case 3:
      return setHandlers<Rounded<Plain, FE_UPWARD>>(context);
    default:
      return setHandlers<Plain>(context);
  }
}

template <class Op, std::size_t Sources>
void arithmetic(DecodeContext& context) {
  const int rounding = context.takeOne({"rn", "rz", "rm", "rp"});
  const bool approximate = context.take("approx") || context.take("full");
  const bool ftz = context.take("ftz"), sat = context.take("sat");
  const ScalarType type = context.takeType();
  (void)approximate;
  operands(context, type, Sources);
  if (type == ScalarType::f64) {
    if (ftz || sat) return context.fail(".ftz and .sat are for .f32", ErrorCode::invalidPtx);
    return setRounded<Op, double, Sources>(context, rounding);
  }
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  if (ftz && sat) return setRounded<Saturated<Flushed<Op>>, float, Sources>(context, rounding);
  if (ftz) return setRounded<Flushed<Op>, float, Sources>(context, rounding);
  if (sat) return setRounded<Saturated<Op>, float, Sources>(context, rounding);
  return setRounded<Op, float, Sources>(context, rounding);
}

template <template <bool> class Op>
void extreme(DecodeContext& context) {
  const bool ftz = context.take("ftz"), nan = context.take("NaN");
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (type == ScalarType::f64) return setHandlers<Map<Op<false>, double, double, double>>(context);
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  if (ftz && nan)
    setHandlers<Map<Flushed<Op<true>>, float, float, float>>(context);
  else if (ftz)
    setHandlers<Map<Flushed<Op<false>>, float, float, float>>(context);
  else if (nan)
    setHandlers<Map<Op<true>, float, float, float>>(context);
  else
    setHandlers<Map<Op<false>, float, float, float>>(context);
}

enum class Test { finite, infinite, number, notanumber, normal, subnormal };
template <class T, Test What>
bool testOf(T a) {
  switch (What) {
    case Test::finite:
      return std::isfinite(a);
    case Test::infinite:
      return std::isinf(a);
    case Test::number:
      return !std::isnan(a);
    case Test::notanumber:
      return std::isnan(a);
    case Test::normal:
      return std::isnormal(a);
    default:
      return std::fpclassify(a) == FP_SUBNORMAL;
  }
}
template <class T, Test What>
struct Testp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
    std::uint32_t result = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      result |= std::uint32_t{testOf<T, What>(fromSlot<T>(a[lane]))} << lane;
    assignPredicate(warp, instruction.operand[0], result, Full);
  }
};
void testp(DecodeContext& context) {
  const int what = context.takeOne({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  const ScalarType type = context.takeType();
  context.predicateDestination(0, context.operandAt(0));
  context.source(1, 1, type);
  withType<float, double>(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    switch (what) {
      case 0:
        return setHandlers<Testp<T, Test::finite>>(context);
      case 1:
        return setHandlers<Testp<T, Test::infinite>>(context);
      case 2:
        return setHandlers<Testp<T, Test::number>>(context);
      case 3:
        return setHandlers<Testp<T, Test::notanumber>>(context);
      case 4:
        return setHandlers<Testp<T, Test::normal>>(context);
      case 5:
        return setHandlers<Testp<T, Test::subnormal>>(context);
      default:
        return context.fail("unknown test");
    }
  });
}

constexpr IsaRow rows[] = {
    {".add", arithmetic<Add, 2>},
    {".sub", arithmetic<Sub, 2>},
    {".mul", arithmetic<Mul, 2>},
    {".div", arithmetic<Div, 2>},
    {".mad", arithmetic<Fma, 3>},
    {"fma", arithmetic<Fma, 3>},
    {".neg", arithmetic<Neg, 1>},
    {".abs", arithmetic<Abs, 1>},
    {".min", extreme<Min>},
    {".max", extreme<Max>},
    {"sqrt", arithmetic<Sqrt, 1>},
    {"rcp", arithmetic<Rcp, 1>},
    {"rsqrt", arithmetic<Rsqrt, 1>},
    {"ex2", arithmetic<Ex2, 1>},
    {"lg2", arithmetic<Lg2, 1>},
    {"sin", arithmetic<Sin, 1>},
    {"cos", arithmetic<Cos, 1>},
    {"tanh", arithmetic<Tanh, 1>},
    {"copysign", arithmetic<Copysign, 2>},
    {"testp", testp},
};

}  // namespace

std::span<const IsaRow> floatRows() { return rows; }

}  // namespace gpusim
