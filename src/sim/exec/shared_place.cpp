#include "sim/exec/shared_place.h"

#include <fmt/format.h>

namespace gpusim {

std::string sharedPlace(const DecodedKernel& code, std::uint64_t offset, const Instruction& access) {
  const DecodedKernel::SharedVariable* holder = nullptr;
  for (const DecodedKernel::SharedVariable& variable : code.sharedVariables) {
    if (offset < variable.offset || offset - variable.offset >= variable.bytes) continue;
    if (holder != nullptr) return fmt::format("shared byte {}", offset);  // extern arrays of two names are one
    holder = &variable;
  }
  if (holder == nullptr) return fmt::format("shared byte {}", offset);
  const std::uint64_t inside = offset - holder->offset;
  const unsigned element = access.elementBytes != 0 ? access.elementBytes : access.width;
  if (element <= 1 || inside % element != 0)
    return fmt::format("shared byte {} (byte {} of {})", offset, inside, holder->name);
  return fmt::format("shared byte {} (element {} of {})", offset, inside / element, holder->name);
}

}  // namespace gpusim
