#pragma once
// Which functions a kernel may run: those it calls by name, and with an indirect call all whose address is taken.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/parse/ast.h"

namespace gpusim {

/// The functions of one module by name, and whose address some instruction or initializer takes.
class FunctionTable {
 public:
  explicit FunctionTable(const ast::Module& module);

  /// The function called `name`, or that it is an alias of; nullptr when the module has none with a body.
  const ast::Function* find(std::string_view name) const;
  const std::vector<const ast::Function*>& addressTaken() const { return addressTaken_; }

  struct Reach {
    std::vector<const ast::Function*> functions;  // the start first, then in the order they are met
    bool indirect = false;                        // some call goes through a pointer
  };
  /// All that `start` may run, itself included.
  Reach reachableFrom(const ast::Function& start) const;

 private:
  std::unordered_map<std::string_view, const ast::Function*> byName_;
  std::vector<const ast::Function*> addressTaken_;
};

/// The operand of a call that says what is called: a function's name, or a register.
const ast::Operand* calleeOf(const ast::Instruction& call);

}  // namespace gpusim
