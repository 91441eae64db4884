// cvt between single values: PTX ISA section 9.7.9 (cvt). Out-of-range conversions to an integer clamp to its limits;
// ofNan() has what NaN gives. A register may be wider than the type it holds: sources are cut, results extended by
// their sign or by zeros.
#include "sim/isa/convert.h"

#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// The modifiers of one cvt, kept in Instruction::immediate.
struct Form {
  std::optional<Rounding> whole;          // to a whole number
  Rounding rounding = Rounding::nearest;  // to what the destination can hold
  bool ftz = false, sat = false, relu = false;
  std::uint8_t widthBits = 32;  // of the destination register, where the result is an integer

  std::int64_t pack() const {
    return (whole ? static_cast<std::int64_t>(*whole) + 1 : 0) | static_cast<std::int64_t>(rounding) << 4 |
           (ftz ? 1 << 8 : 0) | (sat ? 1 << 9 : 0) | (relu ? 1 << 10 : 0) | std::int64_t{widthBits} << 16;
  }
  static Form unpack(std::int64_t bits) {
    Form form;
    if ((bits & 15) != 0) form.whole = static_cast<Rounding>((bits & 15) - 1);
    form.rounding = static_cast<Rounding>(bits >> 4 & 15);
    form.ftz = (bits >> 8 & 1) != 0;
    form.sat = (bits >> 9 & 1) != 0;
    form.relu = (bits >> 10 & 1) != 0;
    form.widthBits = static_cast<std::uint8_t>(bits >> 16);
    return form;
  }
};

template <class T>
T integral(T value, Rounding mode) {
  switch (mode) {
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::down:
      return std::floor(value);
    case Rounding::up:
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}

/// NaN as an integer, as an H200 has it: 0, but from a double, and to 64 bits, the sign bit alone.
template <class D>
D ofNan(bool fromDouble) {
  return fromDouble || sizeof(D) == 8 ? static_cast<D>(D{1} << (8 * sizeof(D) - 1)) : D{0};
}

template <class D, class T>
D toIntegerClamped(T whole, bool fromDouble = sizeof(T) == 8) {
  if (whole != whole) return ofNan<D>(fromDouble);
  // The upper limit as T may round up, so compare with >= on the next power of two.
  constexpr T past = static_cast<T>(std::numeric_limits<D>::max() / 2 + 1) * 2;
  if (whole >= past) return std::numeric_limits<D>::max();
  if (whole <= static_cast<T>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(whole);
}

/// Floating-point types: the value of a slot as double, exact, and its encoding.
template <FloatFormat F>
struct Real {
  using Slot = std::conditional_t<F.bits == 64, std::uint64_t, std::uint32_t>;
  static double value(Slot slot) {
    if constexpr (F.bits == 64)
      return std::bit_cast<double>(slot);
    else if constexpr (F.bits == 32)
      return static_cast<double>(std::bit_cast<float>(slot));
    else if constexpr (F.mantissaBits == halfFormat.mantissaBits)
      return static_cast<double>(Half::widen(slot & 0xffff));
    else
      return static_cast<double>(Brain::widen(slot & 0xffff));
  }
  /// The smallest normal number.
  static constexpr double smallest() {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1024 - F.bias()) << 52);
  }
};

template <FloatFormat F>
double flushedAs(double value) {
  return std::fabs(value) < Real<F>::smallest() ? std::copysign(0.0, value) : value;
}

double clamped(double value, const Form& form) {
  if (form.sat) return saturated(value);
  if (form.relu) return value > 0 || value != value ? value : 0.0;
  return value;
}

/// The bits of an integer result, extended to the destination register.
template <class D>
std::uint64_t extended(D value, unsigned widthBits) {
  const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  const std::uint64_t all = widthBits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << widthBits) - 1;
  return (std::is_signed_v<D> ? bits : static_cast<std::uint64_t>(value)) & all;
}

template <FloatFormat To, FloatFormat From>
struct RealToReal {
  static std::uint64_t of(typename Real<From>::Slot slot, const Form& form) {
    double value = Real<From>::value(slot);
    if (form.ftz && From.bits == 32) value = flushedAs<From>(value);
    if (form.whole) value = integral(value, *form.whole);
    value = clamped(value, form);
    if constexpr (To.bits == 64) {
      return std::bit_cast<std::uint64_t>(canonical(value));
    } else {
      const std::uint64_t bits = encode<To>(value, form.rounding);
      // .ftz is about single precision: a result that is subnormal there.
      return form.ftz && To.bits == 32 && (bits & To.infinity()) == 0 ? bits & To.sign() : bits;
    }
  }
};
template <class D, FloatFormat From>
struct RealToInteger {
  static std::uint64_t of(typename Real<From>::Slot slot, const Form& form) {
    double value = Real<From>::value(slot);
    if (form.ftz && From.bits == 32) value = flushedAs<From>(value);
    const double whole = integral(value, form.whole.value_or(Rounding::zero));
    return extended(toIntegerClamped<D>(whole, From.bits == 64), form.widthBits);
  }
};
template <FloatFormat To, class S>
struct IntegerToReal {
  static std::uint64_t of(SlotOf<S> slot, const Form& form) {
    const S value = fromSlot<S>(slot);
    const bool negative = value < 0;
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    const std::uint64_t magnitude = negative ? 0 - bits : static_cast<std::uint64_t>(value);
    if (form.sat && negative) return 0;
    return encode<To>(negative, form.sat && magnitude > 1 ? 1 : magnitude, 0, form.rounding);
  }
};
template <class D, class S>
struct IntegerToInteger {
  static std::uint64_t of(SlotOf<S> slot, const Form& form) {
    const S value = fromSlot<S>(slot);
    if (!form.sat) return extended(static_cast<D>(value), form.widthBits);
    const __int128 wide = value, low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    return extended(static_cast<D>(wide < low ? low : wide > high ? high : wide), form.widthBits);
  }
};

/// A handler of any form: lane by lane, from slots of type In to slots of type Out.
template <class Op, class Out, class In, class Narrow>
void runAny(Warp& warp, const Instruction& instruction) {
  const Form form = Form::unpack(instruction.immediate);
  const auto* a = warp.at<const In>(instruction.operand[1]);
  writeLanes<false, Out>(warp, instruction.operand[0],
                         [&](unsigned lane) { return static_cast<Out>(Op::of(static_cast<Narrow>(a[lane]), form)); });
}
/// Picks the slots that the registers have; Narrow is the slot of the type converted from.
template <class Op, class Narrow>
void setAny(DecodeContext& context, bool wideSource) {
  using U = std::uint32_t;
  using W = std::uint64_t;
  const bool wideDestination = context.slotBytes(context.out.operand[0]) == 8;
  if (wideDestination)
    setHandler(context, wideSource ? runAny<Op, W, W, Narrow> : runAny<Op, W, U, Narrow>);
  else
    setHandler(context, wideSource ? runAny<Op, U, W, Narrow> : runAny<Op, U, U, Narrow>);
}

struct Plain {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(a);
  }
};
struct ToSingle {
  template <class D, class T>
  static D apply(T a) {
    return canonical(static_cast<D>(a));
  }
};
struct Nearest {
  template <class D, class T>
  static D apply(T a) {
    return toIntegerClamped<D>(std::nearbyint(a));
  }
};
struct Truncate {
  template <class D, class T>
  static D apply(T a) {
    return toIntegerClamped<D>(std::trunc(a));
  }
};
template <class F>
struct Widen {
  template <class D>
  static D apply(std::uint32_t a) {
    return canonical(F::widen(a & 0xffff));
  }
};
template <class F>
struct Narrow {
  template <class D>
  static D apply(float a) {
    return F::narrow(a);
  }
};

/// The forms that programs are full of get loops of their own: handlers the compiler vectorises. False when the form
/// has none.
bool setCommon(DecodeContext& context, ScalarType to, ScalarType from, const Form& form) {
  using enum ScalarType;
  if (form.ftz || form.sat || form.relu || form.rounding != Rounding::nearest) return false;
  const auto is = [&](ScalarType d, ScalarType s) { return to == d && from == s; };
  if (form.whole) {
    if (!is(s32, f32)) return false;
    if (*form.whole == Rounding::nearest) return setHandlers<Map<Nearest, std::int32_t, float>>(context), true;
    if (*form.whole == Rounding::zero) return setHandlers<Map<Truncate, std::int32_t, float>>(context), true;
    return false;
  }
  if (is(f32, f16)) return setHandlers<Map<Widen<Half>, float, std::uint32_t>>(context), true;
  if (is(f16, f32)) return setHandlers<Map<Narrow<Half>, std::uint32_t, float>>(context), true;
  if (is(f32, bf16)) return setHandlers<Map<Widen<Brain>, float, std::uint32_t>>(context), true;
  if (is(bf16, f32)) return setHandlers<Map<Narrow<Brain>, std::uint32_t, float>>(context), true;
  if (is(f64, f32)) return setHandlers<Map<ToSingle, double, float>>(context), true;
  if (is(f32, f64)) return setHandlers<Map<ToSingle, float, double>>(context), true;
  if (bytesOf(to) < 4 || bytesOf(from) < 4 || isFloat(from)) return false;
  bool known = false;
  withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(from, [&](auto source) {
    using S = typename decltype(source)::type;
    const auto use = [&](auto destination) {
      setHandlers<Map<Plain, typename decltype(destination)::type, S>>(context);
      known = true;
    };
    isFloat(to) ? withType<float, double>(to, use)
                : withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(to, use);
  });
  return known;
}

/// Calls use(std::integral_constant<FloatFormat, …>) with the format of a floating-point type.
template <class F>
void withFormat(ScalarType type, F&& use) {
  if (type == ScalarType::f16) return use(std::integral_constant<FloatFormat, halfFormat>{});
  if (type == ScalarType::bf16) return use(std::integral_constant<FloatFormat, brainFormat>{});
  if (type == ScalarType::f32) return use(std::integral_constant<FloatFormat, singleFormat>{});
  use(std::integral_constant<FloatFormat, doubleFormat>{});
}
template <class F>
void withInteger(DecodeContext& context, ScalarType type, F&& use) {
  if (isPacked(type) || !withType<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                                  std::uint64_t, std::int64_t>(type, use))
    context.fail("not supported for this type");
}

void setGeneral(DecodeContext& context, ScalarType to, ScalarType from, bool wideSource) {
  const auto fromReal = [&](auto source) {
    constexpr FloatFormat S = decltype(source)::value;
    using Slot = typename Real<S>::Slot;
    if (isFloat(to))
      return withFormat(to, [&](auto destination) {
        setAny<RealToReal<decltype(destination)::value, S>, Slot>(context, wideSource);
      });
    withInteger(context, to, [&](auto destination) {
      setAny<RealToInteger<typename decltype(destination)::type, S>, Slot>(context, wideSource);
    });
  };
  const auto fromInteger = [&](auto source) {
    using S = typename decltype(source)::type;
    if (isFloat(to))
      return withFormat(to, [&](auto destination) {
        setAny<IntegerToReal<decltype(destination)::value, S>, SlotOf<S>>(context, wideSource);
      });
    withInteger(context, to, [&](auto destination) {
      setAny<IntegerToInteger<typename decltype(destination)::type, S>, SlotOf<S>>(context, wideSource);
    });
  };
  isFloat(from) ? withFormat(from, fromReal) : withInteger(context, from, fromInteger);
}

/// Bytes of the register that an operand names; those of `type` when it is none.
unsigned declaredBytes(const DecodeContext& context, const ast::Operand& operand, ScalarType type) {
  const auto found = context.builder.registerByName.find(operand.name);
  return found == context.builder.registerByName.end() ? bytesOf(type)
                                                       : bytesOf(context.builder.registers[found->second].type);
}

void convert(DecodeContext& context) {
  if (isPackedConversion(context)) return convertPacked(context);
  Form form;
  form.whole = takeWholeRounding(context);
  const auto rounding = takeRounding(context);
  form.rounding = rounding.value_or(Rounding::nearest);
  form.ftz = context.take("ftz");
  form.sat = context.take("sat");
  form.relu = context.take("relu");
  const ScalarType to = context.takeType(), from = context.takeType();
  if (isFloat(from) && !isFloat(to) && !form.whole)
    return context.fail("an integer rounding mode is missing", ErrorCode::invalidPtx);
  if (form.whole && isFloat(to) && to != from)
    return context.fail("rounds to an integer between different types", ErrorCode::invalidPtx);
  if (form.relu && to != ScalarType::f16 && to != ScalarType::bf16)
    return context.fail(".relu is for a result of .f16 or .bf16", ErrorCode::invalidPtx);
  context.destination(0, 0);
  const ast::Operand& operand = context.operandAt(1);
  const bool wideSource = declaredBytes(context, operand, from) == 8;
  context.source(1, operand, wideSource && bytesOf(from) < 8 ? ScalarType::b64 : from);
  if (context.failed()) return;
  const unsigned width = declaredBytes(context, context.operandAt(0), to);
  if (isFloat(to) && width != bytesOf(to))
    return context.fail("the register does not have the width of its type", ErrorCode::invalidPtx);
  form.widthBits = static_cast<std::uint8_t>(8 * width);
  context.out.immediate = form.pack();
  const bool sameWidths = width == bytesOf(to) && wideSource == (bytesOf(from) == 8);
  if (sameWidths && setCommon(context, to, from, form)) return;
  setGeneral(context, to, from, wideSource);
}

constexpr IsaRow rows[] = {{"cvt", convert}};

}  // namespace

std::span<const IsaRow> convertRows() { return rows; }

}  // namespace gpusim
