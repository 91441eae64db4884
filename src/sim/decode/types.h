#pragma once
// PTX scalar types, as the suffix of an instruction names them.
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpusim {

enum class ScalarType : std::uint8_t {
  b8,
  b16,
  b32,
  b64,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  bf16,
  f32,
  f64,
  pred,
  u16x2,
  s16x2,
  f16x2,
  bf16x2
};

/// The type called `text` ("u32"), or nothing.
inline std::optional<ScalarType> scalarType(std::string_view text) {
  struct Row {
    std::string_view name;
    ScalarType type;
  };
  static constexpr Row rows[] = {
      {"b8", ScalarType::b8},       {"b16", ScalarType::b16},     {"b32", ScalarType::b32},
      {"b64", ScalarType::b64},     {"u8", ScalarType::u8},       {"u16", ScalarType::u16},
      {"u32", ScalarType::u32},     {"u64", ScalarType::u64},     {"s8", ScalarType::s8},
      {"s16", ScalarType::s16},     {"s32", ScalarType::s32},     {"s64", ScalarType::s64},
      {"f16", ScalarType::f16},     {"bf16", ScalarType::bf16},   {"f32", ScalarType::f32},
      {"f64", ScalarType::f64},     {"pred", ScalarType::pred},   {"u16x2", ScalarType::u16x2},
      {"s16x2", ScalarType::s16x2}, {"f16x2", ScalarType::f16x2}, {"bf16x2", ScalarType::bf16x2},
  };
  for (const Row& row : rows)
    if (row.name == text) return row.type;
  return std::nullopt;
}

/// Bytes of one value in memory. A predicate has none.
constexpr unsigned bytesOf(ScalarType type) {
  switch (type) {
    case ScalarType::b8:
    case ScalarType::u8:
    case ScalarType::s8:
      return 1;
    case ScalarType::b16:
    case ScalarType::u16:
    case ScalarType::s16:
    case ScalarType::f16:
    case ScalarType::bf16:
      return 2;
    case ScalarType::b32:
    case ScalarType::u32:
    case ScalarType::s32:
    case ScalarType::f32:
    case ScalarType::u16x2:
    case ScalarType::s16x2:
    case ScalarType::f16x2:
    case ScalarType::bf16x2:
      return 4;
    case ScalarType::b64:
    case ScalarType::u64:
    case ScalarType::s64:
    case ScalarType::f64:
      return 8;
    case ScalarType::pred:
      return 0;
  }
  return 0;
}

/// Two values of 16 bits in one of 32.
constexpr bool isPacked(ScalarType type) {
  return type == ScalarType::u16x2 || type == ScalarType::s16x2 || type == ScalarType::f16x2 ||
         type == ScalarType::bf16x2;
}

constexpr bool isSigned(ScalarType type) {
  return type == ScalarType::s8 || type == ScalarType::s16 || type == ScalarType::s32 || type == ScalarType::s64;
}

/// A scalar floating-point type.
constexpr bool isFloat(ScalarType type) {
  return type == ScalarType::f16 || type == ScalarType::bf16 || type == ScalarType::f32 || type == ScalarType::f64;
}

}  // namespace gpusim
