#pragma once
// What has to be said beside a time whose data may not have come from memory.
#include <cstdio>
#include <string>

#include "exercise/problem.h"

namespace exercise {

constexpr double trustedL2Multiple = 4;  // below, part of the traffic never reaches DRAM

/// What a time says too little of when a case moves `multiple` times what L2 holds; empty when there is nothing to say.
/// Nor is there of a product: it uses each element many times over, and its time is not its memory's at any size.
inline std::string cacheWarning(const Problem& problem, double multiple) {
  if (!(multiple < trustedL2Multiple)) return "";
  for (const Array& array : problem.arrays)
    if (array.relation.product != nullptr) return "";
  char text[256];
  std::snprintf(text, sizeof text,
                "%s moves %.1f times what the card's L2 cache holds: part of that never reaches memory, and the GB/s "
                "are the cache's as well (%.0f times would do)",
                problem.shape.str().c_str(), multiple, trustedL2Multiple);
  return text;
}

}  // namespace exercise
