#include "sim/decode/narrow_index.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace gpusim {
namespace {

constexpr std::uint64_t anyInt = 0x7fffffff, loopCounter = 0xffff;
/// Of an address that holds a product of 64 bits: what was multiplied in 32 beside it is a row or a column, no index.
constexpr unsigned wide = 64;
constexpr std::uint64_t most = std::uint64_t{1} << 62;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return std::min(most, a + b); }
std::uint64_t product(std::uint64_t a, std::uint64_t b) { return a != 0 && b > most / a ? most : a * b; }

/// What a 32-bit value can be: its bound, had it been computed without end, and that of the largest product in it.
struct Reach {
  std::uint64_t value = 0, product = 0;
};

Reach larger(const Reach& a, const Reach& b) { return {std::max(a.value, b.value), std::max(a.product, b.product)}; }

std::uint64_t boundOfSpecial(std::string_view name) {
  struct Row {
    std::string_view name;
    std::uint64_t alongX, alongY, alongZ;
  };
  static constexpr Row rows[] = {{"%tid.", 1023, 1023, 63},
                                 {"%ntid.", 1024, 1024, 64},
                                 {"%ctaid.", 0x7ffffffe, 65534, 65534},
                                 {"%nctaid.", 0x7fffffff, 65535, 65535}};
  for (const Row& row : rows)
    if (name.size() == row.name.size() + 1 && name.substr(0, row.name.size()) == row.name)
      return name.back() == 'x' ? row.alongX : name.back() == 'y' ? row.alongY : row.alongZ;
  return name == "%laneid" ? 31 : anyInt;
}

/// Goes over the text twice, so that what a loop hands back to its start is known there; no deeper, since the text
/// decides how long its chains are.
class Analysis {
 public:
  explicit Analysis(const ast::Function& function) {
    std::vector<const ast::Instruction*> writes;
    std::unordered_set<std::string> written;
    for (const ast::Statement& statement : function.body) {
      const ast::Instruction& instruction = statement.instruction;
      if (statement.kind != ast::Statement::Kind::instruction || instruction.operands.empty()) continue;
      const ast::Operand& to = instruction.operands[0];
      if (to.kind != ast::Operand::Kind::name) continue;
      writes.push_back(&instruction);
      // Written at two places, it counts a loop or comes from two branches.
      if (!written.insert(to.name).second) reach_[to.name] = {loopCounter, 0};
    }
    for (unsigned sweep = 0; sweep < 2; ++sweep)
      for (const ast::Instruction* write : writes) {
        const std::string& name = write->operands[0].name;
        const Reach reach = reachOfResult(*write);
        const unsigned bits = bitsOfResult(*write);
        reach_[name] = larger(reach_[name], reach);
        if (bits != 0) bits_[name] = std::max(bits_[name], bits);
      }
  }

  /// 31 or 32 if the 64-bit register holds a product that can outgrow as many bits, else 0.
  unsigned narrowBits(const std::string& name) const {
    const unsigned bits = bitsOf(name);
    return bits == wide ? 0 : bits;
  }

 private:
  unsigned bitsOf(const std::string& name) const {
    const auto found = bits_.find(name);
    return found == bits_.end() ? 0 : found->second;
  }

  static bool has(const ast::Instruction& instruction, std::string_view modifier) {
    return std::find(instruction.modifiers.begin(), instruction.modifiers.end(), modifier) !=
           instruction.modifiers.end();
  }

  unsigned bitsOfResult(const ast::Instruction& instruction) const {
    const std::string& op = instruction.opcode;
    const auto& operands = instruction.operands;
    const auto& modifiers = instruction.modifiers;
    // Where 32 bits become 64.
    const bool widens = op == "cvt" && modifiers.size() == 2 && (modifiers[0] == "s64" || modifiers[0] == "u64") &&
                        (modifiers[1] == "s32" || modifiers[1] == "u32");
    const bool multiplies = (op == "mul" || op == "mad") && has(instruction, "wide");
    if (widens || multiplies) {
      const unsigned bits = modifiers.back() == "s32" ? 31 : modifiers.back() == "u32" ? 32 : 0;
      unsigned found = 0;
      for (std::size_t k = 1; k < operands.size() && k < 3 && bits != 0; ++k)
        if (reachOf(operands[k]).product >> bits != 0) found = bits;
      if (op == "mad" && operands.size() > 3) found = std::max(found, bitsOf(operands[3]));
      return found;
    }
    const bool passesOn = op == "add" || op == "sub" || op == "mul" || op == "mad" || op == "shl" || op == "mov" ||
                          op == "cvta" || op == "selp" || op == "max" || op == "min";
    const auto isConstant = [&](std::size_t k) { return operands[k].kind == ast::Operand::Kind::integer; };
    if ((op == "mul" || op == "mad") && operands.size() > 2 && !isConstant(1) && !isConstant(2))
      return has(instruction, "s64") || has(instruction, "u64") ? wide : 0;
    unsigned found = 0;
    for (std::size_t k = 1; passesOn && k < operands.size(); ++k) found = std::max(found, bitsOf(operands[k]));
    return found;
  }
  unsigned bitsOf(const ast::Operand& operand) const {
    return operand.kind == ast::Operand::Kind::name ? bitsOf(operand.name) : 0;
  }

  Reach reachOf(const ast::Operand& operand) const {
    if (operand.kind == ast::Operand::Kind::integer)
      return {operand.bits >> 63 != 0 ? 0 : operand.bits, 0};  // what is subtracted makes nothing larger
    if (operand.kind != ast::Operand::Kind::name) return {anyInt, 0};
    const auto known = reach_.find(operand.name);
    return known != reach_.end() ? known->second : Reach{boundOfSpecial(operand.name), 0};
  }

  Reach reachOfResult(const ast::Instruction& instruction) const {
    const std::string& op = instruction.opcode;
    const auto at = [&](std::size_t k) {
      return k < instruction.operands.size() ? reachOf(instruction.operands[k]) : Reach{anyInt, 0};
    };
    const auto constant = [&](std::size_t k) {
      return k < instruction.operands.size() && instruction.operands[k].kind == ast::Operand::Kind::integer;
    };
    const auto is32 = [&](const std::string& type) { return type == "s32" || type == "u32" || type == "b32"; };
    if (instruction.modifiers.empty() || !is32(instruction.modifiers.back())) return {anyInt, 0};
    const bool low = has(instruction, "lo");
    if (op == "mov" || op == "cvt") return at(1);
    if (op == "sub") return {at(1).value, std::max(at(1).product, at(2).product)};
    if (op == "add") return {sum(at(1).value, at(2).value), std::max(at(1).product, at(2).product)};
    if (op == "selp" || op == "max") return larger(at(1), at(2));
    if (op == "min") return {std::min(at(1).value, at(2).value), 0};
    if (op == "mul" && low) return multiplied(at(1), at(2), {});
    if (op == "mad" && low) return multiplied(at(1), at(2), at(3));
    if (op == "shl" && constant(2)) return multiplied(at(1), {std::uint64_t{1} << (at(2).value & 31), 0}, {});
    if (op == "shr" && constant(2)) return {std::min(at(1).value, anyInt) >> (at(2).value & 31), 0};
    if (op == "div" && constant(2)) return {std::min(at(1).value, anyInt) / std::max<std::uint64_t>(1, at(2).value), 0};
    if (op == "rem" && constant(2)) return {at(2).value, 0};
    if (op == "and") return {std::min(at(1).value, at(2).value), 0};
    return {anyInt, 0};
  }

  static Reach multiplied(const Reach& a, const Reach& b, const Reach& added) {
    const std::uint64_t value = product(a.value, b.value);
    return {sum(value, added.value), std::max({value, a.product, b.product, added.product})};
  }

  std::unordered_map<std::string, Reach> reach_;
  std::unordered_map<std::string, unsigned> bits_;
};

bool touchesGlobal(const ast::Instruction& instruction) {
  const std::string& op = instruction.opcode;
  if (op != "ld" && op != "ldu" && op != "st" && op != "atom" && op != "red") return false;
  for (const std::string& modifier : instruction.modifiers)
    if (modifier.rfind("shared", 0) == 0 || modifier.rfind("param", 0) == 0 || modifier == "local" ||
        modifier == "const")
      return false;
  return true;
}

}  // namespace

std::unordered_map<const ast::Instruction*, unsigned> narrowIndices(const ast::Function& function) {
  const Analysis analysis(function);
  std::unordered_map<const ast::Instruction*, unsigned> found;
  for (const ast::Statement& statement : function.body) {
    if (statement.kind != ast::Statement::Kind::instruction || !touchesGlobal(statement.instruction)) continue;
    for (const ast::Operand& operand : statement.instruction.operands)
      if (operand.kind == ast::Operand::Kind::address && !operand.name.empty())
        if (const unsigned bits = analysis.narrowBits(operand.name); bits != 0) found[&statement.instruction] = bits;
  }
  return found;
}

}  // namespace gpusim
