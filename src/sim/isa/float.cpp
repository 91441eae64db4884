// Single and double precision arithmetic: PTX ISA section 9.7.3. Results are IEEE-754 in the rounding mode asked for.
#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

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
/// A NaN of single precision becomes the canonical one here too, as on an H200; one of double precision keeps its bits.
template <class T>
T canonicalSingle(T value) {
  if constexpr (sizeof(T) == 4)
    return canonical(value);
  else
    return value;
}
struct Neg {
  template <class D, class T>
  static D apply(T a) {
    return canonicalSingle(-a);
  }
};
struct Abs {
  template <class D, class T>
  static D apply(T a) {
    return canonicalSingle(std::fabs(a));
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
// Of a NaN and a number, min and max give the number; -0 is below +0. With .NaN, a NaN wins. With .xorsign.abs the
// magnitudes are compared and the sign is that of the product.
template <bool Larger, bool NaN, bool XorSign>
struct Extreme {
  template <class D, class T>
  static D apply(T a, T b) {
    if (XorSign)
      return std::copysign(Extreme<Larger, NaN, false>::template apply<D>(std::fabs(a), std::fabs(b)),
                           std::signbit(a) != std::signbit(b) ? T{-1} : T{1});
    if (a != a || b != b)
      return NaN || (a != a && b != b) ? canonical(std::numeric_limits<T>::quiet_NaN()) : (a != a ? b : a);
    if (a == b) return std::signbit(a) != Larger ? a : b;
    return (a < b) != Larger ? a : b;
  }
};
template <bool NaN, bool XorSign>
using Min = Extreme<false, NaN, XorSign>;
template <bool NaN, bool XorSign>
using Max = Extreme<true, NaN, XorSign>;
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
    return saturated(Op::template apply<D>(a...));
  }
};
template <class Op>
struct Flushed {
  template <class D, class... T>
  static D apply(T... a) {
    return flushed(Op::template apply<D>(flushed(a)...));
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

template <class Op, std::size_t Sources>
void arithmetic(DecodeContext& context) {
  const Rounding rounding = takeRounding(context).value_or(Rounding::nearest);
  const bool ftz = context.take("ftz"), sat = context.take("sat");
  const ScalarType type = context.takeType();
  operands(context, type, Sources);
  const auto set = [&]<class Chosen, class T>(std::type_identity<Chosen>, T) {
    setRounded<typename MapOf<Chosen, T, Sources>::type>(context, rounding);
  };
  if (type == ScalarType::f64) {
    if (ftz || sat) return context.fail(".ftz and .sat are for .f32", ErrorCode::invalidPtx);
    return set(std::type_identity<Op>{}, double{});
  }
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  if (ftz && sat) return set(std::type_identity<Saturated<Flushed<Op>>>{}, float{});
  if (ftz) return set(std::type_identity<Flushed<Op>>{}, float{});
  if (sat) return set(std::type_identity<Saturated<Op>>{}, float{});
  set(std::type_identity<Op>{}, float{});
}

/// Opcodes with an approximation beside the rounded form.
template <class Op, std::size_t Sources>
void roundedOrApproximate(DecodeContext& context) {
  for (const std::string& modifier : context.syntax.modifiers)
    if (modifier == "approx" || modifier == "full") {
      if (const IsaRow* row = findIsaRow(context.syntax.opcode + ":approximate")) return row->decode(context);
    }
  arithmetic<Op, Sources>(context);
}

template <template <bool, bool> class Op>
void extreme(DecodeContext& context) {
  const bool ftz = context.take("ftz"), nan = context.take("NaN"), xorSign = context.take("xorsign");
  if (xorSign && !context.take("abs")) context.fail(".xorsign needs .abs", ErrorCode::invalidPtx);
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (type == ScalarType::f64) {
    if (ftz || nan || xorSign) return context.fail("modifiers are for .f32", ErrorCode::invalidPtx);
    return setHandlers<Map<Op<false, false>, double, double, double>>(context);
  }
  const auto set = [&]<class Chosen>(std::type_identity<Chosen>) {
    ftz ? setHandlers<Map<Flushed<Chosen>, float, float, float>>(context)
        : setHandlers<Map<Chosen, float, float, float>>(context);
  };
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  if (xorSign)
    nan ? set(std::type_identity<Op<true, true>>{}) : set(std::type_identity<Op<false, true>>{});
  else
    nan ? set(std::type_identity<Op<true, false>>{}) : set(std::type_identity<Op<false, false>>{});
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
      return std::isnormal(a) || a == 0;  // as a card does
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
    {"add:float", arithmetic<Add, 2>},
    {"sub:float", arithmetic<Sub, 2>},
    {"mul:float", arithmetic<Mul, 2>},
    {"div:float", roundedOrApproximate<Div, 2>},
    {"mad:float", arithmetic<Fma, 3>},
    {"fma:float", arithmetic<Fma, 3>},
    {"neg:float", arithmetic<Neg, 1>},
    {"abs:float", arithmetic<Abs, 1>},
    {"min:float", extreme<Min>},
    {"max:float", extreme<Max>},
    {"sqrt", roundedOrApproximate<Sqrt, 1>},
    {"rcp", roundedOrApproximate<Rcp, 1>},
    {"copysign", arithmetic<Copysign, 2>},
    {"testp", testp},
};

}  // namespace

std::span<const IsaRow> floatRows() { return rows; }

}  // namespace gpusim
