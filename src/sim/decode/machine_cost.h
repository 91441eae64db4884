#pragma once
// What a PTX instruction costs as machine instructions, for the time model. The counters stay PTX's.
#include <cstdint>

#include "sim/parse/ast.h"

namespace gpusim {

/// Machine instructions of one warp instruction of PTX: how many are issued, and how many of them go to each pipe.
struct MachineCost {
  std::uint8_t issued = 1;
  std::uint8_t multiply = 0;  // fp32 and integer multiply-add
  std::uint8_t integer = 0;   // adds, logic, comparisons, shifts
  std::uint8_t special = 0;   // reciprocals, roots, sines, conversions between integers and floats, bit counts
  std::uint8_t fp64 = 0;
  std::uint8_t shuffles = 0;  // through the pipe of shared memory
};

MachineCost machineCost(const ast::Instruction& instruction);

}  // namespace gpusim
