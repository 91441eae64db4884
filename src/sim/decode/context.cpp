#include "sim/decode/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace gpusim {

Operand KernelBuilder::constant(std::uint64_t bits, unsigned bytes) {
  const auto [found, isNew] =
      constantByValue.try_emplace({bits, bytes}, static_cast<std::uint32_t>(code.constantPool.size() * 8));
  if (isNew)
    for (unsigned k = 0; k < 4 * bytes; ++k)
      code.constantPool.push_back(bytes == 8 ? bits : bits << 32 | (bits & 0xffffffff));
  return makeOperand(Operand::constants, found->second);
}

Operand KernelBuilder::parameter(std::size_t offset, unsigned bytes, bool isSigned, unsigned slotBytes) {
  const unsigned key = bytes << 8 | (isSigned ? 128u : 0u) | slotBytes;
  const auto [found, isNew] =
      parameterByPlace.try_emplace({offset, key}, static_cast<std::uint32_t>(code.launchPoolBytes));
  if (isNew) {
    code.parameterSlots.push_back({offset, code.launchPoolBytes, bytes, isSigned});
    code.launchPoolBytes += slotBytes * 32;
  }
  return makeOperand(Operand::launch, found->second);
}

std::uint32_t KernelBuilder::addRegister(const std::string& name, ScalarType type) {
  const auto number = static_cast<std::uint32_t>(registers.size());
  registers.push_back({name, type});
  registerByName[name] = number;
  return number;
}

FramePlace KernelBuilder::addFramePlace(std::size_t bytes) {
  frameHead(0);
  const FramePlace place{frameBytes, static_cast<std::uint32_t>(bytes)};
  frameBytes += 32 * place.stride();
  return place;
}

Operand KernelBuilder::frameHead(std::uint32_t field) {
  frameBytes = std::max(frameBytes, FrameHead::bytes);
  return makeOperand(Operand::frame, field);
}

std::optional<std::uint32_t> fixedSpecialRegister(std::string_view name) {
  // A cluster is one block.
  if (name == "%cluster_ctaid.x" || name == "%cluster_ctaid.y" || name == "%cluster_ctaid.z") return 0;
  if (name == "%cluster_nctaid.x" || name == "%cluster_nctaid.y" || name == "%cluster_nctaid.z") return 1;
  if (name == "%cluster_ctarank") return 0;
  if (name == "%cluster_nctarank") return 1;
  return std::nullopt;
}

std::optional<Operand> specialRegister(std::string_view name) {
  const auto launch = [](LaunchSlot slot) {
    return makeOperand(Operand::launch, static_cast<std::size_t>(slot) * laneBytes32);
  };
  const auto thread = [](ThreadSlot slot) {
    return makeOperand(Operand::thread, static_cast<std::size_t>(slot) * laneBytes32);
  };
  if (name == "%tid.x") return thread(ThreadSlot::tidX);
  if (name == "%tid.y") return thread(ThreadSlot::tidY);
  if (name == "%tid.z") return thread(ThreadSlot::tidZ);
  if (name == "%laneid") return thread(ThreadSlot::laneId);
  if (name == "%warpid") return thread(ThreadSlot::warpId);
  if (name == "%nwarpid") return thread(ThreadSlot::nwarpId);
  if (name == "%lanemask_eq") return thread(ThreadSlot::maskEq);
  if (name == "%lanemask_lt") return thread(ThreadSlot::maskLt);
  if (name == "%lanemask_le") return thread(ThreadSlot::maskLe);
  if (name == "%lanemask_gt") return thread(ThreadSlot::maskGt);
  if (name == "%lanemask_ge") return thread(ThreadSlot::maskGe);
  if (name.starts_with("%clusterid.") || name.starts_with("%nclusterid.")) {
    std::string ofBlocks(name);
    return specialRegister(ofBlocks.replace(ofBlocks.find("cluster"), 7, "cta"));
  }
  if (name == "%ctaid.x") return launch(LaunchSlot::ctaidX);
  if (name == "%ctaid.y") return launch(LaunchSlot::ctaidY);
  if (name == "%ctaid.z") return launch(LaunchSlot::ctaidZ);
  if (name == "%nctaid.x") return launch(LaunchSlot::nctaidX);
  if (name == "%nctaid.y") return launch(LaunchSlot::nctaidY);
  if (name == "%nctaid.z") return launch(LaunchSlot::nctaidZ);
  if (name == "%ntid.x") return launch(LaunchSlot::ntidX);
  if (name == "%ntid.y") return launch(LaunchSlot::ntidY);
  if (name == "%ntid.z") return launch(LaunchSlot::ntidZ);
  if (name == "%dynamic_smem_size") return launch(LaunchSlot::dynamicShared);
  if (name == "%total_smem_size" || name == "%aggr_smem_size") return launch(LaunchSlot::totalShared);
  if (name == "%envreg1") return launch(LaunchSlot::gridWorkspaceHigh);
  if (name == "%envreg2") return launch(LaunchSlot::gridWorkspaceLow);
  return std::nullopt;
}

DecodeContext::DecodeContext(KernelBuilder& theBuilder, const ast::Instruction& theSyntax, Instruction& theOut)
    : syntax(theSyntax),
      out(theOut),
      builder(theBuilder),
      taken_(theSyntax.modifiers.size(), false),
      touched_(theSyntax.operands.size(), false) {}

bool DecodeContext::take(std::string_view modifier) {
  for (std::size_t k = 0; k < taken_.size(); ++k)
    if (!taken_[k] && syntax.modifiers[k] == modifier) {
      taken_[k] = true;
      return true;
    }
  return false;
}

int DecodeContext::takeOne(std::initializer_list<std::string_view> choices) {
  int index = 0;
  for (std::string_view choice : choices) {
    if (take(choice)) return index;
    ++index;
  }
  return -1;
}

std::optional<ScalarType> DecodeContext::tryType() {
  for (std::size_t k = 0; k < taken_.size(); ++k) {
    if (taken_[k]) continue;
    if (const auto type = scalarType(syntax.modifiers[k])) {
      taken_[k] = true;
      return type;
    }
  }
  return std::nullopt;
}

ScalarType DecodeContext::takeType() {
  if (const auto type = tryType()) return *type;
  fail("a type is missing or not supported");
  return ScalarType::b32;
}

const ast::Operand& DecodeContext::operandAt(std::size_t k) {
  if (k < syntax.operands.size()) {
    touched_[k] = true;
    return syntax.operands[k];
  }
  fail(fmt::format("operand {} is missing", k + 1), ErrorCode::invalidPtx);
  return missing_;
}

void DecodeContext::ignoreOperands(std::size_t first) {
  for (std::size_t k = first; k < touched_.size(); ++k) touched_[k] = true;
}

unsigned DecodeContext::slotBytes(Operand operand) const {
  if (operand.base != Operand::registers) return 0;
  return bytesOf(builder.registers[operand.offset].type) == 8 ? 8 : 4;
}

void DecodeContext::destination(unsigned slot, const ast::Operand& operand) {
  if (operand.kind == ast::Operand::Kind::discard) return;
  const auto found = builder.registerByName.find(operand.name);
  if (operand.kind != ast::Operand::Kind::name || found == builder.registerByName.end())
    return fail(fmt::format("'{}' is not a register that can be written", operand.name), ErrorCode::invalidPtx);
  if (builder.registers[found->second].type == ScalarType::pred)
    return fail(fmt::format("'{}' is a predicate where a value is written", operand.name), ErrorCode::invalidPtx);
  place(slot) = makeOperand(Operand::registers, found->second);
  writes.push_back(slot);
}

void DecodeContext::predicateDestination(unsigned slot, const ast::Operand& operand) {
  if (operand.kind == ast::Operand::Kind::discard) return;
  const auto found = builder.registerByName.find(operand.name);
  if (found == builder.registerByName.end() || builder.registers[found->second].type != ScalarType::pred)
    return fail(fmt::format("'{}' is not a predicate register", operand.name), ErrorCode::invalidPtx);
  place(slot) = makeOperand(Operand::registers, found->second);
  writes.push_back(slot);
}

void DecodeContext::predicateSource(unsigned slot, const ast::Operand& operand, bool* negated) {
  if (operand.kind == ast::Operand::Kind::integer) {
    place(slot) = builder.constant(operand.bits != 0 ? 0xffffffff : 0, 4);
    return;
  }
  if (operand.name == "%is_explicit_cluster") {  // of a launch with cluster dimensions, which is refused
    place(slot) = builder.constant(0, 4);
    return;
  }
  const auto found = builder.registerByName.find(operand.name);
  if (found == builder.registerByName.end() || builder.registers[found->second].type != ScalarType::pred)
    return fail(fmt::format("'{}' is not a predicate register", operand.name), ErrorCode::invalidPtx);
  if (operand.negated && negated == nullptr) return fail("a negated predicate is not supported here");
  if (negated != nullptr) *negated = operand.negated;
  place(slot) = makeOperand(Operand::registers, found->second);
  reads.push_back(slot);
}

std::uint64_t DecodeContext::literal(const ast::Operand& operand) {
  if (operand.kind == ast::Operand::Kind::integer) return operand.bits;
  fail("an integer literal is expected");
  return 0;
}

void DecodeContext::source(unsigned slot, const ast::Operand& operand, ScalarType type) {
  using Kind = ast::Operand::Kind;
  const unsigned bytes = bytesOf(type) == 8 ? 8 : 4;
  switch (operand.kind) {
    case Kind::integer: {
      std::uint64_t bits = operand.bits;
      if (type == ScalarType::f32)
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int64_t>(bits)));
      if (type == ScalarType::f64)
        bits = std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(bits)));
      const unsigned width = bytesOf(type);
      if (width < 8) bits &= (std::uint64_t{1} << (8 * width)) - 1;
      place(slot) = builder.constant(bits, bytes);
      return;
    }
    case Kind::real: {
      std::uint64_t bits = operand.bits;
      if (bytes == 4)
        bits = operand.isSingle ? bits & 0xffffffff
                                : std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
      else if (operand.isSingle)
        bits =
            std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
      place(slot) = builder.constant(bits, bytes);
      return;
    }
    case Kind::name: {
      if (const auto found = builder.registerByName.find(operand.name); found != builder.registerByName.end()) {
        const ScalarType declared = builder.registers[found->second].type;
        if (declared == ScalarType::pred)
          return fail(fmt::format("'{}' is a predicate where a value is read", operand.name), ErrorCode::invalidPtx);
        if ((bytesOf(declared) == 8) != (bytesOf(type) == 8))
          return fail(fmt::format("register '{}' does not have the width of its instruction", operand.name),
                      ErrorCode::invalidPtx);
        place(slot) = makeOperand(Operand::registers, found->second);
        reads.push_back(slot);
        return;
      }
      if (const auto fixed = fixedSpecialRegister(operand.name)) {
        place(slot) = builder.constant(*fixed, bytes);
        return;
      }
      if (const auto special = specialRegister(operand.name)) {
        place(slot) = *special;
        return;
      }
      if (const auto symbol = builder.symbols.find(operand.name); symbol != builder.symbols.end()) {
        if (symbol->second.kind == Symbol::Kind::frame ||
            (symbol->second.kind == Symbol::Kind::local && !builder.isEntry))
          return fail(fmt::format("the address of '{}' is known to mov alone", operand.name));
        place(slot) = builder.constant(symbol->second.address + static_cast<std::uint64_t>(operand.offset), bytes);
        return;
      }
      if (operand.name == "WARP_SZ") {
        place(slot) = builder.constant(32, bytes);
        return;
      }
      return fail(fmt::format("'{}' is not declared", operand.name), ErrorCode::invalidPtx);
    }
    case Kind::address:
      if (const auto symbol = builder.symbols.find(operand.name); symbol != builder.symbols.end()) {
        place(slot) = builder.constant(symbol->second.address + static_cast<std::uint64_t>(operand.offset), bytes);
        return;
      }
      [[fallthrough]];
    default:
      return fail("this form of operand is not supported here");
  }
}

void DecodeContext::fail(const std::string& what, ErrorCode code) {
  if (failure_) return;
  std::string mnemonic = syntax.opcode;
  for (const std::string& modifier : syntax.modifiers) mnemonic += "." + modifier;
  failure_ = Error{
      code, fmt::format("{}:{}:{}: {}: {}", builder.moduleName, syntax.at.line, syntax.at.column, mnemonic, what)};
}

void DecodeContext::finish() {
  for (std::size_t k = 0; k < taken_.size(); ++k)
    if (!taken_[k]) fail(fmt::format("modifier .{} is not supported", syntax.modifiers[k]));
  for (std::size_t k = 0; k < touched_.size(); ++k)
    if (!touched_[k]) fail(fmt::format("operand {} is not supported: this form takes fewer", k + 1));
}

}  // namespace gpusim
