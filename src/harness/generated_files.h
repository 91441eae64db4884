#pragma once
// All that `make starters` makes of a day: its file in starters/, its notebook, and its page with the links at its end.
#include <filesystem>
#include <string>
#include <vector>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

struct GeneratedFile {
  std::filesystem::path path;
  std::string text;
};

/// `published`: as for pageLinks().
Result<std::vector<GeneratedFile>> generatedFiles(const DayFiles& files, const std::string& published);

}  // namespace harness
