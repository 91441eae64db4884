#pragma once
// Why a line costs what it costs: one note an access pattern or branch, a sentence told from the facts.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/why_facts.h"
#include "harness/why_pattern.h"

namespace harness {

// Costs are added up in sectors. Measured on an H200 (ncu's counts and times of tests/counters/kernels.cu): the naive
// transpose's extra sectors cost four to five times what as many extra wavefronts of the unpadded tile cost; four
// instructions issue in a wavefront's time on every card of src/sim/cards.
constexpr double wavefrontInSectors = 0.25, issueSlotInSectors = 1.0 / 16;

/// What a note blames. The names are stable words of the JSON form.
enum class Cause {
  ideal,        // as few sectors or wavefronts as can be
  broadcast,    // likewise: one address serves every lane
  stride,       // lanes a constant distance apart
  misaligned,   // neighbors, but not from a sector's edge
  gaps,         // neighbors, with idle lanes between them
  rows,         // runs of neighbors that are shorter than a warp
  repeated,     // runs of lanes that share an address
  scattered,    // no pattern
  partialWarp,  // lanes that take no part
  bankStride,   // shared: lanes a constant number of words apart
  bankMeeting,  // shared: lanes meet in a bank in another way
  wideBanks,    // shared: 8- or 16-byte accesses that meet within their part of the warp
  contended,    // atomics of several lanes on one address
  local,        // an array that lives in memory
  divergence,   // the condition differs within a warp
};

std::string_view causeName(Cause cause);

struct Note {
  std::uint64_t line = 0;
  std::string kernel;  // demangled
  Cause cause = Cause::ideal;
  /// "31.9 sectors a request, 4 would do: lanes are 2,003 floats apart (…)"
  std::string sentence;
  /// What is above the ideal, in sectors: a wavefront counts a quarter, a warp's idle issue slot a sixteenth.
  double waste = 0;
  AccessFacts access;          // of global and shared causes, summed over the line's alike accesses
  Pattern pattern;             // of its worst
  BankMeeting meeting;         // of its worst, when shared
  SplitFacts split;            // of divergence
  std::uint64_t branches = 0;  // of divergence: how often warps met the line's branches
  std::uint64_t requests = 0;  // of local
  bool isAccess() const { return access.requests != 0; }
};

/// Whether a note blames anything: its line could cost less, and not by a trifle.
bool isWorthSaying(const Note& note);

/// The notes of the learner's lines, the most wasteful first.
std::vector<Note> findNotes(const WhyFacts& facts);

/// "2,003"
std::string grouped(std::uint64_t value);
/// "4", "4.87", "31.9": what is counted a request.
std::string amount(double value);

}  // namespace harness
