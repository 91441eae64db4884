// Integer arithmetic: PTX ISA section 9.7.1. Overflow wraps; division by zero gives all ones, remainder by zero the
// dividend, as the hardware's software division does.
#include <limits>

#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
T wrap(std::uint64_t bits) {
  return static_cast<T>(static_cast<Unsigned<T>>(bits));
}
template <class T>
std::uint64_t wide(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}
template <>
std::uint64_t wide(std::uint64_t value) {
  return value;
}
template <>
std::uint64_t wide(std::uint32_t value) {
  return value;
}
template <>
std::uint64_t wide(std::uint16_t value) {
  return value;
}

template <class T>
T highProduct(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
  }
}

template <class T>
T lowProduct(T a, T b) {
  if constexpr (sizeof(T) == 4)
    return wrap<T>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
  else
    return wrap<T>(wide(a) * wide(b));
}

struct Add {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(static_cast<Unsigned<T>>(a) + static_cast<Unsigned<T>>(b));
  }
};
struct Sub {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(static_cast<Unsigned<T>>(a) - static_cast<Unsigned<T>>(b));
  }
};
struct MulLow {
  template <class D, class T>
  static D apply(T a, T b) {
    return lowProduct(a, b);
  }
};
struct MulHigh {
  template <class D, class T>
  static D apply(T a, T b) {
    return highProduct(a, b);
  }
};
struct MulWide {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(static_cast<D>(a) * static_cast<D>(b));
  }
};
struct MadLow {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return Add::apply<D>(lowProduct(a, b), c);
  }
};
struct MadHigh {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return Add::apply<D>(highProduct(a, b), c);
  }
};
struct MadWide {
  template <class D, class T>
  static D apply(T a, T b, D c) {
    return Add::apply<D>(MulWide::apply<D>(a, b), c);
  }
};

template <class T>
T low24(T value) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(static_cast<std::int32_t>(static_cast<std::uint32_t>(value) << 8) >> 8);
  else
    return value & 0xffffff;
}
struct Mul24Low {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>(wide(low24(a)) * wide(low24(b)));
  }
};
struct Mul24High {
  template <class D, class T>
  static D apply(T a, T b) {
    return static_cast<D>((wide(low24(a)) * wide(low24(b))) >> 16);
  }
};
struct Mad24Low {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return Add::apply<D>(Mul24Low::apply<T>(a, b), c);
  }
};
struct Mad24High {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return Add::apply<D>(Mul24High::apply<T>(a, b), c);
  }
};

struct AddSaturate {
  template <class D, class T>
  static D apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<D>(sum < std::numeric_limits<T>::min()   ? std::numeric_limits<T>::min()
                          : sum > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max()
                                                                : sum);
  }
};
struct SubSaturate {
  template <class D, class T>
  static D apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} - b;
    return static_cast<D>(sum < std::numeric_limits<T>::min()   ? std::numeric_limits<T>::min()
                          : sum > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max()
                                                                : sum);
  }
};

struct Div {
  template <class D, class T>
  static D apply(T a, T b) {
    if (b == 0) return static_cast<D>(~Unsigned<T>{0});
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return Sub::apply<D>(T{0}, a);
    return static_cast<D>(a / b);
  }
};
struct Rem {
  template <class D, class T>
  static D apply(T a, T b) {
    if (b == 0) return static_cast<D>(-1);  // as a card does
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return 0;
    return static_cast<D>(a % b);
  }
};
struct Min {
  template <class D, class T>
  static D apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Max {
  template <class D, class T>
  static D apply(T a, T b) {
    return a > b ? a : b;
  }
};
struct Neg {
  template <class D, class T>
  static D apply(T a) {
    return Sub::apply<D>(T{0}, a);
  }
};
struct Abs {
  template <class D, class T>
  static D apply(T a) {
    return a < 0 ? Sub::apply<D>(T{0}, a) : a;
  }
};
struct Sad {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return Add::apply<D>(a < b ? Sub::apply<T>(b, a) : Sub::apply<T>(a, b), c);
  }
};

// .relu: never below zero.
template <class Op>
struct Relu {
  template <class D, class T>
  static D apply(T a, T b) {
    const D value = Op::template apply<D>(a, b);
    return value < 0 ? D{0} : value;
  }
};
struct MadHighSaturate {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return AddSaturate::apply<D>(highProduct(a, b), c);
  }
};
struct Mad24HighSaturate {
  template <class D, class T>
  static D apply(T a, T b, T c) {
    return AddSaturate::apply<D>(Mul24High::apply<T>(a, b), c);
  }
};

template <class Op>
void binary(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (!withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
          type, [&](auto identity) {
            using T = typename decltype(identity)::type;
            setHandlers<Map<Op, T, T, T>>(context);
          }))
    context.fail("not an integer type");
}

template <class Op>
void unary(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 1);
  if (!withType<std::int16_t, std::int32_t, std::int64_t>(type, [&](auto identity) {
        using T = typename decltype(identity)::type;
        setHandlers<Map<Op, T, T>>(context);
      }))
    context.fail("not a signed integer type");
}

template <class Op>
void saturating(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (type != ScalarType::s32) context.fail(".sat needs .s32");
  setHandlers<Map<Op, std::int32_t, std::int32_t, std::int32_t>>(context);
}

/// mad.hi.sat and mad24.hi.sat: only for .s32.
template <class Op>
void saturatingHigh(DecodeContext& context, int part, ScalarType type) {
  if (part != 1 || type != ScalarType::s32) return context.fail(".sat needs .hi and .s32", ErrorCode::invalidPtx);
  using S = std::int32_t;
  setHandlers<Map<Op, S, S, S, S>>(context);
}

ScalarType widened(ScalarType type) {
  switch (type) {
    case ScalarType::u16:
      return ScalarType::u32;
    case ScalarType::s16:
      return ScalarType::s32;
    case ScalarType::u32:
      return ScalarType::u64;
    default:
      return ScalarType::s64;
  }
}

template <class Low, class High, class Wide, bool Accumulate>
void multiply(DecodeContext& context) {
  const int part = context.takeOne({"lo", "hi", "wide"});
  const bool sat = Accumulate && context.take("sat");
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, type);
  if (Accumulate) context.source(3, 3, part == 2 ? widened(type) : type);
  if (sat) return saturatingHigh<MadHighSaturate>(context, part, type);
  const auto set = [&](auto low, auto high) {
    if (part == 0)
      setHandlers<decltype(low)>(context);
    else if (part == 1)
      setHandlers<decltype(high)>(context);
    else
      context.fail("one of .lo, .hi, .wide is missing", ErrorCode::invalidPtx);
  };
  bool known = false;
  if (part == 2) {
    known = withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t>(type, [&](auto identity) {
      using T = typename decltype(identity)::type;
      using D = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                   std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
      if constexpr (Accumulate)
        setHandlers<Map<Wide, D, T, T, D>>(context);
      else
        setHandlers<Map<Wide, D, T, T>>(context);
    });
  } else {
    known = withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
        type, [&](auto identity) {
          using T = typename decltype(identity)::type;
          if constexpr (Accumulate)
            set(Map<Low, T, T, T, T>{}, Map<High, T, T, T, T>{});
          else
            set(Map<Low, T, T, T>{}, Map<High, T, T, T>{});
        });
  }
  if (!known) context.fail("not an integer type");
}

template <bool Accumulate>
void multiply24(DecodeContext& context) {
  const int part = context.takeOne({"lo", "hi"});
  const bool sat = Accumulate && context.take("sat");
  const ScalarType type = context.takeType();
  operands(context, type, Accumulate ? 3 : 2);
  if (sat) return saturatingHigh<Mad24HighSaturate>(context, part, type);
  const bool known = withType<std::uint32_t, std::int32_t>(type, [&](auto identity) {
    using T = typename decltype(identity)::type;
    if constexpr (Accumulate)
      part == 1 ? setHandlers<Map<Mad24High, T, T, T, T>>(context) : setHandlers<Map<Mad24Low, T, T, T, T>>(context);
    else
      part == 1 ? setHandlers<Map<Mul24High, T, T, T>>(context) : setHandlers<Map<Mul24Low, T, T, T>>(context);
  });
  if (!known || part < 0) context.fail("not a form of 24-bit multiplication");
}

void sad(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 3);
  if (!withType<std::uint16_t, std::int16_t, std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
          type, [&](auto identity) {
            using T = typename decltype(identity)::type;
            setHandlers<Map<Sad, T, T, T, T>>(context);
          }))
    context.fail("not an integer type");
}

void add(DecodeContext& context) { context.take("sat") ? saturating<AddSaturate>(context) : binary<Add>(context); }
void sub(DecodeContext& context) { context.take("sat") ? saturating<SubSaturate>(context) : binary<Sub>(context); }

template <class Op>
void extreme(DecodeContext& context) {
  if (!context.take("relu")) return binary<Op>(context);
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  if (type != ScalarType::s32) return context.fail(".relu needs .s32 or .s16x2", ErrorCode::invalidPtx);
  setHandlers<Map<Relu<Op>, std::int32_t, std::int32_t, std::int32_t>>(context);
}

constexpr IsaRow rows[] = {
    {"add:integer", add},
    {"sub:integer", sub},
    {"mul:integer", multiply<MulLow, MulHigh, MulWide, false>},
    {"mad:integer", multiply<MadLow, MadHigh, MadWide, true>},
    {"mul24", multiply24<false>},
    {"mad24", multiply24<true>},
    {"div:integer", binary<Div>},
    {"rem", binary<Rem>},
    {"min:integer", extreme<Min>},
    {"max:integer", extreme<Max>},
    {"neg:integer", unary<Neg>},
    {"abs:integer", unary<Abs>},
    {"sad", sad},
};

}  // namespace

std::span<const IsaRow> integerRows() { return rows; }

}  // namespace gpusim
