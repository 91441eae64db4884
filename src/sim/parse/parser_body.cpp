#include "sim/parse/parser.h"

namespace gpusim::parse {
namespace {

using ast::Function;
using ast::Instruction;
using ast::Statement;
using ast::TargetList;

/// `a, b, c;`
bool parseTargets(Parser& parser, TargetList& list) {
  do {
    std::string_view name;
    if (!parser.tokens.expectName("a target", name)) return false;
    list.targets.push_back(parser.names.resolve(name));
  } while (parser.tokens.acceptSymbol(','));
  return parser.tokens.expectSymbol(';', "',' or ';'");
}

/// `(.param .b32 _) _ (.param .b32 _) .noreturn;`
bool parsePrototype(Parser& parser, TargetList& list) {
  TokenStream& tokens = parser.tokens;
  if (tokens.atSymbol('(') && !parseParameters(parser, false, list.returns)) return false;
  std::string_view ignored;
  if (!tokens.expectName("'_'", ignored)) return false;
  if (tokens.atSymbol('(') && !parseParameters(parser, false, list.parameters)) return false;
  while (tokens.atKind(Token::Kind::dotted)) {  // .noreturn, .abi_preserve 8
    tokens.take();
    if (tokens.atKind(Token::Kind::integer)) tokens.take();
  }
  return tokens.expectSymbol(';', "';'");
}

/// After `name`, which a colon follows.
bool parseLabel(Parser& parser, Function& function, const Token& name) {
  TokenStream& tokens = parser.tokens;
  tokens.take();
  const auto unique = parser.names.placeLabel(name.text);
  if (!unique) return tokens.failTwice(name.at, name.text);
  const bool isPrototype = tokens.atDotted("callprototype");
  if (isPrototype || tokens.atDotted("branchtargets") || tokens.atDotted("calltargets")) {
    TargetList& list = function.targetLists.emplace_back();
    list.directive = tokens.take().text;
    list.name = *unique;
    list.at = name.at;
    return isPrototype ? parsePrototype(parser, list) : parseTargets(parser, list);
  }
  Statement& statement = function.body.emplace_back();
  statement.kind = Statement::Kind::label;
  statement.label = *unique;
  statement.at = name.at;
  return true;
}

/// `@p`, `@!p`
bool parseGuard(Parser& parser, Instruction& instruction) {
  if (!parser.tokens.acceptSymbol('@')) return true;
  instruction.guardNegated = parser.tokens.acceptSymbol('!');
  std::string_view name;
  if (!parser.tokens.expectName("a predicate", name)) return false;
  instruction.guard = parser.names.resolve(name);
  return true;
}

/// What follows the opcode's name: `.global.v4.u32 {…}, […];`
bool parseInstruction(Parser& parser, Instruction& instruction, const Token& opcode) {
  TokenStream& tokens = parser.tokens;
  instruction.opcode = opcode.text;
  while (tokens.atKind(Token::Kind::dotted)) instruction.modifiers.emplace_back(tokens.take().text);
  instruction.source = parser.source;
  return parseOperands(parser, ';', instruction.operands);
}

/// A label or an instruction.
bool parseStatement(Parser& parser, Function& function) {
  TokenStream& tokens = parser.tokens;
  Instruction instruction;
  instruction.at = tokens.peek().at;
  const bool isGuarded = tokens.atSymbol('@');
  if (!parseGuard(parser, instruction)) return false;
  if (!tokens.atKind(Token::Kind::name))
    return tokens.fail(isGuarded ? "an instruction" : "an instruction, a label or '}'");
  const Token name = tokens.take();
  if (!isGuarded && tokens.atSymbol(':')) return parseLabel(parser, function, name);
  if (!parseInstruction(parser, instruction, name)) return false;
  Statement& statement = function.body.emplace_back();
  statement.at = instruction.at;
  statement.instruction = std::move(instruction);
  return true;
}

}  // namespace

bool parseBody(Parser& parser, Function& function) {
  TokenStream& tokens = parser.tokens;
  const std::size_t outside = parser.names.depth();
  const LabelsByBrace labels = collectLabels(tokens.lexer(), tokens.peek().begin);
  do {
    const std::size_t offset = tokens.peek().begin;
    bool isDirective = false;
    if (tokens.atSymbol('{')) {
      if (parser.names.depth() - outside == maxScopeDepth) return tokens.fail("at most 64 nested scopes");
      tokens.take();
      const auto found = labels.find(offset);
      parser.names.openScope(found == labels.end() ? nullptr : &found->second);
    } else if (tokens.acceptSymbol('}')) {
      parser.names.closeScope();
    } else if (tokens.acceptSymbol(';')) {
      // Inline asm leaves empty statements behind.
    } else if (atSpace(parser)) {
      ast::Variable pattern;
      pattern.at = tokens.peek().at;
      if (!parseVariables(parser, pattern, true, function.variables)) return false;
    } else if (!parseCommonDirective(parser, isDirective)) {
      return false;
    } else if (!isDirective && !parseStatement(parser, function)) {
      return false;
    }
  } while (parser.names.depth() > outside);
  return true;
}

}  // namespace gpusim::parse
