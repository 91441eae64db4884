// Loads and stores: PTX ISA section 9.7.9 (ld, ldu, st, prefetch).
//
// The Worker checks and counts an access and says which lanes may go; the functions here move the bytes.
#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/memory_types.h"
#include "sim/isa/parameter.h"
#include "sim/isa/table.h"
#include "sim/isa/wide.h"

namespace gpusim {
namespace {

// Operands 0..3 are the elements of the vector, 4 is the base address.
template <class A>
void computeAddresses(Warp& warp, const Instruction& instruction, std::uint64_t* address) {
  const A* base = warp.at<const A>(instruction.operand[4]);
  const auto offset = static_cast<std::uint64_t>(instruction.immediate);
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = base[lane] + offset;
}

template <class M, class Slot, unsigned Elements>
[[gnu::noinline]] void moveIn(Warp& warp, const Instruction& instruction, const std::uint64_t* address,
                              const Access& access) {
  for (unsigned k = 0; k < Elements; ++k) {
    if (instruction.operand[k].base == Operand::none) continue;
    Slot* out = warp.at<Slot>(instruction.operand[k]);
    const std::uint64_t delta = access.delta + k * sizeof(M);
    if (Elements == 1 && sizeof(M) == sizeof(Slot) && access.kind == AccessShape::Kind::contiguous) {
      std::memcpy(out, reinterpret_cast<const char*>(address[0] + delta), warpSize * sizeof(M));
    } else if (access.mask == allLanes) {
      for (unsigned lane = 0; lane < warpSize; ++lane) out[lane] = load<M, Slot>(address[lane] + delta);
    } else {
      for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        out[lane] = load<M, Slot>(address[lane] + delta);
      }
    }
  }
}

template <class M, class Slot, unsigned Elements>
[[gnu::noinline]] void moveOut(Warp& warp, const Instruction& instruction, const std::uint64_t* address,
                               const Access& access) {
  for (unsigned k = 0; k < Elements; ++k) {
    const Slot* from = warp.at<const Slot>(instruction.operand[k]);
    const std::uint64_t delta = access.delta + k * sizeof(M);
    if (Elements == 1 && sizeof(M) == sizeof(Slot) && access.kind == AccessShape::Kind::contiguous) {
      std::memcpy(reinterpret_cast<char*>(address[0] + delta), from, warpSize * sizeof(M));
      continue;
    }
    for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const M value = static_cast<M>(from[lane]);
      std::memcpy(reinterpret_cast<char*>(address[lane] + delta), &value, sizeof value);
    }
  }
}

using Move = void (*)(Warp& warp, const Instruction& instruction, const std::uint64_t* address, const Access& access);

/// Runs `mover` for the space of each lane's address. A generic access may name several spaces at once.
[[gnu::noinline]] void inSpace(Warp& warp, const Instruction& instruction, std::uint64_t* address, AccessKind kind,
                               Move mover) {
  Worker& worker = *warp.worker;
  const auto move = [&](const Access& access) { mover(warp, instruction, address, access); };
  switch (instruction.space) {
    case Space::global:
      return move(worker.global(warp, instruction, address, kind));
    case Space::shared:
      return move(worker.shared(warp, instruction, address, kind));
    case Space::local:
      return move(worker.local(warp, instruction, address, kind));
    case Space::constant:
      return move(worker.constant(warp, instruction, address));
    case Space::parameter:
      return move(worker.parameter(warp, instruction, address));
    case Space::generic:
      break;
  }
  const std::uint32_t all = warp.mask;
  std::uint32_t shared = 0, local = 0, parameter = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    shared |= std::uint32_t{address[lane] - sharedWindow < windowBytes} << lane;
    local |= std::uint32_t{address[lane] - localWindow < windowBytes} << lane;
    parameter |= std::uint32_t{address[lane] - parameterWindow < windowBytes} << lane;
  }
  // Parameters are read-only: a store through such a pointer goes the way of any address that is no memory.
  if (kind != AccessKind::load) parameter = 0;
  alignas(64) std::uint64_t offsets[warpSize];
  const auto part = [&](std::uint32_t lanes, std::uint64_t window, auto access) {
    warp.mask = all & lanes;
    if (warp.mask == 0) return;
    for (unsigned lane = 0; lane < warpSize; ++lane) offsets[lane] = address[lane] - window;
    const Access granted = access();
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if ((warp.mask >> lane & 1) != 0) address[lane] = offsets[lane];
    move(granted);
  };
  part(shared, sharedWindow, [&] { return worker.shared(warp, instruction, offsets, kind); });
  part(local, localWindow, [&] { return worker.local(warp, instruction, offsets, kind); });
  part(parameter, parameterWindow, [&] { return worker.parameter(warp, instruction, offsets); });
  part(~(shared | local | parameter), 0, [&] { return worker.global(warp, instruction, offsets, kind); });
  warp.mask = all;
}

template <class M, class Slot, unsigned Elements, class A>
struct Load {
  static void run(Warp& warp, const Instruction& instruction) {
    alignas(64) std::uint64_t address[warpSize];
    computeAddresses<A>(warp, instruction, address);
    inSpace(warp, instruction, address, AccessKind::load, moveIn<M, Slot, Elements>);
  }
};

template <class M, class Slot, unsigned Elements, class A>
struct Store {
  static void run(Warp& warp, const Instruction& instruction) {
    alignas(64) std::uint64_t address[warpSize];
    computeAddresses<A>(warp, instruction, address);
    inSpace(warp, instruction, address, AccessKind::store, moveOut<M, Slot, Elements>);
  }
};

struct Nothing {
  template <bool>
  static void run(Warp&, const Instruction&) {}
};

void takeHints(DecodeContext& context) {
  takeOrder(context);
  for (std::string_view hint : {"ca",
                                "cg",
                                "cs",
                                "lu",
                                "cv",
                                "wb",
                                "wt",
                                "nc",
                                "unified",
                                "L1::evict_normal",
                                "L1::evict_unchanged",
                                "L1::evict_first",
                                "L1::evict_last",
                                "L1::no_allocate",
                                "L2::64B",
                                "L2::128B",
                                "L2::256B",
                                "L2::evict_last",
                                "L2::evict_normal",
                                "L2::evict_first"})
    context.take(hint);
}

/// Space, base register and offset of an address operand. Returns the base's slot width: 4 or 8.
unsigned addressOperand(DecodeContext& context, const ast::Operand& operand) {
  const int space = context.takeOne(
      {"global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry"});
  constexpr Space spaces[] = {Space::global, Space::shared,   Space::shared,    Space::shared,
                              Space::local,  Space::constant, Space::parameter, Space::parameter};
  if (space >= 0) context.out.space = spaces[space];
  if (operand.kind != ast::Operand::Kind::address) {
    context.fail("an address in brackets is expected", ErrorCode::invalidPtx);
    return 8;
  }
  context.out.immediate = operand.offset;
  ast::Operand base;
  base.kind = ast::Operand::Kind::name;
  base.name = operand.name;
  const auto found = context.builder.registerByName.find(operand.name);
  if (found != context.builder.registerByName.end()) {
    const ScalarType declared = context.builder.registers[found->second].type;
    const unsigned bytes = bytesOf(declared) == 8 ? 8 : 4;
    context.source(4, base, bytes == 8 ? ScalarType::u64 : ScalarType::u32);
    return bytes;
  }
  if (operand.name.empty()) {
    context.out.operand[4] = context.builder.constant(0, 8);
    return 8;
  }
  const auto symbol = context.builder.symbols.find(operand.name);
  if (symbol == context.builder.symbols.end()) {
    context.fail("'" + operand.name + "' is not declared", ErrorCode::invalidPtx);
    return 8;
  }
  if (context.out.space == Space::generic) {
    // A variable names its own space.
    using Kind = Symbol::Kind;
    context.out.space = symbol->second.kind == Kind::shared     ? Space::shared
                        : symbol->second.kind == Kind::local    ? Space::local
                        : symbol->second.kind == Kind::constant ? Space::constant
                                                                : Space::global;
  }
  if (symbol->second.kind == Symbol::Kind::local && !context.builder.isEntry) {
    context.out.immediate += static_cast<std::int64_t>(symbol->second.address);
    context.out.operand[4] = context.builder.frameHead(FrameHead::localBase);
    return 8;
  }
  context.out.operand[4] = context.builder.constant(symbol->second.address, 8);
  return 8;
}

template <template <class, class, unsigned, class> class Form>
void memoryHandlers(DecodeContext& context, ScalarType type, unsigned elements, unsigned slotBytes,
                    unsigned addressBytes) {
  context.out.width = static_cast<std::uint8_t>(bytesOf(type) * elements);
  context.out.elementBytes = static_cast<std::uint8_t>(bytesOf(type));
  context.out.isReal = isFloat(type);
  context.out.wideSlots = slotBytes == 8;
  if (context.out.width > 16) return context.fail("vectors above 16 bytes are not supported");
  context.out.ptxasWidth = context.out.width;
  withMemoryType(context, type, slotBytes, [&](auto m, auto slot) {
    using M = typename decltype(m)::type;
    using Slot = typename decltype(slot)::type;
    const auto set = [&](auto a) {
      using A = typename decltype(a)::type;
      if (elements == 1)
        setHandler(context, Form<M, Slot, 1, A>::run);
      else if (elements == 2)
        setHandler(context, Form<M, Slot, 2, A>::run);
      else
        setHandler(context, Form<M, Slot, 4, A>::run);
    };
    if (addressBytes == 8)
      set(std::type_identity<std::uint64_t>{});
    else
      set(std::type_identity<std::uint32_t>{});
  });
}

/// The policy of .L2::cache_hint, the operand after the others: where data stay in a cache is not simulated.
void takePolicy(DecodeContext& context) {
  if (context.take("L2::cache_hint")) context.ignoreOperands(2);
}

/// What an ld or st moves for a lane.
struct Moved {
  unsigned elements = 1;
  ScalarType type = ScalarType::b32;
  ast::Operand value;
};

/// Hints, vector, type and the value, operand `k`. A value of 128 bits is two elements.
Moved takeMoved(DecodeContext& context, std::size_t k) {
  takeHints(context);
  takePolicy(context);
  if (context.take("b128")) return {2, ScalarType::b64, wideHalves(context.operandAt(k))};
  const unsigned elements = context.take("v2") ? 2 : context.take("v4") ? 4 : 1;
  const ScalarType type = context.takeType();
  return {elements, type, context.operandAt(k)};
}

bool isOrdered(const DecodeContext& context) {
  for (const std::string& modifier : context.syntax.modifiers)
    if (modifier == "volatile" || modifier == "relaxed" || modifier == "acquire" || modifier == "mmio") return true;
  return false;
}

void loadDecode(DecodeContext& context) {
  context.out.isPlainLoad = !isOrdered(context);
  context.out.isOrdered = !context.out.isPlainLoad;  // another block may be about to write what this one waits for
  const auto [elements, type, value] = takeMoved(context, 0);
  if (decodeFrameAccess(context, context.operandAt(1), value, type, elements, false)) return;
  if (elements == 1 && decodeParameterLoad(context, type)) return;
  const unsigned addressBytes = addressOperand(context, context.operandAt(1));
  std::vector<ast::Operand> one;
  unsigned slot = 0;
  unsigned k = 0;
  for (const ast::Operand& element : elementsOf(context, value, elements, one)) {
    context.destination(k, element);
    if (k < 4) slot = slot != 0 ? slot : context.slotBytes(context.out.operand[k]);
    if (++k > 4) return context.fail("too many elements");
  }
  memoryHandlers<Load>(context, type, elements, slot == 0 ? 4 : slot, addressBytes);
}

void storeDecode(DecodeContext& context) {
  if (context.take("async")) return context.fail("stores that complete at an mbarrier are not supported");
  context.out.isWrite = true;
  context.out.isPlainStore = !isOrdered(context);
  const auto [elements, type, value] = takeMoved(context, 1);
  if (decodeFrameAccess(context, context.operandAt(0), value, type, elements, true)) return;
  const unsigned addressBytes = addressOperand(context, context.operandAt(0));
  std::vector<ast::Operand> one;
  unsigned slot = bytesOf(type) == 8 ? 8 : 4;
  unsigned k = 0;
  for (const ast::Operand& element : elementsOf(context, value, elements, one)) {
    const auto found = context.builder.registerByName.find(element.name);
    const bool wideRegister =
        found != context.builder.registerByName.end() && bytesOf(context.builder.registers[found->second].type) == 8;
    if (wideRegister) slot = 8;
    context.source(k, element, wideRegister ? ScalarType::b64 : type);
    if (++k > 4) return context.fail("too many elements");
  }
  memoryHandlers<Store>(context, type, elements, slot, addressBytes);
}

/// What only moves data between caches. A prefetch of an address that is no memory does nothing on a card either.
void cacheDecode(DecodeContext& context) {
  while (context.takeOne({"global", "local", "L1", "L2", "L2::evict_last", "L2::evict_normal", "tensormap", "const"}) >=
         0) {
  }
  context.ignoreOperands(0);
  setHandlers<Nothing>(context);
}

struct PolicyZero {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    writeLanes<Full, std::uint64_t>(warp, instruction.operand[0], [](unsigned) { return std::uint64_t{0}; });
  }
};

/// A cache policy means nothing outside .L2::cache_hint, which has no effect here: any value will do.
void policyDecode(DecodeContext& context) {
  if (context.takeOne({"fractional", "range", "cvt"}) < 0)
    return context.fail("not a way to make a policy that this simulator knows");
  while (context.takeOne(
             {"global", "L2", "L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged"}) >= 0) {
  }
  context.take("b64");
  context.destination(0, 0);
  context.ignoreOperands(1);
  setHandlers<PolicyZero>(context);
}

constexpr IsaRow rows[] = {{"ld", loadDecode},        {"ldu", loadDecode},           {"st", storeDecode},
                           {"prefetch", cacheDecode}, {"prefetchu", cacheDecode},    {"applypriority", cacheDecode},
                           {"discard", cacheDecode},  {"createpolicy", policyDecode}};

}  // namespace

std::span<const IsaRow> memoryRows() { return rows; }

}  // namespace gpusim
