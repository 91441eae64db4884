#include <fmt/format.h>

#include <algorithm>

#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

using ast::Function;

/// `.maxntid 256, 1, 1`, `.minnctapersm 2`, `.noreturn`, `.pragma "…";` between the parameters and the body.
bool parseAttributes(Parser& parser, Function& function) {
  TokenStream& tokens = parser.tokens;
  while (tokens.atKind(Token::Kind::dotted)) {
    bool isDirective = false;
    if (!parseCommonDirective(parser, isDirective)) return false;
    if (isDirective) continue;
    const std::string_view name = tokens.take().text;
    std::vector<std::uint64_t> values;
    if (tokens.atKind(Token::Kind::integer)) {
      do {
        if (values.size() == 3) return tokens.fail("at most 3 numbers");
        if (!tokens.expectInteger("a number", 0x7fff'ffff, values.emplace_back())) return false;
      } while (tokens.acceptSymbol(','));
    }
    const bool isThreads = name == "maxntid" || name == "reqntid";
    if ((isThreads || name == "minnctapersm" || name == "reqnctapercluster") && values.empty())
      return tokens.fail("a number");
    if (isThreads) {
      values.resize(3, 1);
      for (std::size_t i = 0; i < 3; ++i) function.maxThreads[i] = static_cast<unsigned>(values[i]);
      function.requiresExactThreads = name == "reqntid";
    } else if (name == "minnctapersm") {
      function.minBlocks = static_cast<unsigned>(values[0]);
    } else if (name == "reqnctapercluster") {
      for (const std::uint64_t value : values) function.clusterBlocks *= value;
    } else if (name == "noreturn") {
      function.isNoReturn = true;
    }
  }
  return true;
}

/// A definition replaces the declarations before it; a declaration after it adds nothing.
bool addToModule(Parser& parser, Function function) {
  std::vector<Function>& functions = parser.module.functions;
  const auto [known, isNew] = parser.functionIndex.try_emplace(function.name, functions.size());
  if (isNew) {
    functions.push_back(std::move(function));
    return true;
  }
  Function& earlier = functions[known->second];
  if (!earlier.isExtern && !function.isExtern)
    return parser.tokens.failAt(function.at, fmt::format("'{}' is defined twice", function.name));
  if (earlier.isExtern && !function.isExtern) earlier = std::move(function);
  return true;
}

}  // namespace

bool parseFunction(Parser& parser, const ast::Variable& linkage) {
  TokenStream& tokens = parser.tokens;
  Function function;
  function.isVisible = linkage.isVisible;
  function.isWeak = linkage.isWeak;
  function.isEntry = tokens.take().text == "entry";
  parser.source = {};
  parser.names.beginFunction(function.variables);
  parser.names.openScope(nullptr);  // of the parameters
  if (!function.isEntry && tokens.atDotted("attribute")) {
    tokens.take();
    if (!tokens.expectSymbol('(', "'('") || !tokens.skipTo(')', '(', "')'")) return false;
  }
  if (!function.isEntry && tokens.atSymbol('(') && !parseParameters(parser, true, function.returns)) return false;
  function.at = tokens.peek().at;
  std::string_view name;
  if (!tokens.expectName("a function's name", name)) return false;
  function.name = name;
  parser.names.declareInModule(name);
  if (tokens.atSymbol('(') && !parseParameters(parser, true, function.parameters)) return false;
  if (!parseAttributes(parser, function)) return false;
  if (tokens.atSymbol('{')) {
    if (!parseBody(parser, function)) return false;
  } else {
    function.isExtern = true;
    if (!tokens.expectSymbol(';', "'{' or ';'")) return false;
  }
  parser.names.closeScope();
  return addToModule(parser, std::move(function));
}

}  // namespace gpusim::parse
