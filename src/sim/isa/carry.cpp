// Extended-precision integers: PTX ISA section 9.7.2. The carry flag of the 32 lanes is a predicate that no PTX text
// can name; add.cc and its kin write it, addc and its kin read it. A subtraction's flag is that it did not borrow.
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

constexpr unsigned flagOut = 4, flagIn = 5;  // operand slots

Operand flagRegister(DecodeContext& context) {
  static const std::string name = "carry flag";
  const auto found = context.builder.registerByName.find(name);
  const std::uint32_t number = found != context.builder.registerByName.end()
                                   ? found->second
                                   : context.builder.addRegister(name, ScalarType::pred);
  return makeOperand(Operand::registers, number);
}

template <class T>
struct Sum {
  T value;
  bool flag;
};

template <class T>
Sum<T> addWith(T a, T b, bool flag) {
  const T first = static_cast<T>(a + b), second = static_cast<T>(first + (flag ? 1 : 0));
  return {second, first < a || second < first};
}
template <class T>
Sum<T> subWith(T a, T b, bool flag) {
  return addWith(a, static_cast<T>(~b), flag);
}

struct Add {
  static constexpr std::size_t sources = 2;
  static constexpr std::uint32_t noFlag = 0;
  template <class T>
  static Sum<T> apply(T a, T b, T, bool flag) {
    return addWith(a, b, flag);
  }
};
struct Sub {
  static constexpr std::size_t sources = 2;
  static constexpr std::uint32_t noFlag = allLanes;
  template <class T>
  static Sum<T> apply(T a, T b, T, bool flag) {
    return subWith(a, b, flag);
  }
};
template <bool High, bool Signed>
struct Mad {
  static constexpr std::size_t sources = 3;
  static constexpr std::uint32_t noFlag = 0;
  template <class T>
  static Sum<T> apply(T a, T b, T c, bool flag) {
    using Narrow = std::conditional_t<Signed, std::make_signed_t<T>, T>;
    using Wide = std::conditional_t<Signed, __int128, unsigned __int128>;
    const Wide product = static_cast<Wide>(static_cast<Narrow>(a)) * static_cast<Wide>(static_cast<Narrow>(b));
    return addWith(static_cast<T>(High ? product >> (8 * sizeof(T)) : product), c, flag);
  }
};

template <class Op, class T>
struct WithFlag {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const T* a = warp.at<const T>(instruction.operand[1]);
    const T* b = warp.at<const T>(instruction.operand[2]);
    const T* c = Op::sources == 3 ? warp.at<const T>(instruction.operand[3]) : a;
    const Operand in = instruction.operand[flagIn];
    const std::uint32_t flags = in.base == Operand::none ? Op::noFlag : warp.predicate(in);
    T values[warpSize];
    std::uint32_t carries = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const Sum<T> sum = Op::apply(a[lane], b[lane], c[lane], (flags >> lane & 1) != 0);
      values[lane] = sum.value;
      carries |= std::uint32_t{sum.flag} << lane;
    }
    writeLanes<Full, T>(warp, instruction.operand[0], [&](unsigned lane) { return values[lane]; });
    assignPredicate(warp, instruction.operand[flagOut], carries, Full);
  }
};

template <class Op>
void setFlagged(DecodeContext& context, ScalarType type, bool readsFlag) {
  operands(context, type, Op::sources);
  const Operand flag = flagRegister(context);
  if (readsFlag) {
    context.out.operand[flagIn] = flag;
    context.reads.push_back(flagIn);
  }
  if (context.take("cc")) {
    context.out.operand[flagOut] = flag;
    context.writes.push_back(flagOut);
  }
  if (bytesOf(type) == 8)
    setHandlers<WithFlag<Op, std::uint64_t>>(context);
  else
    setHandlers<WithFlag<Op, std::uint32_t>>(context);
}

ScalarType takeFlaggedType(DecodeContext& context) {
  const ScalarType type = context.takeType();
  if (isFloat(type) || bytesOf(type) < 4) context.fail("not a 32- or 64-bit integer type", ErrorCode::invalidPtx);
  return type;
}

template <class Op, bool ReadsFlag>
void add(DecodeContext& context) {
  setFlagged<Op>(context, takeFlaggedType(context), ReadsFlag);
}

template <bool ReadsFlag>
void mad(DecodeContext& context) {
  const int part = context.takeOne({"lo", "hi"});
  const ScalarType type = takeFlaggedType(context);
  if (part == 0)
    setFlagged<Mad<false, false>>(context, type, ReadsFlag);
  else if (part < 0)
    context.fail("one of .lo and .hi is missing", ErrorCode::invalidPtx);
  else if (isSigned(type))
    setFlagged<Mad<true, true>>(context, type, ReadsFlag);
  else
    setFlagged<Mad<true, false>>(context, type, ReadsFlag);
}

constexpr IsaRow rows[] = {
    {"add:carry", add<Add, false>}, {"sub:carry", add<Sub, false>}, {"mad:carry", mad<false>},
    {"addc", add<Add, true>},       {"subc", add<Sub, true>},       {"madc", mad<true>},
};

}  // namespace

std::span<const IsaRow> carryRows() { return rows; }

}  // namespace gpusim
