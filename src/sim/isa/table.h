#pragma once
// The instruction set: one row an opcode, in the family's file beside the functions that execute it.
#include <span>
#include <string_view>

#include "sim/decode/context.h"

namespace gpusim {

struct IsaRow {
  std::string_view opcode;  // "opcode:kind" where families share one; by_type.cpp chooses
  void (*decode)(DecodeContext&);
};

// One family a file.
std::span<const IsaRow> sharedRows();
std::span<const IsaRow> integerRows();
std::span<const IsaRow> carryRows();
std::span<const IsaRow> packedRows();
std::span<const IsaRow> bitRows();
std::span<const IsaRow> logicRows();
std::span<const IsaRow> floatRows();
std::span<const IsaRow> approximateRows();
std::span<const IsaRow> halfRows();
std::span<const IsaRow> compareRows();
std::span<const IsaRow> selectRows();
std::span<const IsaRow> moveRows();
std::span<const IsaRow> convertRows();
std::span<const IsaRow> memoryRows();
std::span<const IsaRow> atomicRows();
std::span<const IsaRow> warpRows();
std::span<const IsaRow> asyncCopyRows();
std::span<const IsaRow> mbarrierRows();
std::span<const IsaRow> matrixRows();
std::span<const IsaRow> matrixMemoryRows();
std::span<const IsaRow> clusterRows();
std::span<const IsaRow> controlRows();
std::span<const IsaRow> callRows();

/// All families.
std::span<const std::span<const IsaRow>> isaFamilies();

/// The row of `opcode`, or nullptr.
const IsaRow* findIsaRow(std::string_view opcode);

}  // namespace gpusim
