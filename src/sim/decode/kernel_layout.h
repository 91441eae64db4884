#pragma once
// Where a kernel's variables lie: parameters, shared memory of the block, local memory and frames of its functions.
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/decode/context.h"
#include "sim/parse/ast.h"

namespace gpusim {

/// Offsets of all shared variables that a kernel and the functions it may call name. They share one layout, since a
/// function sees its caller's shared memory.
class SharedLayout {
 public:
  SharedLayout(const ast::Module& module, const std::vector<const ast::Function*>& functions);

  /// Adds the variables that `function` may name to `symbols`.
  void declare(const ast::Function& function, std::unordered_map<std::string, Symbol>& symbols) const;
  std::size_t staticBytes() const { return staticBytes_; }
  std::size_t dynamicOffset() const { return (staticBytes_ + 15) / 16 * 16; }
  /// All of them, by offset, under the names that the source gives them.
  std::vector<DecodedKernel::SharedVariable> variables() const;

 private:
  void place(const ast::Variable& variable, std::unordered_map<std::string, Symbol>& to);

  std::size_t staticBytes_ = 0;
  std::unordered_map<std::string, Symbol> ofModule_;
  std::unordered_map<const ast::Function*, std::unordered_map<std::string, Symbol>> ofFunction_;
};

/// Offsets, sizes and alignments of a kernel's parameters; the names go into `symbols`. Returns the bytes they take.
std::size_t layOutParameters(const ast::Function& kernel, std::vector<Parameter>& parameters,
                             std::unordered_map<std::string, Symbol>& symbols);

/// Registers, local variables and frame places of `function` go into `builder`, which is at its start.
void declareVariables(const ast::Function& function, KernelBuilder& builder, DecodedFunction& decoded);

}  // namespace gpusim
