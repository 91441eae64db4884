// Measured: machine instructions by pipe of tests/model/units.cuh on an H200, CUDA 13.0, as ncu counts them
// (evidence/time-model/counters-h200.csv). What ptxas does beyond a single instruction (merging logic, dropping moves,
// addressing with immediates) is left out, but for moves, which cost nothing here.
#include "sim/decode/machine_cost.h"

#include <algorithm>
#include <string_view>

namespace gpusim {
namespace {

bool has(const ast::Instruction& instruction, std::string_view modifier) {
  return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) != instruction.modifiers.end();
}

/// The type, which comes last.
std::string_view typeOf(const ast::Instruction& instruction) {
  return instruction.modifiers.empty() ? std::string_view() : std::string_view(instruction.modifiers.back());
}

bool isFloatType(std::string_view type) { return !type.empty() && (type[0] == 'f' || type.substr(0, 2) == "bf"); }

/// Correctly rounded, and approximate where subnormal numbers are kept: the fast path of each.
MachineCost division(const ast::Instruction& instruction, std::string_view type, bool rest) {
  if (type == "f64") return {14, 2, 2, 1, 8};
  if (type == "f32") return has(instruction, "rn") ? MachineCost{11, 7, 0, 2, 0} : MachineCost{4, 2, 1, 1, 0};
  // Its products of integers take the multiply pipe two turns.
  if (type == "u64" || type == "s64") return {69, 60, 33, 3, 0};
  return rest ? MachineCost{18, 9, 6, 3, 0} : MachineCost{17, 8, 6, 3, 0};
}

MachineCost root(const ast::Instruction& instruction, std::string_view type) {
  if (type == "f64") return {20, 4, 3, 1, 10};
  return has(instruction, "rn") ? MachineCost{10, 5, 2, 1, 0} : MachineCost{4, 2, 1, 1, 0};
}

MachineCost multiplication(const ast::Instruction& instruction, std::string_view type, unsigned adds) {
  const auto extra = static_cast<std::uint8_t>(adds);
  if (type == "f64") return {1, 0, 0, 0, 1};
  if (isFloatType(type) || type == "f16x2" || type == "bf16x2") return {1, 1, 0, 0, 0};
  if (has(instruction, "wide")) return {1, 1, 0, 0, 0};
  // Four products of halves, the highest of which nobody needs, in three multiply-adds.
  if (type == "u64" || type == "s64" || type == "b64") return {static_cast<std::uint8_t>(3 + extra), 3, extra, 0, 0};
  if (has(instruction, "hi")) return {2, 2, 0, 0, 0};
  return {1, 1, 0, 0, 0};
}

MachineCost conversion(const ast::Instruction& instruction) {
  if (instruction.modifiers.size() < 2) return {1, 0, 1, 0, 0};
  const std::string_view to = *(instruction.modifiers.end() - 2), from = instruction.modifiers.back();
  if (isFloatType(to) != isFloatType(from)) return {1, 0, 0, 1, 0};
  if (to == "f64" || from == "f64") return {1, 0, 0, 1, 0};
  if (isFloatType(to)) return {1, 0, 1, 0, 0};
  // An integer's upper half is a register of zeros, or a shift of the lower half's sign.
  return from[0] == 's' && (to == "s64" || to == "u64") ? MachineCost{1, 0, 1, 0, 0} : MachineCost{0, 0, 0, 0, 0};
}

}  // namespace

MachineCost machineCost(const ast::Instruction& instruction) {
  const std::string_view opcode = instruction.opcode, type = typeOf(instruction);
  const bool wide = type == "b64" || type == "u64" || type == "s64";
  if (opcode == "mov" || opcode == "cvta" || opcode == "abs" || opcode == "neg") return {0, 0, 0, 0, 0};
  if (opcode == "ld" && !instruction.modifiers.empty() && instruction.modifiers[0] == "param") return {0, 0, 0, 0, 0};
  if (opcode == "ld" || opcode == "ldu" || opcode == "st" || opcode == "atom" || opcode == "red" ||
      opcode == "prefetch" || opcode == "cp")
    return {1, 0, 0, 0, 0};
  if (opcode == "shfl") return {1, 0, 0, 0, 0, 1};
  if (opcode == "div") return division(instruction, type, false);
  if (opcode == "rem") return division(instruction, type, true);
  if (opcode == "sqrt") return root(instruction, type);
  if (opcode == "rcp")
    return type == "f64"             ? MachineCost{10, 1, 1, 1, 6}
           : has(instruction, "rn")  ? MachineCost{7, 4, 1, 1, 0}
           : has(instruction, "ftz") ? MachineCost{1, 0, 0, 1, 0}
                                     : MachineCost{3, 2, 0, 1, 0};
  if (opcode == "sin" || opcode == "cos") return {2, 1, 0, 1, 0};
  if (opcode == "rsqrt" || opcode == "ex2" || opcode == "lg2" || opcode == "tanh")
    return has(instruction, "ftz") || opcode == "tanh" ? MachineCost{1, 0, 0, 1, 0} : MachineCost{4, 2, 1, 1, 0};
  if (opcode == "popc" || opcode == "clz" || opcode == "bfind" || opcode == "brev") return {1, 0, 0, 1, 0};
  if (opcode == "mul" || opcode == "fma") return multiplication(instruction, type, 0);
  if (opcode == "mad") return multiplication(instruction, type, isFloatType(type) ? 0 : wide ? 1 : 0);
  if (opcode == "cvt") return conversion(instruction);
  if (isFloatType(type) && (opcode == "add" || opcode == "sub"))
    return type == "f64" ? MachineCost{1, 0, 0, 0, 1} : MachineCost{1, 1, 0, 0, 0};
  if (type == "f64") return {1, 0, 0, 0, 1};
  return wide ? MachineCost{2, 0, 2, 0, 0} : MachineCost{1, 0, 1, 0, 0};
}

}  // namespace gpusim
