// f16, f16x2, bf16 and bf16x2 arithmetic: PTX ISA section 9.7.4. The host computes in single precision (bf16 products
// in double) and every result is rounded once: sums and products of two are exact enough for a second rounding to be
// harmless (24 >= 2 * 11 + 2 bits), a fused multiply-add is rounded to odd first.
#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

template <class F>
bool isNan(std::uint32_t h) {
  return (h & 0x7fff) > F::infinity;
}

struct Add {
  template <class F>
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    return F::narrow(F::widen(a) + F::widen(b));
  }
};
struct Sub {
  template <class F>
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    return F::narrow(F::widen(a) - F::widen(b));
  }
};
struct Mul {
  template <class F>
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    using Product = typename F::Product;
    return F::narrow(static_cast<Product>(F::widen(a)) * static_cast<Product>(F::widen(b)));
  }
};
struct Fma {
  template <class F>
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    using Product = typename F::Product;
    const Product product = static_cast<Product>(F::widen(a)) * static_cast<Product>(F::widen(b));
    return F::narrow(addToOdd(product, static_cast<Product>(F::widen(c))));
  }
};
/// A NaN becomes the canonical one in neg and abs too, as on an H200.
struct Neg {
  template <class F>
  static std::uint32_t apply(std::uint32_t a) {
    return isNan<F>(a) ? F::nan : a ^ 0x8000;
  }
};
struct Abs {
  template <class F>
  static std::uint32_t apply(std::uint32_t a) {
    return isNan<F>(a) ? F::nan : a & 0x7fff;
  }
};
struct Ex2 {
  template <class F>
  static std::uint32_t apply(std::uint32_t a) {
    return F::narrow(static_cast<float>(std::exp2(static_cast<double>(F::widen(a)))));
  }
};
struct Tanh {
  template <class F>
  static std::uint32_t apply(std::uint32_t a) {
    return F::narrow(static_cast<float>(std::tanh(static_cast<double>(F::widen(a)))));
  }
};

// Of a NaN and a number, min and max give the number; -0 is below +0. With .NaN, a NaN wins. With .xorsign.abs the
// magnitudes are compared and the sign is that of the product.
template <bool Larger, bool NaN, bool XorSign>
struct Extreme {
  /// Orders the bits of numbers as the numbers are: 16-bit two's complement.
  static std::int32_t key(std::uint32_t h) {
    const auto magnitude = static_cast<std::int32_t>(h & 0x7fff);
    return (h & 0x8000) != 0 ? -magnitude - 1 : magnitude;
  }
  template <class F>
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t sign = (a ^ b) & 0x8000;
    const bool nanA = isNan<F>(a), nanB = isNan<F>(b);
    if (XorSign) {
      a &= 0x7fff;
      b &= 0x7fff;
    }
    const std::uint32_t chosen = nanA ? b : nanB ? a : (key(a) < key(b)) != Larger ? a : b;
    const bool isNone = NaN ? nanA || nanB : nanA && nanB;
    return isNone ? F::nan : XorSign ? chosen | sign : chosen;
  }
};
template <bool NaN, bool XorSign>
using Min = Extreme<false, NaN, XorSign>;
template <bool NaN, bool XorSign>
using Max = Extreme<true, NaN, XorSign>;

// Modifiers, as wrappers around an operation.
template <class Op>
struct Flushed {
  static std::uint32_t flush(std::uint32_t h) { return (h & 0x7c00) == 0 ? h & 0x8000 : h; }
  template <class F, class... T>
  static std::uint32_t apply(T... a) {
    return flush(Op::template apply<F>(flush(a)...));
  }
};
template <class Op>
struct Saturated {
  template <class F, class... T>
  static std::uint32_t apply(T... a) {
    const std::uint32_t h = Op::template apply<F>(a...);
    return (h & 0x8000) != 0 || isNan<F>(h) ? 0 : h > F::one ? F::one : h;
  }
};
template <class Op>
struct Relu {
  template <class F, class... T>
  static std::uint32_t apply(T... a) {
    const std::uint32_t h = Op::template apply<F>(a...);
    return isNan<F>(h) ? F::nan : (h & 0x8000) != 0 ? 0 : h;
  }
};

/// Op on one value, or on the two halves of a 32-bit lane.
template <class Op, class F, bool Pair>
struct Lane {
  template <class D, class... T>
  static D apply(T... a) {
    const std::uint32_t low = Op::template apply<F>((a & 0xffff)...);
    if constexpr (Pair)
      return low | Op::template apply<F>((a >> 16)...) << 16;
    else
      return low;
  }
};
template <class Op, class F, bool Pair, std::size_t Sources>
void setLanes(DecodeContext& context) {
  using U = std::uint32_t;
  using L = Lane<Op, F, Pair>;
  if constexpr (Sources == 1)
    setHandlers<Map<L, U, U>>(context);
  else if constexpr (Sources == 2)
    setHandlers<Map<L, U, U, U>>(context);
  else
    setHandlers<Map<L, U, U, U, U>>(context);
}

/// Op for the half type among the modifiers.
template <class Op, std::size_t Sources>
void ofType(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, Sources);
  switch (type) {
    case ScalarType::f16:
      return setLanes<Op, Half, false, Sources>(context);
    case ScalarType::f16x2:
      return setLanes<Op, Half, true, Sources>(context);
    case ScalarType::bf16:
      return setLanes<Op, Brain, false, Sources>(context);
    case ScalarType::bf16x2:
      return setLanes<Op, Brain, true, Sources>(context);
    default:
      return context.fail("not supported for this type");
  }
}

bool isBrain(const DecodeContext& context) {
  for (const std::string& modifier : context.syntax.modifiers)
    if (modifier.starts_with("bf16")) return true;
  return false;
}

template <class Op, std::size_t Sources, bool MayRelu = false>
void arithmetic(DecodeContext& context) {
  context.take("rn");
  const bool ftz = context.take("ftz"), sat = context.take("sat"), relu = MayRelu && context.take("relu");
  if ((ftz || sat) && isBrain(context)) return context.fail(".ftz and .sat are for f16", ErrorCode::invalidPtx);
  if (sat && relu) return context.fail(".sat and .relu exclude each other", ErrorCode::invalidPtx);
  if constexpr (MayRelu) {
    if (relu) return ftz ? ofType<Relu<Flushed<Op>>, Sources>(context) : ofType<Relu<Op>, Sources>(context);
  }
  if (ftz && sat) return ofType<Saturated<Flushed<Op>>, Sources>(context);
  if (ftz) return ofType<Flushed<Op>, Sources>(context);
  if (sat) return ofType<Saturated<Op>, Sources>(context);
  ofType<Op, Sources>(context);
}

/// neg, abs, ex2, tanh. Of the approximations only f16 has no .ftz; bf16's ex2 has nothing else.
template <class Op>
void unary(DecodeContext& context) {
  context.take("approx");
  context.take("ftz") && !isBrain(context) ? ofType<Flushed<Op>, 1>(context) : ofType<Op, 1>(context);
}

template <template <bool, bool> class Op>
void extreme(DecodeContext& context) {
  const bool ftz = context.take("ftz"), nan = context.take("NaN"), xorSign = context.take("xorsign");
  if (xorSign) context.take("abs");
  const auto set = [&](auto op) {
    using Chosen = decltype(op);
    ftz ? ofType<Flushed<Chosen>, 2>(context) : ofType<Chosen, 2>(context);
  };
  if (xorSign)
    nan ? set(Op<true, true>{}) : set(Op<false, true>{});
  else
    nan ? set(Op<true, false>{}) : set(Op<false, false>{});
}

constexpr IsaRow rows[] = {
    {"add:half", arithmetic<Add, 2>}, {"sub:half", arithmetic<Sub, 2>},
    {"mul:half", arithmetic<Mul, 2>}, {"fma:half", arithmetic<Fma, 3, true>},
    {"neg:half", unary<Neg>},         {"abs:half", unary<Abs>},
    {"ex2:half", unary<Ex2>},         {"tanh:half", unary<Tanh>},
    {"min:half", extreme<Min>},       {"max:half", extreme<Max>},
};

}  // namespace

std::span<const IsaRow> halfRows() { return rows; }

}  // namespace gpusim
