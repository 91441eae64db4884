#pragma once
// What the driver says of a card besides what it is: its own version, and who else is at work on the card.
#include <optional>
#include <string>
#include <vector>

namespace harness {

struct CardState {
  std::string driver;                      // "580.159.04"
  int cudaVersion = 0;                     // the newest CUDA the driver runs, 1000 x major + 10 x minor
  std::vector<std::string> otherPrograms;  // that compute on the card: "python3 (4711)"; inside containers often none
  std::vector<std::string> slowedBy;       // why its clocks are held down now: "heat", "power"; mostly none
};

/// The state of the first card, from libnvidia-ml.so.1 and the driver; nothing without a driver. Programs that this
/// process started count as others too, so it is asked before they run.
std::optional<CardState> readCardState();

/// What in the state makes times doubtful, as a sentence for people; empty when nothing does.
std::string doubtOf(const CardState& state);

}  // namespace harness
