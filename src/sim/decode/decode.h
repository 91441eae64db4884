#pragma once
// From syntax to something executable.
#include <memory>
#include <unordered_map>

#include "sim/decode/call_graph.h"
#include "sim/decode/context.h"
#include "sim/decode/link.h"
#include "sim/parse/ast.h"

namespace gpusim {

/// A parsed module whose variables have their addresses: all that decoding one of its kernels needs.
struct LoadedSyntax {
  explicit LoadedSyntax(LinkedModule linked) : module(std::move(linked.module)), units(std::move(linked.units)) {}
  /// For messages: the unit that `function`, one of the module's, was written in.
  const std::string& unitOf(const ast::Function& function) const {
    return units[static_cast<std::size_t>(&function - module.functions.data())];
  }

  const ast::Module module;
  const std::vector<std::string> units;
  const FunctionTable functions{module};
  std::unordered_map<std::string, Symbol> symbols;  // variables and functions
};

/// What a launch must know of a kernel before it is decoded: name, parameters, launch bounds.
Kernel describeKernel(const ast::Function& function);

/// Decodes one .entry with all functions it may call, and completes `kernel`. Everything that can be refused is refused
/// here, once, with file, line and mnemonic.
Status decodeKernel(const LoadedSyntax& syntax, const ast::Function& function, Kernel& kernel);

/// Bytes of a variable; 0 for an extern array without a size.
std::size_t variableBytes(const ast::Variable& variable);
unsigned variableAlignment(const ast::Variable& variable);

}  // namespace gpusim
