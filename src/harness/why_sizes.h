#pragma once
// What is right at the size that ran and not at every size: an index that was multiplied in 32 bits.
#include <cstdint>
#include <string>
#include <vector>

#include "harness/why_facts.h"

namespace harness {

/// Lines of the learner's file whose index holds a product that can outgrow so many bits
/// (src/sim/decode/narrow_index.h).
struct NarrowIndex {
  unsigned bits = 31;
  std::vector<std::uint64_t> lines;  // rising
};

/// Those of 31 bits first; empty when every index is wide enough.
std::vector<NarrowIndex> findNarrowIndices(const WhyFacts& facts);

/// Whether such an array fits on today's cards: 2^31 elements are 8 GiB of floats. 2^32 are told when all is asked for.
inline bool isWithinReach(const NarrowIndex& index) { return index.bits <= 31; }

/// "lines 12 and 14: the index is a product of 32 bits, which wraps from 2,147,483,648 on; …"
std::string narrowIndexSentence(const NarrowIndex& index);

}  // namespace harness
