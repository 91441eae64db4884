#pragma once
// The door from main to the commands a learner lives with.
#include <optional>
#include <string>
#include <vector>

#include "harness/report.h"

namespace learn {

/// Runs the command when the first word is one of command_line.h's, or there is none; its exit status. Nothing when it
/// is another.
std::optional<int> runCommand(const std::vector<std::string>& arguments);

/// Remembers a judged run of the learner's own file in work/progress.yaml. What goes wrong is a line on stderr: a
/// verdict must not fail for it.
void recordRun(const harness::Report& report);

}  // namespace learn
