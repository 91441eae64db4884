#pragma once
// Functions device code calls and the driver supplies: vprintf, __assertfail, malloc, free, and with clang the
// mathematics (device_math.h).
#include <string_view>

#include "sim/exec/warp.h"

namespace gpusim {

struct BuiltinCall {
  std::string_view name;
  unsigned arguments;
  bool usesHeap;
  Handler run;  // operand 0: result, 1..: arguments; places in the frame of 8 bytes a lane
};

/// The function called `name`, or nullptr.
const BuiltinCall* findBuiltinCall(std::string_view name);

}  // namespace gpusim
