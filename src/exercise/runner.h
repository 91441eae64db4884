#pragma once
// What a built exercise does: the ladder, then the times, told as events or as text.
#include <cuda_runtime.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "exercise/call.h"
#include "exercise/cell_map.h"
#include "exercise/diagnose.h"
#include "exercise/explain.h"
#include "exercise/options.h"
#include "exercise/orders.h"
#include "exercise/report.h"
#include "exercise/simulator.h"
#include "exercise/standalone.h"
#include "exercise/timing.h"

namespace exercise {

namespace detail {

inline std::string versionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Facts of device 0, or the error that shows there is none.
inline cudaError_t describeDevice(const Simulator& simulator, DeviceFacts& facts) {
  cudaDeviceProp properties{};
  const cudaError_t code = cudaGetDeviceProperties(&properties, 0);
  if (code != cudaSuccess) return code;
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  facts.simulated = simulator.present();
  facts.card = properties.name;
  facts.compute = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  facts.driver = versionText(driver);
  facts.runtime = versionText(runtime);
  facts.l2Bytes = static_cast<std::uint64_t>(std::max(properties.l2CacheSize, 0));
  return cudaSuccess;
}

inline CaseOutcome outcomeOf(const Problem& problem, std::size_t array, const CallResult& call,
                             const Diagnosis& diagnosis) {
  const Array& of = problem.arrays[array];
  const Comparison comparison = compare(of, call.after[array]);
  CaseOutcome outcome;
  outcome.wrong = comparison.wrong.size();
  outcome.total = comparison.total;
  const auto outputs =
      std::count_if(problem.arrays.begin(), problem.arrays.end(), [](const Array& one) { return one.compared(); });
  for (std::size_t i = 0; i < comparison.wrong.size() && i < 10; ++i) {
    const std::size_t cell = comparison.wrong[i];
    const std::size_t row = cell / of.shape.cols(), col = cell % of.shape.cols();
    const std::string place = of.cellName ? of.cellName(row, col) : placeWords(of.shape, cell);
    outcome.cells.push_back({row, col, elementAt(call.after[array], of.type, cell),
                             elementAt(of.expected, of.type, cell),
                             of.role == Role::output && isPoison(call.after[array], of.type, cell),
                             outputs > 1 && !of.cellName ? of.name + ", " + place : place});
  }
  outcome.faultClass = diagnosis.faultClass;
  outcome.headline = diagnosis.headline;
  outcome.see = diagnosis.see;
  outcome.also = diagnosis.others;
  if (!diagnosis.second.empty()) outcome.also.push_back(diagnosis.second);
  if (outcome.wrong > 0) outcome.map = drawMap(of, call.after[array], comparison);
  return outcome;
}

inline std::size_t totalCells(const Problem& problem) {
  std::size_t total = 0;
  for (const Array& array : problem.arrays) total += array.compared() ? array.shape.count() : 0;
  return total;
}

/// The input whose extents an error message quotes; null in an exercise without one.
inline const Array* firstInput(const Problem& problem) {
  for (const Array& array : problem.arrays)
    if (!startsUnwritten(array.role)) return &array;
  return nullptr;
}

inline void reportError(Report& report, const CallName& name, const Problem& problem, const ApiError& error,
                        bool ours) {
  const Array* input = firstInput(problem);
  const Shape& shape = input != nullptr ? input->shape : problem.shape;
  ErrorExplanation why = explainError(error, shape.rows(), shape.cols(), input != nullptr ? bytesOf(input->type) : 4);
  if (ours)
    why = {"out-of-memory", "the device has no room for case " + name.shape.str() + " (" + error.text + ")", "day 4"};
  report.apiError(name, error, why);
}

}  // namespace detail

/// How a case went. After an error, which is `failed`, the device may be of no use.
enum class CaseResult { right, suspicious, wrong, failed };

/// Runs one case of the ladder, once an order.
inline CaseResult runCase(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed,
                          const Options& options, const Simulator& simulator, Report& report) {
  // A card's order is not ours to choose, so there a second run is only a second chance.
  const unsigned most = simulator.present() ? day.orders(shape) : 2;
  const unsigned runs = options.orders != 0 ? options.orders : most;
  std::vector<Bytes> previous;
  bool suspicious = false;
  name.shape = shape;
  for (unsigned run = 0; run < runs; ++run) {
    name.run = run;
    // Drawn from the run's seed, the shape and the count of the call alone: the seed and the case replay the failure.
    const std::uint64_t callSeed = derivedSeed(seed, shape.count(), run + 1);
    const Problem problem = day.problem(shape, callSeed);
    const Order order = orderOf(run, callSeed);
    name.order = simulator.present() ? order.name : "";
    report.caseBegin(name);
    CallResult call = callSolve(day, problem, {}, order.seed, simulator);
    const FindingKinds findings = readFindings(call.findings);
    if (call.findings.size() > 2) report.findings(name, call.findings);
    if (call.error) {
      detail::reportError(report, name, problem, *call.error, call.ours);
      return CaseResult::failed;
    }
    for (const Spoiled& spoiled : call.inputsChanged)
      report.inputChanged(name, spoiled.row, spoiled.col, spoiled.headline);
    for (const Spoiled& spoiled : call.guardsBroken)
      report.guardBroken(name, spoiled.array, spoiled.byte, spoiled.headline);
    const std::optional<std::size_t> wrong = firstWrongArray(problem, call);
    if (wrong) {
      if (options.brief) {
        report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, Diagnosis()));
        return CaseResult::wrong;
      }
      // A day that knows the mistake needs no facts, which take further calls.
      if (const std::optional<Diagnosis> own = day.explain(problem, *wrong, call.after[*wrong])) {
        report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, *own));
        return CaseResult::wrong;
      }
      const Bytes before = previous.empty() ? Bytes() : previous[*wrong];
      const Facts facts = observe(day, problem, *wrong, call, order.seed, before, true, simulator);
      const Diagnosis diagnosis = diagnose(day, problem, facts, seed, simulator, [&](const Shape& larger) {
        CallName witness = name;
        witness.shape = larger;
        report.caseBegin(witness);
      });
      report.caseEnd(name, detail::outcomeOf(problem, *wrong, call, diagnosis));
      return CaseResult::wrong;
    }
    CaseOutcome right;
    right.total = detail::totalCells(problem);
    report.caseEnd(name, right);
    if (!call.pages.empty()) report.pages(name, call.pages);
    if (call.account.copiesCounted) report.copies(name, call.account, neededCopies(problem));
    if (!call.inputsChanged.empty() || !call.guardsBroken.empty()) return CaseResult::wrong;
    suspicious = suspicious || findings.any;
    previous = std::move(call.after);
  }
  return suspicious ? CaseResult::suspicious : CaseResult::right;
}

/// Times solve() and reports that, or what went wrong meanwhile. False when something did.
inline bool runTiming(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed, std::uint64_t l2Bytes,
                      double calibrated, const Simulator& simulator, Report& report) {
  name.shape = shape;
  name.run = 0;
  const std::uint64_t timingSeed = derivedSeed(seed, shape.count(), 5);
  report.caseBegin(name);
  simulator.setSeed(0);
  const TimingOutcome outcome = timeSolve(day, shape, timingSeed, l2Bytes, calibrated, simulator);
  if (outcome.error) {
    detail::reportError(report, name, day.problem(shape, timingSeed), *outcome.error, outcome.ours);
    return false;
  }
  if (outcome.wrongArray) {
    const Facts facts = gatherFacts(outcome.problem, outcome.problem.arrays[*outcome.wrongArray],
                                    outcome.call.after[*outcome.wrongArray]);
    const std::optional<Diagnosis> own =
        day.explain(outcome.problem, *outcome.wrongArray, outcome.call.after[*outcome.wrongArray]);
    Diagnosis diagnosis = own ? *own : classify(facts);
    diagnosis.headline = "right before the timing, wrong in the timed calls: " + diagnosis.headline;
    report.caseEnd(name, detail::outcomeOf(outcome.problem, *outcome.wrongArray, outcome.call, diagnosis));
    return false;
  }
  report.timing(outcome.result);
  return true;
}

int runExercise(const Exercise& day, int argc, char** argv, const Standalone* plan) {
  Options options = readOptions(argc, argv);
  if (!options.error.empty()) {
    std::fprintf(stderr, "%s: %s\n", day.name, options.error.c_str());
    return 2;
  }
#ifdef __GLIBC__
  // Buffers of the same sizes come and go: keep their pages instead of returning them and faulting them in again.
  if (mallopt(M_MMAP_THRESHOLD, 1 << 30) == 0) mallopt(M_MMAP_THRESHOLD, 32 << 20);  // older glibc takes no more
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  std::signal(SIGPIPE, SIG_IGN);  // a parent that went away shows as a failed write
  const Simulator simulator;
  if ((options.device == "sim" && !simulator.present()) || (options.device == "gpu" && simulator.present())) {
    std::fprintf(stderr, "%s: --device %s, but the CUDA runtime library that was loaded is the %s's\n", day.name,
                 options.device.c_str(), simulator.present() ? "simulator" : "card");
    return 4;
  }
  DeviceFacts device;
  const cudaError_t code = detail::describeDevice(simulator, device);
  if (code != cudaSuccess) {
    std::fprintf(stderr, "%s: no CUDA device: %s\n", day.name, cudaGetErrorString(code));
    return 4;
  }

  const std::uint64_t seed =
      options.seedGiven
          ? options.seed
          : static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) % 1000000000;
  Report report(options.events, options.token, day.name);
  report.hello(device, seed);

  // Ascending, so that the first case that fails is the smallest.
  std::vector<Shape> ladder = options.cases.empty() ? day.ladder() : options.cases;
  std::stable_sort(ladder.begin(), ladder.end(), [](const Shape& a, const Shape& b) { return a.count() < b.count(); });
  if (plan != nullptr) {
    detail::watchOver(*plan);
    if (options.cases.empty()) ladder = detail::keptCases(ladder, plan->largestCase);
    options.timing = options.timing && plan->timed;
    if (options.timing && options.timed.rank == 0)
      options.timed = detail::timedShapeFor(day, *plan, simulator.present() ? 0 : device.l2Bytes);
  }
  CallName name;
  name.seed = seed;
  name.of = ladder.size();
  if (options.why) {
    name.k = name.of = 1;
    explain(day, options.cases.empty() ? day.timedShape() : ladder.back(), name, seed, simulator, report);
    report.goodbye(1);
    return 0;
  }
  // Of the ladder nobody sees a count or a time, unless solve() makes events.
  if (options.all)
    simulator.valuesOnly();
  else
    simulator.countForEvents();
  bool suspicious = false, failed = false;
  const Shape timed = options.timed.rank > 0 ? options.timed : day.timedShape();
  // Before solve() is called for the first time: what it does to the card or to the copy shows against this.
  const double calibrated =
      options.timing && !simulator.present()
          ? calibrateCopy(day, timed, derivedSeed(seed, timed.count(), 6), device.l2Bytes, simulator)
          : 0;
  for (const Shape& shape : ladder) {
    // A finding waits for the cases that cost little, for one of them may be wrong, which says more.
    if (suspicious && shape.count() > largestWitness && !options.all) break;
    ++name.k;
    const CaseResult result = runCase(day, shape, name, seed, options, simulator, report);
    failed = failed || result == CaseResult::wrong || result == CaseResult::failed;
    if (result == CaseResult::failed || (failed && !options.all)) break;
    suspicious = suspicious || result == CaseResult::suspicious;
  }
  if (!failed && !suspicious && options.timing) {
    failed = !runTiming(day, timed, name, seed, device.l2Bytes, calibrated, simulator, report);
  }
  report.goodbye(name.k);
  if (plan != nullptr) return detail::tellVerdict(report.tally(), *plan);
  return options.events < 0 && (failed || suspicious) ? 1 : 0;
}

}  // namespace exercise
