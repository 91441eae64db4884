// cvt with several values in its result (.f16x2, .bf16x2, cvt.pack) and cvt to tf32: PTX ISA section 9.7.9.
#include <algorithm>

#include "sim/isa/convert.h"
#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

template <bool Relu>
float rectified(float value) {
  return Relu && value <= 0 ? 0.0f : value;
}

/// The first operand becomes the upper half.
template <class F, Rounding Mode, bool Relu>
struct Pair {
  static std::uint32_t narrow(float value) {
    if constexpr (Mode == Rounding::nearest)
      return F::narrow(rectified<Relu>(value));
    else
      return static_cast<std::uint32_t>(encode<F::format>(static_cast<double>(rectified<Relu>(value)), Mode));
  }
  template <class D>
  static D apply(float a, float b) {
    return narrow(a) << 16 | narrow(b);
  }
};

template <class F>
void toPair(DecodeContext& context, Rounding rounding, bool relu) {
  context.destination(0, 0);
  context.source(1, 1, ScalarType::f32);
  context.source(2, 2, ScalarType::f32);
  const auto set = [&]<Rounding Mode>(std::integral_constant<Rounding, Mode>) {
    relu ? setHandlers<Map<Pair<F, Mode, true>, std::uint32_t, float, float>>(context)
         : setHandlers<Map<Pair<F, Mode, false>, std::uint32_t, float, float>>(context);
  };
  if (rounding == Rounding::nearest)
    set(std::integral_constant<Rounding, Rounding::nearest>{});
  else if (rounding == Rounding::zero)
    set(std::integral_constant<Rounding, Rounding::zero>{});
  else
    context.fail("rounds by .rn or .rz", ErrorCode::invalidPtx);
}

enum class TensorRounding { nearest, zero, away };

/// To tf32: the 13 low bits of a float are rounded away.
template <TensorRounding Mode, bool Relu>
struct Tensor {
  template <class D>
  static D apply(float a) {
    const float value = rectified<Relu>(a);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value) return 0x7fffffff;
    if ((bits & 0x7f800000) == 0x7f800000) return bits;
    const std::uint32_t bias = Mode == TensorRounding::nearest ? 0xfff + (bits >> 13 & 1)
                               : Mode == TensorRounding::away  ? 0x1000
                                                               : 0;
    return (bits + bias) & ~0x1fffu;
  }
};

void toTensor(DecodeContext& context) {
  const int mode = context.takeOne({"rn", "rz", "rna"});
  const bool relu = context.take("relu");
  context.take("tf32");
  const ScalarType from = context.takeType();
  operands(context, ScalarType::b32, 1);
  using U = std::uint32_t;
  const auto set = [&]<TensorRounding Mode>(std::integral_constant<TensorRounding, Mode>) {
    relu ? setHandlers<Map<Tensor<Mode, true>, U, float>>(context)
         : setHandlers<Map<Tensor<Mode, false>, U, float>>(context);
  };
  if (from != ScalarType::f32) return context.fail("tf32 comes from .f32");
  if (mode == 0)
    set(std::integral_constant<TensorRounding, TensorRounding::nearest>{});
  else if (mode == 1)
    set(std::integral_constant<TensorRounding, TensorRounding::zero>{});
  else if (mode == 2)
    set(std::integral_constant<TensorRounding, TensorRounding::away>{});
  else
    context.fail("a rounding mode is missing", ErrorCode::invalidPtx);
}

/// cvt.pack.sat: a and b saturated to `Bits` bits side by side, a above b, in the low bits; c is shifted up to make
/// room.
template <unsigned Bits, bool Signed>
struct Packed {
  static std::uint32_t clamp(std::int32_t value) {
    constexpr std::int32_t low = Signed ? -(1 << (Bits - 1)) : 0, high = (1 << (Bits - (Signed ? 1 : 0))) - 1;
    return static_cast<std::uint32_t>(std::clamp(value, low, high)) & ((1u << Bits) - 1);
  }
  template <class D>
  static D apply(std::int32_t a, std::int32_t b) {
    return clamp(a) << Bits | clamp(b);
  }
  template <class D>
  static D apply(std::int32_t a, std::int32_t b, std::uint32_t c) {
    return static_cast<D>(c << (2 * Bits)) | apply<D>(a, b);
  }
};

void pack(DecodeContext& context) {
  context.take("pack");
  context.take("sat");
  const int kind = context.takeOne({"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"});
  context.take("s32");
  context.take("b32");
  const std::size_t sources = context.count() - 1;
  operands(context, ScalarType::b32, sources);
  if (sources != (kind < 2 ? 2u : 3u)) return context.fail("not a form of cvt.pack", ErrorCode::invalidPtx);
  using U = std::uint32_t;
  using S = std::int32_t;
  switch (kind) {
    case 0:
      return setHandlers<Map<Packed<16, false>, U, S, S>>(context);
    case 1:
      return setHandlers<Map<Packed<16, true>, U, S, S>>(context);
    case 2:
      return setHandlers<Map<Packed<8, false>, U, S, S, U>>(context);
    case 3:
      return setHandlers<Map<Packed<8, true>, U, S, S, U>>(context);
    case 4:
      return setHandlers<Map<Packed<4, false>, U, S, S, U>>(context);
    case 5:
      return setHandlers<Map<Packed<4, true>, U, S, S, U>>(context);
    case 6:
      return setHandlers<Map<Packed<2, false>, U, S, S, U>>(context);
    case 7:
      return setHandlers<Map<Packed<2, true>, U, S, S, U>>(context);
    default:
      return context.fail("not a form of cvt.pack");
  }
}

bool names(const DecodeContext& context, std::string_view modifier) {
  const auto& modifiers = context.syntax.modifiers;
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

}  // namespace

bool isPackedConversion(const DecodeContext& context) {
  return names(context, "pack") || names(context, "tf32") || names(context, "f16x2") || names(context, "bf16x2");
}

void convertPacked(DecodeContext& context) {
  if (names(context, "pack")) return pack(context);
  if (names(context, "tf32")) return toTensor(context);
  const Rounding rounding = takeRounding(context).value_or(Rounding::nearest);
  const bool relu = context.take("relu");
  const ScalarType to = context.takeType(), from = context.takeType();
  if (from != ScalarType::f32) return context.fail("comes from two .f32");
  if (to == ScalarType::f16x2) return toPair<Half>(context, rounding, relu);
  if (to == ScalarType::bf16x2) return toPair<Brain>(context, rounding, relu);
  context.fail("not supported for this type");
}

}  // namespace gpusim
