#pragma once
// Day 9's exercise: time an asynchronous kernel. See src/exercise/day.h for what each member is for.
//
// The harness hands over launch(), which starts a kernel whose duration differs from call to call: the first is slow,
// as first launches are, and now and then one is slower or faster. It has events of its own around each kernel, so it
// knows what every launch took, on a card and by the simulator's model, and what the host's clock saw. The figure that
// comes back is compared with the median of the launches that were to be timed, and where it is wrong, with what the
// usual mistakes would have made of the same launches.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// Written by the learner. Calls launch() at least once to warm up and then times `runs` calls, each on its own.
/// Returns the median, in milliseconds.
float solve(int runs, void (*launch)());

namespace day09 {

/// How a figure came about, as far as it can be told.
enum class Cause {
  right,
  neverLaunched,
  askedTooEarly,
  notWaited,
  tooFewRuns,
  noTime,
  seconds,
  microseconds,
  total,
  warmUpIncluded,
  mean,
  least,
  greatest,
  oneOfTheRuns,
  hostClock,
  kernelNotInside,
  unexplained,
};

/// The elements of the output. Only the first is compared: 1 when the figure is right, else the figure over the median.
enum Field : std::size_t { ratio, cause, figure, median, calls, fieldCount };

constexpr double tolerance = 0.1;

/// What the harness saw of one call of solve(). Milliseconds.
struct Observed {
  std::size_t runs = 0;
  double figure = 0;
  double part = tolerance;        // how far a figure may be from what it is; the model's times are exact
  bool waited = true;             // the device had finished the last launch when solve() returned
  bool askedTooEarly = false;     // a call was answered with cudaErrorNotReady
  std::vector<double> inLaunch;   // on the host, from the begin of each launch() to its end
  std::vector<double> onDevice;   // of each launch, by the harness's own events
  std::vector<double> onHost;     // from the begin of each launch() to the begin of the next, or to solve()'s return
  std::vector<double> reference;  // onDevice of the launches that were to be timed: the last `runs`, never the first
};

inline double meanOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

inline bool near(double figure, double value, double part) {
  return figure >= (1 - part) * value && figure <= (1 + part) * value;
}

/// The lower and the upper median: the same for an odd count.
struct Median {
  double lower = 0, upper = 0;
  bool holds(double figure, double part) const { return figure >= (1 - part) * lower && figure <= (1 + part) * upper; }
};

inline Median medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[(values.size() - 1) / 2], values[values.size() / 2]};
}

/// Whether the host's clock says `figure`, roughly or in whole milliseconds.
inline bool hostClockSays(const Observed& seen) {
  // Its reading is the learner's own and differs from the harness's, which matters where little is left to tell apart.
  const double part = meanOf(seen.onHost) > 2 * meanOf(seen.onDevice) ? 0.3 : seen.part;
  std::vector<double> candidates = seen.onHost;
  candidates.push_back(meanOf(seen.onHost));
  candidates.push_back(meanOf(seen.onHost) * static_cast<double>(seen.onHost.size()) / static_cast<double>(seen.runs));
  for (const double candidate : candidates)
    if (near(seen.figure, candidate, part) || seen.figure == static_cast<double>(static_cast<long long>(candidate)))
      return true;
  return false;
}

/// Whether the figure is what the host needs to start a kernel.
inline bool isLaunchCost(const Observed& seen) {
  for (const double cost : seen.inLaunch)
    if (near(seen.figure, cost, 0.5)) return true;
  return near(seen.figure, meanOf(seen.inLaunch), 0.5);
}

/// The mistakes that a figure of the right clock shows, or unexplained.
inline Cause causeByValue(const Observed& seen) {
  const double m = seen.figure, runs = static_cast<double>(seen.runs);
  const auto is = [&](double value) { return near(m, value, seen.part); };
  const Median median = medianOf(seen.reference);
  if (median.holds(m * 1000, seen.part)) return Cause::seconds;
  if (median.holds(m / 1000, seen.part)) return Cause::microseconds;
  const std::vector<double>& all = seen.onDevice;
  const std::vector<double> first(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(seen.runs));
  const bool cold = all.size() == seen.runs;  // no launch came before the timed ones
  const bool total = seen.runs > 1 && (is(meanOf(seen.reference) * runs) || is(meanOf(first) * runs));
  // The first launch may take as long as all others together; whoever launched once more than was asked knows of it.
  if (total && !cold) return Cause::total;
  if (is(all[0]) || is(meanOf(all)) || (cold && medianOf(first).holds(m, seen.part))) return Cause::warmUpIncluded;
  if (is(meanOf(seen.reference))) return Cause::mean;
  if (total) return Cause::total;
  if (is(*std::min_element(seen.reference.begin(), seen.reference.end()))) return Cause::least;
  if (is(*std::max_element(seen.reference.begin(), seen.reference.end()))) return Cause::greatest;
  return std::any_of(seen.reference.begin(), seen.reference.end(), is) ? Cause::oneOfTheRuns : Cause::unexplained;
}

/// The first cause that makes the figure what it is. Causes that the launches alone show come first.
inline Cause causeOf(const Observed& seen) {
  const double m = seen.figure;
  if (seen.onDevice.empty()) return Cause::neverLaunched;
  const bool enough = seen.onDevice.size() >= seen.runs;
  if (enough && medianOf(seen.reference).holds(m, seen.part)) return Cause::right;
  if (seen.askedTooEarly) return Cause::askedTooEarly;
  if (!seen.waited) return Cause::notWaited;
  if (!enough) return Cause::tooFewRuns;
  if (!(m >= 0) || !(m < 1e9)) return Cause::noTime;
  const Cause byValue = causeByValue(seen);
  if (byValue != Cause::unexplained) return byValue;
  if (hostClockSays(seen)) return Cause::hostClock;
  const double least = *std::min_element(seen.onDevice.begin(), seen.onDevice.end());
  return m < 0.2 * least || isLaunchCost(seen) ? Cause::kernelNotInside : Cause::unexplained;
}

inline exercise::Problem timingProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  Problem problem;
  problem.shape = shape;
  problem.scalars = {static_cast<double>(seed % 35)};
  std::vector<double> expected(fieldCount, 0);
  expected[ratio] = 1;
  problem.arrays.push_back(outputArray("figure over median", ElementType::f32, Shape(fieldCount), expected));
  problem.arrays[0].allowed.assign(fieldCount, HUGE_VAL);
  problem.arrays[0].allowed[ratio] = tolerance;
  problem.arrays[0].cellName = [](std::size_t, std::size_t) { return std::string("your figure over the median"); };
  // Each element is the place of the next: a thread that follows them waits for every load.
  constexpr std::size_t places = 1024;
  std::vector<double> next(places);
  for (std::size_t i = 0; i < places; ++i) next[i] = static_cast<double>((i * 5 + 331) % places);
  problem.arrays.push_back(inputArray("places", ElementType::u32, Shape(places), next));
  problem.arrays.push_back(scratchArray("ends", ElementType::u32, Shape(256)));
  return problem;
}

inline exercise::Diagnosis diagnosisOf(const char* faultClass, std::string headline) {
  exercise::Diagnosis out;
  out.faultClass = faultClass;
  out.headline = std::move(headline);
  out.see = "day 9";
  return out;
}

inline std::string milliseconds(double value) {
  char text[48];
  std::snprintf(text, sizeof text, value < 0.01 ? "%.6f ms" : "%.4f ms", value);
  return text;
}

/// The cause in words.
inline exercise::Diagnosis explainTiming(std::size_t runs, const exercise::Bytes& got) {
  using namespace exercise;
  const auto field = [&](Field which) { return elementAt(got, ElementType::f32, which); };
  const std::string m = milliseconds(field(figure)), right = milliseconds(field(median));
  const std::string asked = counted(runs, "run"), called = counted(static_cast<std::size_t>(field(calls)), "time");
  const std::string against = "you returned " + m + ", the median is " + right + ": ";
  switch (static_cast<Cause>(static_cast<int>(field(cause)))) {
    case Cause::neverLaunched:
      return diagnosisOf("never-launched", "solve() never called launch(), so there was nothing to time");
    case Cause::askedTooEarly:
      return diagnosisOf("no-synchronize", against +
                                               "cudaEventElapsedTime was asked before the event had happened; it " +
                                               "failed and left its result as it was, so wait for the event first");
    case Cause::notWaited:
      return diagnosisOf("no-synchronize", against + "solve() returned while the kernel was still running; a launch " +
                                               "returns at once, and nothing here waited for the device");
    case Cause::tooFewRuns:
      return diagnosisOf("too-few-runs", asked + " were to be timed, and launch() was called " + called +
                                             ": a single run says little, and the first one least");
    case Cause::noTime:
      return diagnosisOf("no-time", against + "that is no time at all");
    case Cause::seconds:
      return diagnosisOf("wrong-unit", against + "these are seconds, and milliseconds were asked for");
    case Cause::microseconds:
      return diagnosisOf("wrong-unit", against + "these are microseconds, and milliseconds were asked for");
    case Cause::total:
      return diagnosisOf("total-of-the-runs", against + "this is the time of all " + asked + " together");
    case Cause::warmUpIncluded:
      return diagnosisOf("warm-up-included", against +
                                                 "the first launch is in the figure, and it is several times as " +
                                                 "slow; call launch() once before you time");
    case Cause::mean:
      return diagnosisOf("mean-of-the-runs", against + "this is the mean, which a few slow runs pull up; sort the " +
                                                 asked + " and take the one in the middle");
    case Cause::least:
      return diagnosisOf("least-of-the-runs", against + "this is the fastest of the " + asked);
    case Cause::greatest:
      return diagnosisOf("greatest-of-the-runs", against + "this is the slowest of the " + asked);
    case Cause::oneOfTheRuns:
      return diagnosisOf("one-of-the-runs",
                         against + "this is a single one of the " + asked + ", and not their median");
    case Cause::hostClock:
      return diagnosisOf("host-clock", against + "this is what the host's clock saw, which has the launch, the wait " +
                                           "and everything else on the host in it; events are on the device's clock");
    case Cause::kernelNotInside:
      return diagnosisOf("kernel-not-inside", against + "the kernel did not run between your two marks; the first " +
                                                  "belongs before launch(), the second behind it and behind the wait");
    case Cause::right:
    case Cause::unexplained:
      break;
  }
  return diagnosisOf("unexplained", "you returned " + m + ", the median of the " + asked + " is " + right +
                                        ", and no mistake that the harness knows makes one of the other");
}

}  // namespace day09

#ifdef __CUDACC__
#include <chrono>

#include "exercise/day_defaults.cuh"
#include "exercise/simulator.h"

namespace day09 {

constexpr unsigned threads = 256;

// Dependent loads: the duration goes with `steps`, on a card and in the model. __ldcg leaves the L1 cache out.
static __global__ void follow(const unsigned* places, unsigned* ends, unsigned steps) {
  const unsigned thread = threadIdx.x;
  unsigned at = thread;
  for (unsigned step = 0; step < steps; ++step) at = __ldcg(&places[at]);
  ends[thread] = at;
}

/// One call of solve(): what launch() needs, since it has no parameters, and what it notes.
struct Session {
  const unsigned* places = nullptr;
  unsigned* ends = nullptr;
  std::size_t offset = 0;
  unsigned steps = 0;
  std::vector<cudaEvent_t> begin, end;
  std::vector<double> entered, left;

  static double now() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
  }

  /// In eighths of the usual duration.
  unsigned eighths(std::size_t call) const {
    if (call == 0) return 64;
    if ((call + offset) % 5 == 3) return 32;
    return (call + offset) % 7 == 4 ? 4 : 8;
  }

  void launch() {
    const std::size_t call = begin.size();
    entered.push_back(now());
    begin.push_back(nullptr);
    end.push_back(nullptr);
    cudaEventCreate(&begin.back());
    cudaEventCreate(&end.back());
    cudaEventRecord(begin.back());
    follow<<<1, threads>>>(places, ends, steps * eighths(call) / 8);
    cudaEventRecord(end.back());
    left.push_back(now());
  }
};

inline Session*& session() {
  static Session* current = nullptr;
  return current;
}

inline void launchOfSession() { session()->launch(); }

/// Calls the learner's solve() and fills in what was seen.
inline Observed observeSolve(Session& own, std::size_t runs) {
  Observed seen;
  seen.runs = runs;
  session() = &own;
  seen.figure = static_cast<double>(::solve(static_cast<int>(runs), launchOfSession));
  const double returned = Session::now();
  // A time that was asked for too early is a wrong figure, which is told as one, and not a failed call.
  seen.askedTooEarly = cudaPeekAtLastError() == cudaErrorNotReady;
  if (!own.end.empty()) seen.waited = cudaEventQuery(own.end.back()) != cudaErrorNotReady;
  if (cudaPeekAtLastError() == cudaErrorNotReady) cudaGetLastError();
  for (std::size_t i = 0; i < own.entered.size(); ++i)
    seen.onHost.push_back((i + 1 < own.entered.size() ? own.entered[i + 1] : returned) - own.entered[i]);
  seen.inLaunch.resize(own.left.size());
  std::transform(own.left.begin(), own.left.end(), own.entered.begin(), seen.inLaunch.begin(), std::minus<>());
  if (own.begin.size() == 1) own.launch();  // the first launch alone leaves nothing to compare with
  cudaDeviceSynchronize();
  for (std::size_t i = 0; i < own.begin.size(); ++i) {
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, own.begin[i], own.end[i]);
    seen.onDevice.push_back(static_cast<double>(elapsed));
    cudaEventDestroy(own.begin[i]);
    cudaEventDestroy(own.end[i]);
  }
  const std::size_t total = seen.onDevice.size();
  for (std::size_t i = total > runs ? total - runs : 1; i < total; ++i) seen.reference.push_back(seen.onDevice[i]);
  seen.onDevice.resize(seen.onHost.size());
  session() = nullptr;
  return seen;
}

}  // namespace day09

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day09";

  static std::vector<Shape> ladder() { return {Shape(1), Shape(2), Shape(3), Shape(11), Shape(21)}; }

  /// The kernels are the harness's: another order shows nothing, another input does.
  static unsigned orders(const Shape&) { return 2; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day09::timingProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    day09::Session own;
    own.places = DevicePointer{at[1]};
    own.ends = DevicePointer{at[2]};
    own.offset = static_cast<std::size_t>(problem.scalars[0]);
    // About a millisecond on a card, so that what events cost does not count. The simulator's model calls its
    // steps a tenth of one, and needs many times as long for them itself: the two clocks cannot be mistaken.
    const bool simulated = exercise::Simulator().present();
    own.steps = simulated ? 512 : 4000;
    day09::Observed seen = day09::observeSolve(own, problem.shape.count());
    if (simulated) seen.part = 0.01;
    const day09::Cause cause = day09::causeOf(seen);
    std::vector<float> fields(day09::fieldCount, 0);
    const double middle = seen.reference.empty() ? 0 : day09::medianOf(seen.reference).lower;
    double part = middle > 0 ? seen.figure / middle : 0;
    if (cause == day09::Cause::right) part = 1;  // anywhere between two medians
    if (cause != day09::Cause::right && day09::near(part, 1, day09::tolerance))
      part = 0;  // the right value by a wrong way
    fields[day09::ratio] = static_cast<float>(part);
    fields[day09::cause] = static_cast<float>(static_cast<int>(cause));
    fields[day09::figure] = static_cast<float>(seen.figure);
    fields[day09::median] = static_cast<float>(middle);
    fields[day09::calls] = static_cast<float>(seen.onHost.size());
    cudaMemcpy(at[0], fields.data(), fields.size() * sizeof(float), cudaMemcpyHostToDevice);
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    return day09::explainTiming(problem.shape.count(), got);
  }
};
#endif
