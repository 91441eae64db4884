#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "sim/memory/address_space.h"

namespace gpusim {

/// Parses PTX, allocates and initialises its variables, decodes its kernels.
Result<std::shared_ptr<const Module>> loadModuleInto(AddressSpace& memory, std::string_view ptx,
                                                     const std::string& name);

}  // namespace gpusim
