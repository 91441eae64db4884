#include "harness/json.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "harness/utf8.h"

namespace harness {
namespace {

constexpr int maximumDepth = 32;  // events nest four deep; a deeper text is an attack on the stack

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<Json> document() {
    std::optional<Json> value = parseValue(0);
    skipSpace();
    if (at_ != text_.size()) return std::nullopt;
    return value;
  }

 private:
  bool done() const { return at_ == text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }

  bool take(char wanted) {
    if (peek() != wanted || done()) return false;
    ++at_;
    return true;
  }

  bool takeWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  void skipSpace() {
    while (!done() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++at_;
  }

  std::optional<Json> parseValue(int depth) {
    if (depth > maximumDepth) return std::nullopt;
    skipSpace();
    switch (peek()) {
      case '{':
        return parseObject(depth);
      case '[':
        return parseArray(depth);
      case '"': {
        std::optional<std::string> text = parseString();
        if (!text) return std::nullopt;
        return Json(std::move(*text));
      }
      case 't':
        return takeWord("true") ? std::optional(Json(true)) : std::nullopt;
      case 'f':
        return takeWord("false") ? std::optional(Json(false)) : std::nullopt;
      case 'n':
        return takeWord("null") ? std::optional(Json()) : std::nullopt;
      default:
        return parseNumber();
    }
  }

  std::optional<Json> parseObject(int depth) {
    Json::Object members;
    take('{');
    skipSpace();
    if (take('}')) return Json(std::move(members));
    do {
      skipSpace();
      std::optional<std::string> name = parseString();
      if (!name) return std::nullopt;
      skipSpace();
      if (!take(':')) return std::nullopt;
      std::optional<Json> value = parseValue(depth + 1);
      if (!value) return std::nullopt;
      members.emplace_back(std::move(*name), std::move(*value));
      skipSpace();
    } while (take(','));
    if (!take('}')) return std::nullopt;
    return Json(std::move(members));
  }

  std::optional<Json> parseArray(int depth) {
    Json::Array items;
    take('[');
    skipSpace();
    if (take(']')) return Json(std::move(items));
    do {
      std::optional<Json> value = parseValue(depth + 1);
      if (!value) return std::nullopt;
      items.push_back(std::move(*value));
      skipSpace();
    } while (take(','));
    if (!take(']')) return std::nullopt;
    return Json(std::move(items));
  }

  std::size_t takeDigits() {
    std::size_t count = 0;
    while (peek() >= '0' && peek() <= '9') ++at_, ++count;
    return count;
  }

  std::optional<Json> parseNumber() {
    const std::size_t start = at_;
    take('-');
    const bool leadingZero = peek() == '0';
    const std::size_t whole = takeDigits();
    if (whole == 0 || (leadingZero && whole > 1)) return std::nullopt;
    if (take('.') && takeDigits() == 0) return std::nullopt;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (takeDigits() == 0) return std::nullopt;
    }
    return Json(Json::Number{std::string(text_.substr(start, at_ - start))});
  }

  std::optional<unsigned> parseHex4() {
    if (text_.size() - at_ < 4) return std::nullopt;
    unsigned value = 0;
    const char* first = text_.data() + at_;
    const auto [end, error] = std::from_chars(first, first + 4, value, 16);
    if (error != std::errc() || end != first + 4) return std::nullopt;
    at_ += 4;
    return value;
  }

  static void appendUtf8(std::string& out, unsigned code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | (code >> 6));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0 | (code >> 12));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | (code >> 18));
      out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    }
  }

  bool parseEscape(std::string& out) {
    const char kind = peek();
    if (done()) return false;
    ++at_;
    switch (kind) {
      case '"':
      case '\\':
      case '/':
        out += kind;
        return true;
      case 'b':
        out += '\b';
        return true;
      case 'f':
        out += '\f';
        return true;
      case 'n':
        out += '\n';
        return true;
      case 'r':
        out += '\r';
        return true;
      case 't':
        out += '\t';
        return true;
      case 'u':
        break;
      default:
        return false;
    }
    std::optional<unsigned> code = parseHex4();
    if (!code) return false;
    if (*code >= 0xD800 && *code < 0xDC00) {  // a surrogate pair is one code point in two escapes
      if (!takeWord("\\u")) return false;
      const std::optional<unsigned> low = parseHex4();
      if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
      code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
    }
    appendUtf8(out, *code);
    return true;
  }

  std::optional<std::string> parseString() {
    if (!take('"')) return std::nullopt;
    std::string out;
    while (!done()) {
      const char c = text_[at_++];
      if (c == '"') return out;
      if (static_cast<unsigned char>(c) < 0x20) return std::nullopt;
      if (c != '\\') {
        out += c;
      } else if (!parseEscape(out)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string indented(const Json& value, std::size_t depth) {
  const Json::Array* items = value.array();
  const Json::Object* members = value.object();
  if ((items == nullptr || items->empty()) && (members == nullptr || members->empty())) return toJson(value);
  std::string out;
  const auto line = [&](const std::string& text) {
    out += (out.empty() ? "\n" : ",\n") + std::string(depth, ' ') + text;
  };
  if (items != nullptr)
    for (const Json& item : *items) line(indented(item, depth + 1));
  else
    for (const auto& [name, member] : *members) line(jsonString(name) + ": " + indented(member, depth + 1));
  out += "\n" + std::string(depth - 1, ' ');
  return items != nullptr ? "[" + out + "]" : "{" + out + "}";
}

}  // namespace

const Json* Json::find(std::string_view name) const {
  if (const Object* members = object())
    for (const auto& [key, value] : *members)
      if (key == name) return &value;
  return nullptr;
}

std::optional<std::string> Json::string() const {
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  return std::nullopt;
}

std::optional<bool> Json::boolean() const {
  if (const bool* value = std::get_if<bool>(&value_)) return *value;
  return std::nullopt;
}

std::optional<double> Json::number() const {
  const auto* number = std::get_if<Number>(&value_);
  if (number == nullptr) return std::nullopt;
  return std::strtod(number->text.c_str(), nullptr);
}

std::optional<std::uint64_t> Json::count() const {
  const auto* number = std::get_if<Number>(&value_);
  if (number == nullptr) return std::nullopt;
  std::uint64_t value = 0;
  const char* end = number->text.data() + number->text.size();
  const auto [stop, error] = std::from_chars(number->text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string Json::text() const {
  if (const auto* number = std::get_if<Number>(&value_)) return number->text;
  return string().value_or("");
}

std::optional<Json> parseJson(std::string_view text) { return Reader(text).document(); }

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = sequenceLength(text);
    const char c = text[0];
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + '"';
}

std::string toJson(const Json& value) {
  if (const auto text = value.string()) return jsonString(*text);
  if (const auto flag = value.boolean()) return *flag ? "true" : "false";
  if (value.isNull()) return "null";
  std::string out;
  if (const Json::Array* items = value.array()) {
    for (const Json& item : *items) out += (out.empty() ? "" : ",") + toJson(item);
    return "[" + out + "]";
  }
  if (const Json::Object* members = value.object()) {
    for (const auto& [name, member] : *members)
      out += (out.empty() ? "" : ",") + jsonString(name) + ":" + toJson(member);
    return "{" + out + "}";
  }
  return value.text();
}

std::string toIndentedJson(const Json& value) { return indented(value, 1); }

}  // namespace harness
