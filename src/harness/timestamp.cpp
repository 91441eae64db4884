#include "harness/timestamp.h"

#include <fmt/chrono.h>

#include <ctime>

namespace harness {

std::string timestampNow() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace harness
