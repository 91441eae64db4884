#include "cudart/json.h"

#include <fmt/format.h>

#include <cmath>

namespace gpusim::cudart::json {
namespace {

/// Length of the UTF-8 sequence at the front of `text`, 0 when there is no valid one (RFC 3629).
std::size_t sequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool tooLarge = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !tooLarge ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const char c = text.front();
    std::size_t length = 1;
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (const std::size_t sequence = sequenceLength(text); sequence != 0) {
      out.append(text.substr(0, sequence));
      length = sequence;
    } else {
      out += "\xEF\xBF\xBD";
    }
    text.remove_prefix(length);
  }
  return out + '"';
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.9g}", value) : "null"; }

std::string triple(const Dim3& value) { return fmt::format("[{},{},{}]", value.x, value.y, value.z); }

}  // namespace gpusim::cudart::json
