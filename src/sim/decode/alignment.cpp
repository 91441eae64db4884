#include <algorithm>
#include <bit>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

constexpr unsigned anything = 32;  // zero is a multiple of everything

class Analysis {
 public:
  Analysis(const ast::Function& function, const KernelBuilder& builder) : builder_(builder) {
    for (const ast::Statement& statement : function.body) {
      const ast::Instruction& instruction = statement.instruction;
      if (statement.kind != ast::Statement::Kind::instruction || instruction.operands.empty()) continue;
      const ast::Operand& to = instruction.operands[0];
      if (to.kind == ast::Operand::Kind::vector || to.kind == ast::Operand::Kind::pair ||
          to.kind == ast::Operand::Kind::list) {
        for (const ast::Operand& element : to.elements) opaque_.push_back(element.name);
      } else if (to.kind == ast::Operand::Kind::name && builder.registerByName.count(to.name) != 0) {
        // Not an address: a store writes to memory, its base register keeps what is known of it.
        writes_.emplace_back(to.name, &instruction);
      }
    }
  }

  std::unordered_map<std::string, unsigned> run() {
    for (const auto& [name, instruction] : writes_) known_[name] = anything;
    for (const std::string& name : opaque_) known_[name] = 0;
    // Optimistic start, so that a loop counter keeps what its increments keep; values only fall.
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [name, instruction] : writes_) {
        const unsigned now = std::min(known_[name], result(*instruction));
        changed = changed || now != known_[name];
        known_[name] = now;
      }
    }
    return std::move(known_);
  }

 private:
  unsigned of(const ast::Operand& operand) const {
    if (operand.kind == ast::Operand::Kind::integer)
      return operand.bits == 0 ? anything : std::min(anything, static_cast<unsigned>(std::countr_zero(operand.bits)));
    if (operand.kind != ast::Operand::Kind::name) return 0;
    if (const auto found = known_.find(operand.name); found != known_.end()) return found->second;
    const auto symbol = builder_.symbols.find(operand.name);
    if (symbol == builder_.symbols.end() || symbol->second.kind != Symbol::Kind::shared) return 0;
    // The block's shared memory starts on a boundary of its own; 16 is all that matters here.
    return symbol->second.address == 0 ? 4
                                       : std::min(4u, static_cast<unsigned>(std::countr_zero(symbol->second.address)));
  }

  unsigned result(const ast::Instruction& instruction) const {
    const auto& operands = instruction.operands;
    const auto at = [&](std::size_t k) { return k < operands.size() ? of(operands[k]) : 0; };
    const std::string& op = instruction.opcode;
    const bool high =
        std::find(instruction.modifiers.begin(), instruction.modifiers.end(), "hi") != instruction.modifiers.end();
    if (op == "mov" || op == "cvt" || op == "cvta") return at(1);
    if (op == "add" || op == "sub" || op == "or" || op == "xor" || op == "selp" || op == "min" || op == "max")
      return std::min(at(1), at(2));
    if (op == "and") return std::max(at(1), at(2));
    if (op == "shl" && operands.size() > 2 && operands[2].kind == ast::Operand::Kind::integer)
      return std::min(anything, at(1) + static_cast<unsigned>(std::min<std::uint64_t>(operands[2].bits, anything)));
    if (op == "mul" && !high) return std::min(anything, at(1) + at(2));
    if (op == "mad" && !high) return std::min({anything, at(1) + at(2), at(3)});
    return 0;
  }

  const KernelBuilder& builder_;
  std::vector<std::pair<std::string, const ast::Instruction*>> writes_;
  std::vector<std::string> opaque_;
  std::unordered_map<std::string, unsigned> known_;
};

}  // namespace

std::unordered_map<std::string, unsigned> knownAlignment(const ast::Function& function, const KernelBuilder& builder) {
  return Analysis(function, builder).run();
}

}  // namespace gpusim
