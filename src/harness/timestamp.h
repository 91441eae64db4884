#pragma once
#include <string>

namespace harness {

/// The time now in UTC: "2026-11-30T07:15:02Z". Such texts sort by time.
std::string timestampNow();

}  // namespace harness
