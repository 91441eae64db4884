#pragma once
// Writing JSON: one growing text, no tree.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/sim.h"

namespace gpusim::cudart::json {

/// `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always valid JSON.
std::string quoted(std::string_view text);

/// A finite number with 9 significant digits, else null: JSON has no NaN and no infinity.
std::string number(double value);

/// [x,y,z]
std::string triple(const Dim3& value);

}  // namespace gpusim::cudart::json
