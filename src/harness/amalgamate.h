#pragma once
// starters/dayNN-slug.cu: a day's starter with everything of ours that it needs below it, in one file that nvcc builds
// with no other.
#include <filesystem>
#include <string>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

/// The text of the day's file in starters/. A pure function of the day's files and of src/exercise.
Result<std::string> standaloneStarter(const DayFiles& files);

/// Where it lies.
std::filesystem::path standalonePath(const DayFiles& files);

}  // namespace harness
