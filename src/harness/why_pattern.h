#pragma once
// How the lanes of one access lie: the shape behind its sectors or its bank conflicts. Pure functions of the sample.
#include <cstdint>
#include <vector>

#include "harness/why_facts.h"

namespace harness {

/// The shape of a warp's addresses.
struct Pattern {
  enum class Kind {
    single,      // one lane alone
    broadcast,   // every lane at one address
    contiguous,  // neighbors, in order or in another
    gaps,        // every lane's own neighbor, but lanes between them sit out
    stride,      // the same distance from each lane to the next
    rows,        // several runs of neighbors, the runs the same distance apart
    repeated,    // several runs of lanes, each run at one address
    scattered,   // none of these
  };
  Kind kind = Kind::scattered;
  std::int64_t stride = 0;           // bytes from lane to lane (stride), or from run to run (rows, repeated)
  unsigned runs = 0, runLanes = 0;   // of rows and repeated
  unsigned lanes = 0, distinct = 0;  // active lanes; different addresses among them
  unsigned pastSector = 0;           // bytes from a sector's edge to the lowest address
};

Pattern findPattern(const AccessFacts& access);

/// Where a shared access meets itself: the busiest bank of its worst group of lanes.
struct BankMeeting {
  unsigned groups = 1;          // parts that the warp is served in: 1, 2 or 4 by width, fewer for paired loads
  unsigned bank = 0;            // where most words meet; the lowest of several
  unsigned words = 0;           // different words that the group wants from it
  std::vector<unsigned> lanes;  // that want them, one for each word, ascending
  std::int64_t wordStride = 0;  // words between those lanes' addresses when it is constant, else 0
  std::uint64_t distance = 0;   // words between the first two of them
};

BankMeeting findMeeting(const AccessFacts& access);

}  // namespace harness
