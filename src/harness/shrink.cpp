#include "harness/shrink.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "harness/day.h"

namespace harness {
namespace {

using Extents = std::vector<std::uint64_t>;

std::uint64_t cellsOf(const Extents& extents) {
  return std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
}

std::set<std::uint64_t> smallerExtents(std::uint64_t extent) {
  std::set<std::uint64_t> out{extent};
  const auto add = [&](std::uint64_t value) {
    if (value >= 1 && value < extent) out.insert(value);
  };
  for (const std::uint64_t value : {1, 2, 3}) add(value);
  for (std::uint64_t less = 1; less < extent; less *= 4) add(extent - less);
  add(extent / 2);
  for (const std::uint64_t tile : {8, 16, 32, 64, 128, 256, 1024})
    for (const std::uint64_t edge : {tile, (extent - 1) / tile * tile, extent / 2 / tile * tile})
      for (const std::uint64_t value : {edge - 1, edge, edge + 1}) add(value);
  return out;
}

/// What a failure is compared by.
struct FailureKind {
  ExitStatus status;
  std::string faultClass;  // where the verdict alone says too little

  bool operator==(const FailureKind&) const = default;
};

FailureKind kindOf(const Judgement& judgement) {
  const bool wrong = judgement.status == ExitStatus::wrong;
  // The class of wrong values depends on the size, and in a small case many classes fit. What was spoiled does not.
  const bool spoiled = judgement.faultClass == "changed-input" || judgement.faultClass == "wrote-outside";
  return {judgement.status, wrong && !spoiled ? "" : judgement.faultClass};
}

/// The last call that was begun on this shape: the one that failed.
FailingCase lastCall(const RunRecord& record, const std::string& shape) {
  FailingCase failing{shape, 0, "", {}};
  for (const Event& event : record.events)
    if (const auto* begin = std::get_if<CaseBegin>(&event); begin != nullptr && begin->shape == shape)
      failing = {shape, begin->run, begin->order, {}};
  return failing;
}

bool canShrink(ExitStatus status) {
  switch (status) {
    case ExitStatus::cudaError:
    case ExitStatus::crashed:
    case ExitStatus::endedItself:
    case ExitStatus::outOfMemory:
    case ExitStatus::timedOut:
    case ExitStatus::wrong:
    case ExitStatus::unsafe:
      return true;
    default:
      return false;
  }
}

/// Tries cases in child processes, one for a whole list: the child stops at the first that fails.
class Probes {
 public:
  Probes(RunRequest run, const FailureKind& kind, double budgetSeconds)
      : run_(std::move(run)), kind_(kind), budgetSeconds_(budgetSeconds) {
    run_.timing = false;
    run_.brief = true;
    run_.stopAtFinding = kind.status == ExitStatus::unsafe;
    run_.onCase = nullptr;
  }

  std::optional<FailingCase> underSeed(const std::string& shape, std::uint64_t seed, bool& spent) {
    run_.seed = seed;
    return (*this)({shape}, spent);
  }

  std::optional<FailingCase> operator()(std::vector<std::string> shapes, bool& spent) {
    // A call that hangs is known by nothing but the time it takes, so only small cases are asked.
    constexpr std::uint64_t quickCells = 1U << 14;
    constexpr double hangSeconds = 0.5;
    const bool hang = kind_.status == ExitStatus::timedOut;
    if (hang) std::erase_if(shapes, [](const std::string& shape) { return harness::cellsOf(shape) > quickCells; });
    while (!shapes.empty()) {
      const double left = budgetSeconds_ - std::chrono::duration<double>(Clock::now() - start_).count();
      spent = left <= 0;
      if (spent) break;
      run_.cases = shapes;
      run_.timeLimitSeconds = hang ? hangSeconds : left;
      const RunRecord record = runExercise(run_);
      const Judgement judgement = judge(record, rightAndSafe());
      spent = judgement.status == ExitStatus::timedOut && !hang;
      if (spent || judgement.status == ExitStatus::passed || judgement.status == ExitStatus::interrupted) break;
      if (kindOf(judgement) == kind_) return lastCall(record, judgement.shape);
      // Another failure in the way: what comes after it may still be of the kind.
      const auto at = std::find(shapes.begin(), shapes.end(), judgement.shape);
      shapes.erase(shapes.begin(), at == shapes.end() ? at : at + 1);
    }
    return std::nullopt;
  }

 private:
  using Clock = std::chrono::steady_clock;

  RunRequest run_;
  FailureKind kind_;
  double budgetSeconds_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

std::vector<std::string> smallerCases(const std::string& shape) {
  const Extents whole = extentsOf(shape);
  std::vector<Extents> cases{{}};
  for (const std::uint64_t extent : whole) {
    std::vector<Extents> longer;
    for (const Extents& begun : cases)
      for (const std::uint64_t value : smallerExtents(extent)) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    cases = std::move(longer);
  }
  std::erase_if(cases, [&](const Extents& extents) { return cellsOf(extents) >= cellsOf(whole); });
  std::sort(cases.begin(), cases.end(),
            [](const Extents& a, const Extents& b) { return std::pair(cellsOf(a), a) < std::pair(cellsOf(b), b); });
  std::vector<std::string> out;
  for (const Extents& extents : cases) out.push_back(fmt::format("{}", fmt::join(extents, "x")));
  return out;
}

FailingCase shrinkCase(FailingCase failing, const FirstFailing& firstFailing) {
  bool spent = false;
  while (!spent) {
    const std::optional<FailingCase> smaller = firstFailing(smallerCases(failing.shape), spent);
    if (!smaller) break;
    failing = *smaller;
  }
  return failing;
}

FailingCase shrinkSeed(FailingCase failing, std::uint64_t seed, const FailsUnder& failsUnder) {
  constexpr std::uint64_t mostSeeds = 8;
  bool spent = false;
  for (std::uint64_t smaller = 1; smaller <= mostSeeds && smaller < seed && !spent; ++smaller) {
    std::optional<FailingCase> found = failsUnder(failing.shape, smaller, spent);
    if (!found) continue;
    found->seed = smaller;
    return *found;
  }
  return failing;
}

std::optional<FailingCase> smallestFailing(const RunRequest& run, const RunRecord& record, const Judgement& judgement,
                                           double budgetSeconds, bool seedToo) {
  if (judgement.shape.empty() || !canShrink(judgement.status)) return std::nullopt;
  Probes probes(run, kindOf(judgement), budgetSeconds);
  const FailingCase failing = shrinkCase(lastCall(record, judgement.shape), std::ref(probes));
  // A call that hangs, hangs whatever its inputs are.
  if (!seedToo || judgement.status == ExitStatus::timedOut) return failing;
  return shrinkSeed(failing, run.seed, [&](const std::string& shape, std::uint64_t seed, bool& spent) {
    return probes.underSeed(shape, seed, spent);
  });
}

}  // namespace harness
