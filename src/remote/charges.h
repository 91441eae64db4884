#pragma once
// What the judge's clock charges a submission's process for its copies. One copy of the program may come in pieces, and
// a copy of rows comes row by row, so the overhead of a copy is charged once for a run of pieces that lie at one
// distance from each other. The bytes are always charged.
#include <cstdint>

#include "sim/sim.h"

namespace gpusim::remote {

class Charges {
 public:
  enum class Way { in, out, onDevice, other };

  explicit Charges(const Device& device) : device_(device) {}

  /// Charges `bytes` that moved to or from `at`.
  void copy(Way way, DeviceAddress at, std::size_t bytes);
  /// Charges seconds of a launch, which ends a run of copies.
  void launch(double seconds);
  double seconds() const { return seconds_; }

 private:
  const Device& device_;
  double seconds_ = 0;
  Way way_ = Way::other;
  DeviceAddress last_ = 0, step_ = 0;
  std::uint64_t pieces_ = 0;  // of the run
};

}  // namespace gpusim::remote
