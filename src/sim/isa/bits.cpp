// Finding, counting and moving bits: PTX ISA section 9.7.1.
#include <bit>

#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

struct Popc {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(std::popcount(a));
  }
};
struct Clz {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(std::countl_zero(a));
  }
};
struct Brev {
  template <class D, class T>
  static D apply(T a) {
    D reversed = 0;
    for (unsigned k = 0; k < 8 * sizeof(T); ++k) reversed = static_cast<D>(reversed << 1 | (a >> k & 1));
    return reversed;
  }
};
template <bool ShiftAmount>
struct Bfind {
  template <class D, class T>
  static D apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffff;
    const auto position = static_cast<D>(8 * sizeof(T) - 1 - static_cast<unsigned>(std::countl_zero(bits)));
    return ShiftAmount ? static_cast<D>(8 * sizeof(T) - 1 - position) : position;
  }
};
struct Bfe {
  template <class D, class T>
  static D apply(T a, std::uint32_t at, std::uint32_t length) {
    constexpr unsigned width = 8 * sizeof(T);
    at &= 0xff;
    length &= 0xff;
    const unsigned last = at + length - 1 < width - 1 ? at + length - 1 : width - 1;
    const bool sign = std::is_signed_v<T> && length != 0 && (static_cast<std::make_unsigned_t<T>>(a) >> last & 1) != 0;
    std::uint64_t field = 0;
    for (unsigned k = 0; k < width; ++k) {
      const bool inside = k < length && at + k < width;
      const bool bit = inside ? (static_cast<std::make_unsigned_t<T>>(a) >> (at + k) & 1) != 0 : sign;
      field |= std::uint64_t{bit} << k;
    }
    return static_cast<D>(field);
  }
};
struct Bfi {
  template <class D, class T>
  static D apply(T insert, T into, std::uint32_t at, std::uint32_t length) {
    constexpr unsigned width = 8 * sizeof(T);
    at &= 0xff;
    length &= 0xff;
    if (at >= width || length == 0) return into;
    const unsigned kept = length < width - at ? length : width - at;
    const std::uint64_t mask = (kept == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kept) - 1) << at;
    return static_cast<D>((std::uint64_t{into} & ~mask) | ((std::uint64_t{insert} << at) & mask));
  }
};

/// Sign- or zero-extends the low n bits.
template <bool Signed, bool Wrap>
struct Szext {
  template <class D>
  static D apply(std::uint32_t a, std::uint32_t n) {
    n = Wrap ? n & 31 : n > 32 ? 32 : n;
    if (n == 0) return 0;
    const std::uint32_t raised = a << (32 - n);
    return Signed ? static_cast<D>(static_cast<std::int32_t>(raised) >> (32 - n)) : raised >> (32 - n);
  }
};
/// `n` ones from bit `at`.
template <bool Wrap>
struct Bmsk {
  template <class D>
  static D apply(std::uint32_t at, std::uint32_t n) {
    at = Wrap ? at & 31 : at > 32 ? 32 : at;
    n = Wrap ? n & 31 : n > 32 ? 32 : n;
    return static_cast<D>(((std::uint64_t{1} << n) - 1) << at);
  }
};
/// The position of the |offset|-th set bit from `base`, upwards when the offset is positive; all ones when there is
/// none.
struct Fns {
  template <class D>
  static D apply(std::uint32_t mask, std::uint32_t base, std::int32_t offset) {
    if (base > 31) return 0xffffffff;
    if (offset == 0) return (mask >> base & 1) != 0 ? base : 0xffffffff;
    const bool upwards = offset > 0;
    std::uint32_t left = upwards ? static_cast<std::uint32_t>(offset) : 0u - static_cast<std::uint32_t>(offset);
    for (std::uint32_t at = base; at < 32; at += upwards ? 1u : ~0u)
      if ((mask >> at & 1) != 0 && --left == 0) return at;
    return 0xffffffff;
  }
};

template <class Op>
void countBits(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(type, [&](auto identity) {
        using T = std::conditional_t<std::is_same_v<Op, Bfind<true>> || std::is_same_v<Op, Bfind<false>>,
                                     typename decltype(identity)::type,
                                     std::make_unsigned_t<typename decltype(identity)::type>>;
        setHandlers<Map<Op, std::uint32_t, T>>(context);
      }))
    context.fail("not a 32- or 64-bit type");
}

void bfind(DecodeContext& context) {
  context.take("shiftamt") ? countBits<Bfind<true>>(context) : countBits<Bfind<false>>(context);
}

void brev(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Brev, T, T>>(context);
      }))
    context.fail("not a bit type");
}

void bfe(DecodeContext& context) {
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, ScalarType::u32);
  context.source(3, 3, ScalarType::u32);
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Bfe, T, T, std::uint32_t, std::uint32_t>>(context);
      }))
    context.fail("not an integer type");
}

void bfi(DecodeContext& context) {
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, type);
  context.source(3, 3, ScalarType::u32);
  context.source(4, 4, ScalarType::u32);
  if (!withType<std::uint32_t, std::uint64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Bfi, T, T, T, std::uint32_t, std::uint32_t>>(context);
      }))
    context.fail("not a bit type");
}

void szext(DecodeContext& context) {
  const int wrap = context.takeOne({"clamp", "wrap"});
  const ScalarType type = context.takeType();
  operands(context, ScalarType::b32, 2);
  using U = std::uint32_t;
  if (wrap < 0 || (type != ScalarType::u32 && type != ScalarType::s32)) return context.fail("not a form of szext");
  if (isSigned(type))
    wrap == 1 ? setHandlers<Map<Szext<true, true>, U, U, U>>(context)
              : setHandlers<Map<Szext<true, false>, U, U, U>>(context);
  else
    wrap == 1 ? setHandlers<Map<Szext<false, true>, U, U, U>>(context)
              : setHandlers<Map<Szext<false, false>, U, U, U>>(context);
}

void bmsk(DecodeContext& context) {
  const int wrap = context.takeOne({"clamp", "wrap"});
  context.take("b32");
  operands(context, ScalarType::b32, 2);
  using U = std::uint32_t;
  if (wrap < 0) return context.fail("one of .clamp and .wrap is missing", ErrorCode::invalidPtx);
  wrap == 1 ? setHandlers<Map<Bmsk<true>, U, U, U>>(context) : setHandlers<Map<Bmsk<false>, U, U, U>>(context);
}

void fns(DecodeContext& context) {
  context.take("b32");
  operands(context, ScalarType::b32, 3);
  setHandlers<Map<Fns, std::uint32_t, std::uint32_t, std::uint32_t, std::int32_t>>(context);
}

constexpr IsaRow rows[] = {
    {"popc", countBits<Popc>}, {"clz", countBits<Clz>}, {"bfind", bfind}, {"brev", brev}, {"bfe", bfe}, {"bfi", bfi},
    {"szext", szext},          {"bmsk", bmsk},          {"fns", fns},
};

}  // namespace

std::span<const IsaRow> bitRows() { return rows; }

}  // namespace gpusim
