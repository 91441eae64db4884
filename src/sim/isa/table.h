#pragma once
// The instruction set: one row an opcode, in the family's file beside the functions that execute it.
#include <span>
#include <string_view>

#include "sim/decode/context.h"

namespace gpusim {

struct IsaRow {
  std::string_view opcode;
  void (*decode)(DecodeContext&);
};

// One family a file.
std::span<const IsaRow> integerRows();
std::span<const IsaRow> logicRows();
std::span<const IsaRow> floatRows();
std::span<const IsaRow> compareRows();
std::span<const IsaRow> moveRows();
std::span<const IsaRow> convertRows();
std::span<const IsaRow> memoryRows();
std::span<const IsaRow> atomicRows();
std::span<const IsaRow> warpRows();
std::span<const IsaRow> asyncCopyRows();
std::span<const IsaRow> mbarrierRows();
std::span<const IsaRow> matrixRows();
std::span<const IsaRow> matrixMemoryRows();
std::span<const IsaRow> controlRows();
std::span<const IsaRow> callRows();

/// The row of `opcode`, or nullptr.
const IsaRow* findIsaRow(std::string_view opcode);

}  // namespace gpusim
