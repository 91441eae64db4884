#pragma once
// The parser's parts, one file each. All return false once an error is recorded in the stream.
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/parse/ast.h"
#include "sim/parse/names.h"
#include "sim/parse/token_stream.h"

namespace gpusim::parse {

struct Parser {
  TokenStream tokens;
  NameTable names;
  ast::Module module;
  ast::SourcePosition source;                                                 // what the last .loc said
  std::unordered_map<std::string, std::size_t> variableIndex, functionIndex;  // in the module, by name
  std::map<std::array<unsigned, 3>, unsigned> callerAt{};                     // of the last .loc of a place: its caller
  std::vector<unsigned> callDepth{};                                          // by index of module.callSites
  std::map<std::array<unsigned, 4>, unsigned> callSiteIndex{};                // of a place and its caller
};

// parser_operand.cpp
bool parseOperand(Parser& parser, ast::Operand& operand);
/// `a, b, c` up to and with `close`; the list may be empty.
bool parseOperands(Parser& parser, char close, std::vector<ast::Operand>& operands);
/// A literal with its sign, if the next token starts one; `found` tells.
bool parseLiteral(Parser& parser, ast::Operand& operand, bool& found);
/// `+4`, `-4` or `+-4`, if it is there.
bool parseOffset(Parser& parser, std::int64_t& offset);

// parser_variable.cpp
/// True before .global, .const, .shared, .local, .param or .reg.
bool atSpace(const Parser& parser);
/// `.space … a, b<4> = …;` `linkage` holds the flags read so far. Names are declared in the innermost scope, or in the
/// module.
bool parseVariables(Parser& parser, const ast::Variable& linkage, bool isInFunction,
                    std::vector<ast::Variable>& variables);
/// `(.param .u64 a, .param .align 8 .b8 b[16])`
bool parseParameters(Parser& parser, bool mayDeclare, std::vector<ast::Variable>& parameters);

// parser_initializer.cpp
/// What follows the `=` of `variable`.
bool parseInitializer(Parser& parser, ast::Variable& variable);

// parser_body.cpp
/// The statements of a function, from its opening to its closing brace.
bool parseBody(Parser& parser, ast::Function& function);

// parser_directive.cpp
/// `.loc`, `.pragma`, `.file`, `.section`: what may stand between declarations; `found` tells whether it did.
bool parseCommonDirective(Parser& parser, bool& found);

// parser_function.cpp
/// .entry or .func is the next token.
bool parseFunction(Parser& parser, const ast::Variable& linkage);

}  // namespace gpusim::parse
