#pragma once
// A day's standalone program, built and run where its lesson says.
#include <functional>
#include <string>

#include "harness/course.h"

namespace learn {

/// Builds days/dayNN-slug/slug.cu (again only when it changed) and runs it on the card, or on the simulator as `card`.
/// The program's exit status, or that of the problem, which `warn` is told.
int runProgram(const harness::DayFiles& files, const std::string& device, const std::string& card,
               const std::function<void(const std::string&)>& warn);

}  // namespace learn
