// Atomics and reductions: PTX ISA section 9.7.13 (atom, red), and the fences that order them.
//
// Global atomics are the host's, so blocks on several host threads may meet on one address; shared memory belongs to
// one host thread. Lanes of one warp act in ascending order.
#include <atomic>
#include <bit>
#include <thread>

#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

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

// Operands: 0 old value, 1 b, 2 c, 4 address (wideSlots tells its width).
template <class Op, class T>
[[gnu::noinline]] void act(Warp& warp, const Instruction& instruction, const std::uint64_t* at, const Access& access,
                           bool contended) {
  const auto* b = warp.at<const SlotOf<T>>(instruction.operand[1]);
  const auto* c = instruction.operand[2].base == Operand::none ? b : warp.at<const SlotOf<T>>(instruction.operand[2]);
  auto* d = instruction.operand[0].base == Operand::none ? nullptr : warp.at<SlotOf<T>>(instruction.operand[0]);
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const T old = replace<Op, T>(at[lane] + access.delta, fromSlot<T>(b[lane]), fromSlot<T>(c[lane]), contended);
    if (d != nullptr) d[lane] = toSlot<T>(old);
  }
}

using Act = void (*)(Warp& warp, const Instruction& instruction, const std::uint64_t* at, const Access& access,
                     bool contended);

[[gnu::noinline]] void inSpace(Warp& warp, const Instruction& instruction, Act actor) {
  alignas(64) std::uint64_t address[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    address[lane] = (instruction.wideAddress ? warp.at<const std::uint64_t>(instruction.operand[4])[lane]
                                             : warp.at<const std::uint32_t>(instruction.operand[4])[lane]) +
                    static_cast<std::uint64_t>(instruction.immediate);
  const std::uint32_t all = warp.mask;
  std::uint32_t shared = instruction.space == Space::shared ? all : 0;
  if (instruction.space == Space::generic)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (address[lane] - sharedWindow < windowBytes) {
        shared |= 1u << lane;
        address[lane] -= sharedWindow;
      }
  const auto part = [&](std::uint32_t lanes, bool isShared) {
    warp.mask = all & lanes;
    if (warp.mask == 0) return;
    alignas(64) std::uint64_t at[warpSize];
    std::memcpy(at, address, sizeof at);
    const Access access = isShared ? warp.worker->shared(warp, instruction, at, AccessKind::atomic)
                                   : warp.worker->global(warp, instruction, at, AccessKind::atomic);
    actor(warp, instruction, at, access, !isShared && warp.worker->launch.options.threads != 1);
  };
  part(shared, true);
  part(~shared, false);
  warp.mask = all;
}

template <class Op, class T>
void run(Warp& warp, const Instruction& instruction) {
  inSpace(warp, instruction, act<Op, T>);
}

template <class Op>
void setInteger(DecodeContext& context, ScalarType type) {
  if (!withType<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
          type, [&](auto identity) { setHandler(context, run<Op, typename decltype(identity)::type>); }))
    context.fail("not supported for this type");
}

/// Operand `first` is the address; the values follow.
void decode(DecodeContext& context, std::size_t first) {
  for (std::string_view hint : {"relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu", "sys", "noftz"})
    context.take(hint);
  context.out.isWrite = context.out.isAtomic = true;
  const int space = context.takeOne({"global", "shared", "shared::cta"});
  context.out.space = space < 0 ? Space::generic : space == 0 ? Space::global : Space::shared;
  const int op = context.takeOne({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  const ScalarType type = context.takeType();
  if (first == 1) context.destination(0, 0);

  const ast::Operand& place = context.operandAt(first);
  if (place.kind != ast::Operand::Kind::address)
    return context.fail("an address in brackets is expected", ErrorCode::invalidPtx);
  context.out.immediate = place.offset;
  unsigned addressBytes = 8;
  ast::Operand base;
  base.name = place.name;
  if (const auto found = context.builder.registerByName.find(place.name);
      found != context.builder.registerByName.end()) {
    addressBytes = bytesOf(context.builder.registers[found->second].type) == 8 ? 8 : 4;
    context.source(4, base, addressBytes == 8 ? ScalarType::u64 : ScalarType::u32);
  } else {
    context.source(4, base, ScalarType::u64);
  }
  context.out.wideAddress = addressBytes == 8;
  context.source(1, first + 1, type);
  if (op == 7) context.source(2, first + 2, type);
  context.out.width = static_cast<std::uint8_t>(bytesOf(type));
  context.out.ptxasWidth = context.out.width;
  if (context.failed()) return;

  if (isFloat(type)) {
    if (op == 0 && type == ScalarType::f32) return setHandler(context, run<AddFloat, std::uint32_t>);
    if (op == 0 && type == ScalarType::f64) return setHandler(context, run<AddFloat, std::uint64_t>);
    return context.fail("not supported for this type");
  }
  switch (op) {
    case 0:
      return setInteger<Add>(context, type);
    case 1:
      return setInteger<Min>(context, type);
    case 2:
      return setInteger<Max>(context, type);
    case 3:
      return setInteger<And>(context, type);
    case 4:
      return setInteger<Or>(context, type);
    case 5:
      return setInteger<Xor>(context, type);
    case 6:
      return setInteger<Exchange>(context, type);
    case 7:
      return setInteger<CompareSwap>(context, type);
    case 8:
      return setInteger<Increment>(context, type);
    case 9:
      return setInteger<Decrement>(context, type);
    default:
      return context.fail("an operation is missing", ErrorCode::invalidPtx);
  }
}

void atom(DecodeContext& context) { decode(context, 1); }
void red(DecodeContext& context) { decode(context, 0); }

struct Fence {
  template <bool>
  static void run(Warp&, const Instruction&) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
};
void fence(DecodeContext& context) {
  while (context.takeOne({"sc", "acq_rel", "acquire", "release", "cta", "cluster", "gpu", "sys", "gl"}) >= 0) {
  }
  setHandlers<Fence>(context);
}

constexpr IsaRow rows[] = {{"atom", atom}, {"red", red}, {"membar", fence}, {"fence", fence}};

}  // namespace

std::span<const IsaRow> atomicRows() { return rows; }

}  // namespace gpusim
