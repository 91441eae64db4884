#pragma once
// What the text page and the HTML report share: names, counts and costs of single lines.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/why.h"

namespace harness {

/// The lines of a file without their ends; a last one without an end counts.
std::vector<std::string> splitLines(const std::string& text);

/// "transTiled<1>" of "void transTiled<1>(float const*, ...)".
std::string shortName(const std::string& kernel);

/// "94 x 63"; trailing ones are left out, but for the first.
std::string extents(const std::array<std::uint64_t, 3>& value);

/// "global store", "shared load", "local memory", "branch"
std::string noteSubject(const Note& note);

/// "global store: 188,282 requests, 31.9 sectors each (4 would do), 31.9 lanes"
std::string noteCounts(const Note& note);

/// Everything a line of the learner's file cost, over all kernels.
struct LineCost {
  std::uint64_t line = 0;
  Counts counts;
  double cost = 0;  // in sectors, by the weights of Note::waste
};

/// By line; line 0 is what stands elsewhere.
std::vector<LineCost> lineCosts(const WhyFacts& facts);

}  // namespace harness
