#pragma once
// The typed values of a triple's description: how they are read, laid out in memory and compared.
#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ptx_triple {

/// "u8" … "u64", "s8" … "s64", "f32", "f64".
struct Type {
  char kind = 'u';
  std::size_t bytes = 4;
};

/// Throws std::runtime_error, as everything here does, on what is no type or value.
Type parseType(const std::string& name);

/// Bits of one value: 42, -1, 0xffffffff, 1.5, nan, inf. A hexadecimal float is its bit pattern.
std::uint64_t parseValue(const std::string& text, Type type);

/// A list of values; "7 x 32" is 32 times 7, "iota 4" is 0, 1, 2, 3; lists inside are taken for their values.
std::vector<std::uint64_t> parseValues(const YAML::Node& list, Type type);

std::vector<std::byte> toBytes(const std::vector<std::uint64_t>& values, Type type);
std::vector<std::uint64_t> fromBytes(const std::vector<std::byte>& bytes, Type type);

/// Bit for bit, but any NaN equals any other; with a tolerance, |got - expected| <= tolerance * max(1, |expected|).
bool isAsExpected(std::uint64_t got, std::uint64_t expected, Type type, double tolerance);

std::string show(std::uint64_t bits, Type type);

}  // namespace ptx_triple
