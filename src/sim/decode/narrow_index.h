#pragma once
// Which accesses have an index that was multiplied in 32 bits and can grow past them: right for every size that anybody
// tries, wrong on a larger card. Read off the code; nothing has to run.
#include <unordered_map>

#include "sim/parse/ast.h"

namespace gpusim {

/// The accesses of global (or generic) memory in `function` whose address holds a product of 32 bits that can reach
/// 2^31 (2^32 where it is widened without sign), each with those bits: 31 or 32. Values are bounded by what they are
/// made of: a thread's place in its block is below 1,024, a block's along x below 2^31 and along y below 65,536, a loop
/// counter is taken to stay below 65,536, anything else that is read may be whatever an int holds. Guards are not
/// looked at: they compare with what the caller passed, and that is the question. Not counted: what wraps on purpose
/// and is cut down again, by a mask, a shift to the right or a remainder, as hashes are; and a row or a column that is
/// multiplied on, or added to what was multiplied, in 64 bits.
std::unordered_map<const ast::Instruction*, unsigned> narrowIndices(const ast::Function& function);

}  // namespace gpusim
