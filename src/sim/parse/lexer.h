#pragma once
// Splits PTX text into tokens. Never fails: what is no token of PTX comes out as Token::Kind::bad with the reason.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/parse/ast.h"

namespace gpusim::parse {

struct Token {
  enum class Kind {
    name,     // identifier, with its % or $: "%r1", "$L__BB0_1", "add"
    dotted,   // ".global", ".L1::no_allocate": `text` without the first dot
    integer,  // `bits`, without a sign
    real,     // 0f… (isSingle: the low 32 bits of `bits` are the float), 0d… or decimal
    quoted,   // "…": `text` without the quotes, escapes untouched
    symbol,   // one character of punctuation
    end,
    bad,  // `problem` says why
  };
  Kind kind = Kind::end;
  std::string_view text;
  std::uint64_t bits = 0;
  bool isSingle = false;
  const char* problem = "";
  std::size_t begin = 0, end = 0;  // offsets in the text
  ast::Position at;
};

/// A cursor over the text; copying it is cheap, and a copy reads ahead without moving the original.
class Lexer {
 public:
  /// `text` must outlive the lexer and its tokens.
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; Kind::end again and again at the end of the text.
  Token next();

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  bool skipBlanks(Token& unterminated);
  void readName(Token& token);
  void readDotted(Token& token);
  void readQuoted(Token& token);
  void readNumber(Token& token);
  void readDigits(Token& token, std::size_t first, unsigned base);
  void readFloatBits(Token& token, std::size_t digits);
  void readDecimal(Token& token);
  void finish(Token& token, Token::Kind kind, std::size_t end);
  void fail(Token& token, const char* problem, std::size_t end);

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t lineStart_ = 0;
  unsigned line_ = 1;
};

/// The token as an error message shows it: 'ld', '"a.cu"', end of text. Long ones are cut, odd bytes are escaped.
std::string describe(const Token& token);

}  // namespace gpusim::parse
