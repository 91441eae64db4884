#pragma once
// Writing JSON by hand: one object, its fields in the order they were added.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "exercise/text.h"

namespace exercise {

/// `text` as a JSON string, quotes included. Bytes below 0x20, quotes and backslashes are escaped; the rest passes as
/// it is.
inline std::string jsonString(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// A number, or a string for the values JSON has no number for.
inline std::string jsonNumber(double value) {
  return std::isfinite(value) ? valueText(value) : jsonString(valueText(value));
}

/// A list of strings.
inline std::string jsonStrings(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ",") + jsonString(text);
  return "[" + out + "]";
}

/// One JSON object under construction.
class JsonObject {
 public:
  JsonObject& text(const std::string& key, const std::string& value) { return raw(key, jsonString(value)); }
  JsonObject& count(const std::string& key, std::uint64_t value) { return raw(key, std::to_string(value)); }
  JsonObject& real(const std::string& key, double value) { return raw(key, jsonNumber(value)); }
  JsonObject& flag(const std::string& key, bool value) { return raw(key, value ? "true" : "false"); }

  /// `value` must be JSON already.
  JsonObject& raw(const std::string& key, const std::string& value) {
    body_ += (body_.empty() ? "" : ",") + jsonString(key) + ":" + value;
    return *this;
  }

  std::string str() const { return "{" + body_ + "}"; }

 private:
  std::string body_;
};

}  // namespace exercise
