#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "cudart/scheduler.h"

namespace gpusim::cudart {

struct Event {
  unsigned flags = 0;
  int device = 0;
  OperationPointer recorded;  // null before the first record
  // Recorded in a stream that captured: what a stream that waits for the event joins.
  std::weak_ptr<Capture> capture;
  std::vector<Node*> nodes;

  bool timing() const { return (flags & 2) == 0; }
};

}  // namespace gpusim::cudart
