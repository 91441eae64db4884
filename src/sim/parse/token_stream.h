#pragma once
// The tokens of one text with one token of lookahead, and the first error met. The parser's functions return false once
// an error is recorded; nothing after that moves the stream's error.
#include <optional>
#include <string>
#include <string_view>

#include "sim/parse/lexer.h"
#include "sim/result.h"

namespace gpusim::parse {

class TokenStream {
 public:
  TokenStream(std::string_view text, const std::string& name) : lexer_(text), name_(name), ahead_(lexer_.next()) {}

  const Token& peek() const { return ahead_; }
  Token take();

  bool atSymbol(char symbol) const { return ahead_.kind == Token::Kind::symbol && ahead_.text[0] == symbol; }
  bool atDotted(std::string_view word) const { return ahead_.kind == Token::Kind::dotted && ahead_.text == word; }
  bool atKind(Token::Kind kind) const { return ahead_.kind == kind; }
  bool atEnd() const { return ahead_.kind == Token::Kind::end; }
  /// True when the next token follows the last one taken without a blank.
  bool isAdjacent() const { return ahead_.begin == lastEnd_; }
  bool acceptSymbol(char symbol);

  /// These fail, naming `expected`, unless the next token is of that kind.
  bool expectSymbol(char symbol, std::string_view expected);
  bool expectName(std::string_view expected, std::string_view& name);
  bool expectInteger(std::string_view expected, std::uint64_t largest, std::uint64_t& value);

  /// Records "name:line:column: expected <expected>, found <next token>". Always false.
  bool fail(std::string_view expected);
  /// Records "name:line:column: <message>". Always false.
  bool failAt(ast::Position at, std::string_view message, ErrorCode code = ErrorCode::invalidPtx);

  /// Records that the scope has a declaration of `name` already. Always false.
  bool failTwice(ast::Position at, std::string_view name);

  /// Skips tokens up to the symbol that closes the one just taken; the count of open ones is all it keeps.
  bool skipTo(char close, char open, std::string_view expected);

  /// A lexer that reads from just after the next token, for looking further ahead.
  const Lexer& lexer() const { return lexer_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  Lexer lexer_;
  const std::string& name_;
  Token ahead_;
  std::size_t lastEnd_ = 0;
  std::optional<Error> error_;
};

}  // namespace gpusim::parse
