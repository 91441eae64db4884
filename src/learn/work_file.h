#pragma once
// The learner's own file of a day against the starter.
#include <filesystem>
#include <string>

#include "harness/course.h"
#include "harness/result.h"

namespace learn {

struct ResetOutcome {
  std::string file, kept;  // as shown; `kept` is empty when nothing was there, or what was there is the starter
  bool changed = false;    // `file` is written anew
};

/// Puts the starter in place of work/dayNN.cu. What was there is kept as work/dayNN.cu.1, .2, ….
harness::Result<ResetOutcome> resetWork(const harness::DayFiles& files);

std::string resetText(const ResetOutcome& outcome);
std::string resetJson(const ResetOutcome& outcome);

struct DiffOutcome {
  std::string file, diff;  // `diff` is as `diff -u` shows it; empty when nothing was changed
};

/// What the learner changed.
harness::Result<DiffOutcome> diffWork(const harness::DayFiles& files, bool color);

std::string diffText(const DiffOutcome& outcome);
std::string diffJson(const DiffOutcome& outcome);

}  // namespace learn
