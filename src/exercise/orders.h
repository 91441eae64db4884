#pragma once
// The orders of blocks and warps that a case runs under. A race hides in the order that is usual and shows in one that
// is not, so small cases, which cost nothing, run under all of them.
#include <cstddef>
#include <cstdint>

#include "exercise/shape.h"

namespace exercise {

/// One order of the simulator: `seed` for Simulator::setSeed, and what it is in words.
struct Order {
  std::uint64_t seed = 0;
  const char* name = "";
};

/// Policies of src/sim/exec/order.h, those that find most first.
constexpr unsigned orderCount = 8;

/// The order of a case's run: run 0 is ascending, each later one another policy. `bits` say which warp or block is
/// singled out and how the others are mixed.
inline Order orderOf(unsigned run, std::uint64_t bits) {
  struct Policy {
    std::uint64_t lowBits;
    const char* name;
  };
  static constexpr Policy policies[orderCount - 1] = {
      {2, "blocks and warps in reverse"},
      {3, "a lone warp far ahead"},
      {4, "a lone warp far behind"},
      {5, "several blocks in turns"},
      {1, "warps in turns"},
      {6, "one block last"},
      {7, "one block first"},
  };
  if (run == 0) return {0, "ascending"};
  const Policy& policy = policies[(run - 1) % (orderCount - 1)];
  return {((bits | 8) & ~std::uint64_t{7}) | policy.lowBits, policy.name};
}

/// How many runs a case gets: many while they cost milliseconds, one where the case is there for its size.
inline unsigned ordersFor(const Shape& shape) {
  constexpr std::size_t small = std::size_t{1} << 12, middling = std::size_t{1} << 20;
  return shape.count() <= small ? orderCount : shape.count() <= middling ? 3 : 1;
}

}  // namespace exercise
