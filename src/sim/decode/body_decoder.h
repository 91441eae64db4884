#pragma once
// From the statements of one function to blocks of instructions over virtual registers.
#include <array>
#include <map>

#include "sim/decode/draft.h"

namespace gpusim {

/// Which entry of DecodedKernel::sources a place has: file index, line, and where it was inlined.
using SourceTable = std::map<std::array<unsigned, 3>, std::uint32_t>;

/// Decodes the body of `function`, whose registers and symbols `builder` knows. Every instruction that cannot be
/// executed is refused here, with file, line and mnemonic.
Result<Draft> decodeBody(const ast::Module& module, const ast::Function& function, KernelBuilder& builder,
                         SourceTable& sources);

}  // namespace gpusim
