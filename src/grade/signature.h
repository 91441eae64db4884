#pragma once
// How solve()'s parameters travel to another process (src/remote/call.h): one letter each.
#include <string>
#include <string_view>

#include "harness/result.h"

namespace grade {

/// "ppiw" of "solve(float const*, float*, unsigned long, int)": p for a pointer or a reference, i for 64 bits, w for 32
/// or fewer, f and d for float and double. The Problem (course) names a parameter that cannot travel: a structure, a
/// function.
harness::Result<std::string> signatureOf(std::string_view demangled);

/// Whether an exercise.h declares a solve() that returns nothing or a number. Another result would have to travel back,
/// and may be a pointer to what only the submission's process has.
bool resultTravels(std::string_view exerciseHeader);

}  // namespace grade
