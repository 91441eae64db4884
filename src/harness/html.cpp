#include "harness/html.h"

#include <cstddef>

#include "harness/utf8.h"

namespace harness {
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
