#include <fmt/format.h>

#include <limits>

#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

using ast::Operand;
constexpr std::uint64_t largestMagnitude = std::uint64_t{1} << 63;

/// `a`, `!p`, `-x`, `%tid.x`, `x+4`, `_`
bool parseName(Parser& parser, Operand& operand) {
  std::string_view name;
  if (!parser.tokens.expectName("an operand", name)) return false;
  if (name == "_") {
    operand.kind = Operand::Kind::discard;
    return true;
  }
  operand.kind = Operand::Kind::name;
  operand.name = parser.names.resolve(name);
  while (parser.tokens.atKind(Token::Kind::dotted) && parser.tokens.isAdjacent()) {
    operand.name += '.';
    operand.name += parser.tokens.take().text;
  }
  return parseOffset(parser, operand.offset);
}

/// A name or a literal, with its sign.
bool parseScalar(Parser& parser, Operand& operand) {
  operand.at = parser.tokens.peek().at;
  bool isLiteral = false;
  if (!parseLiteral(parser, operand, isLiteral)) return false;
  if (isLiteral) return true;
  if (!operand.negated) operand.negated = parser.tokens.acceptSymbol('!');
  return parseName(parser, operand);
}

/// `a, b, c` of scalars up to and with `close`.
bool parseScalars(Parser& parser, char close, std::vector<Operand>& scalars) {
  if (parser.tokens.acceptSymbol(close)) return true;
  do {
    if (!parseScalar(parser, scalars.emplace_back())) return false;
  } while (parser.tokens.acceptSymbol(','));
  return parser.tokens.expectSymbol(close, close == '}' ? "',' or '}'" : "',' or ')'");
}

/// After `[`: `name+4]`, `16]`, `texture, {x, y}]`
bool parseAddress(Parser& parser, Operand& operand) {
  operand.kind = Operand::Kind::address;
  if (parser.tokens.atKind(Token::Kind::name)) {
    operand.name = parser.names.resolve(parser.tokens.take().text);
    if (!parseOffset(parser, operand.offset)) return false;
  } else {
    const bool isNegative = parser.tokens.acceptSymbol('-');
    std::uint64_t value = 0;
    if (!parser.tokens.expectInteger("an address", std::numeric_limits<std::uint64_t>::max(), value)) return false;
    operand.offset = static_cast<std::int64_t>(isNegative ? 0 - value : value);
  }
  while (parser.tokens.acceptSymbol(',')) {
    Operand& item = operand.elements.emplace_back();
    item.at = parser.tokens.peek().at;
    if (parser.tokens.acceptSymbol('{')) {
      item.kind = Operand::Kind::vector;
      if (!parseScalars(parser, '}', item.elements)) return false;
    } else if (!parseScalar(parser, item)) {
      return false;
    }
  }
  return parser.tokens.expectSymbol(']', "']'");
}

}  // namespace

bool parseLiteral(Parser& parser, Operand& operand, bool& found) {
  TokenStream& tokens = parser.tokens;
  const bool isNegative = tokens.acceptSymbol('-');
  found = tokens.atKind(Token::Kind::integer) || tokens.atKind(Token::Kind::real);
  if (!found) {
    operand.negated = isNegative;
    return true;
  }
  if (tokens.atKind(Token::Kind::integer)) {
    if (isNegative && tokens.peek().bits > largestMagnitude) return tokens.fail("an integer of at most 64 bits");
    operand.kind = Operand::Kind::integer;
    operand.bits = tokens.take().bits;
    if (isNegative) operand.bits = 0 - operand.bits;
    return true;
  }
  const Token real = tokens.take();
  operand.kind = Operand::Kind::real;
  operand.isSingle = real.isSingle;
  operand.bits = isNegative ? real.bits ^ std::uint64_t{1} << (real.isSingle ? 31 : 63) : real.bits;
  return true;
}

bool parseOffset(Parser& parser, std::int64_t& offset) {
  TokenStream& tokens = parser.tokens;
  const bool isPlus = tokens.acceptSymbol('+');
  const bool isMinus = tokens.acceptSymbol('-');
  if (!isPlus && !isMinus) return true;
  std::uint64_t magnitude = 0;
  if (!tokens.expectInteger("an offset", largestMagnitude - 1, magnitude)) return false;
  offset = isMinus ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
  return true;
}

bool parseOperand(Parser& parser, Operand& operand) {
  TokenStream& tokens = parser.tokens;
  const ast::Position at = tokens.peek().at;
  operand.at = at;
  if (tokens.acceptSymbol('[')) return parseAddress(parser, operand);
  if (tokens.acceptSymbol('{')) {
    operand.kind = Operand::Kind::vector;
    return parseScalars(parser, '}', operand.elements);
  }
  if (tokens.acceptSymbol('(')) {
    operand.kind = Operand::Kind::list;
    return parseScalars(parser, ')', operand.elements);
  }
  if (!parseScalar(parser, operand)) return false;
  if (!tokens.acceptSymbol('|')) return true;
  Operand pair;
  pair.kind = Operand::Kind::pair;
  pair.at = at;
  pair.elements.push_back(std::move(operand));
  if (!parseScalar(parser, pair.elements.emplace_back())) return false;
  operand = std::move(pair);
  return true;
}

bool parseOperands(Parser& parser, char close, std::vector<Operand>& operands) {
  if (parser.tokens.acceptSymbol(close)) return true;
  do {
    if (!parseOperand(parser, operands.emplace_back())) return false;
  } while (parser.tokens.acceptSymbol(','));
  return parser.tokens.expectSymbol(close, fmt::format("',' or '{}'", close));
}

}  // namespace gpusim::parse
