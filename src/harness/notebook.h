#pragma once
// course/colab/dayNN.ipynb: a day's program and its exercise as a notebook (nbformat 4.5) for a runtime with a T4.
#include <filesystem>
#include <string>

#include "harness/amalgamate.h"
#include "harness/course.h"
#include "harness/result.h"

namespace harness {

/// The notebook's text: the day's program, and its exercise as `parts`.
Result<std::string> dayNotebook(const DayFiles& files, const StandaloneParts& parts);

/// Where it lies.
std::filesystem::path notebookPath(const DayFiles& files);

}  // namespace harness
