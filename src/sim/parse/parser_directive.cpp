#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

constexpr std::uint64_t largestIndex = 0xffff'ffff;
constexpr std::uint64_t maxFiles = 65'536;

bool parsePlace(Parser& parser, unsigned& file, unsigned& line, unsigned& column) {
  for (unsigned* part : {&file, &line, &column}) {
    std::uint64_t value = 0;
    if (!parser.tokens.expectInteger("a file, a line and a column", largestIndex, value)) return false;
    *part = static_cast<unsigned>(value);
  }
  return true;
}

/// 1 + index in the module of the place where `source` was inlined.
unsigned callSite(Parser& parser, const ast::SourcePosition& source) {
  ast::SourcePosition site;
  site.file = source.inlinedFile;
  site.line = source.inlinedLine;
  site.column = source.inlinedColumn;
  const auto known = parser.callerAt.find({site.file, site.line, site.column});
  if (known != parser.callerAt.end()) site.caller = known->second;
  // Text that inlines a place into itself must not build an endless chain.
  constexpr unsigned deepest = 64;
  const unsigned depth = site.caller == 0 ? 0 : parser.callDepth[site.caller - 1] + 1;
  if (depth == deepest) site.caller = 0;
  const auto [found, isNew] = parser.callSiteIndex.try_emplace({site.file, site.line, site.column, site.caller}, 0);
  if (isNew) {
    parser.module.callSites.push_back(site);
    parser.callDepth.push_back(site.caller == 0 ? 0 : depth);
    found->second = static_cast<unsigned>(parser.module.callSites.size());
  }
  return found->second;
}

/// `.loc 1 10 3, function_name label+4, inlined_at 1 20 5`, without a semicolon.
bool parseLoc(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  ast::SourcePosition source;
  if (!parsePlace(parser, source.file, source.line, source.column)) return false;
  while (tokens.acceptSymbol(',')) {
    const bool isName = tokens.atKind(Token::Kind::name);
    if (isName && tokens.peek().text == "function_name") {
      tokens.take();
      if (!tokens.atKind(Token::Kind::name) && !tokens.atKind(Token::Kind::dotted)) return tokens.fail("a label");
      tokens.take();
      std::int64_t offset = 0;
      if (!parseOffset(parser, offset)) return false;
    } else if (isName && tokens.peek().text == "inlined_at") {
      tokens.take();
      if (!parsePlace(parser, source.inlinedFile, source.inlinedLine, source.inlinedColumn)) return false;
    } else {
      return tokens.fail("function_name or inlined_at");
    }
  }
  if (source.inlinedLine != 0) source.caller = callSite(parser, source);
  // The compiler names a call's place in a .loc of its own before the instructions that were inlined there.
  parser.callerAt[{source.file, source.line, source.column}] = source.caller;
  parser.source = source;
  return true;
}

std::string unescape(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '\\' && i + 1 < quoted.size() && (quoted[i + 1] == '\\' || quoted[i + 1] == '"')) ++i;
    text += quoted[i];
  }
  return text;
}

/// `.file 1 "a.cu", 1700000000, 512`, without a semicolon.
bool parseFile(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  std::uint64_t index = 0;
  if (!tokens.expectInteger("a file index of at most 65536", maxFiles, index)) return false;
  if (!tokens.atKind(Token::Kind::quoted)) return tokens.fail("a file name in quotes");
  if (parser.module.files.size() <= index) parser.module.files.resize(index + 1);
  parser.module.files[index] = unescape(tokens.take().text);
  while (tokens.acceptSymbol(',')) {
    std::uint64_t ignored = 0;
    if (!tokens.expectInteger("a timestamp or a size", UINT64_MAX, ignored)) return false;
  }
  return true;
}

/// `.section .debug_str { … }`: debug information, which nothing here reads.
bool parseSection(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  if (!tokens.atKind(Token::Kind::dotted) && !tokens.atKind(Token::Kind::name) && !tokens.atKind(Token::Kind::quoted))
    return tokens.fail("a section's name");
  tokens.take();
  return tokens.expectSymbol('{', "'{'") && tokens.skipTo('}', '{', "'}'");
}

/// `.pragma "nounroll", "…";`
bool parsePragma(Parser& parser) {
  TokenStream& tokens = parser.tokens;
  do {
    if (!tokens.atKind(Token::Kind::quoted)) return tokens.fail("a pragma in quotes");
    tokens.take();
  } while (tokens.acceptSymbol(','));
  return tokens.expectSymbol(';', "';'");
}

}  // namespace

bool parseCommonDirective(Parser& parser, bool& found) {
  TokenStream& tokens = parser.tokens;
  found = true;
  if (tokens.atDotted("loc")) return tokens.take(), parseLoc(parser);
  if (tokens.atDotted("pragma")) return tokens.take(), parsePragma(parser);
  if (tokens.atDotted("file")) return tokens.take(), parseFile(parser);
  if (tokens.atDotted("section")) return tokens.take(), parseSection(parser);
  found = false;
  return true;
}

}  // namespace gpusim::parse
