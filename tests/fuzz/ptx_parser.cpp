// libFuzzer target of the PTX reader: any bytes must come back as a module or as an error with a position.
// tools/fuzz.sh builds and runs it.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "sim/parse/ast.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto module = gpusim::parsePtx(text, "fuzz");
  // An error without "name:line:column: " is a bug of the parser, and so is one that names no code for PTX.
  if (!module) {
    const gpusim::Error& error = module.error();
    if (!error.message.starts_with("fuzz:")) std::abort();
    if (error.code != gpusim::ErrorCode::invalidPtx && error.code != gpusim::ErrorCode::unsupportedPtx) std::abort();
    return 0;
  }
  for (const auto& function : module->functions)
    for (const auto& variable : function.variables)
      if (variable.name.empty()) std::abort();
  return 0;
}
