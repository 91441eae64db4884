#pragma once
// Ending a launch from outside: a kernel that loops without end says where it is before it is stopped.
#include <atomic>

namespace gpusim {

/// Set once, by a signal handler too. Every launch that runs, or starts later, ends with ErrorCode::launchTimeout and a
/// finding at the line where a thread was.
inline std::atomic<bool> stopAsked = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace gpusim
