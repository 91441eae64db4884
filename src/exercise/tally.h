#pragma once
// What a run reported, in one fact each: a file that runs without a parent ends in a verdict of its own.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "exercise/shape.h"

namespace exercise {

struct Tally {
  bool simulated = false;
  bool error = false, outOfMemory = false, tookTooLong = false;  // a CUDA error, and which
  bool wrong = false, inputChanged = false, guardBroken = false;
  bool fault = false;  // a finding that is no note
  std::uint64_t pageFaults = 0;
  double copiesToIdeal = 0;  // bytes copied in units of those that have to cross, the most of any call and direction
  bool timed = false, modelled = false;
  double ratioToCopy = 0, ratioToNaive = 0;
  std::array<double, 2> interval{0, 0}, intervalToNaive{0, 0};  // that hold them
  Shape timedShape;
  std::uint64_t bytes = 0;  // that the timed call has to move
  std::string launches;     // of the timed call with their counters, JSON; empty on a card

  void copied(std::uint64_t bytesMoved, std::uint64_t bytesNeeded) {
    const double none = bytesMoved == 0 ? 0 : HUGE_VAL;
    const double ratio = bytesNeeded == 0 ? none : static_cast<double>(bytesMoved) / static_cast<double>(bytesNeeded);
    copiesToIdeal = std::max(copiesToIdeal, ratio);
  }
};

}  // namespace exercise
