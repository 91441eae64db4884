#include "sim/parse/token_stream.h"

#include <fmt/format.h>

namespace gpusim::parse {

Token TokenStream::take() {
  const Token taken = ahead_;
  lastEnd_ = taken.end;
  ahead_ = lexer_.next();
  return taken;
}

bool TokenStream::acceptSymbol(char symbol) {
  if (!atSymbol(symbol)) return false;
  take();
  return true;
}

bool TokenStream::expectSymbol(char symbol, std::string_view expected) {
  return acceptSymbol(symbol) || fail(expected);
}

bool TokenStream::expectName(std::string_view expected, std::string_view& name) {
  if (!atKind(Token::Kind::name)) return fail(expected);
  name = take().text;
  return true;
}

bool TokenStream::expectInteger(std::string_view expected, std::uint64_t largest, std::uint64_t& value) {
  if (!atKind(Token::Kind::integer) || ahead_.bits > largest) return fail(expected);
  value = take().bits;
  return true;
}

bool TokenStream::fail(std::string_view expected) {
  return failAt(ahead_.at, fmt::format("expected {}, found {}", expected, describe(ahead_)));
}

bool TokenStream::failAt(ast::Position at, std::string_view message, ErrorCode code) {
  if (!error_) error_ = Error{code, fmt::format("{}:{}:{}: {}", name_, at.line, at.column, message)};
  return false;
}

bool TokenStream::failTwice(ast::Position at, std::string_view name) {
  return failAt(at, fmt::format("'{}' is declared twice in this scope", name));
}

bool TokenStream::skipTo(char close, char open, std::string_view expected) {
  for (std::size_t depth = 1; depth > 0;) {
    if (atEnd() || atKind(Token::Kind::bad)) return fail(expected);
    if (atSymbol(open)) ++depth;
    if (atSymbol(close)) --depth;
    take();
  }
  return true;
}

}  // namespace gpusim::parse
