#pragma once
// The door from main: `harness submit …` and `harness grade …`.
#include <optional>
#include <string>
#include <vector>

namespace grade {

/// Runs the command when the first word is `submit` or `grade` and returns its exit status; nothing when it is another.
std::optional<int> runCommand(const std::vector<std::string>& arguments);

}  // namespace grade
