#pragma once
// One call of solve(): fresh buffers, poisoned outputs, and everything that can be observed afterwards.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/day.h"
#include "exercise/errors.h"
#include "exercise/host_account.h"
#include "exercise/observations.h"
#include "exercise/placed_array.h"
#include "exercise/problem.h"
#include "exercise/simulator.h"
#include "exercise/text.h"

namespace exercise {

/// What an output holds before the call.
enum class Fill { poison, zeros, ones };

/// How the outputs start: one of them with `fill`, all others, scratch among them, with poison. A fill of all would
/// make "was added to what the output held" of a sum over scratch memory that nobody wrote.
struct Start {
  Fill fill = Fill::poison;
  std::size_t array = 0;

  Fill of(std::size_t i) const { return i == array ? fill : Fill::poison; }
};

/// Something next to or among the inputs that the call changed.
struct Spoiled {
  std::string array, headline;
  std::size_t row = 0, col = 0;  // of a changed input
  long long byte = 0;            // of a broken guard
};

/// What a call left behind. `after` holds the bytes of every array, in the problem's order, unless there was an error.
struct CallResult {
  std::optional<ApiError> error;
  bool ours = false;  // the error came before solve() was called: memory for the case itself
  std::vector<Bytes> after;
  std::vector<Spoiled> inputsChanged, guardsBroken;
  std::string findings = "[]", launches = "[]";
  HostAccount account;
  double seconds = 0;  // wall clock
};

inline ApiError describeError(cudaError_t code, const std::string& where, const Simulator& simulator) {
  ApiError error;
  error.code = static_cast<int>(code);
  error.name = cudaGetErrorName(code);
  error.text = cudaGetErrorString(code);
  error.where = code == cudaErrorMemoryAllocation ? "allocation" : where;
  error.detail = simulator.lastErrorMessage();
  return error;
}

/// The bytes that `array` starts with.
inline Bytes startOf(const Array& array, Fill fill) {
  if (!startsUnwritten(array.role)) return array.initial;
  if (fill == Fill::poison) return poison(array.bytes());
  Bytes bytes(array.bytes(), static_cast<unsigned char>(0));
  if (fill == Fill::zeros) return bytes;
  for (std::size_t i = 0; i < array.shape.count(); ++i) {
    unsigned char* at = bytes.data() + i * bytesOf(array.type);
    const float f = 1;
    const double d = 1;
    if (array.type == ElementType::f32)
      std::memcpy(at, &f, sizeof f);
    else if (array.type == ElementType::f64)
      std::memcpy(at, &d, sizeof d);
    else
      *at = 1;  // little-endian, as every host with a CUDA device is
  }
  return bytes;
}

/// Arrays for `problem`, filled; empty with the error when memory is short.
inline std::vector<PlacedArray> placeArrays(const Problem& problem, Start start, const Simulator& simulator,
                                            cudaError_t& error) {
  std::vector<PlacedArray> arrays;
  arrays.reserve(problem.arrays.size());
  error = cudaSuccess;
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    const Array& array = problem.arrays[i];
    const bool host = problem.side == Side::host;
    arrays.emplace_back(problem.side, array.bytes(), host || !simulator.present());
    error = arrays.back().error();
    if (error == cudaSuccess) {
      error = arrays.back().upload(startOf(array, start.of(i)));
    }
    if (error != cudaSuccess) return {};
    // To the learner nobody has written an output yet, whatever the harness put there.
    if (!host && startsUnwritten(array.role) && start.of(i) == Fill::poison)
      simulator.markUnwritten(arrays.back().data(), array.bytes());
  }
  return arrays;
}

inline std::vector<void*> pointersOf(const std::vector<PlacedArray>& arrays) {
  std::vector<void*> pointers;
  for (const PlacedArray& array : arrays) pointers.push_back(array.data());
  return pointers;
}

namespace detail {

inline void inspect(const Problem& problem, const std::vector<PlacedArray>& device, CallResult& result) {
  for (std::size_t i = 0; i < device.size(); ++i) {
    const Array& array = problem.arrays[i];
    long long at = 0;
    if (device[i].brokenGuard(at)) {
      Spoiled spoiled;
      spoiled.array = array.name;
      spoiled.byte = at;
      const std::uint64_t distance =
          static_cast<std::uint64_t>(at < 0 ? -at : at - static_cast<long long>(device[i].bytes()) + 1);
      spoiled.headline = "wrote outside its buffer: " + counted(distance, "byte") +
                         (at < 0 ? " before the first" : " past the last") + " byte of " + array.name + ", which has " +
                         counted(device[i].bytes(), "byte");
      result.guardsBroken.push_back(spoiled);
    }
    if (array.role != Role::input || result.after[i] == array.initial) continue;
    Spoiled spoiled;
    spoiled.array = array.name;
    std::size_t changed = 0, first = 0;
    const std::size_t size = bytesOf(array.type);
    for (std::size_t e = array.shape.count(); e-- > 0;) {
      if (std::memcmp(result.after[i].data() + e * size, array.initial.data() + e * size, size) == 0) continue;
      ++changed;
      first = e;
    }
    spoiled.row = first / array.shape.cols();
    spoiled.col = first % array.shape.cols();
    spoiled.headline = "changed its input: " + counted(changed, "element") + " of " + array.name +
                       (changed == 1 ? " differs" : " differ") + " after the call, the first at row " +
                       number(spoiled.row) + ", column " + number(spoiled.col) + " (" +
                       valueText(elementAt(result.after[i], array.type, first)) + ", was " +
                       valueText(elementAt(array.initial, array.type, first)) + ")";
    result.inputsChanged.push_back(spoiled);
  }
}

/// What each of three more calls took from a card's free memory and did not give back, if each took the same. Free
/// memory is the whole card's: a driver takes some once, for the first launch, and other processes come and go.
inline std::uint64_t repeatedLeak(const Exercise& day, const Problem& problem, const std::vector<void*>& pointers,
                                  const Simulator& simulator) {
  std::uint64_t each = 0;
  for (int call = 0; call < 3; ++call) {
    const AccountWatch watch(simulator);
    day.solve(problem, pointers);
    if (cudaDeviceSynchronize() != cudaSuccess) return 0;
    const std::uint64_t leaked = watch.read().leaked;
    if (leaked == 0 || (call > 0 && leaked != each)) return 0;
    each = leaked;
  }
  return each;
}

}  // namespace detail

/// Calls day.solve once on fresh buffers, with blocks and warps in the order of `orderSeed`.
inline CallResult callSolve(const Exercise& day, const Problem& problem, Start outputs, std::uint64_t orderSeed,
                            const Simulator& simulator) {
  CallResult result;
  cudaError_t code = cudaSuccess;
  const std::vector<PlacedArray> device = placeArrays(problem, outputs, simulator, code);
  if (code == cudaSuccess) code = cudaDeviceSynchronize();
  if (code != cudaSuccess) {
    result.error = describeError(code, "allocation", simulator);
    result.ours = true;
    return result;
  }
  simulator.setSeed(orderSeed);
  simulator.takeFindings();
  simulator.takeLaunches();
  cudaGetLastError();

  const AccountWatch watch(simulator);
  const auto start = std::chrono::steady_clock::now();
  day.solve(problem, pointersOf(device));
  const cudaError_t launchError = cudaGetLastError();
  if (launchError != cudaSuccess) result.error = describeError(launchError, "launch", simulator);
  const cudaError_t syncError = cudaDeviceSynchronize();
  if (launchError == cudaSuccess && syncError != cudaSuccess)
    result.error = describeError(syncError, "sync", simulator);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cudaGetLastError();

  result.findings = simulator.takeFindings();
  result.launches = simulator.takeLaunches();
  if (result.error) return result;
  if (problem.side == Side::host) result.account = watch.read();
  result.after.resize(device.size());
  for (std::size_t i = 0; i < device.size(); ++i) {
    code = device[i].download(result.after[i]);
    if (code != cudaSuccess) {
      result.error = describeError(code, "sync", simulator);
      return result;
    }
  }
  detail::inspect(problem, device, result);
  if (result.account.leaked > 0 && !simulator.present())
    result.account.leaked = detail::repeatedLeak(day, problem, pointersOf(device), simulator);
  simulator.takeFindings();  // of our own copies: left there, they would be told at exit as the learner's
  if (result.account.leaked > 0) result.findings = withLeak(result.findings, result.account.leaked);
  return result;
}

}  // namespace exercise
