#pragma once
// How a handler is built: a lane function, mapped over the 32 lanes of its operands.
//
// Values narrower than 32 bits live in 32-bit slots, zero-extended. A handler exists twice: for a mask with lanes that
// sit out, and for one without, which is the loop the compiler vectorises.
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "sim/decode/context.h"
#include "sim/exec/warp.h"

namespace gpusim {

template <class T>
using SlotOf = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
T fromSlot(SlotOf<T> slot) {
  if constexpr (std::is_floating_point_v<T>) {
    T value;
    std::memcpy(&value, &slot, sizeof value);
    return value;
  } else {
    return static_cast<T>(slot);
  }
}

template <class T>
SlotOf<T> toSlot(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    SlotOf<T> slot;
    std::memcpy(&slot, &value, sizeof value);
    return slot;
  } else {
    return static_cast<SlotOf<T>>(static_cast<std::make_unsigned_t<T>>(value));
  }
}

/// out[lane] = value(lane) for the lanes that take part.
template <bool Full, class Slot, class F>
inline void writeLanes(Warp& warp, Operand destination, F&& value) {
  if (destination.base == Operand::none) return;
  Slot* out = warp.at<Slot>(destination);
  if constexpr (Full) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warpSize; ++lane) out[lane] = value(lane);
  } else {
    const std::uint32_t mask = warp.mask;
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const Slot result = value(lane);
      out[lane] = (mask >> lane & 1) != 0 ? result : out[lane];
    }
  }
}

/// Sets the lanes of a predicate that take part.
inline void assignPredicate(Warp& warp, Operand destination, std::uint32_t value, bool full) {
  if (destination.base == Operand::none) return;
  std::uint32_t& d = warp.predicate(destination);
  d = full ? value : (d & ~warp.mask) | (value & warp.mask);
}

/// Handlers of `D Op::apply(S...)`: operand 0 is written, operands 1.. are read.
template <class Op, class D, class... S>
struct Map {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    runIndexed<Full>(warp, instruction, std::index_sequence_for<S...>{});
  }

 private:
  template <bool Full, std::size_t... K>
  static void runIndexed(Warp& warp, const Instruction& instruction, std::index_sequence<K...>) {
    [&](const SlotOf<S>*... from) {
      writeLanes<Full, SlotOf<D>>(warp, instruction.operand[0], [=](unsigned lane) {
        return toSlot<D>(Op::template apply<D>(fromSlot<S>(from[lane])...));
      });
    }(warp.at<const SlotOf<S>>(instruction.operand[K + 1])...);
  }
};

/// A handler that does not care whether lanes sit out.
inline void setHandler(DecodeContext& context, Handler handler) { context.out.run[0] = context.out.run[1] = handler; }

template <class Handlers>
inline void setHandlers(DecodeContext& context) {
  context.out.run[0] = Handlers::template run<false>;
  context.out.run[1] = Handlers::template run<true>;
}

/// Calls `use` with a std::type_identity of the C++ type of `type`, for the listed types; false when it is none of
/// them.
template <class... T, class F>
inline bool withType(ScalarType type, F&& use) {
  const auto matches = [&](auto identity) {
    using U = typename decltype(identity)::type;
    constexpr bool real = std::is_floating_point_v<U>;
    if (bytesOf(type) != sizeof(U) || type == ScalarType::pred || isPacked(type)) return false;
    if (real) return isFloat(type) && type != ScalarType::f16 && type != ScalarType::bf16;
    if (type == ScalarType::f16 || type == ScalarType::bf16) return false;
    return isSigned(type) == std::is_signed_v<U>;  // untyped bits and floats moved as bits count as unsigned
  };
  bool done = false;
  const auto attempt = [&](auto identity) {
    if (done || !matches(identity)) return;
    done = true;
    use(identity);
  };
  (attempt(std::type_identity<T>{}), ...);
  return done;
}

/// Takes .weak, .volatile, .acquire, .gpu and their kin: what of them is there.
inline void takeOrder(DecodeContext& context) {
  constexpr std::pair<std::string_view, Order> orders[] = {{"weak", Order::weak},
                                                           {"volatile", Order::isVolatile},
                                                           {"mmio", Order::relaxed},
                                                           {"relaxed", Order::relaxed},
                                                           {"acquire", Order::acquire},
                                                           {"release", Order::release},
                                                           {"acq_rel", Order::acquireRelease},
                                                           {"sc", Order::sequential}};
  constexpr std::pair<std::string_view, Scope> scopes[] = {
      {"cta", Scope::cta}, {"cluster", Scope::cluster}, {"gpu", Scope::gpu}, {"sys", Scope::system}};
  for (const auto& [name, order] : orders)
    if (context.take(name)) context.out.order = order;
  for (const auto& [name, scope] : scopes)
    if (context.take(name)) context.out.scope = scope;
}

/// Destination then sources, all of one type.
inline void operands(DecodeContext& context, ScalarType type, std::size_t sources) {
  context.destination(0, 0);
  for (std::size_t k = 1; k <= sources; ++k) context.source(static_cast<unsigned>(k), k, type);
}

}  // namespace gpusim
