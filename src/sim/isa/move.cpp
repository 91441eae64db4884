// Moves between registers and between address spaces: PTX ISA section 9.7.9 (mov, cvta, isspacep).
#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"
#include "sim/isa/wide.h"
#include "sim/memory/address_space.h"

namespace gpusim {
namespace {

struct Copy {
  template <class D, class T>
  static D apply(T a) {
    return static_cast<D>(a);
  }
};
struct AddWindow {
  template <class D, class T>
  static D apply(T a, T b) {
    return a + b;
  }
};

template <class T>
struct Pack {  // operand 0 = {operand 1, operand 2, …}: each part holds sizeof(T) bytes
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto parts = static_cast<unsigned>(instruction.immediate);
    const std::uint32_t* part[4];
    for (unsigned k = 0; k < parts; ++k) part[k] = warp.at<const std::uint32_t>(instruction.operand[k + 1]);
    const auto value = [&](unsigned lane) {
      std::uint64_t all = 0;
      for (unsigned k = 0; k < parts; ++k) all |= std::uint64_t{static_cast<T>(part[k][lane])} << (8 * sizeof(T) * k);
      return all;
    };
    if (parts * sizeof(T) == 8)
      writeLanes<Full, std::uint64_t>(warp, instruction.operand[0], value);
    else
      writeLanes<Full, std::uint32_t>(warp, instruction.operand[0],
                                      [&](unsigned lane) { return static_cast<std::uint32_t>(value(lane)); });
  }
};

template <class T>
struct Unpack {  // {operand 0, operand 1, …} = operand 4
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto parts = static_cast<unsigned>(instruction.immediate);
    alignas(64) std::uint64_t whole[warpSize];
    for (unsigned lane = 0; lane < warpSize; ++lane)
      whole[lane] = parts * sizeof(T) == 8 ? warp.at<const std::uint64_t>(instruction.operand[4])[lane]
                                           : warp.at<const std::uint32_t>(instruction.operand[4])[lane];
    for (unsigned k = 0; k < parts; ++k)
      writeLanes<Full, std::uint32_t>(warp, instruction.operand[k], [&, k](unsigned lane) {
        return static_cast<std::uint32_t>(static_cast<T>(whole[lane] >> (8 * sizeof(T) * k)));
      });
  }
};

struct MovePredicate {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const std::uint32_t a = warp.predicate(instruction.operand[1]) ^ (instruction.immediate != 0 ? allLanes : 0);
    assignPredicate(warp, instruction.operand[0], a, Full);
  }
};

/// Clocks: a count of instructions run by the host thread stands in for cycles and nanoseconds. `Upper` is the upper
/// half of the 64 bits.
template <class T, bool Upper = false>
struct ReadClock {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    static thread_local std::uint64_t ticks = 0;
    const std::uint64_t now = ticks += 32;
    writeLanes<Full, T>(warp, instruction.operand[0],
                        [=](unsigned) { return static_cast<T>(Upper ? now >> 32 : now); });
  }
};

/// The address of a function's local variable is another one in each activation: base and offset are added up.
bool takeFrameAddress(DecodeContext& context, const ast::Operand& from) {
  const auto symbol = context.builder.symbols.find(from.name);
  if (from.kind != ast::Operand::Kind::name || symbol == context.builder.symbols.end() || context.builder.isEntry ||
      symbol->second.kind != Symbol::Kind::local)
    return false;
  context.out.operand[1] = context.builder.frameHead(FrameHead::localBase);
  context.out.operand[2] =
      context.builder.constant(symbol->second.address + static_cast<std::uint64_t>(from.offset), 8);
  return true;
}

void move(DecodeContext& context) {
  using Kind = ast::Operand::Kind;
  if (context.take("b128")) return decodeWideMove(context);
  const ScalarType type = context.takeType();
  const ast::Operand& to = context.operandAt(0);
  const ast::Operand& from = context.operandAt(1);
  if (type == ScalarType::pred) {
    bool negated = false;
    context.predicateDestination(0, to);
    context.predicateSource(1, from, &negated);
    context.out.immediate = negated ? 1 : 0;
    return setHandlers<MovePredicate>(context);
  }
  if (from.kind == Kind::vector || to.kind == Kind::vector) {
    const auto& parts = from.kind == Kind::vector ? from.elements : to.elements;
    const std::size_t bytes = parts.empty() ? 0 : bytesOf(type) / parts.size();
    if (parts.size() < 2 || parts.size() > 4 || bytes * parts.size() != bytesOf(type))
      return context.fail("the parts do not fill the whole");
    context.out.immediate = static_cast<std::int64_t>(parts.size());
    const ScalarType part = bytes == 1 ? ScalarType::b8 : bytes == 2 ? ScalarType::b16 : ScalarType::b32;
    if (from.kind == Kind::vector) {
      context.destination(0, to);
      for (unsigned k = 0; k < parts.size(); ++k) context.source(k + 1, parts[k], part);
      if (bytes == 1)
        setHandlers<Pack<std::uint8_t>>(context);
      else if (bytes == 2)
        setHandlers<Pack<std::uint16_t>>(context);
      else
        setHandlers<Pack<std::uint32_t>>(context);
    } else {
      for (unsigned k = 0; k < parts.size(); ++k) context.destination(k, parts[k]);
      context.source(4, from, type);
      if (bytes == 1)
        setHandlers<Unpack<std::uint8_t>>(context);
      else if (bytes == 2)
        setHandlers<Unpack<std::uint16_t>>(context);
      else
        setHandlers<Unpack<std::uint32_t>>(context);
    }
    return;
  }
  context.destination(0, to);
  if (from.kind == Kind::name &&
      (from.name == "%clock" || from.name == "%clock_hi" || from.name == "%clock64" || from.name == "%globaltimer" ||
       from.name == "%globaltimer_lo" || from.name == "%globaltimer_hi")) {
    if (from.name.ends_with("_hi"))
      setHandlers<ReadClock<std::uint32_t, true>>(context);
    else if (bytesOf(type) == 8)
      setHandlers<ReadClock<std::uint64_t>>(context);
    else
      setHandlers<ReadClock<std::uint32_t>>(context);
    return;
  }
  if (from.kind == Kind::name && (from.name == "%smid" || from.name == "%gridid")) {
    context.out.operand[1] = context.builder.constant(0, bytesOf(type) == 8 ? 8 : 4);
  } else if (from.kind == Kind::name && from.name == "%nsmid") {
    context.out.operand[1] = context.builder.constant(1, 4);
  } else if (takeFrameAddress(context, from)) {
    return setHandlers<Map<AddWindow, std::uint64_t, std::uint64_t, std::uint64_t>>(context);
  } else {
    context.source(1, 1, type);
  }
  context.out.isCopy = true;
  if (bytesOf(type) == 8)
    setHandlers<Map<Copy, std::uint64_t, std::uint64_t>>(context);
  else
    setHandlers<Map<Copy, std::uint32_t, std::uint32_t>>(context);
}

void convertAddress(DecodeContext& context) {
  const bool to = context.take("to");
  const int space = context.takeOne(
      {"global", "shared", "local", "const", "param", "param::entry", "shared::cta", "shared::cluster"});
  context.take("u64");
  context.destination(0, 0);
  context.source(1, 1, ScalarType::u64);
  std::uint64_t window = 0;
  if (space == 1 || space >= 6)
    window = sharedWindow;
  else if (space == 2)
    window = localWindow;
  else if (space >= 4)
    window = parameterWindow;
  else if (space < 0)
    return context.fail("a state space is missing", ErrorCode::invalidPtx);
  context.out.isCopy = window == 0;
  if (window == 0) return setHandlers<Map<Copy, std::uint64_t, std::uint64_t>>(context);
  context.out.operand[2] = context.builder.constant(to ? 0 - window : window, 8);
  setHandlers<Map<AddWindow, std::uint64_t, std::uint64_t, std::uint64_t>>(context);
}

struct IsSpace {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const std::uint64_t>(instruction.operand[1]);
    const auto window = static_cast<std::uint64_t>(instruction.immediate);
    std::uint32_t result = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const bool inside = window != 0 ? a[lane] - window < windowBytes
                                      : a[lane] - sharedWindow >= windowBytes && a[lane] - localWindow >= windowBytes &&
                                            a[lane] - parameterWindow >= windowBytes;
      result |= std::uint32_t{inside} << lane;
    }
    assignPredicate(warp, instruction.operand[0], result, Full);
  }
};

/// Constant variables have addresses among the global ones; only the module knows which they are.
struct IsConstant {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const std::uint64_t>(instruction.operand[1]);
    std::uint32_t result = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (const auto& [first, past] : warp.worker->launch.code.constantRanges)
        if (a[lane] >= first && a[lane] < past) result |= 1u << lane;
    assignPredicate(warp, instruction.operand[0], result, Full);
  }
};

void isSpace(DecodeContext& context) {
  const int space = context.takeOne(
      {"global", "shared", "local", "param", "param::entry", "const", "shared::cta", "shared::cluster"});
  if (space < 0) return context.fail("not supported for this space");
  context.predicateDestination(0, context.operandAt(0));
  context.source(1, 1, ScalarType::u64);
  if (space == 5) return setHandlers<IsConstant>(context);
  constexpr std::uint64_t windows[] = {0, sharedWindow, localWindow, parameterWindow, parameterWindow,
                                       0, sharedWindow, sharedWindow};
  context.out.immediate = static_cast<std::int64_t>(windows[space]);
  setHandlers<IsSpace>(context);
}

constexpr IsaRow rows[] = {{"mov", move}, {"cvta", convertAddress}, {"isspacep", isSpace}};

}  // namespace

std::span<const IsaRow> moveRows() { return rows; }

}  // namespace gpusim
