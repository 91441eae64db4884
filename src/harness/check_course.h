#pragma once
// What holds between the days: the outline, the README's table, the glossary, and the files of starters/.
#include <filesystem>
#include <vector>

#include "harness/check_file.h"
#include "harness/course.h"

namespace harness {

/// One line for each of them, more where something is wrong.
std::vector<CheckLine> checkWholeCourse(const std::filesystem::path& root, const std::vector<DayFiles>& days);

}  // namespace harness
