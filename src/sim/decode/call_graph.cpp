#include "sim/decode/call_graph.h"

#include <algorithm>
#include <unordered_set>

namespace gpusim {
namespace {

template <class F>
void eachName(const std::vector<ast::Operand>& operands, F&& use) {
  for (const ast::Operand& operand : operands) {
    if (!operand.name.empty()) use(operand.name);
    eachName(operand.elements, use);
  }
}

}  // namespace

const ast::Operand* calleeOf(const ast::Instruction& call) {
  const std::size_t at = !call.operands.empty() && call.operands[0].kind == ast::Operand::Kind::list ? 1 : 0;
  return at < call.operands.size() && call.operands[at].kind == ast::Operand::Kind::name ? &call.operands[at] : nullptr;
}

FunctionTable::FunctionTable(const ast::Module& module) {
  for (const ast::Function& function : module.functions)
    if (!function.isExtern) byName_.emplace(function.name, &function);
  for (const auto& [name, target] : module.aliases)
    if (const auto found = byName_.find(target); found != byName_.end()) byName_.emplace(name, found->second);

  std::unordered_set<const ast::Function*> taken;
  const auto take = [&](const std::string& name) {
    const ast::Function* function = find(name);
    if (function != nullptr && !function->isEntry && taken.insert(function).second) addressTaken_.push_back(function);
  };
  for (const ast::Variable& variable : module.variables) eachName(variable.initializer, take);
  for (const ast::Function& function : module.functions)
    for (const ast::Statement& statement : function.body)
      if (statement.instruction.opcode != "call") eachName(statement.instruction.operands, take);
}

const ast::Function* FunctionTable::find(std::string_view name) const {
  const auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : found->second;
}

FunctionTable::Reach FunctionTable::reachableFrom(const ast::Function& start) const {
  Reach reach{{&start}, false};
  std::unordered_set<const ast::Function*> seen{&start};
  const auto add = [&](const ast::Function* function) {
    if (function != nullptr && seen.insert(function).second) reach.functions.push_back(function);
  };
  for (std::size_t k = 0; k < reach.functions.size(); ++k) {
    const ast::Function& function = *reach.functions[k];
    for (const ast::Statement& statement : function.body) {
      if (statement.instruction.opcode != "call") continue;
      const ast::Operand* callee = calleeOf(statement.instruction);
      if (callee == nullptr) continue;
      const bool isRegister = std::any_of(
          function.variables.begin(), function.variables.end(),
          [&](const ast::Variable& variable) { return variable.space == "reg" && variable.name == callee->name; });
      if (!isRegister) {
        add(find(callee->name));
      } else if (!reach.indirect) {
        reach.indirect = true;
        for (const ast::Function* taken : addressTaken_) add(taken);
      }
    }
  }
  return reach;
}

}  // namespace gpusim
