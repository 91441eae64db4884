#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

using ast::Variable;
constexpr std::size_t maxDimensions = 8;
constexpr std::uint64_t maxAlignment = 1 << 20;

/// `.align 8 .v4 .f32`, `.u64 .ptr .global .align 4`, `.attribute(.managed)`, in any order.
bool parseType(Parser& parser, Variable& variable) {
  TokenStream& tokens = parser.tokens;
  bool isPointee = false;  // after .ptr, the space and alignment are those of what it points to
  while (tokens.atKind(Token::Kind::dotted)) {
    const std::string_view word = tokens.peek().text;
    if (word == "align") {
      tokens.take();
      std::uint64_t alignment = 0;
      if (!tokens.expectInteger("an alignment", maxAlignment, alignment)) return false;
      if (!isPointee) variable.alignment = static_cast<unsigned>(alignment);
    } else if (word == "attribute") {
      tokens.take();
      if (!tokens.expectSymbol('(', "'('")) return false;
      variable.isManaged = variable.isManaged || tokens.atDotted("managed");
      if (!tokens.skipTo(')', '(', "')'")) return false;
    } else if (word == "v2" || word == "v4" || word == "v8") {
      variable.vectorWidth = static_cast<unsigned>(tokens.take().text[1] - '0');
    } else if (word == "ptr") {
      tokens.take();
      isPointee = true;
    } else if (isPointee && atSpace(parser)) {
      tokens.take();
    } else if (variable.type.empty()) {
      variable.type = tokens.take().text;
    } else {
      return tokens.fail("a name");
    }
  }
  return !variable.type.empty() || tokens.fail("a type");
}

/// `[4][2]`, `[]`
bool parseDimensions(Parser& parser, Variable& variable) {
  TokenStream& tokens = parser.tokens;
  while (tokens.atSymbol('[')) {
    if (variable.dimensions.size() == maxDimensions) return tokens.fail("at most 8 dimensions");
    tokens.take();
    variable.isArray = true;
    std::uint64_t dimension = 0;
    if (!tokens.atSymbol(']') && !tokens.expectInteger("a dimension", std::uint64_t{1} << 48, dimension)) return false;
    variable.dimensions.push_back(dimension);
    if (!tokens.expectSymbol(']', "']'")) return false;
  }
  return true;
}

/// After `%r<`: `17>`
bool parseRange(Parser& parser, const Variable& pattern, std::string_view prefix, ast::Position at) {
  TokenStream& tokens = parser.tokens;
  std::uint64_t count = 0;
  if (!tokens.expectInteger("a count of at most 1000000 registers", maxRegisters, count)) return false;
  if (!tokens.expectSymbol('>', "'>'")) return false;
  Variable variable = pattern;
  variable.at = at;
  if (parser.names.declareRange(prefix, count, variable)) return true;
  return tokens.failTwice(at, fmt::format("{}<", prefix));
}

/// Variables are declared twice only when one of the two is a promise.
bool addToModule(Parser& parser, Variable variable, std::vector<Variable>& variables,
                 std::unordered_map<std::string, std::size_t>& indexByName) {
  const auto [known, isNew] = indexByName.try_emplace(variable.name, variables.size());
  if (isNew) {
    variables.push_back(std::move(variable));
    return true;
  }
  Variable& earlier = variables[known->second];
  if (!earlier.isExtern && !variable.isExtern && !variable.isCommon && !variable.isWeak)
    return parser.tokens.failAt(variable.at, fmt::format("'{}' is declared twice", variable.name));
  if (earlier.isExtern && !variable.isExtern) earlier = std::move(variable);
  return true;
}

}  // namespace

bool atSpace(const Parser& parser) {
  constexpr std::array<std::string_view, 6> spaces{"global", "const", "shared", "local", "param", "reg"};
  if (!parser.tokens.atKind(Token::Kind::dotted)) return false;
  return std::find(spaces.begin(), spaces.end(), parser.tokens.peek().text) != spaces.end();
}

bool parseVariables(Parser& parser, const Variable& linkage, bool isInFunction, std::vector<Variable>& variables) {
  TokenStream& tokens = parser.tokens;
  Variable pattern = linkage;
  pattern.space = tokens.take().text;
  if (!isInFunction && (pattern.space == "reg" || pattern.space == "param" || pattern.space == "local"))
    return tokens.failAt(linkage.at, fmt::format("a .{} variable outside a function", pattern.space));
  if (!parseType(parser, pattern)) return false;
  do {
    const Token token = tokens.peek();
    std::string_view name;
    if (!tokens.expectName("a name", name)) return false;
    if (pattern.space == "reg" && tokens.acceptSymbol('<')) {
      if (!parseRange(parser, pattern, name, token.at)) return false;
      continue;
    }
    Variable variable = pattern;
    variable.at = token.at;
    variable.name = name;
    if (isInFunction) {
      const auto unique = parser.names.declare(name);
      if (!unique) return tokens.failTwice(token.at, name);
      variable.name = *unique;
    } else {
      parser.names.declareInModule(name);
    }
    if (!parseDimensions(parser, variable)) return false;
    if (tokens.acceptSymbol('=') && !parseInitializer(parser, variable)) return false;
    if (isInFunction) {
      variables.push_back(std::move(variable));
    } else if (!addToModule(parser, std::move(variable), variables, parser.variableIndex)) {
      return false;
    }
  } while (tokens.acceptSymbol(','));
  return tokens.expectSymbol(';', "',' or ';'");
}

bool parseParameters(Parser& parser, bool mayDeclare, std::vector<Variable>& parameters) {
  TokenStream& tokens = parser.tokens;
  if (!tokens.expectSymbol('(', "'('")) return false;
  if (tokens.acceptSymbol(')')) return true;
  do {
    if (!tokens.atDotted("param") && !tokens.atDotted("reg")) return tokens.fail("a .param or .reg parameter");
    Variable& parameter = parameters.emplace_back();
    parameter.space = tokens.take().text;
    if (!parseType(parser, parameter)) return false;
    parameter.at = tokens.peek().at;
    std::string_view name;
    if (!tokens.expectName("a name", name)) return false;
    parameter.name = name;
    if (mayDeclare && name != "_") {
      const auto unique = parser.names.declare(name);
      if (!unique) return tokens.failTwice(parameter.at, name);
      parameter.name = *unique;
    }
    if (!parseDimensions(parser, parameter)) return false;
  } while (tokens.acceptSymbol(','));
  return tokens.expectSymbol(')', "',' or ')'");
}

}  // namespace gpusim::parse
