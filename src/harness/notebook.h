#pragma once
// course/colab/dayNN.ipynb: a day's program and its exercise as a notebook (nbformat 4.5) for a runtime with a T4.
#include <filesystem>
#include <string>

#include "harness/course.h"
#include "harness/result.h"

namespace harness {

/// The notebook's text. A pure function of the day's files and of src/exercise.
Result<std::string> dayNotebook(const DayFiles& files);

/// Where it lies.
std::filesystem::path notebookPath(const DayFiles& files);

}  // namespace harness
