#include "ptx_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace ptx_triple {
namespace {

double toDouble(std::uint64_t bits, Type type) {
  if (type.bytes == 4) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return std::bit_cast<double>(bits);
}

std::uint64_t lowBytes(std::uint64_t bits, Type type) {
  return type.bytes == 8 ? bits : bits & ((std::uint64_t{1} << (8 * type.bytes)) - 1);
}

}  // namespace

Type parseType(const std::string& name) {
  for (const char kind : {'u', 's', 'f'})
    for (const std::size_t bytes : {1, 2, 4, 8})
      if ((kind != 'f' || bytes >= 4) && name == fmt::format("{}{}", kind, bytes * 8)) return {kind, bytes};
  throw std::runtime_error("unknown type '" + name + "'");
}

std::uint64_t parseValue(const std::string& text, Type type) {
  const bool isHex = text.starts_with("0x");
  const char* begin = text.c_str();
  char* end = nullptr;
  errno = 0;
  std::uint64_t bits = 0;
  if (type.kind == 'f' && !isHex) {
    // strtof, not a rounded double: the two differ where a value lies near the middle between two floats.
    bits = type.bytes == 4 ? std::bit_cast<std::uint32_t>(std::strtof(begin, &end))
                           : std::bit_cast<std::uint64_t>(std::strtod(begin, &end));
    errno = 0;  // a denormal is not an error
  } else if (text.starts_with("-")) {
    bits = static_cast<std::uint64_t>(std::strtoll(begin, &end, 0));
  } else {
    bits = std::strtoull(begin, &end, 0);
    if (lowBytes(bits, type) != bits) throw std::runtime_error("'" + text + "' does not fit its type");
  }
  if (text.empty() || *end != '\0' || errno != 0) throw std::runtime_error("'" + text + "' is not a value");
  return lowBytes(bits, type);
}

std::vector<std::uint64_t> parseValues(const YAML::Node& list, Type type) {
  if (!list.IsSequence()) throw std::runtime_error("a list of values was expected");
  std::vector<std::uint64_t> values;
  for (const auto& item : list) {
    if (item.IsSequence()) {
      const auto inner = parseValues(item, type);
      values.insert(values.end(), inner.begin(), inner.end());
      continue;
    }
    const auto text = item.as<std::string>();
    const std::size_t times = text.find(" x ");
    if (text.starts_with("iota ")) {
      const auto count = std::stoull(text.substr(5));
      for (std::uint64_t i = 0; i < count; ++i) values.push_back(parseValue(std::to_string(i), type));
    } else if (times != std::string::npos) {
      values.insert(values.end(), std::stoull(text.substr(times + 3)), parseValue(text.substr(0, times), type));
    } else {
      values.push_back(parseValue(text, type));
    }
  }
  return values;
}

std::vector<std::byte> toBytes(const std::vector<std::uint64_t>& values, Type type) {
  std::vector<std::byte> bytes(values.size() * type.bytes);
  // Little endian, like the device and every host this is built on.
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(bytes.data() + i * type.bytes, &values[i], type.bytes);
  return bytes;
}

std::vector<std::uint64_t> fromBytes(const std::vector<std::byte>& bytes, Type type) {
  std::vector<std::uint64_t> values(bytes.size() / type.bytes);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(&values[i], bytes.data() + i * type.bytes, type.bytes);
  return values;
}

bool isAsExpected(std::uint64_t got, std::uint64_t expected, Type type, double tolerance) {
  if (got == expected) return true;
  if (type.kind != 'f') return false;
  const double x = toDouble(got, type), y = toDouble(expected, type);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return tolerance > 0 && std::abs(x - y) <= tolerance * std::max(1.0, std::abs(y));
}

std::string show(std::uint64_t bits, Type type) {
  if (type.kind == 'f') return fmt::format("{} (0x{:0{}x})", toDouble(bits, type), bits, 2 * type.bytes);
  if (type.kind == 'u') return fmt::format("{} (0x{:x})", bits, bits);
  const auto shift = 64 - 8 * type.bytes;
  return fmt::format("{} (0x{:x})", static_cast<std::int64_t>(bits << shift) >> shift, bits);
}

}  // namespace ptx_triple
