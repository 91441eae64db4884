#pragma once
// Numbers and counts as a sentence shows them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace exercise {

/// 65535 as "65,535".
inline std::string number(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

/// "1 cell", "3 cells".
inline std::string counted(std::uint64_t count, const std::string& noun) {
  return number(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "row 5" or "rows 5 to 9", both ends included.
inline std::string span(const std::string& noun, std::uint64_t first, std::uint64_t last) {
  if (first == last) return noun + " " + number(first);
  return noun + "s " + number(first) + " to " + number(last);
}

/// The shortest text that reads back as the same double, whole numbers below 2^53 with all their digits; "nan", "inf"
/// and
/// "-inf" for those.
inline std::string valueText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  if (value == std::floor(value) && std::fabs(value) < 9007199254740992.0) {
    std::snprintf(buffer, sizeof buffer, "%.0f", value);
    return buffer;
  }
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    double back = 0;
    if (std::sscanf(buffer, "%lf", &back) == 1 && back == value) break;
  }
  return buffer;
}

}  // namespace exercise
