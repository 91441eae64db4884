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

}  // namespace gpusim::remote
