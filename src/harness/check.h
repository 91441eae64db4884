#pragma once
// `harness check`: proves that the course is as it claims. Every starter, solution, planted fault and page of every
// day.
#include <cstddef>
#include <functional>
#include <string>

#include "harness/options.h"
#include "harness/result.h"

namespace harness {

struct CheckSummary {
  std::size_t passed = 0, failed = 0;
};

/// Checks the days that options names, or all. `onLine` gets one line a check, as it is done. A course without a day is
/// a Problem, and a day without starter, solution, planted faults or page is a failed check.
Result<CheckSummary> checkCourse(const Options& options, const std::function<void(const std::string&)>& onLine);

}  // namespace harness
