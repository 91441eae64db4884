#pragma once
// index-overflow: everything from element 2^16 or 2^31 on is a hole, or from 2^15 or 2^32: where an index of 16 or 32
// bits ends. In bytes the same limits come at 2^31 or 2^32 over the size of an element.
#include "exercise/classify/hole_shapes.h"

namespace exercise {

inline Explained indexOverflow(const Facts& facts) {
  const Holes holes(facts);
  if (holes.count() == 0) return std::nullopt;
  std::size_t first = 0;
  while (!holes.at(first)) ++first;
  std::string limit;
  for (const unsigned bits : {15U, 16U, 31U, 32U}) {
    const std::uint64_t elements = std::uint64_t{1} << bits;
    if (first == elements) limit = "index " + number(first) + " is 2^" + std::to_string(bits);
    if (bits >= 31 && first == elements / bytesOf(facts.type))
      limit = "byte " + number(elements) + " is 2^" + std::to_string(bits);
  }
  if (limit.empty() || !holes.areExactly([&](std::size_t cell) { return cell >= first; })) return std::nullopt;
  // A grid that ends there covers no more, whatever its indices could.
  for (const Launch& launch : facts.launches)
    if (launch.blocks() * launch.threads() == first) return std::nullopt;
  return Explanation{"index-overflow",
                     "elements from index " + number(first) + " on " + holes.verb(true) + ": " + limit +
                         ", where an index of that many bits starts again from 0",
                     "day 5", cellsWhere(facts, [&](std::size_t cell) { return holes.at(cell); })};
}

}  // namespace exercise
