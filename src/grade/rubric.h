#pragma once
// From a judgement to points. A day's `rubric` in day.yaml says how many each part is worth; without one the default
// below holds for every day.
#include <string>
#include <vector>

#include "grade/judge_submission.h"
#include "harness/day.h"

namespace grade {

/// One line of a grade.
struct Part {
  std::string name, why;  // "31x33", "right"
  double points = 0, most = 0;
  enum class State { passed, failed, skipped } state = State::skipped;  // skipped: never came to it
  bool hidden = false;                                                  // drawn for this grading run
};

/// The parts of one submission, in the order of the rubric: builds, each case, safe, faster than naive, target.
std::vector<Part> gradeOf(const Outcome& outcome, const harness::Day& day, const std::vector<std::string>& cases,
                          std::size_t hidden);

double pointsOf(const std::vector<Part>& parts);
double mostOf(const std::vector<Part>& parts);

}  // namespace grade
