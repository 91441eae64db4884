#pragma once
// How messages name an access.
#include <fmt/format.h>

#include <string>

#include "sim/observe/observer.h"

namespace gpusim {

inline const char* verb(AccessKind kind) {
  return kind == AccessKind::load ? "read" : kind == AccessKind::store ? "write" : "atomic";
}

inline std::string accessText(AccessKind kind, unsigned bytes, const char* space) {
  return fmt::format("{} of {} byte{} of {} memory", verb(kind), bytes, bytes == 1 ? "" : "s", space);
}

}  // namespace gpusim
