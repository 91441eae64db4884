#pragma once
// What an instruction's decode function works with: the syntax, the kernel's names, and the instruction being built.
//
// A decode function takes the modifiers it understands, names its operands, and sets handlers. The first failure
// sticks; modifiers nobody took are a failure too, so that nothing is silently executed as something else.
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/decode/instruction.h"
#include "sim/decode/types.h"
#include "sim/parse/ast.h"

namespace gpusim {

/// A PTX register before allocation. Its number is the offset of operands with base Operand::registers.
struct VirtualRegister {
  std::string name;
  ScalarType type = ScalarType::b32;
};

/// A register of 128 bits is two of 64: its name with these, lower half first.
inline constexpr const char* wideHalfNames[] = {".lower", ".upper"};

/// A name that stands for an address or a value known at load.
struct Symbol {
  enum class Kind { global, constant, shared, local, parameter, frame, function };
  Kind kind = Kind::global;
  std::uint64_t address = 0;  // device or code address; offset for shared, local, parameter and frame
  std::size_t bytes = 0;
  ScalarType type = ScalarType::b8;
};

/// Bytes a call takes off the stack beside the callee's variables: the return address and what ptxas saves. An
/// estimate; ptxas decides on a card.
constexpr std::uint32_t callOverheadBytes = 16;

/// Everything decoding one kernel builds up. What is of one function starts anew with each.
struct KernelBuilder {
  explicit KernelBuilder(DecodedKernel& kernel) : code(kernel) {}
  DecodedKernel& code;

  // Of the function being decoded.
  bool isEntry = true;
  std::uint32_t frameBytes = 0;
  std::vector<VirtualRegister> registers;
  std::unordered_map<std::string, std::uint32_t> registerByName;
  std::unordered_map<std::string, Symbol> symbols;
  std::unordered_map<std::string, unsigned>
      alignment;  // by register: log2 of what its value is known to be a multiple of

  // Of the kernel.
  std::unordered_map<std::string, std::uint32_t> functionByName;  // into code.functions
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> constantByValue;
  std::map<std::pair<std::size_t, unsigned>, std::uint32_t> parameterByPlace;
  std::vector<Parameter> parameters;
  std::string moduleName;

  /// Splatted constant of 4 or 8 bytes.
  Operand constant(std::uint64_t bits, unsigned bytes);
  /// A launch-uniform scalar parameter, splatted at launch. `slotBytes` is 4 or 8.
  Operand parameter(std::size_t offset, unsigned bytes, bool isSigned, unsigned slotBytes);
  std::uint32_t addRegister(const std::string& name, ScalarType type);
  /// Room in the frame for a parameter, result or call argument of `bytes`.
  FramePlace addFramePlace(std::size_t bytes);
  /// The head of the frame, which is there from now on.
  Operand frameHead(std::uint32_t field);
};

/// Slot `slot` of an instruction under construction: one of its own six, or of those past them.
inline Operand& operandSlot(Instruction& instruction, std::vector<Operand>& more, unsigned slot) {
  constexpr unsigned own = std::size(Instruction{}.operand);
  if (slot < own) return instruction.operand[slot];
  if (more.size() <= slot - own) more.resize(slot - own + 1, noOperand);
  return more[slot - own];
}

class DecodeContext {
 public:
  DecodeContext(KernelBuilder& builder, const ast::Instruction& syntax, Instruction& out);

  const ast::Instruction& syntax;
  Instruction& out;
  KernelBuilder& builder;

  // Modifiers, in any order.
  bool take(std::string_view modifier);
  /// The next modifier that is a scalar type; failure when there is none.
  ScalarType takeType();
  std::optional<ScalarType> tryType();
  /// Takes whichever of `choices` is there; -1 when none is.
  int takeOne(std::initializer_list<std::string_view> choices);

  // Operands. `k` counts the syntax's operands; `slot` the instruction's.
  std::size_t count() const { return syntax.operands.size(); }
  void destination(unsigned slot, std::size_t k) { destination(slot, operandAt(k)); }
  void source(unsigned slot, std::size_t k, ScalarType type) { source(slot, operandAt(k), type); }
  void destination(unsigned slot, const ast::Operand& operand);
  void source(unsigned slot, const ast::Operand& operand, ScalarType type);
  void predicateDestination(unsigned slot, const ast::Operand& operand);
  /// A predicate source; a negated one is refused unless `negated` is given to say so.
  void predicateSource(unsigned slot, const ast::Operand& operand, bool* negated = nullptr);
  const ast::Operand& operandAt(std::size_t k);
  /// Operands from `first` on have no effect here. One that is neither read nor ignored is a failure.
  void ignoreOperands(std::size_t first);
  /// A literal integer operand.
  std::uint64_t literal(const ast::Operand& operand);

  /// Bytes of the register class of an operand already set: 4 or 8.
  unsigned slotBytes(Operand operand) const;

  void fail(const std::string& what, ErrorCode code = ErrorCode::unsupportedPtx);
  bool failed() const { return failure_.has_value(); }
  const Error& failure() const { return *failure_; }
  /// Records the failure of modifiers that were not taken, and of operands that nobody asked for.
  void finish();

  // What decoding learned: used for liveness. Filled by destination/source.
  std::vector<unsigned> writes, reads;  // operand slots
  std::vector<Operand> more;            // operands of the slots past Instruction::operand
  Operand& place(unsigned slot) { return operandSlot(out, more, slot); }
  bool isTerminator = false;  // the instruction ends its block; `terminator` says how
  Terminator terminator;
  std::string targetLabel;  // of a branch
  std::vector<std::string> tableLabels;
  bool mayYield = false;         // the handler may set Warp::yields: the instruction ends its block
  Operand warpSync = noOperand;  // member mask of a warp-synchronous instruction

 private:
  std::vector<bool> taken_, touched_;
  std::optional<Error> failure_;
  ast::Operand missing_;
};

/// Special registers that hold one number in every launch; nothing when `name` is none.
std::optional<std::uint32_t> fixedSpecialRegister(std::string_view name);

/// Places of special registers; nothing when `name` is none.
std::optional<Operand> specialRegister(std::string_view name);

}  // namespace gpusim
