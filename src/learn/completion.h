#pragma once
// Completion of commands, days and options for the shells people use.
#include <string>
#include <vector>

namespace learn {

/// What completes a word.
struct CompletionWords {
  std::vector<std::string> commands, days, options;
};

/// A script for `shell` (bash, zsh or fish) that completes ./harness; empty for another shell. The days are asked for
/// when Tab is pressed, so that the script stays right as the course grows.
std::string completionScript(const std::string& shell, const CompletionWords& words);

}  // namespace learn
