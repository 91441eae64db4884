// Atomics and reductions: PTX ISA section 9.7.13 (atom, red), and the fences that order them.
//
// Global atomics are the host's, so blocks on several host threads may meet on one address; shared memory belongs to
// one host thread. Lanes of one warp act in ascending order. Where the order of blocks could show, one host thread runs
// them all (decode/block_interaction.cpp).
#include <atomic>
#include <bit>
#include <cmath>

#include "sim/exec/narrow_floats.h"
#include "sim/isa/addressing.h"
#include "sim/isa/table.h"
#include "sim/isa/wide.h"

namespace gpusim {
namespace {

struct Add {
  template <class T>
  static T of(T old, T b, T) {
    return static_cast<T>(old + b);
  }
};
struct AddFloat {
  template <class U>
  static U of(U old, U b, U) {
    using F = std::conditional_t<sizeof(U) == 8, double, float>;
    const F sum = std::bit_cast<F>(old) + std::bit_cast<F>(b);
    // As add.f32 does: a card's NaN of single precision has one payload.
    if constexpr (sizeof(U) == 4)
      if (sum != sum) return 0x7fffffffu;
    return std::bit_cast<U>(sum);
  }
};
/// float32 in global memory: subnormal operands and results count as zero (PTX ISA, "atom": add.f32).
struct AddFlushed {
  template <class U>
  static U of(U old, U b, U) {
    const auto flush = [](U bits) { return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits; };
    return flush(AddFloat::of<U>(flush(old), flush(b), b));
  }
};
enum class Combine { add, min, max };
/// 16-bit floats, one in a T of 16 bits or two in one of 32.
template <Combine How, double (*ToDouble)(std::uint32_t), std::uint32_t (*FromDouble)(double)>
struct Narrow {
  template <class T>
  static T of(T old, T b, T) {
    std::uint32_t result = 0;
    for (unsigned half = 0; half < sizeof(T) / 2; ++half) {
      const std::uint32_t xBits = std::uint32_t{old} >> (16 * half) & 0xffff,
                          yBits = std::uint32_t{b} >> (16 * half) & 0xffff;
      const double x = ToDouble(xBits), y = ToDouble(yBits);
      std::uint32_t value = 0;
      if (How == Combine::add)
        value = FromDouble(x + y);
      else if (std::isnan(x) || std::isnan(y))
        value = std::isnan(x) ? (std::isnan(y) ? 0x7fff : yBits) : xBits;
      else if (x == y)  // -0 is less than +0
        value = ((xBits & 0x8000) != 0) == (How == Combine::min) ? xBits : yBits;
      else
        value = (x < y) == (How == Combine::min) ? xBits : yBits;
      result |= value << (16 * half);
    }
    return static_cast<T>(result);
  }
};
template <Combine How>
using Half = Narrow<How, halfToDouble, doubleToHalf>;
template <Combine How>
using Bfloat = Narrow<How, bfloatToDouble, doubleToBfloat>;
struct Min {
  template <class T>
  static T of(T old, T b, T) {
    return b < old ? b : old;
  }
};
struct Max {
  template <class T>
  static T of(T old, T b, T) {
    return b > old ? b : old;
  }
};
struct And {
  template <class T>
  static T of(T old, T b, T) {
    return static_cast<T>(old & b);
  }
};
struct Or {
  template <class T>
  static T of(T old, T b, T) {
    return static_cast<T>(old | b);
  }
};
struct Xor {
  template <class T>
  static T of(T old, T b, T) {
    return static_cast<T>(old ^ b);
  }
};
struct Exchange {
  template <class T>
  static T of(T, T b, T) {
    return b;
  }
};
struct CompareSwap {
  template <class T>
  static T of(T old, T compare, T value) {
    return old == compare ? value : old;
  }
};
struct Increment {
  template <class T>
  static T of(T old, T b, T) {
    return old >= b ? T{0} : static_cast<T>(old + 1);
  }
};
struct Decrement {
  template <class T>
  static T of(T old, T b, T) {
    return old == 0 || old > b ? b : static_cast<T>(old - 1);
  }
};

/// Replaces the value at `host` and returns what was there.
template <class Op, class T>
T replace(std::uint64_t host, T b, T c, bool contended) {
  auto* at = reinterpret_cast<T*>(host);
  if (!contended) {
    const T old = *at;
    *at = Op::template of<T>(old, b, c);
    return old;
  }
  std::atomic_ref<T> cell(*at);
  T old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, Op::template of<T>(old, b, c), std::memory_order_seq_cst)) {
  }
  return old;
}

// Operands: 0 old value, 1 b, 2 c, 4 address. A vector's: old values and then b's from the sixth on; plan tells how
// many.
template <class Op, class T>
[[gnu::noinline]] void act(Warp& warp, const Operand* d, const Operand* bs, Operand cs, unsigned elements,
                           const std::uint64_t* at, const Access& access, bool contended) {
  // An old value may go where the next element's operand comes from: all are read before the first is written.
  SlotOf<T> values[8][warpSize];
  if (elements > 1)
    for (unsigned k = 0; k < elements; ++k) std::memcpy(values[k], warp.at<const SlotOf<T>>(bs[k]), sizeof values[k]);
  for (unsigned k = 0; k < elements; ++k) {
    const auto* b = elements > 1 ? values[k] : warp.at<const SlotOf<T>>(bs[k]);
    const auto* c = cs.base == Operand::none ? b : warp.at<const SlotOf<T>>(cs);
    auto* old = d == nullptr || d[k].base == Operand::none ? nullptr : warp.at<SlotOf<T>>(d[k]);
    for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const T before = replace<Op, T>(at[lane] + access.delta + k * sizeof(T), fromSlot<T>(b[lane]),
                                      fromSlot<T>(c[lane]), contended);
      if (old != nullptr) old[lane] = toSlot<T>(before);
    }
  }
}

/// `InGlobal` is what happens there, `InShared` in shared memory.
template <class InGlobal, class InShared, class T>
void run(Warp& warp, const Instruction& instruction) {
  alignas(64) std::uint64_t address[warpSize];
  addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, address);
  const unsigned elements = instruction.plan;
  const Operand *d = instruction.operand, *b = d + 1;
  if (elements != 1) {
    d = moreOperands(warp, instruction);
    b = d + elements;
  }
  inSpaces(warp, instruction, address, AccessKind::atomic,
           [&](const Access& access, const std::uint64_t* at, bool isShared) {
             if (isShared)
               act<InShared, T>(warp, d, b, instruction.operand[2], elements, at, access, false);
             else
               act<InGlobal, T>(warp, d, b, instruction.operand[2], elements, at, access,
                                warp.worker->launch.options.threads != 1);
           });
}

template <class Op, class T>
void setOne(DecodeContext& context) {
  setHandler(context, run<Op, Op, T>);
}

template <class Op>
void setInteger(DecodeContext& context, ScalarType type) {
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
          type, [&](auto identity) { setOne<Op, typename decltype(identity)::type>(context); }))
    context.fail("not supported for this type");
}

enum Operation { add, least, greatest, bitAnd, bitOr, bitXor, exchange, compareSwap, increment, decrement };

/// What the type says beside ScalarType: two 16-bit floats in one register.
struct ElementType {
  ScalarType type = ScalarType::b32;  // of the register
  bool isHalf = false, isBfloat = false;
  unsigned bytes = 4;
};

ElementType takeElementType(DecodeContext& context) {
  if (context.take("f16x2")) return {ScalarType::b32, true, false, 4};
  if (context.take("bf16x2")) return {ScalarType::b32, false, true, 4};
  const ScalarType type = context.takeType();
  return {type, type == ScalarType::f16, type == ScalarType::bf16, bytesOf(type)};
}

template <template <Combine> class Family>
void setNarrow(DecodeContext& context, int op, unsigned bytes) {
  const auto set = [&](auto operation) {
    using Op = decltype(operation);
    bytes == 2 ? setOne<Op, std::uint16_t>(context) : setOne<Op, std::uint32_t>(context);
  };
  if (op == add) return set(Family<Combine::add>{});
  if (op == least) return set(Family<Combine::min>{});
  if (op == greatest) return set(Family<Combine::max>{});
  context.fail("not supported for this type");
}

void chooseHandler(DecodeContext& context, int op, const ElementType& element) {
  if (element.isHalf) return setNarrow<Half>(context, op, element.bytes);
  if (element.isBfloat) return setNarrow<Bfloat>(context, op, element.bytes);
  if (isFloat(element.type)) {
    if (op == add && element.type == ScalarType::f32)
      return setHandler(context, run<AddFlushed, AddFloat, std::uint32_t>);
    if (op == add && element.type == ScalarType::f64) return setOne<AddFloat, std::uint64_t>(context);
    return context.fail("not supported for this type");
  }
  switch (op) {
    case add:
      return setInteger<Add>(context, element.type);
    case least:
      return setInteger<Min>(context, element.type);
    case greatest:
      return setInteger<Max>(context, element.type);
    case bitAnd:
      return setInteger<And>(context, element.type);
    case bitOr:
      return setInteger<Or>(context, element.type);
    case bitXor:
      return setInteger<Xor>(context, element.type);
    case exchange:
      return setInteger<Exchange>(context, element.type);
    case compareSwap:
      if (element.bytes == 2) return setOne<CompareSwap, std::uint16_t>(context);
      return setInteger<CompareSwap>(context, element.type);
    case increment:
      return setInteger<Increment>(context, element.type);
    case decrement:
      return setInteger<Decrement>(context, element.type);
    default:
      return context.fail("an operation is missing", ErrorCode::invalidPtx);
  }
}

void vectorElements(DecodeContext& context, std::size_t k, unsigned elements, ScalarType type, bool isDestination,
                    unsigned slot) {
  const ast::Operand& operand = context.operandAt(k);
  if (operand.kind == ast::Operand::Kind::discard && isDestination) return;
  if (operand.kind != ast::Operand::Kind::vector || operand.elements.size() != elements)
    return context.fail("the vector does not have as many elements as .v says", ErrorCode::invalidPtx);
  for (const ast::Operand& element : operand.elements)
    isDestination ? context.destination(slot++, element) : context.source(slot++, element, type);
}

/// Operand `first` is the address; the values follow.
void decode(DecodeContext& context, std::size_t first) {
  if (context.take("async")) return context.fail("stores that complete at an mbarrier are not supported");
  context.out.order = Order::relaxed;
  context.out.scope = Scope::gpu;
  takeOrder(context);
  context.take("noftz");
  const bool cacheHint = context.take("L2::cache_hint");
  context.out.isWrite = context.out.isAtomic = true;
  takeSpace(context);
  const int op = context.takeOne({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  const unsigned elements = context.take("v2") ? 2 : context.take("v4") ? 4 : context.take("v8") ? 8 : 1;
  if (context.take("b128")) {
    if (op == exchange || op == compareSwap) return decodeWideAtomic(context, op == compareSwap, cacheHint);
    return context.fail("atomics of 128 bits exchange or compare and swap", ErrorCode::invalidPtx);
  }
  const ElementType element = takeElementType(context);
  if (context.failed()) return;
  const bool isReal = element.isHalf || element.isBfloat || isFloat(element.type);
  context.out.isOrdered = isReal || op >= exchange;
  context.out.plan = elements;
  addressSource(context, 4, context.operandAt(first));
  const std::size_t last = first + 1 + (op == compareSwap ? 1 : 0) + (cacheHint ? 1 : 0);
  if (context.count() != last + 1) return context.fail("another number of operands is expected", ErrorCode::invalidPtx);
  if (cacheHint) context.ignoreOperands(last);  // where data stay in a cache is not simulated
  if (elements == 1) {
    if (first == 1) context.destination(0, 0);
    context.source(1, first + 1, element.type);
    if (op == compareSwap) context.source(2, first + 2, element.type);
  } else {
    if (!isReal) return context.fail("vectors are of floating-point numbers", ErrorCode::invalidPtx);
    context.place(firstMore + 2 * elements - 1) = noOperand;
    if (first == 1) vectorElements(context, 0, elements, element.type, true, firstMore);
    vectorElements(context, first + 1, elements, element.type, false, firstMore + elements);
  }
  context.out.width = static_cast<std::uint8_t>(element.bytes * elements);
  if (context.out.width > 16) return context.fail("vectors above 16 bytes are not supported");
  context.out.elementBytes = static_cast<std::uint8_t>(element.bytes);
  context.out.ptxasWidth = context.out.width;
  if (!context.failed()) chooseHandler(context, op, element);
}

void atom(DecodeContext& context) { decode(context, 1); }
void red(DecodeContext& context) { decode(context, 0); }

struct Fence {
  template <bool>
  static void run(Warp& warp, const Instruction& instruction) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (const auto& observer : warp.worker->observers) observer->fence(instruction, warp, warp.worker->block);
  }
};
void fence(DecodeContext& context) {
  context.out.order = Order::sequential;
  if (context.take("gl")) context.out.scope = Scope::gpu;  // membar's own names of its levels
  takeOrder(context);
  while (context.takeOne({"proxy", "alias", "async", "global", "shared::cta", "shared::cluster", "async::global",
                          "async::shared::cta", "async::shared::cluster", "mbarrier_init", "sync_restrict::shared::cta",
                          "sync_restrict::shared::cluster"}) >= 0) {
  }
  setHandlers<Fence>(context);
}

constexpr IsaRow rows[] = {{"atom", atom}, {"red", red}, {"membar", fence}, {"fence", fence}};

}  // namespace

std::span<const IsaRow> atomicRows() { return rows; }

}  // namespace gpusim
