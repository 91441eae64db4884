#pragma once
// What every load and store shares: how values lie in memory and in registers, and the elements of a vector.
#include <type_traits>
#include <vector>

#include "sim/isa/lanes.h"

namespace gpusim {

/// Slot of a value as it lies in memory: sign- or zero-extended.
template <class M, class Slot>
Slot load(std::uint64_t host) {
  M value;
  std::memcpy(&value, reinterpret_cast<const char*>(host), sizeof value);
  if constexpr (std::is_signed_v<M>)
    return static_cast<Slot>(static_cast<std::int64_t>(value));
  else
    return value;
}

/// Calls use(M, Slot) for the memory type and the register's width.
template <class F>
void withMemoryType(DecodeContext& context, ScalarType type, unsigned slotBytes, F&& use) {
  const bool wide = slotBytes == 8;
  const auto narrow = [&](auto identity) {
    if (wide)
      use(identity, std::type_identity<std::uint64_t>{});
    else
      use(identity, std::type_identity<std::uint32_t>{});
  };
  switch (type) {
    case ScalarType::s8:
      return narrow(std::type_identity<std::int8_t>{});
    case ScalarType::s16:
      return narrow(std::type_identity<std::int16_t>{});
    case ScalarType::s32:
      return narrow(std::type_identity<std::int32_t>{});
    default:
      break;
  }
  switch (bytesOf(type)) {
    case 1:
      return narrow(std::type_identity<std::uint8_t>{});
    case 2:
      return narrow(std::type_identity<std::uint16_t>{});
    case 4:
      return narrow(std::type_identity<std::uint32_t>{});
    case 8:
      if (wide) return use(std::type_identity<std::uint64_t>{}, std::type_identity<std::uint64_t>{});
      return context.fail("the register is narrower than the value", ErrorCode::invalidPtx);
    default:
      return context.fail("not a memory type");
  }
}

/// The elements of a value operand, of which there must be `count`; `one` is room for a value that is no vector.
inline const std::vector<ast::Operand>& elementsOf(DecodeContext& context, const ast::Operand& operand, unsigned count,
                                                   std::vector<ast::Operand>& one) {
  one = {operand};
  const auto& elements = operand.kind == ast::Operand::Kind::vector ? operand.elements : one;
  if (elements.size() != count)
    context.fail("the vector does not have as many elements as .v says", ErrorCode::invalidPtx);
  return elements;
}

}  // namespace gpusim
