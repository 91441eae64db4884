// Several small integers in one 32-bit register: dot products, s16x2 and u16x2 arithmetic, vabsdiff2 and vabsdiff4.
// PTX ISA sections 9.7.1 and 9.7.16.
#include <algorithm>

#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// Part k of `bits`, each `Bits` wide.
template <unsigned Bits, bool Signed>
std::int32_t part(std::uint32_t bits, unsigned k) {
  const std::uint32_t raw = bits << (32 - Bits - Bits * k);
  return Signed ? static_cast<std::int32_t>(raw) >> (32 - Bits) : static_cast<std::int32_t>(raw >> (32 - Bits));
}

template <bool SignedA, bool SignedB>
struct Dp4a {
  template <class D>
  static D apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    for (unsigned k = 0; k < 4; ++k) c += static_cast<std::uint32_t>(part<8, SignedA>(a, k) * part<8, SignedB>(b, k));
    return c;
  }
};
template <bool High>
struct Dp2a {
  template <bool SignedA, bool SignedB>
  struct Of {
    template <class D>
    static D apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      for (unsigned k = 0; k < 2; ++k)
        c += static_cast<std::uint32_t>(part<16, SignedA>(a, k)) *
             static_cast<std::uint32_t>(part<8, SignedB>(b, k + (High ? 2 : 0)));
      return c;
    }
  };
};

/// Sets Op<a is signed, b is signed> on three 32-bit sources.
template <template <bool, bool> class Op>
void setBySigns(DecodeContext& context, ScalarType a, ScalarType b) {
  const auto fits = [](ScalarType type) { return type == ScalarType::s32 || type == ScalarType::u32; };
  if (!fits(a) || !fits(b)) return context.fail("the types are .u32 or .s32", ErrorCode::invalidPtx);
  operands(context, ScalarType::b32, 3);
  using U = std::uint32_t;
  if (isSigned(a) && isSigned(b))
    setHandlers<Map<Op<true, true>, U, U, U, U>>(context);
  else if (isSigned(a))
    setHandlers<Map<Op<true, false>, U, U, U, U>>(context);
  else if (isSigned(b))
    setHandlers<Map<Op<false, true>, U, U, U, U>>(context);
  else
    setHandlers<Map<Op<false, false>, U, U, U, U>>(context);
}

template <template <bool, bool> class Op>
void dotProduct(DecodeContext& context) {
  const ScalarType a = context.takeType(), b = context.takeType();
  setBySigns<Op>(context, a, b);
}

void dp2a(DecodeContext& context) {
  switch (context.takeOne({"lo", "hi"})) {
    case 0:
      return dotProduct<Dp2a<false>::Of>(context);
    case 1:
      return dotProduct<Dp2a<true>::Of>(context);
    default:
      return context.fail("one of .lo and .hi is missing", ErrorCode::invalidPtx);
  }
}

struct Add {
  static std::int32_t of(std::int32_t a, std::int32_t b) { return a + b; }
};
struct Min {
  static std::int32_t of(std::int32_t a, std::int32_t b) { return std::min(a, b); }
};
struct Max {
  static std::int32_t of(std::int32_t a, std::int32_t b) { return std::max(a, b); }
};

/// Op on both halves; with Relu, never below zero.
template <class Op, bool Signed, bool Relu>
struct Halves {
  template <class D>
  static D apply(std::uint32_t a, std::uint32_t b) {
    D out = 0;
    for (unsigned k = 0; k < 2; ++k) {
      const std::int32_t value = Op::of(part<16, Signed>(a, k), part<16, Signed>(b, k));
      out |= (static_cast<std::uint32_t>(Relu ? std::max(value, 0) : value) & 0xffff) << (16 * k);
    }
    return out;
  }
};

template <class Op>
void halves(DecodeContext& context) {
  const bool relu = context.take("relu");
  const ScalarType type = context.takeType();
  operands(context, ScalarType::b32, 2);
  using U = std::uint32_t;
  if (relu && (std::is_same_v<Op, Add> || type != ScalarType::s16x2))
    return context.fail(".relu is for the minimum or maximum of .s16x2", ErrorCode::invalidPtx);
  if (type == ScalarType::u16x2)
    setHandlers<Map<Halves<Op, false, false>, U, U, U>>(context);
  else if (relu)
    setHandlers<Map<Halves<Op, true, true>, U, U, U>>(context);
  else
    setHandlers<Map<Halves<Op, true, false>, U, U, U>>(context);
}

/// |a - b| of each part. With Sum the parts' results are added to c; without, they are stored side by side.
template <unsigned Bits, bool Sum>
struct AbsoluteDifference {
  template <bool SignedA, bool SignedB>
  struct Of {
    template <class D>
    static D apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      D out = Sum ? c : 0;
      for (unsigned k = 0; k < 32 / Bits; ++k) {
        const std::int32_t difference = part<Bits, SignedA>(a, k) - part<Bits, SignedB>(b, k);
        const auto magnitude = static_cast<std::uint32_t>(difference < 0 ? -difference : difference);
        out += Sum ? magnitude : (magnitude & ((1u << Bits) - 1)) << (Bits * k);
      }
      return out;
    }
  };
};

template <unsigned Bits>
void absoluteDifference(DecodeContext& context) {
  const ScalarType to = context.takeType(), a = context.takeType(), b = context.takeType();
  if (to != ScalarType::u32 && to != ScalarType::s32)
    return context.fail("the types are .u32 or .s32", ErrorCode::invalidPtx);
  if (context.take("add")) return setBySigns<AbsoluteDifference<Bits, true>::template Of>(context, a, b);
  setBySigns<AbsoluteDifference<Bits, false>::template Of>(context, a, b);
}

constexpr IsaRow rows[] = {
    {"dp4a", dotProduct<Dp4a>},           {"dp2a", dp2a},
    {"add:packed", halves<Add>},          {"min:packed", halves<Min>},
    {"max:packed", halves<Max>},          {"vabsdiff2", absoluteDifference<16>},
    {"vabsdiff4", absoluteDifference<8>},
};

}  // namespace

std::span<const IsaRow> packedRows() { return rows; }

}  // namespace gpusim
