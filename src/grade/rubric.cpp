#include "grade/rubric.h"

#include <fmt/format.h>

#include <algorithm>

namespace grade {

using harness::ExitStatus;

namespace {

bool isIn(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

Part part(const std::string& name, double most, Part::State state, std::string why) {
  return {name, std::move(why), state == Part::State::passed ? most : 0, most, state, false};
}

Part::State stateOf(bool reached, bool good) {
  return !reached ? Part::State::skipped : good ? Part::State::passed : Part::State::failed;
}

}  // namespace

std::vector<Part> gradeOf(const Outcome& outcome, const harness::Day& day, const std::vector<std::string>& cases,
                          std::size_t hidden) {
  const harness::Judgement& judgement = outcome.judgement;
  const ExitStatus status = judgement.status;
  const harness::Rubric& rubric = day.rubric;
  const bool built = status != ExitStatus::didNotBuild;
  const bool forged = status == ExitStatus::forgedResult;
  const bool right =
      status == ExitStatus::passed || status == ExitStatus::notFaster || status == ExitStatus::shortOfTarget;
  std::vector<Part> parts;
  parts.push_back(part("builds", rubric.builds, stateOf(true, built && !forged),
                       forged  ? "its process tried to speak for the judge"
                       : built ? "it compiles and links"
                               : judgement.headline));
  const double each = rubric.cases / static_cast<double>(std::max<std::size_t>(cases.size(), 1));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool isRight = !forged && isIn(outcome.right, cases[i]), isWrong = isIn(outcome.wrong, cases[i]);
    std::string why = isRight   ? "right"
                      : isWrong ? (cases[i] == judgement.shape ? judgement.headline : "not right")
                                : "not reached";
    parts.push_back(part("case " + cases[i], each, stateOf(isRight || isWrong, isRight), std::move(why)));
    parts.back().hidden = i + hidden >= cases.size();
  }
  const bool reached = right || status == ExitStatus::unsafe;
  parts.push_back(part("safe", rubric.safe, stateOf(reached, right),
                       right     ? "no race, no access outside, no unwritten read, no skipped barrier"
                       : reached ? judgement.headline
                                 : "not reached"));
  if (!day.timed) return parts;  // where the lesson is correctness, nothing is timed
  const bool timed = right && judgement.timing.has_value();
  const bool faster = timed && judgement.timing->ratioToNaive >= day.goals.fasterThanNaive;
  parts.push_back(part("faster than naive", rubric.fasterThanNaive, stateOf(timed, faster),
                       timed ? fmt::format("{:.2f} times as fast as the naive kernel, the goal is {:.2f}",
                                           judgement.timing->ratioToNaive, day.goals.fasterThanNaive)
                             : "not reached"));
  parts.push_back(part("target", rubric.target, stateOf(faster, status == ExitStatus::passed),
                       !timed                                ? "not reached"
                       : status == ExitStatus::shortOfTarget ? judgement.headline
                       : day.goals.ratioToCopy == 0
                           ? (status == ExitStatus::passed ? "every goal in counters is met" : "not reached")
                           : fmt::format("{:.2f} times the copy's time, the goal is at most {:.2f}",
                                         judgement.timing->ratioToCopy, day.goals.ratioToCopy)));
  return parts;
}

double pointsOf(const std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& one : parts) sum += one.points;
  return sum;
}

double mostOf(const std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& one : parts) sum += one.most;
  return sum;
}

}  // namespace grade
