#include "sim/isa/parameter.h"

#include "sim/isa/memory_types.h"

namespace gpusim {
namespace {

// Operands 0..3 are the elements, 4 is the place in the frame; the immediate holds the offset and, above 32 bits, the
// stride from lane to lane.
std::uint64_t place(Warp& warp, const Instruction& instruction, unsigned lane) {
  const auto both = static_cast<std::uint64_t>(instruction.immediate);
  return reinterpret_cast<std::uint64_t>(warp.at<char>(instruction.operand[4])) + (both & 0xffffffff) +
         lane * (both >> 32);
}

template <class F>
void eachLane(std::uint32_t mask, F&& use) {
  for (; mask != 0; mask &= mask - 1) use(static_cast<unsigned>(__builtin_ctz(mask)));
}

template <class M, class Slot>
struct FrameLoad {
  static void run(Warp& warp, const Instruction& instruction) {
    for (unsigned k = 0; k * sizeof(M) < instruction.width; ++k) {
      if (instruction.operand[k].base == Operand::none) continue;
      Slot* out = warp.at<Slot>(instruction.operand[k]);
      eachLane(warp.mask,
               [&](unsigned lane) { out[lane] = load<M, Slot>(place(warp, instruction, lane) + k * sizeof(M)); });
    }
  }
};

template <class M, class Slot>
struct FrameStore {
  static void run(Warp& warp, const Instruction& instruction) {
    for (unsigned k = 0; k * sizeof(M) < instruction.width; ++k) {
      const Slot* from = warp.at<const Slot>(instruction.operand[k]);
      eachLane(warp.mask, [&](unsigned lane) {
        const M value = static_cast<M>(from[lane]);
        std::memcpy(reinterpret_cast<char*>(place(warp, instruction, lane) + k * sizeof(M)), &value, sizeof value);
      });
    }
  }
};

struct Copy {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(a);
  }
};

}  // namespace

bool decodeFrameAccess(DecodeContext& context, const ast::Operand& address, const ast::Operand& value, ScalarType type,
                       unsigned elements, bool isStore) {
  const auto found = context.builder.symbols.find(address.name);
  if (address.kind != ast::Operand::Kind::address || found == context.builder.symbols.end() ||
      found->second.kind != Symbol::Kind::frame)
    return false;
  const Symbol& symbol = found->second;
  if (context.takeOne({"param", "param::func"}) < 0) context.fail("a parameter is reached with .param alone");
  const std::size_t bytes = std::size_t{bytesOf(type)} * elements;
  if (address.offset < 0 || static_cast<std::size_t>(address.offset) + bytes > symbol.bytes) {
    context.fail("the access lies outside the parameter", ErrorCode::invalidPtx);
    return true;
  }
  context.out.operand[4] = makeOperand(Operand::frame, symbol.address);
  const std::uint64_t stride = FramePlace{0, static_cast<std::uint32_t>(symbol.bytes)}.stride();
  context.out.immediate = static_cast<std::int64_t>(static_cast<std::uint64_t>(address.offset) | stride << 32);
  context.out.width = static_cast<std::uint8_t>(bytes);
  std::vector<ast::Operand> one;
  unsigned slot = 0, k = 0;
  for (const ast::Operand& element : elementsOf(context, value, elements, one)) {
    const auto known = context.builder.registerByName.find(element.name);
    const bool wide =
        known != context.builder.registerByName.end() && bytesOf(context.builder.registers[known->second].type) == 8;
    if (element.kind == ast::Operand::Kind::name && slot == 0) slot = wide ? 8 : 4;
    if (isStore)
      context.source(k, element, wide ? ScalarType::b64 : type);
    else
      context.destination(k, element);
    if (++k > 4) break;
  }
  if (slot == 0) slot = bytesOf(type) == 8 ? 8 : 4;
  withMemoryType(context, type, slot, [&](auto m, auto s) {
    using M = typename decltype(m)::type;
    using Slot = typename decltype(s)::type;
    setHandler(context, isStore ? FrameStore<M, Slot>::run : FrameLoad<M, Slot>::run);
  });
  return true;
}

bool decodeParameterLoad(DecodeContext& context, ScalarType type) {
  const ast::Operand& address = context.operandAt(1);
  const auto found = context.builder.symbols.find(address.name);
  if (address.kind != ast::Operand::Kind::address || found == context.builder.symbols.end() ||
      found->second.kind != Symbol::Kind::parameter)
    return false;
  const Symbol& parameter = found->second;
  context.takeOne({"param", "param::entry"});
  const std::size_t bytes = bytesOf(type);
  if (address.offset < 0 || static_cast<std::size_t>(address.offset) + bytes > parameter.bytes) {
    context.fail("the load lies outside the parameter", ErrorCode::invalidPtx);
    return true;
  }
  context.destination(0, 0);
  const unsigned slot = context.slotBytes(context.out.operand[0]);
  if (slot == 0) return true;
  // The same for every thread: its value is splatted at launch and the load is a move.
  context.out.operand[1] = context.builder.parameter(parameter.address + static_cast<std::size_t>(address.offset),
                                                     static_cast<unsigned>(bytes), isSigned(type), slot);
  context.out.isCopy = true;
  if (slot == 8)
    setHandlers<Map<Copy, std::uint64_t, std::uint64_t>>(context);
  else
    setHandlers<Map<Copy, std::uint32_t, std::uint32_t>>(context);
  return true;
}

}  // namespace gpusim
