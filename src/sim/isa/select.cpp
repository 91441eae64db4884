// Selection by a predicate or a sign: PTX ISA section 9.7.6 (selp, slct).
#include "sim/isa/number.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

template <class T>
struct Selp {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
    const auto* b = warp.at<const SlotOf<T>>(instruction.operand[2]);
    const std::uint32_t p = warp.predicate(instruction.operand[3]);
    writeLanes<Full, SlotOf<T>>(warp, instruction.operand[0],
                                [=](unsigned lane) { return (p >> lane & 1) != 0 ? a[lane] : b[lane]; });
  }
};

void selp(DecodeContext& context) {
  const ScalarType type = context.takeType();
  operands(context, type, 2);
  bool negated = false;
  context.predicateSource(3, context.operandAt(3), &negated);
  if (negated) std::swap(context.out.operand[1], context.out.operand[2]);
  if (bytesOf(type) == 8)
    setHandlers<Selp<std::uint64_t>>(context);
  else
    setHandlers<Selp<std::uint32_t>>(context);
}

/// The condition of slct, with .ftz: a negative subnormal is -0, which selects a.
template <class C, bool Flush>
bool selects(C c) {
  if constexpr (Flush)
    return flushed(c) >= 0.0f;
  else
    return c >= C{0};
}

template <class T, class C, bool Flush>
struct Slct {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const SlotOf<T>>(instruction.operand[1]);
    const auto* b = warp.at<const SlotOf<T>>(instruction.operand[2]);
    const auto* c = warp.at<const SlotOf<C>>(instruction.operand[3]);
    writeLanes<Full, SlotOf<T>>(warp, instruction.operand[0], [=](unsigned lane) {
      return selects<C, Flush>(fromSlot<C>(c[lane])) ? a[lane] : b[lane];
    });
  }
};

void slct(DecodeContext& context) {
  const bool ftz = context.take("ftz");
  const ScalarType type = context.takeType(), by = context.takeType();
  operands(context, type, 2);
  context.source(3, 3, by);
  const auto set = [&](auto value) {
    using T = decltype(value);
    if (by == ScalarType::s32)
      setHandlers<Slct<T, std::int32_t, false>>(context);
    else if (by != ScalarType::f32)
      context.fail("selects by .s32 or .f32");
    else if (ftz)
      setHandlers<Slct<T, float, true>>(context);
    else
      setHandlers<Slct<T, float, false>>(context);
  };
  if (bytesOf(type) == 8)
    set(std::uint64_t{});
  else
    set(std::uint32_t{});
}

constexpr IsaRow rows[] = {{"selp", selp}, {"slct", slct}};

}  // namespace

std::span<const IsaRow> selectRows() { return rows; }

}  // namespace gpusim
