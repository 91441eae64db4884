#pragma once
// Puts a parsed module onto a device: its variables get addresses and values, its functions code addresses.
#include <memory>
#include <string>
#include <vector>

#include "sim/decode/decode.h"
#include "sim/memory/address_space.h"

namespace gpusim {

struct LoadedModule {
  std::shared_ptr<Module> module;  // its kernels are described, not decoded
  std::unique_ptr<LoadedSyntax> syntax;
  std::vector<const ast::Function*> kernels;  // of module->kernels, in order
};

/// `name` is for messages about variables.
Result<LoadedModule> loadModuleInto(AddressSpace& memory, LinkedModule linked, const std::string& name);

}  // namespace gpusim
