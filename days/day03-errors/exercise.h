#pragma once
// Day 3's exercise: a function of three steps that reports the first error and stops. See src/exercise/day.h for what
// each member is for.
//
// A case is elements x threads of a block x MiB. Every way to fail that is judged leaves the device in order, so that
// one process can judge them all: a block too large, an allocation too large. A fault inside a kernel takes the device
// away; that solve() would have seen one is judged by whether it waited.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"

/// Written by the learner. Allocates `bytes` for *result, doubles the n floats of `in` into it with blocks of `threads`
/// threads, then stores n in *receipt from a kernel. Returns the first error; default stream.
cudaError_t solve(const float* in, std::size_t n, unsigned threads, std::size_t bytes, float** result,
                  unsigned* receipt);

namespace day03 {

enum : std::size_t { reportArray, inArray, resultArray, receiptArray };

/// What solve() did apart from computing: the elements of the array `report`.
enum : std::size_t { returned, stillRunning, pending, handedOut, leaked, reportSize };

constexpr std::size_t mostThreads = 1024;   // of a block, on every card
constexpr std::size_t mostMiB = 1U << 20U;  // 1 TiB: more than any card has

/// What the first of the three steps that fails reports, where a block too large is refused with `refusal`: CUDA 13 has
/// another code for that than CUDA 12. cudaSuccess where no step fails.
inline int firstError(const exercise::Shape& shape, int refusal) {
  if (shape.extent[2] > mostMiB) return cudaErrorMemoryAllocation;
  return shape.extent[1] > mostThreads ? refusal : static_cast<int>(cudaSuccess);
}

inline exercise::Problem stepsProblem(const exercise::Shape& shape, std::uint64_t seed, int refusal) {
  using namespace exercise;
  const std::size_t n = shape.extent[0];
  const double error = firstError(shape, refusal);
  const bool succeeds = error == 0;
  const std::vector<double> in = wholeNumbers(seed, n, 1U << 20);
  const std::vector<double> untouched(n, -1);
  std::vector<double> doubled(n);
  for (std::size_t i = 0; i < n; ++i) doubled[i] = 2 * in[i];
  Problem problem;
  problem.shape = shape;
  problem.arrays.push_back(
      outputArray("report", ElementType::i32, Shape(reportSize), {error, 0, 0, succeeds ? 1.0 : 0.0, 0}));
  problem.arrays.push_back(inputArray("in", ElementType::f32, Shape(n), in));
  problem.arrays.push_back(inOutArray("result", ElementType::f32, Shape(n), untouched, succeeds ? doubled : untouched));
  problem.arrays.push_back(inOutArray("receipt", ElementType::u32, Shape(1), {0}, {succeeds ? double(n) : 0}));
  return problem;
}

}  // namespace day03

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"
#include "exercise/lend.h"
#include "exercise/simulator.h"

namespace day03 {

// Keeps the default stream busy for about a millisecond, so that work queued behind it is surely under way when a
// solve() that does not wait comes back. Each step needs the one before.
static __device__ unsigned stepsTaken;
static __global__ void keepBusy(unsigned steps) {
  unsigned value = 1;
  for (unsigned i = 0; i < steps; ++i) value = value * 1664525U + 1013904223U;
  stepsTaken = value;
}

/// The code with which this device and runtime refuse a block too large.
inline int refusalCode() {
  static const int code = [] {
    keepBusy<<<1, mostThreads + 1>>>(0);
    return static_cast<int>(cudaGetLastError());
  }();
  return code;
}

inline int firstError(const exercise::Shape& shape) { return firstError(shape, refusalCode()); }

inline std::string nameOf(int error) {
  const cudaError_t code = static_cast<cudaError_t>(error);
  return std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")";
}

inline exercise::Diagnosis say(const char* faultClass, const std::string& headline) {
  exercise::Diagnosis diagnosis;
  diagnosis.faultClass = faultClass;
  diagnosis.headline = headline;
  diagnosis.see = "day 3";
  return diagnosis;
}

/// Bytes of the device that are free, where nobody else allocates: on the simulator. 0 on a card.
inline std::size_t freeBytes() {
  static const bool alone = exercise::Simulator().present();
  std::size_t free = 0, total = 0;
  if (alone) cudaMemGetInfo(&free, &total);
  return free;
}

/// The step of `shape` that fails, with its numbers.
inline std::string failingStep(const exercise::Shape& shape) {
  return firstError(shape) == cudaErrorMemoryAllocation
             ? "the allocation of " + std::to_string(shape.extent[2]) + " MiB"
             : "the launch with " + std::to_string(shape.extent[1]) + " threads a block";
}

inline std::optional<exercise::Diagnosis> explainReport(const exercise::Shape& shape, const exercise::Bytes& got) {
  int report[reportSize];
  std::memcpy(report, got.data(), sizeof report);
  const int expected = firstError(shape);
  const bool allocation = expected == cudaErrorMemoryAllocation;
  if (report[returned] == cudaSuccess && expected != cudaSuccess)
    return say(allocation ? "allocation-error-lost" : "launch-error-lost",
               "solve() returned cudaSuccess, but " + failingStep(shape) + " fails with " + nameOf(expected));
  if (report[returned] != cudaSuccess && expected == cudaSuccess)
    return say("false-alarm", "solve() returned " + nameOf(report[returned]) + ", but every step can be done");
  if (report[returned] != expected)
    return say("another-error", "solve() returned " + nameOf(report[returned]) + ", but the first step that fails is " +
                                    failingStep(shape) + ", with " + nameOf(expected));
  if (report[stillRunning] != 0)
    return say("returned-too-early",
               "solve() came back while its kernels were still to run: a fault inside one would not be in what it "
               "returned");
  if (report[pending] != 0)
    return say("error-left-behind", "solve() returned the right error and left it pending: the caller's next " +
                                        std::string("cudaGetLastError() reports ") + nameOf(report[pending]) +
                                        " once more, of a launch that was fine");
  if (report[handedOut] != 0)
    return say("result-handed-out", "solve() failed and left a pointer in *result: free the buffer and set it to null");
  if (report[leaked] != 0)
    return say("memory-leaked", "solve() failed at " + failingStep(shape) +
                                    " and kept what it had allocated: free the buffer before you return");
  return say("result-missing", "solve() returned cudaSuccess and left *result null");
}

inline std::optional<exercise::Diagnosis> explainReceipt(const exercise::Shape& shape) {
  if (firstError(shape) == cudaSuccess)
    return say("receipt-missing", "solve() returned cudaSuccess, and the receipt was not stamped with n");
  return say("did-not-stop", "solve() returned the right error and went on: the receipt was stamped after " +
                                 failingStep(shape) + " had failed");
}

}  // namespace day03

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day03";

  static std::vector<Shape> ladder() {
    return {Shape(1, 1, 1),       Shape(3, 2048, 1),      Shape(1000, 250, 1),    Shape(1000, 1024, 1),
            Shape(1000, 1025, 1), Shape(8, 256, 4194304), Shape(8, 2048, 4194304)};
  }
  static Shape timedShape() { return Shape(1000, 250, 1); }

  static Problem problem(const Shape& shape, std::uint64_t seed) {
    return day03::stepsProblem(shape, seed, day03::refusalCode());
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t array,
                                                    const exercise::Bytes& got) {
    if (array == day03::reportArray) return day03::explainReport(problem.shape, got);
    if (array == day03::receiptArray) return day03::explainReceipt(problem.shape);
    return std::nullopt;
  }

  static void solve(const Problem& problem, const Pointers& at) {
    const std::size_t n = problem.shape.extent[0], bytes = problem.shape.extent[2] << 20U;
    constexpr unsigned aboutAMillisecond = 1U << 20U;
    day03::keepBusy<<<1, 1>>>(aboutAMillisecond);
    const std::size_t freeBefore = day03::freeBytes();
    float* result = nullptr;
    const exercise::Lent lent(&result, sizeof result, exercise::Lent::devicePointers);
    int report[day03::reportSize];
    report[day03::returned] =
        ::solve(static_cast<const float*>(at[day03::inArray]), n, static_cast<unsigned>(problem.shape.extent[1]), bytes,
                &result, static_cast<unsigned*>(at[day03::receiptArray]));
    report[day03::pending] = cudaPeekAtLastError();
    const bool done = report[day03::returned] == cudaSuccess;
    report[day03::stillRunning] = done && cudaStreamQuery(nullptr) == cudaErrorNotReady ? 1 : 0;
    report[day03::handedOut] = result == nullptr ? 0 : 1;
    cudaGetLastError();  // told in the report; what is wrong with the device comes back by itself
    if (done && result != nullptr) {
      cudaMemcpy(at[day03::resultArray], result, n * sizeof(float), cudaMemcpyDeviceToDevice);
      cudaFree(result);
    }
    report[day03::leaked] = day03::freeBytes() < freeBefore ? 1 : 0;
    cudaMemcpy(at[day03::reportArray], report, sizeof report, cudaMemcpyHostToDevice);
  }
};
#endif
