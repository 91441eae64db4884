#pragma once
// What the parser's tests share: a module around a few lines, and the fields of an operand as one string.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "sim/parse/ast.h"

namespace parse_test {

/// Three lines, so that what follows starts on line 4.
inline const std::string header = ".version 9.0\n.target sm_75\n.address_size 64\n";

inline gpusim::ast::Module parse(const std::string& text) {
  auto module = gpusim::parsePtx(text, "t.ptx");
  REQUIRE_MESSAGE(module, module.error().message);
  return *module;
}

/// The one function of a module whose body is `body`; the body starts on line 5.
inline gpusim::ast::Function parseBody(const std::string& body) {
  gpusim::ast::Module module = parse(header + ".entry k() {\n" + body + "\n}\n");
  REQUIRE(module.functions.size() == 1);
  return module.functions[0];
}

/// The one instruction of `text`.
inline gpusim::ast::Instruction parseInstruction(const std::string& text) {
  const gpusim::ast::Function function = parseBody(text);
  REQUIRE(function.body.size() == 1);
  REQUIRE(function.body[0].kind == gpusim::ast::Statement::Kind::instruction);
  return function.body[0].instruction;
}

inline std::string errorOf(const std::string& text) {
  const auto module = gpusim::parsePtx(text, "t.ptx");
  REQUIRE_MESSAGE(!module, "no error for: ", text);
  return module.error().message;
}

/// Every field that is not at its default, in a form that reads like PTX but tells the kinds apart.
inline std::string show(const gpusim::ast::Operand& operand) {
  using Kind = gpusim::ast::Operand::Kind;
  std::string items;
  for (const auto& element : operand.elements) items += (items.empty() ? "" : ",") + show(element);
  const std::string offset = operand.offset == 0 ? "" : fmt::format("{:+}", operand.offset);
  const std::string sign = operand.negated ? "neg " : "";
  switch (operand.kind) {
    case Kind::name:
      return sign + (operand.isGeneric ? "generic " : "") + operand.name + offset;
    case Kind::integer:
      return fmt::format("i{:x}", operand.bits);
    case Kind::real:
      return fmt::format("{}{:x}", operand.isSingle ? "f" : "d", operand.bits);
    case Kind::address:
      return "[" + operand.name + offset + (items.empty() ? "" : ";" + items) + "]";
    case Kind::vector:
      return "{" + items + "}";
    case Kind::list:
      return "(" + items + ")";
    case Kind::pair:
      return "pair<" + items + ">";
    case Kind::discard:
      return "discard";
  }
  return "?";
}

inline std::string show(const std::vector<gpusim::ast::Operand>& operands) {
  std::string text;
  for (const auto& operand : operands) text += (text.empty() ? "" : " ") + show(operand);
  return text;
}

/// "opcode modifiers | operands"
inline std::string show(const gpusim::ast::Instruction& instruction) {
  std::string text = instruction.opcode;
  for (const auto& modifier : instruction.modifiers) text += " " + modifier;
  return text + " | " + show(instruction.operands);
}

}  // namespace parse_test
