#include "sim/parse/parser.h"

namespace gpusim {
namespace parse {
namespace {

/// `.target sm_90a, debug`
bool parseTarget(Parser& parser) {
  std::string_view word;
  if (!parser.tokens.expectName("a target", word)) return false;
  parser.module.target = word;
  while (parser.tokens.acceptSymbol(','))
    if (!parser.tokens.expectName("a target option", word)) return false;
  return true;
}

/// `.version 9.0`, `.target sm_75`, `.address_size 64`, `.alias a, b;`
bool parseModuleDirective(Parser& parser, bool& found) {
  TokenStream& tokens = parser.tokens;
  found = true;
  if (tokens.atDotted("version")) {
    tokens.take();
    if (!tokens.atKind(Token::Kind::real)) return tokens.fail("a version");
    parser.module.version = tokens.take().text;
    return true;
  }
  if (tokens.atDotted("target")) return tokens.take(), parseTarget(parser);
  if (tokens.atDotted("address_size")) {
    tokens.take();
    std::uint64_t bits = 0;
    if (!tokens.expectInteger("64", 64, bits)) return false;
    parser.module.addressSize = static_cast<unsigned>(bits);
    return true;
  }
  if (tokens.atDotted("alias")) {
    tokens.take();
    std::string_view name, function;
    if (!tokens.expectName("a name", name) || !tokens.expectSymbol(',', "','")) return false;
    if (!tokens.expectName("a function", function)) return false;
    parser.module.aliases.emplace_back(name, function);
    return tokens.expectSymbol(';', "';'");
  }
  found = false;
  return true;
}

/// `.visible .extern .weak .common`, in any order.
ast::Variable parseLinkage(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  ast::Variable linkage;
  linkage.at = tokens.peek().at;
  for (bool* flag = &linkage.isExtern; flag;) {
    flag = tokens.atDotted("visible")  ? &linkage.isVisible
           : tokens.atDotted("extern") ? &linkage.isExtern
           : tokens.atDotted("weak")   ? &linkage.isWeak
           : tokens.atDotted("common") ? &linkage.isCommon
                                       : nullptr;
    if (!flag) break;
    *flag = true;
    tokens.take();
  }
  return linkage;
}

bool parseModule(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  if (!tokens.atDotted("version")) return tokens.fail(".version");
  while (!tokens.atEnd()) {
    bool isDirective = false;
    if (!parseModuleDirective(parser, isDirective)) return false;
    if (isDirective) continue;
    if (!parseCommonDirective(parser, isDirective)) return false;
    if (isDirective || tokens.acceptSymbol(';')) continue;
    const ast::Variable linkage = parseLinkage(parser);
    if (tokens.atDotted("entry") || tokens.atDotted("func")) {
      if (!parseFunction(parser, linkage)) return false;
    } else if (atSpace(parser)) {
      if (!parseVariables(parser, linkage, false, parser.module.variables)) return false;
    } else {
      return tokens.fail("a directive");
    }
  }
  return true;
}

}  // namespace
}  // namespace parse

Result<ast::Module> parsePtx(std::string_view text, const std::string& name) {
  // An image in a fat binary is padded with zeros.
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  parse::Parser parser{parse::TokenStream(text, name), {}, {}, {}, {}, {}};
  parser.module.files.resize(1);
  if (!parse::parseModule(parser)) return *parser.tokens.error();
  return std::move(parser.module);
}

}  // namespace gpusim
