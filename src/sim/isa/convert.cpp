// cvt between integers, single and double precision: PTX ISA section 9.7.9 (cvt).
// Out-of-range conversions to an integer clamp to its limits; NaN gives 0.
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

enum Mode : int { nearest = 0, zero = 1, down = 2, up = 3 };

/// The modifiers of one cvt, kept in Instruction::immediate.
struct Form {
  int whole = -1;     // .rni .rzi .rmi .rpi, as Mode
  int rounding = -1;  // .rn .rz .rm .rp, as Mode
  bool ftz = false, sat = false;
  std::int64_t pack() const { return (whole + 1) | (rounding + 1) << 4 | (ftz ? 1 << 8 : 0) | (sat ? 1 << 9 : 0); }
  static Form unpack(std::int64_t bits) {
    return {static_cast<int>(bits & 15) - 1, static_cast<int>(bits >> 4 & 15) - 1, (bits >> 8 & 1) != 0,
            (bits >> 9 & 1) != 0};
  }
};

template <class T>
T integral(T value, int mode) {
  switch (mode) {
    case zero:
      return std::trunc(value);
    case down:
      return std::floor(value);
    case up:
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}
template <class T>
T flush(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0f, value) : value;
  else
    return value;
}
template <class D, class T>
D toIntegerClamped(T whole) {
  if (whole != whole) return D{0};
  // The upper limit as T may round up, so compare with >= on the next power of two.
  constexpr T past = static_cast<T>(std::numeric_limits<D>::max() / 2 + 1) * 2;
  if (whole >= past) return std::numeric_limits<D>::max();
  if (whole <= static_cast<T>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(whole);
}

/// One value, any form. The host's rounding mode is set to the form's.
template <class D, class T>
D convertOne(T a, const Form& form) {
  constexpr bool fromReal = std::is_floating_point_v<T>, toReal = std::is_floating_point_v<D>;
  if constexpr (fromReal) {
    if (form.ftz) a = flush(a);
    if (form.whole >= 0) a = integral(a, form.whole);
  }
  if constexpr (toReal) {
    volatile T held = a;  // the conversion must happen here, under the mode that is set
    D value = static_cast<D>(held);
    if (value != value) value = std::is_same_v<D, float> ? std::bit_cast<float>(0x7fffffffu) : value;
    if (form.ftz) value = flush(value);
    if (form.sat) value = value > D{0} ? (value < D{1} ? value : D{1}) : D{0};
    return value;
  } else if constexpr (fromReal) {
    return toIntegerClamped<D>(a);
  } else if (form.sat) {
    using Wide = __int128;
    const Wide value = a, low = std::numeric_limits<D>::min(), high = std::numeric_limits<D>::max();
    return static_cast<D>(value < low ? low : value > high ? high : value);
  } else {
    return static_cast<D>(a);
  }
}

template <class D, class T>
void runAny(Warp& warp, const Instruction& instruction) {
  constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  const Form form = Form::unpack(instruction.immediate);
  const int before = std::fegetround();
  if (form.rounding > 0) std::fesetround(modes[form.rounding]);
  const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
  writeLanes<false, SlotOf<D>>(warp, instruction.operand[0],
                               [&](unsigned lane) { return toSlot<D>(convertOne<D>(fromSlot<T>(a[lane]), form)); });
  std::fesetround(before);
}

struct Plain {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(a);
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

/// The forms that programs are full of get loops of their own; the rest shares runAny.
template <class D, class T>
void choose(DecodeContext& context, const Form& form) {
  constexpr bool fromReal = std::is_floating_point_v<T>, toReal = std::is_floating_point_v<D>;
  if (fromReal && !toReal && form.whole < 0)
    return context.fail("an integer rounding mode is missing", ErrorCode::invalidPtx);
  if (fromReal && toReal && form.whole >= 0 && sizeof(D) != sizeof(T))
    return context.fail("rounds to an integer between different types");
  context.out.immediate = form.pack();
  const bool plain = !form.ftz && !form.sat && form.rounding <= 0;
  if constexpr (!fromReal && sizeof(T) >= 4) {
    if (plain) return setHandlers<Map<Plain, D, T>>(context);
  }
  if constexpr (std::is_same_v<T, float> && std::is_same_v<D, std::int32_t>) {
    if (plain && form.whole == nearest) return setHandlers<Map<Nearest, D, T>>(context);
    if (plain && form.whole == zero) return setHandlers<Map<Truncate, D, T>>(context);
  }
  setHandler(context, runAny<D, T>);
}

template <class T>
void toType(DecodeContext& context, ScalarType to, const Form& form) {
  const auto use = [&](auto identity) { choose<typename decltype(identity)::type, T>(context, form); };
  const bool known = isFloat(to) ? withType<float, double>(to, use)
                                 : withType<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                                            std::int32_t, std::uint64_t, std::int64_t>(to, use);
  if (!known) context.fail("not supported for this type");
}

struct Extend8 {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(static_cast<std::int32_t>(static_cast<std::int8_t>(a)));
  }
};
struct Extend16 {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(static_cast<std::int32_t>(static_cast<std::int16_t>(a)));
  }
};

void convert(DecodeContext& context) {
  Form form;
  form.whole = context.takeOne({"rni", "rzi", "rmi", "rpi"});
  form.rounding = context.takeOne({"rn", "rz", "rm", "rp"});
  form.ftz = context.take("ftz");
  form.sat = context.take("sat");
  const ScalarType to = context.takeType(), from = context.takeType();
  if (to == ScalarType::f16 || from == ScalarType::f16 || to == ScalarType::bf16 || from == ScalarType::bf16)
    return context.fail("half types are not supported yet");
  context.destination(0, 0);
  // A source register may be wider than the type read from it.
  const ast::Operand& operand = context.operandAt(1);
  const auto declared = context.builder.registerByName.find(operand.name);
  const bool wideSource = declared != context.builder.registerByName.end() &&
                          bytesOf(context.builder.registers[declared->second].type) == 8 && bytesOf(from) < 8;
  context.source(1, operand, wideSource ? ScalarType::b64 : from);
  if (context.failed()) return;
  const bool wideDestination = context.slotBytes(context.out.operand[0]) == 8 && bytesOf(to) < 8;
  if (wideSource || wideDestination)
    return context.fail("a register wider than the type it holds is not supported here");
  const auto use = [&](auto identity) { toType<typename decltype(identity)::type>(context, to, form); };
  const bool known = isFloat(from) ? withType<float, double>(from, use)
                                   : withType<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t,
                                              std::int32_t, std::uint64_t, std::int64_t>(from, use);
  if (!known) context.fail("not supported for this type");
  // cvt to a signed 8- or 16-bit type fills a 32-bit register with the sign.
  const auto destination = context.builder.registers[context.out.operand[0].offset].type;
  if (bytesOf(destination) == 4 && isSigned(to) && bytesOf(to) < 4 && !isFloat(from)) {
    if (to == ScalarType::s8)
      setHandlers<Map<Extend8, std::uint32_t, std::uint32_t>>(context);
    else
      setHandlers<Map<Extend16, std::uint32_t, std::uint32_t>>(context);
    if (form.sat || bytesOf(from) == 8) context.fail("not supported into a 32-bit register");
  }
}

constexpr IsaRow rows[] = {{"cvt", convert}};

}  // namespace

std::span<const IsaRow> convertRows() { return rows; }

}  // namespace gpusim
