#pragma once
// The words of why's notes: each sentence is made of the numbers of its facts alone.
#include <cstdint>
#include <string>

#include "harness/why_notes.h"

namespace harness {

/// Of a note whose access, pattern, meeting and cause are set.
std::string accessSentence(const Note& note);
/// Of a line whose `branches` were met by a warp and split it now and then.
std::string splitSentence(const SplitFacts& split, std::uint64_t branches);
std::string localSentence(std::uint64_t requests);

}  // namespace harness
