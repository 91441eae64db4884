#pragma once
// The learner's own file of a day against the starter.
#include <filesystem>
#include <string>

#include "harness/course.h"
#include "harness/result.h"

namespace learn {

/// Puts the starter in place of work/dayNN.cu. What was there is kept as work/dayNN.cu.1, .2, …, and named in the text.
harness::Result<std::string> resetWork(const harness::DayFiles& files);

/// What the learner changed, as `diff -u` shows it; one line when nothing was.
harness::Result<std::string> diffWork(const harness::DayFiles& files, bool color);

}  // namespace learn
