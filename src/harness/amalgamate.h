#pragma once
// starters/dayNN-slug.cu: a day's starter with everything of ours that it needs below it, in one file that nvcc builds
// with no other.
#include <filesystem>
#include <string>
#include <string_view>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

/// What nvcc is told wherever one file of the course is built by itself.
constexpr std::string_view buildFlags = "-std=c++17 -O3 -arch=sm_75";
/// For Compiler Explorer, where compiling and running may take 20 s each and nvcc gets -g: half the compiler's time,
/// and the same device code, since nvcc's -O3 is for the host's. With two million cells each starter keeps its verdict.
constexpr std::string_view quickFlags = "-std=c++17 -arch=sm_75 -Xcompiler -g0 -DLARGEST_CASE=2000000";
/// Defined by a file that has a solve() of its own before it includes the day's file in starters/.
constexpr std::string_view solvedElsewhere = "EXERCISE_SOLVED_ABOVE";

/// The day's file in starters/ in two: what a learner edits, and all below the line that says so.
struct StandaloneParts {
  std::string solve, rest;
  std::string whole() const { return solve + rest; }
};

/// With `solution` in the starter's place when it is given: a path to a file with solve().
Result<StandaloneParts> standaloneParts(const DayFiles& files, const std::filesystem::path& solution = {});

/// The text of the day's file in starters/. A pure function of the day's files and of src/exercise.
Result<std::string> standaloneStarter(const DayFiles& files);

/// Where it lies.
std::filesystem::path standalonePath(const DayFiles& files);

}  // namespace harness
