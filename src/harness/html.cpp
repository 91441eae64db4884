#include "harness/html.h"

#include <cstddef>

namespace harness {
namespace {

/// Length of the UTF-8 sequence that `text` starts with, 0 when it is none (RFC 3629).
std::size_t sequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0, surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90, tooLarge = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !tooLarge ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string htmlText(std::string_view text) {
  constexpr const char* replacement = "\xEF\xBF\xBD";
  std::string out;
  while (!text.empty()) {
    const char c = text.front();
    const auto byte = static_cast<unsigned char>(c);
    std::size_t length = 1;
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if (c == '\t')
      out += "    ";
    else if (byte >= 0x20 && byte < 0x7f)
      out += c;
    else if (const std::size_t sequence = sequenceLength(text); sequence != 0)
      out.append(text.substr(0, sequence)), length = sequence;
    else
      out += replacement;
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace harness
