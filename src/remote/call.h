#pragma once
// The arguments of one call of solve(), whatever its parameters are, by the x86-64 calling convention: whole numbers
// and pointers in six registers, floating point in eight, the rest on the stack.
#include <cstddef>
#include <cstdint>

namespace gpusim::remote {

constexpr std::size_t wholeRegisters = 6, floatRegisters = 8, mostStackWords = 32;

struct Arguments {
  std::uint64_t whole[wholeRegisters] = {};
  std::uint64_t floating[floatRegisters] = {};
  std::uint64_t stack[mostStackWords] = {};
  std::uint64_t stackWords = 0;
};

/// What solve() left in the registers where a result may be. By the calling convention this structure is those two.
struct Returned {
  std::uint64_t whole = 0;
  double floating = 0;
};

/// Argument `slot`, counted through `Arguments`, points `offset` bytes into memory that travels: the `block`-th.
struct Patch {
  std::uint32_t slot = 0, block = 0;
  std::uint64_t offset = 0;
};
constexpr std::size_t slots = wholeRegisters + floatRegisters + mostStackWords, mostBlocks = 16;

}  // namespace gpusim::remote
