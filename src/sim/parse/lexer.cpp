#include "sim/parse/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

namespace gpusim::parse {
namespace {

// Not <cctype>: its answers depend on the locale, and PTX is ASCII.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isWordPart(char c) { return isLetter(c) || isDigit(c) || c == '_'; }
bool isNamePart(char c) { return isWordPart(c) || c == '$'; }
bool isNameStart(char c) { return isLetter(c) || c == '_' || c == '$' || c == '%'; }

int digitValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

}  // namespace

void Lexer::finish(Token& token, Token::Kind kind, std::size_t end) {
  token.kind = kind;
  token.end = end;
  token.text = text_.substr(token.begin, end - token.begin);
  position_ = end;
}

void Lexer::fail(Token& token, const char* problem, std::size_t end) {
  token.problem = problem;
  finish(token, Token::Kind::bad, end);
}

/// False when a comment never ends; `unterminated` is then placed at its start.
bool Lexer::skipBlanks(Token& unterminated) {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++position_;
      ++line_;
      lineStart_ = position_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
      ++position_;
    } else if (c == '/' && at(position_ + 1) == '/') {
      const void* newline = std::memchr(text_.data() + position_, '\n', text_.size() - position_);
      position_ = newline ? static_cast<std::size_t>(static_cast<const char*>(newline) - text_.data()) : text_.size();
    } else if (c == '/' && at(position_ + 1) == '*') {
      unterminated.begin = position_;
      unterminated.at = {line_, static_cast<unsigned>(position_ - lineStart_ + 1)};
      const std::size_t close = text_.find("*/", position_ + 2);
      if (close == std::string_view::npos) return false;
      for (; position_ < close + 2; ++position_)
        if (text_[position_] == '\n') {
          ++line_;
          lineStart_ = position_ + 1;
        }
    } else {
      return true;
    }
  }
  return true;
}

Token Lexer::next() {
  Token token;
  if (!skipBlanks(token)) {
    fail(token, "a comment that never ends", text_.size());
    return token;
  }
  token.begin = position_;
  token.at = {line_, static_cast<unsigned>(position_ - lineStart_ + 1)};
  if (position_ >= text_.size()) {
    finish(token, Token::Kind::end, position_);
    return token;
  }
  const char c = text_[position_];
  if (isDigit(c)) {
    readNumber(token);
  } else if (isNameStart(c)) {
    readName(token);
  } else if (c == '.' && isWordPart(at(position_ + 1))) {
    readDotted(token);
  } else if (c == '"') {
    readQuoted(token);
  } else if (std::string_view("{}()[]<>,;:=+-*/!|@?&^~").find(c) != std::string_view::npos) {
    finish(token, Token::Kind::symbol, position_ + 1);
  } else {
    fail(token, "a character that PTX does not use", position_ + 1);
  }
  return token;
}

void Lexer::readName(Token& token) {
  std::size_t end = position_ + 1;
  while (isNamePart(at(end))) ++end;
  if (end == position_ + 1 && (text_[position_] == '%' || text_[position_] == '$'))
    return fail(token, "a name without letters", end);
  finish(token, Token::Kind::name, end);
}

void Lexer::readDotted(Token& token) {
  std::size_t end = position_ + 1;
  while (isWordPart(at(end)) || (at(end) == ':' && at(end + 1) == ':' && isWordPart(at(end + 2))))
    end += at(end) == ':' ? 2 : 1;
  finish(token, Token::Kind::dotted, end);
  token.text.remove_prefix(1);
}

void Lexer::readQuoted(Token& token) {
  std::size_t end = position_ + 1;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n')
    end += text_[end] == '\\' && at(end + 1) != '\n' ? 2 : 1;
  if (at(end) != '"') return fail(token, "a string that does not end on its line", std::min(end, text_.size()));
  finish(token, Token::Kind::quoted, end + 1);
  token.text = text_.substr(token.begin + 1, end - token.begin - 1);
}

void Lexer::readNumber(Token& token) {
  const char second = at(position_ + 1);
  if (text_[position_] == '0') {
    if (second == 'x' || second == 'X') return readDigits(token, position_ + 2, 16);
    if (second == 'b' || second == 'B') return readDigits(token, position_ + 2, 2);
    if (second == 'f' || second == 'F') return readFloatBits(token, 8);
    if (second == 'd' || second == 'D') return readFloatBits(token, 16);
  }
  std::size_t end = position_;
  while (isDigit(at(end))) ++end;
  const char after = at(end);
  const std::size_t exponent = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
  if ((after == '.' && isDigit(at(end + 1))) || ((after == 'e' || after == 'E') && isDigit(at(exponent))))
    return readDecimal(token);
  const bool isOctal = text_[position_] == '0' && end > position_ + 1;
  readDigits(token, position_, isOctal ? 8 : 10);
}

void Lexer::readDigits(Token& token, std::size_t first, unsigned base) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  bool overflow = false;
  std::size_t end = first;
  for (; isNamePart(at(end)); ++end) {
    const auto digit = static_cast<unsigned>(digitValue(at(end)));
    if (digit >= base) break;
    if (token.bits > (largest - digit) / base) overflow = true;
    token.bits = token.bits * base + digit;
  }
  const bool isEmpty = end == first;
  if (!isEmpty && (at(end) == 'U' || at(end) == 'u')) ++end;
  const std::size_t endOfDigits = end;
  while (isNamePart(at(end))) ++end;
  if (isEmpty || end != endOfDigits) return fail(token, "a malformed number", end);
  if (overflow) return fail(token, "an integer of more than 64 bits", end);
  finish(token, Token::Kind::integer, end);
}

/// 0f and 8 hexadecimal digits, or 0d and 16 of them: the bits of a float or of a double.
void Lexer::readFloatBits(Token& token, std::size_t digits) {
  std::size_t end = position_ + 2;
  while (isNamePart(at(end))) ++end;
  std::uint64_t value = 0;
  bool isHex = end == position_ + 2 + digits;
  for (std::size_t i = position_ + 2; isHex && i < end; ++i) {
    const int digit = digitValue(text_[i]);
    isHex = digit < 16;
    value = value << 4 | static_cast<unsigned>(digit & 15);
  }
  if (!isHex) return fail(token, digits == 8 ? "a float without its 8 digits" : "a double without its 16 digits", end);
  token.bits = value;
  token.isSingle = digits == 8;
  finish(token, Token::Kind::real, end);
}

void Lexer::readDecimal(Token& token) {
  double value = 0;
  const char* last = text_.data() + text_.size();
  const auto [stop, status] = std::from_chars(text_.data() + position_, last, value);
  const auto end = static_cast<std::size_t>(stop - text_.data());
  if (status != std::errc() || isNamePart(at(end)))
    return fail(token, "a malformed number", std::max(end, position_ + 1));
  token.bits = std::bit_cast<std::uint64_t>(value);
  finish(token, Token::Kind::real, end);
}

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the text";
  constexpr std::size_t longest = 60;
  std::string shown;
  for (const char c : token.text.substr(0, longest)) {
    if (c >= ' ' && c < 127) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  const std::string_view first = token.kind == Token::Kind::dotted ? "." : "";
  const std::string_view quote = token.kind == Token::Kind::quoted ? "\"" : "";
  const std::string_view cut = token.text.size() > longest ? "..." : "";
  const std::string_view comma = token.kind == Token::Kind::bad ? ", " : "";
  return fmt::format("{}{}'{}{}{}{}{}'", token.problem, comma, quote, first, shown, cut, quote);
}

}  // namespace gpusim::parse
