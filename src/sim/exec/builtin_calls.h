#pragma once
// Functions device code calls and the driver supplies: vprintf, __assertfail, malloc, free.
#include <string_view>

#include "sim/exec/warp.h"

namespace gpusim {

struct BuiltinCall {
  std::string_view name;
  unsigned arguments;
  bool is64[5];  // width of each argument
  Handler run;   // operand 0: result, 1..: arguments
};

/// The function called `name`, or nullptr.
const BuiltinCall* findBuiltinCall(std::string_view name);

}  // namespace gpusim
