#pragma once
// Day 17's exercise: predict from counts which of five kernels memory holds back, then measure. See src/exercise/day.h
// for what each member is for.
//
// The harness hands over launch(kernel), which starts one of seven kernels: two that measure a roof, and the five. It
// has events of its own around each, so it knows what every launch took, on a card and by the simulator's model. From
// those times and from the right counts follow the right answers, which are compared with what solve() filled in.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// Written by the learner: fills in the table, one entry a kernel (the starter says what each is).
void solve(std::size_t n, int steps, std::size_t side, void (*launch)(int kernel), double* flop, double* bytes,
           double* milliseconds, int* predicted, int* measured);

namespace day17 {

enum Kernel : std::size_t { copy, multiplyAdds, saxpy, shortPolynomial, longPolynomial, scatter, product, kernelCount };
constexpr const char* names[kernelCount] = {"copy",    "multiply-adds", "saxpy", "short polynomial", "long polynomial",
                                            "scatter", "product"};
constexpr std::size_t addThreads = 65536;  // of kernel 1
constexpr std::size_t shortSteps = 8;
enum Bound { memory, arithmetic, neither };

/// What the table says of one kernel, or what it should.
struct Row {
  double flop = 0, bytes = 0, milliseconds = 0;
  int predicted = -1, measured = -1;
};

struct Work {
  std::size_t n = 0, steps = 0, side = 0;
  std::size_t fewer() const { return (n + 15) / 16; }  // elements of the long polynomial
};

inline Row countsOf(Kernel kernel, const Work& work) {
  const double n = static_cast<double>(work.n), steps = static_cast<double>(work.steps);
  const double side = static_cast<double>(work.side), fewer = static_cast<double>(work.fewer());
  Row row;
  switch (kernel) {
    case copy:
      row.bytes = 8 * n;
      break;
    case multiplyAdds:
      row.flop = 2 * steps * addThreads;
      row.bytes = 4 * addThreads;
      break;
    case saxpy:
      row.flop = 2 * n;
      row.bytes = 12 * n;
      break;
    case shortPolynomial:
      row.flop = 2 * shortSteps * n;
      row.bytes = 8 * n;
      break;
    case longPolynomial:
      row.flop = 2 * steps * fewer;
      row.bytes = 8 * fewer;
      break;
    case scatter:
      row.flop = n;
      row.bytes = 8 * n;
      break;
    case product:
      row.flop = 2 * side * side * side;
      row.bytes = 12 * side * side;
      break;
    case kernelCount:
      break;
  }
  return row;
}

/// What the harness saw of one call of solve().
struct Observed {
  Work work;
  Row rows[kernelCount];                      // as solve() left them
  std::vector<double> onDevice[kernelCount];  // milliseconds of each launch, the first one slow
  double part = 0.15;                         // how far a time may be from what it is
  double between = 0.02;  // ms that may pass between the learner's events and the launch: the host makes both
  bool waited = true;     // the device had finished when solve() returned
};

inline bool near(double got, double want, double part) { return std::fabs(got - want) <= part * std::fabs(want); }

/// The median of the launches after the first.
inline double medianOf(std::vector<double> times) {
  if (times.size() > 1) times.erase(times.begin());
  std::sort(times.begin(), times.end());
  return times.empty() ? 0 : times[times.size() / 2];
}

/// The roofs, by what the harness measured: bytes and operations a millisecond.
struct Roofs {
  double bytes = 0, flop = 0;
  double ridge() const { return flop / bytes; }
};

inline Roofs roofsOf(const Observed& seen) {
  return {countsOf(copy, seen.work).bytes / medianOf(seen.onDevice[copy]),
          countsOf(multiplyAdds, seen.work).flop / medianOf(seen.onDevice[multiplyAdds])};
}

inline exercise::Diagnosis diagnosisOf(const char* faultClass, std::string headline, const char* see = "day 17") {
  exercise::Diagnosis out;
  out.faultClass = faultClass;
  out.headline = std::move(headline);
  out.see = see;
  return out;
}

inline std::string digits(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// "kernel 2 (saxpy)".
inline std::string called(std::size_t kernel) {
  return "kernel " + std::to_string(kernel) + " (" + names[kernel] + ")";
}

inline std::optional<exercise::Diagnosis> wrongFlop(const Observed& seen, Kernel kernel) {
  const double got = seen.rows[kernel].flop, want = countsOf(kernel, seen.work).flop;
  if (kernel == copy || near(got, want, 1e-6)) return std::nullopt;
  std::string text =
      called(kernel) + ": you count " + digits(got, "%.0f") + " operations a launch, it does " + digits(want, "%.0f");
  const auto is = [&](double value) { return near(got, value, 1e-6); };
  if (is(want / 2))
    text += ": half of them, and a multiply-add is two";
  else if (is(want / static_cast<double>(seen.work.n)) || is(want / static_cast<double>(seen.work.fewer())))
    text += ": yours are those of one element";
  else if (kernel == longPolynomial &&
           is(want / static_cast<double>(seen.work.fewer()) * static_cast<double>(seen.work.n)))
    text += ": it has n / 16 elements, rounded up, and not n";
  else if (kernel == product && is(2 * static_cast<double>(seen.work.side * seen.work.side)))
    text += ": each of the side x side elements is a sum of side products";
  return diagnosisOf("flop-count", text);
}

inline std::optional<exercise::Diagnosis> wrongBytes(const Observed& seen, Kernel kernel) {
  const double got = seen.rows[kernel].bytes, want = countsOf(kernel, seen.work).bytes;
  if (kernel == multiplyAdds || near(got, want, 1e-6)) return std::nullopt;
  const double n = static_cast<double>(seen.work.n), side = static_cast<double>(seen.work.side);
  std::string text = called(kernel) + ": you count " + digits(got, "%.0f") + " bytes a launch, at the least " +
                     digits(want, "%.0f") + " have to cross memory";
  const auto is = [&](double value) { return near(got, value, 1e-6); };
  const char* faultClass = "byte-count";
  if (is(want / 4)) {
    text += ": yours are elements, and a float has 4 bytes";
  } else if (is(want / static_cast<double>(seen.work.n)) || is(want / static_cast<double>(seen.work.fewer()))) {
    text += ": yours are those of one element";
  } else if (kernel == product && got > 7.9 * side * side * side) {
    faultClass = "bytes-asked";
    text += ": yours are what the threads ask for; each element of the three matrices crosses once at the least";
  } else if (kernel == scatter && got > want) {
    faultClass = "sectors-counted";
    text += ": yours count whole sectors; at the least only the 8 useful bytes of an element cross";
  } else if (kernel == longPolynomial && is(8 * n)) {
    text += ": it has n / 16 elements, rounded up, and not n";
  } else if (is(want / 2) || (kernel == saxpy && (is(4 * n) || is(8 * n))) ||
             (kernel == product && (is(8 * side * side) || is(4 * side * side)))) {
    text += ": every array counts, what is read and what is written";
  }
  return diagnosisOf(faultClass, text);
}

inline std::optional<exercise::Diagnosis> wrongTime(const Observed& seen, Kernel kernel) {
  const double got = seen.rows[kernel].milliseconds;
  const std::vector<double>& all = seen.onDevice[kernel];
  if (all.empty())
    return diagnosisOf("never-launched", called(kernel) + " was never launched, so there was nothing to measure");
  const double median = medianOf(all);
  const auto first = all.begin() + (all.size() > 1 ? 1 : 0);
  const double least = *std::min_element(first, all.end()), most = *std::max_element(first, all.end());
  const bool onlyFirst = all.size() == 1;
  if (!onlyFirst && got >= (1 - seen.part) * least && got <= (1 + seen.part) * most + seen.between) return std::nullopt;
  std::string text = called(kernel) + ": you measured " + digits(got, "%.4f") + " ms, ";
  double sum = 0;
  for (const double time : all) sum += time;
  const auto is = [&](double value) { return near(got, value, 0.1); };
  const auto ofAnother = [&]() -> std::optional<exercise::Diagnosis> {
    for (std::size_t other = 0; other < kernelCount; ++other)
      if (other != kernel && !seen.onDevice[other].empty() && is(medianOf(seen.onDevice[other])))
        return diagnosisOf("another-kernel", text + "yours is the time of " + called(other));
    return std::nullopt;
  };
  if (onlyFirst && !is(all[0]))
    if (auto another = ofAnother()) return another;
  if (onlyFirst)
    return diagnosisOf("warm-up-included",
                       text + "and launched it once: the first launch is several times as slow; warm up first",
                       "day 9");
  text += "a launch takes " + digits(median, "%.4f") + " ms: ";
  if (!seen.waited)
    return diagnosisOf("no-synchronize", text + "solve() returned while a kernel was still running", "day 9");
  if (is(median / 1000)) return diagnosisOf("wrong-unit", text + "these are seconds", "day 9");
  if (is(median * 1000)) return diagnosisOf("wrong-unit", text + "these are microseconds", "day 9");
  if (is(all[0]) || is(sum / static_cast<double>(all.size())))
    return diagnosisOf("warm-up-included", text + "the slow first launch is in it; warm up first", "day 9");
  if (is(sum - all[0]) || is(sum))
    return diagnosisOf("total-of-the-runs", text + "these are all launches together", "day 9");
  if (auto another = ofAnother()) return another;
  return diagnosisOf("wrong-time", text + "put an event on either side of the launch, and wait for the second",
                     "day 9");
}

constexpr const char* bounds[] = {"memory", "arithmetic", "neither"};

inline std::string boundWord(int bound) {
  return bound >= memory && bound <= neither ? bounds[bound] : std::to_string(bound);
}

/// The roofs in words, for the one kernel.
inline std::string intensityWords(const Observed& seen, Kernel kernel) {
  const Row counts = countsOf(kernel, seen.work);
  return called(kernel) + " does " + digits(counts.flop / counts.bytes, "%.3g") +
         " FLOP a byte, and the roofs meet at " + digits(roofsOf(seen).ridge(), "%.3g");
}

inline int rightPrediction(const Observed& seen, Kernel kernel) {
  const Row counts = countsOf(kernel, seen.work);
  return counts.flop / counts.bytes < roofsOf(seen).ridge() ? memory : arithmetic;
}

/// The part of what the lower roof allows that the kernel reaches.
inline double reached(const Observed& seen, Kernel kernel) {
  const Row counts = countsOf(kernel, seen.work);
  const Roofs roofs = roofsOf(seen);
  return std::max(counts.bytes / roofs.bytes, counts.flop / roofs.flop) / medianOf(seen.onDevice[kernel]);
}

inline std::optional<exercise::Diagnosis> wrongPrediction(const Observed& seen, Kernel kernel) {
  const Row counts = countsOf(kernel, seen.work);
  const int got = seen.rows[kernel].predicted, want = rightPrediction(seen, kernel);
  if (got == want) return std::nullopt;
  // So near the ridge that two measurements of the roofs may disagree.
  if (near(counts.flop / counts.bytes, roofsOf(seen).ridge(), seen.part) && (got == memory || got == arithmetic))
    return std::nullopt;
  bool allTurned = true;
  for (std::size_t k = saxpy; k < kernelCount; ++k)
    allTurned = allTurned && seen.rows[k].predicted == 1 - rightPrediction(seen, static_cast<Kernel>(k));
  if (allTurned)
    return diagnosisOf("sides-exchanged", "all five predictions are the wrong way round: " +
                                              intensityWords(seen, kernel) + "; below that, memory is the lower roof");
  return diagnosisOf("wrong-prediction", intensityWords(seen, kernel) + ": " + bounds[want] +
                                             " is the lower roof there, and you predicted " + boundWord(got));
}

inline std::optional<exercise::Diagnosis> wrongMeasurement(const Observed& seen, Kernel kernel) {
  const double part = reached(seen, kernel);
  const int got = seen.rows[kernel].measured, by = rightPrediction(seen, kernel), want = part < 0.5 ? neither : by;
  if (got == want || (near(part, 0.5, seen.part) && (got == by || got == neither))) return std::nullopt;
  const Row counts = countsOf(kernel, seen.work);
  if (got == 1 - by && near(counts.flop / counts.bytes, roofsOf(seen).ridge(), seen.part)) return std::nullopt;
  bool repeated = got == by;
  for (std::size_t k = saxpy; k < kernelCount; ++k)
    repeated = repeated && seen.rows[k].measured == seen.rows[k].predicted;
  const std::string text = called(kernel) + " reaches " + digits(100 * part, "%.0f") + "% of what the " + bounds[by] +
                           " roof allows: " + (want == neither ? "neither roof explains its time" : bounds[want]) +
                           ", and you say " + boundWord(got);
  if (repeated) return diagnosisOf("prediction-repeated", text + "; your five answers repeat the predictions");
  return diagnosisOf("wrong-measurement", text);
}

/// The first thing that is wrong with the table: counts, then times, then what was concluded from them.
inline std::optional<exercise::Diagnosis> firstWrong(const Observed& seen) {
  const auto each = [&](auto check, std::size_t from) -> std::optional<exercise::Diagnosis> {
    for (std::size_t k = from; k < kernelCount; ++k)
      if (auto found = check(seen, static_cast<Kernel>(k))) return found;
    return std::nullopt;
  };
  if (auto found = each(wrongFlop, copy)) return found;
  if (auto found = each(wrongBytes, copy)) return found;
  if (auto found = each(wrongTime, copy)) return found;
  if (auto found = each(wrongPrediction, saxpy)) return found;
  return each(wrongMeasurement, saxpy);
}

/// The output: 1 when the table is right, then what explain() needs to find the first mistake again.
inline std::vector<double> encoded(const Observed& seen) {
  std::vector<double> out{firstWrong(seen) ? 0.0 : 1.0,
                          static_cast<double>(seen.work.n),
                          static_cast<double>(seen.work.steps),
                          static_cast<double>(seen.work.side),
                          seen.part,
                          seen.between,
                          seen.waited ? 1.0 : 0.0};
  for (std::size_t k = 0; k < kernelCount; ++k) {
    const Row& row = seen.rows[k];
    const std::vector<double>& times = seen.onDevice[k];
    double sum = 0, least = 0, most = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      sum += times[i];
      if (i == 0) continue;
      least = i == 1 ? times[i] : std::min(least, times[i]);
      most = std::max(most, times[i]);
    }
    out.insert(out.end(), {row.flop, row.bytes, row.milliseconds, static_cast<double>(row.predicted),
                           static_cast<double>(row.measured), static_cast<double>(times.size()),
                           times.empty() ? 0 : times[0], medianOf(times), least, most, sum});
  }
  return out;
}

constexpr std::size_t headFields = 7, rowFields = 11;

/// The reverse, with as many launches and the same first, least, median, greatest and total time.
inline Observed decoded(const std::vector<double>& from) {
  Observed seen;
  seen.work = {static_cast<std::size_t>(from[1]), static_cast<std::size_t>(from[2]), static_cast<std::size_t>(from[3])};
  seen.part = from[4];
  seen.between = from[5];
  seen.waited = from[6] != 0;
  for (std::size_t k = 0; k < kernelCount; ++k) {
    const double* const row = from.data() + headFields + k * rowFields;
    seen.rows[k] = {row[0], row[1], row[2], static_cast<int>(row[3]), static_cast<int>(row[4])};
    const std::size_t launches = static_cast<std::size_t>(row[5]);
    if (launches == 0) continue;
    std::vector<double> times(launches, row[7]);
    times[0] = row[6];
    if (launches > 2) times[1] = row[8];
    if (launches > 3) times[2] = row[9];
    seen.onDevice[k] = std::move(times);
  }
  return seen;
}

inline exercise::Problem tableProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  Problem problem;
  problem.shape = shape;
  problem.scalars = {static_cast<double>(seed % 7)};
  std::vector<double> expected(headFields + kernelCount * rowFields, 0);
  expected[0] = 1;
  problem.arrays.push_back(outputArray("table", ElementType::f64, Shape(expected.size()), expected));
  problem.arrays[0].allowed.assign(expected.size(), HUGE_VAL);
  problem.arrays[0].allowed[0] = 0;
  problem.arrays[0].cellName = [](std::size_t, std::size_t) { return std::string("the table, right (1) or not (0)"); };
  return problem;
}

}  // namespace day17

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"
#include "exercise/simulator.h"

namespace day17 {

constexpr unsigned threads = 256;

static __global__ void copyKernel(const float* x, float* y, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) y[i] = x[i];
}

static __global__ void multiplyAddKernel(float* y, unsigned quarters, float c) {
  float values[4] = {1, 2, 3, static_cast<float>(threadIdx.x)};
  for (unsigned step = 0; step < quarters; ++step)
    for (float& value : values) value = fmaf(value, c, c);
  y[blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x] = values[0] + values[1] + values[2] + values[3];
}

static __global__ void saxpyKernel(float s, const float* x, const float* y, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) out[i] = s * x[i] + y[i];
}

static __global__ void polynomialKernel(const float* x, float* y, unsigned steps, float c, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  const float at = x[i];
  float value = c;
  for (unsigned step = 0; step < steps; ++step) value = fmaf(value, at, c);
  y[i] = value;
}

static __global__ void scatterKernel(const float* x, float* y, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) y[i * 4099 % n] = 2 * x[i];
}

static __global__ void productKernel(const float* a, const float* b, float* c, std::size_t side) {
  const std::size_t row = blockIdx.y * static_cast<std::size_t>(blockDim.y) + threadIdx.y;
  const std::size_t col = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (row >= side || col >= side) return;
  float sum = 0;
  for (std::size_t l = 0; l < side; ++l) sum += a[row * side + l] * b[l * side + col];
  c[row * side + col] = sum;
}

/// One call of solve(): what launch() needs, and the events it notes.
struct Session {
  Work work;
  float *x = nullptr, *y = nullptr, *out = nullptr;  // room for n floats, for the three matrices, and for kernel 1
  std::vector<cudaEvent_t> begin[kernelCount], end[kernelCount];

  bool allocate() {
    const std::size_t floats = std::max({work.n, work.side * work.side, addThreads});
    for (float** const array : {&x, &y, &out}) {
      if (cudaMalloc(array, floats * sizeof(float)) != cudaSuccess) return false;
      cudaMemset(*array, 0, floats * sizeof(float));
    }
    return true;
  }

  void start(Kernel kernel) const {
    const auto blocks = [](std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); };
    const unsigned steps = static_cast<unsigned>(work.steps), side = static_cast<unsigned>((work.side + 31) / 32);
    switch (kernel) {
      case copy:
        return copyKernel<<<blocks(work.n), threads>>>(x, out, work.n);
      case multiplyAdds:
        return multiplyAddKernel<<<blocks(addThreads), threads>>>(out, steps / 4, 0.5F);
      case saxpy:
        return saxpyKernel<<<blocks(work.n), threads>>>(3, x, y, out, work.n);
      case shortPolynomial:
        return polynomialKernel<<<blocks(work.n), threads>>>(x, out, shortSteps, 0.5F, work.n);
      case longPolynomial:
        return polynomialKernel<<<blocks(work.fewer()), threads>>>(x, out, steps, 0.5F, work.fewer());
      case scatter:
        return scatterKernel<<<blocks(work.n), threads>>>(x, out, work.n);
      case product:
        return productKernel<<<dim3(side, side), dim3(32, 32)>>>(x, y, out, work.side);
      case kernelCount:
        break;
    }
  }

  void launch(int number) {
    if (number < 0 || number >= static_cast<int>(kernelCount)) return;
    const Kernel kernel = static_cast<Kernel>(number);
    const bool first = begin[kernel].empty();
    begin[kernel].push_back(nullptr);
    end[kernel].push_back(nullptr);
    cudaEventCreate(&begin[kernel].back());
    cudaEventCreate(&end[kernel].back());
    cudaEventRecord(begin[kernel].back());
    for (int repeat = 0; repeat < (first ? 6 : 1); ++repeat) start(kernel);  // first launches are slow
    cudaEventRecord(end[kernel].back());
  }
};

inline Session*& session() {
  static Session* current = nullptr;
  return current;
}

inline void launchOfSession(int kernel) { session()->launch(kernel); }

/// Calls the learner's solve() and fills in what was seen.
inline Observed observeSolve(Session& own) {
  Observed seen;
  seen.work = own.work;
  session() = &own;
  double flop[kernelCount] = {}, bytes[kernelCount] = {}, milliseconds[kernelCount] = {};
  int predicted[kernelCount], measured[kernelCount];
  std::fill(predicted, predicted + kernelCount, -1);
  std::fill(measured, measured + kernelCount, -1);
  ::solve(own.work.n, static_cast<int>(own.work.steps), own.work.side, launchOfSession, flop, bytes, milliseconds,
          predicted, measured);
  session() = nullptr;
  seen.waited = cudaStreamQuery(nullptr) != cudaErrorNotReady;
  if (cudaPeekAtLastError() == cudaErrorNotReady) cudaGetLastError();  // a wrong figure, and told as one
  cudaDeviceSynchronize();
  for (std::size_t k = 0; k < kernelCount; ++k) {
    seen.rows[k] = {flop[k], bytes[k], milliseconds[k], predicted[k], measured[k]};
    for (std::size_t i = 0; i < own.begin[k].size(); ++i) {
      float elapsed = 0;
      cudaEventElapsedTime(&elapsed, own.begin[k][i], own.end[k][i]);
      seen.onDevice[k].push_back(static_cast<double>(elapsed));
      cudaEventDestroy(own.begin[k][i]);
      cudaEventDestroy(own.end[k][i]);
    }
  }
  return seen;
}

}  // namespace day17

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day17";

  static std::vector<Shape> ladder() { return {Shape(131101), Shape(1048583)}; }

  /// The kernels are the harness's: another order shows nothing.
  static unsigned orders(const Shape&) { return 1; }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day17::tableProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    const exercise::Simulator simulator;
    const bool simulated = simulator.present();
    day17::Session own;
    // A card needs more of everything, or it would measure launches and its L2.
    constexpr std::size_t leastOnCard = std::size_t{1} << 25;
    own.work.n = simulated ? problem.shape.count() : std::max(64 * problem.shape.count(), leastOnCard + 29);
    own.work.steps = (simulated ? 480 : 16 * 960) + (simulated ? 4 : 64) * static_cast<std::size_t>(problem.scalars[0]);
    own.work.side = simulated ? 289 : 1021;
    if (own.allocate()) {
      simulator.addressesOnly();  // the kernels are ours, and run a hundred times
      day17::Observed seen = day17::observeSolve(own);
      simulator.setChecks(true);
      if (simulated) seen.part = 0.02, seen.between = 0;
      const std::vector<double> fields = day17::encoded(seen);
      cudaMemcpy(at[0], fields.data(), fields.size() * sizeof(double), cudaMemcpyHostToDevice);
    }
    for (float* const array : {own.x, own.y, own.out}) cudaFree(array);
  }

  /// The table's first mistake, in words.
  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t array,
                                                    const exercise::Bytes& got) {
    std::vector<double> fields(problem.arrays[array].shape.count());
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = exercise::elementAt(got, problem.arrays[array].type, i);
    return day17::firstWrong(day17::decoded(fields));
  }
};
#endif
