#pragma once
// From syntax to something executable.
#include <memory>
#include <unordered_map>

#include "sim/decode/context.h"
#include "sim/parse/ast.h"

namespace gpusim {

/// Decodes one .entry. `symbols` holds the module's variables with their device addresses. Everything that can be
/// refused is refused here, once, with file, line and mnemonic.
Result<Kernel> decodeKernel(const ast::Module& module, const ast::Function& function,
                            const std::unordered_map<std::string, Symbol>& symbols, const std::string& moduleName);

/// Bytes of a variable; 0 for an extern array without a size.
std::size_t variableBytes(const ast::Variable& variable);
unsigned variableAlignment(const ast::Variable& variable);

}  // namespace gpusim
