#pragma once
// A day's standalone program, built and run where its lesson says.
#include <string>

#include "harness/course.h"
#include "harness/result.h"

namespace learn {

/// Builds days/dayNN-slug/slug.cu (again only when it changed) and runs it on the card, or on the simulator as `card`.
/// The program's exit status (128 and the signal's number when one ended it). With `json` its output is captured, and
/// one object with it is what goes to stdout.
harness::Result<int> runProgram(const harness::DayFiles& files, const std::string& device, const std::string& card,
                                bool json);

}  // namespace learn
