// The .approx forms: PTX ISA section 9.7.3. Where the ISA allows an error, the value here is the correctly rounded one
// (a card's differs by a few ULP; tests/card_forms says how many); what the ISA fixes, such as special values,
// subnormals and the reduction of large angles, is as on a card.
#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

float rounded(double value) { return canonical(static_cast<float>(value)); }

struct Rcp {
  static float of(float a) { return canonical(1.0f / a); }
};
struct Sqrt {
  static float of(float a) { return canonical(std::sqrt(a)); }
};
struct Rsqrt {
  static float of(float a) { return rounded(1.0 / std::sqrt(static_cast<double>(a))); }
};
struct Ex2 {
  static float of(float a) { return rounded(std::exp2(static_cast<double>(a))); }
};
struct Lg2 {
  static float of(float a) { return rounded(std::log2(static_cast<double>(a))); }
};
struct Tanh {
  static float of(float a) { return rounded(std::tanh(static_cast<double>(a))); }
};
struct Sin {
  static float of(float a) { return rounded(std::sin(static_cast<double>(a))); }
};
struct Cos {
  static float of(float a) { return rounded(std::cos(static_cast<double>(a))); }
};
struct Div {
  static float of(float a, float b) { return canonical(a / b); }
};

/// Op::of as a lane function; with Ftz, on flushed operands.
template <class Op, bool Ftz>
struct Single {
  template <class D, class... T>
  static D apply(T... a) {
    if constexpr (Ftz)
      return flushed(Op::of(flushed(a)...));
    else
      return Op::of(a...);
  }
};

// rcp.approx.ftz.f64 and rsqrt.approx.f64 look at the upper 32 bits and give as many.
double upperHalf(double value) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xffffffff00000000u);
}
struct RcpDouble {
  static double of(double a) { return 1.0 / a; }
};
struct RsqrtDouble {
  static double of(double a) { return 1.0 / std::sqrt(a); }
};
template <class Op, bool Ftz>
struct Double {
  template <class D>
  static D apply(double a) {
    const double value = canonical(Op::of(upperHalf(Ftz ? flushed(a) : a)));
    return upperHalf(Ftz ? flushed(value) : value);
  }
};

template <class Op, class... Arguments>
void setSingle(DecodeContext& context, bool ftz) {
  ftz ? setHandlers<Map<Single<Op, true>, float, Arguments...>>(context)
      : setHandlers<Map<Single<Op, false>, float, Arguments...>>(context);
}

template <class Op>
void unary(DecodeContext& context) {
  context.take("approx");
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  setSingle<Op, float>(context, ftz);
}

/// rcp and rsqrt, which f64 has too.
template <class Op, class DoubleOp>
void unaryOfBoth(DecodeContext& context) {
  context.take("approx");
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (type == ScalarType::f64)
    return ftz ? setHandlers<Map<Double<DoubleOp, true>, double, double>>(context)
               : setHandlers<Map<Double<DoubleOp, false>, double, double>>(context);
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  setSingle<Op, float>(context, ftz);
}

void div(DecodeContext& context) {
  context.takeOne({"approx", "full"});
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (type != ScalarType::f32) return context.fail("not supported for this type");
  setSingle<Div, float, float>(context, ftz);
}

constexpr IsaRow rows[] = {
    {"rcp:approximate", unaryOfBoth<Rcp, RcpDouble>},
    {"rsqrt", unaryOfBoth<Rsqrt, RsqrtDouble>},
    {"sqrt:approximate", unary<Sqrt>},
    {"div:approximate", div},
    {"ex2:float", unary<Ex2>},
    {"lg2", unary<Lg2>},
    {"sin", unary<Sin>},
    {"cos", unary<Cos>},
    {"tanh:float", unary<Tanh>},
};

}  // namespace

std::span<const IsaRow> approximateRows() { return rows; }

}  // namespace gpusim
