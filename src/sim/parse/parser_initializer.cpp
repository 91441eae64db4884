#include <algorithm>

#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

using ast::Operand;

// Zeros filled in for short inner braces, per variable. They are in no text, so the text's length does not bound them.
constexpr std::uint64_t maxFilledZeros = 65'536;
constexpr std::size_t maxBraceDepth = 16;

/// An integer, a real, `name`, `name+4`, `generic(name)+4`
bool parseValue(Parser& parser, Operand& value) {
  TokenStream& tokens = parser.tokens;
  value.at = tokens.peek().at;
  bool isLiteral = false;
  if (!parseLiteral(parser, value, isLiteral)) return false;
  if (isLiteral) {
    if (!tokens.atSymbol('(')) return true;
    return tokens.failAt(value.at, "masked addresses in initializers are not supported", ErrorCode::unsupportedPtx);
  }
  if (value.negated) return tokens.fail("a number");
  std::string_view name;
  if (!tokens.expectName("a value", name)) return false;
  if (name == "mask" && tokens.atSymbol('('))
    return tokens.failAt(value.at, "masked addresses in initializers are not supported", ErrorCode::unsupportedPtx);
  if (name == "generic" && tokens.acceptSymbol('(')) {
    value.isGeneric = true;
    if (!tokens.expectName("a variable", name) || !parseOffset(parser, value.offset)) return false;
    if (!tokens.expectSymbol(')', "')'")) return false;
  }
  value.name = parser.names.resolve(name);
  return parseOffset(parser, value.offset);
}

/// Elements that one brace at `depth` (the outermost is 1) encloses; 0 when it may be any number.
std::uint64_t capacity(const ast::Variable& variable, std::size_t depth) {
  std::uint64_t elements = 1;
  for (std::size_t i = depth - 1; i < variable.dimensions.size(); ++i) {
    const std::uint64_t dimension = variable.dimensions[i];
    if (dimension == 0) return 0;
    if (elements > UINT64_MAX / dimension) return UINT64_MAX;
    elements *= dimension;
  }
  return elements > UINT64_MAX / variable.vectorWidth ? UINT64_MAX : elements * variable.vectorWidth;
}

class BracedInitializer {
 public:
  BracedInitializer(Parser& parser, ast::Variable& variable) : parser_(parser), variable_(variable) {}

  /// From the outermost brace to the one that closes it. A stack instead of recursion: the text decides the depth.
  bool parse() {
    do {
      if (parser_.tokens.atSymbol('{')) {
        if (!open()) return false;
        if (!parser_.tokens.atSymbol('}')) continue;
      } else if (!addValue()) {
        return false;
      }
      while (parser_.tokens.acceptSymbol('}')) {
        close();
        if (opened_.empty()) return true;
      }
      if (!parser_.tokens.expectSymbol(',', "',' or '}'")) return false;
    } while (true);
  }

 private:
  bool open() {
    const std::size_t deepest =
        std::min(maxBraceDepth, variable_.dimensions.size() + (variable_.vectorWidth > 1 ? 1 : 0));
    if (opened_.size() >= std::max<std::size_t>(deepest, 1))
      return parser_.tokens.fail("a value; the braces nest deeper than the array");
    if (!opened_.empty() && !fill()) return false;
    parser_.tokens.take();
    opened_.push_back(variable_.initializer.size());
    return true;
  }

  bool addValue() {
    if (!fill()) return false;
    const std::uint64_t most = capacity(variable_, opened_.size());
    if (most != 0 && variable_.initializer.size() - opened_.back() >= most)
      return parser_.tokens.fail("'}'; the array is full");
    return parseValue(parser_, variable_.initializer.emplace_back());
  }

  void close() {
    // An inner brace that gave too few values stands for as many as its dimension says. They are filled in only if more
    // values follow, since what follows the last one is zero anyway.
    const std::uint64_t most = capacity(variable_, opened_.size());
    const std::uint64_t given = variable_.initializer.size() - opened_.back() + missing_;
    if (opened_.size() > 1 && most > given) missing_ += most - given;
    opened_.pop_back();
  }

  bool fill() {
    if (missing_ > maxFilledZeros - filled_) return parser_.tokens.fail("an initializer with fewer gaps");
    filled_ += missing_;
    Operand zero;
    zero.kind = Operand::Kind::integer;
    zero.at = parser_.tokens.peek().at;
    variable_.initializer.resize(variable_.initializer.size() + missing_, zero);
    missing_ = 0;
    return true;
  }

  Parser& parser_;
  ast::Variable& variable_;
  std::vector<std::size_t> opened_;  // size of the initializer at each open brace
  std::uint64_t missing_ = 0;
  std::uint64_t filled_ = 0;
};

}  // namespace

bool parseInitializer(Parser& parser, ast::Variable& variable) {
  if (!parser.tokens.atSymbol('{')) return parseValue(parser, variable.initializer.emplace_back());
  return BracedInitializer(parser, variable).parse();
}

}  // namespace gpusim::parse
