#pragma once
// The pictures of why's HTML report, each one SVG element with a title and a description in words.
#include <string>

#include "harness/why_notes.h"

namespace harness {

/// The worst global access of a note: 32 lanes above, the sectors they touch below, a line from each lane to its
/// sector, and in each sector the bytes that were asked for. `id` makes the names inside unique on the page.
std::string laneMap(const Note& note, const std::string& id);

/// The worst shared access of a note: 32 banks across, the rows of words that are touched down, and in each word the
/// lanes that want it.
std::string bankMap(const Note& note, const std::string& id);

/// The lanes of a split warp: which go one way, which the other, which sit out.
std::string splitStrip(const Note& note, const std::string& id);

/// Where the wrong cells lie.
std::string wrongCells(const WrongMap& map, const std::string& id);

}  // namespace harness
