// Clusters of one block, which is what every launch without cluster dimensions is: PTX ISA, "mapa" and "getctarank".
// barrier.cluster is among the barriers (control.cpp), the registers among the special ones (decode/context.cpp).
#include "sim/isa/addressing.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// The address in the block of that rank. Another rank than 0 has none: an address that is no memory, so that its use
/// is a fault. Operands: 0 d, 1 a, 2 rank.
template <class T>
struct MapAddress {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    const auto* a = warp.at<const T>(instruction.operand[1]);
    const auto* rank = warp.at<const std::uint32_t>(instruction.operand[2]);
    constexpr T nowhere = sizeof(T) == 8 ? 0 : static_cast<T>(0xffff'fff0);
    writeLanes<Full, T>(warp, instruction.operand[0],
                        [&](unsigned lane) { return rank[lane] == 0 ? a[lane] : nowhere; });
  }
};

void mapAddress(DecodeContext& context) {
  context.take("shared::cluster");
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  context.source(2, 2, ScalarType::u32);
  bytesOf(type) == 8 ? setHandlers<MapAddress<std::uint64_t>>(context)
                     : setHandlers<MapAddress<std::uint32_t>>(context);
}

struct RankZero {
  template <bool Full>
  static void run(Warp& warp, const Instruction& instruction) {
    writeLanes<Full, std::uint32_t>(warp, instruction.operand[0], [](unsigned) { return 0u; });
  }
};

void rankOf(DecodeContext& context) {
  context.take("shared::cluster");
  const ScalarType type = context.takeType();
  context.destination(0, 0);
  context.source(1, 1, type);
  setHandlers<RankZero>(context);
}

constexpr IsaRow rows[] = {{"mapa", mapAddress}, {"getctarank", rankOf}};

}  // namespace

std::span<const IsaRow> clusterRows() { return rows; }

}  // namespace gpusim
