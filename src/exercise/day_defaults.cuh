#pragma once
// What a day need not write itself. `struct Day : exercise::DayDefaults<Day>` has to bring name, ladder(), problem()
// and solve(); it hides a member here by writing its own.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exercise/ceiling.cuh"
#include "exercise/diagnosis.h"
#include "exercise/orders.h"
#include "exercise/problem.h"

namespace exercise {

/// A device pointer that becomes whatever pointer a parameter asks for.
struct DevicePointer {
  void* at = nullptr;
  template <class T>
  operator T*() const {  // NOLINT(google-explicit-constructor): the conversion is its purpose
    return static_cast<T*>(at);
  }
};

static __global__ void copyWords(const unsigned* in, unsigned* out, std::size_t words) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < words; i += stride)
    out[i] = in[i];
}

template <class Day>
struct DayDefaults {
  using Shape = exercise::Shape;
  using Problem = exercise::Problem;
  using Pointers = std::vector<void*>;

  /// The largest case of the ladder.
  static Shape timedShape() {
    const std::vector<Shape> ladder = Day::ladder();
    return *std::max_element(ladder.begin(), ladder.end(),
                             [](const Shape& a, const Shape& b) { return a.count() < b.count(); });
  }

  /// Every input read once, every output written once.
  static std::uint64_t bytesMoved(const Problem& problem) {
    std::uint64_t bytes = 0;
    for (const Array& array : problem.arrays) bytes += array.bytes() * (array.role == Role::inOut ? 2 : 1);
    return bytes;
  }

  /// Many while they cost milliseconds. A day whose kernels are its own and not the learner's has little use for them.
  static unsigned orders(const Shape& shape) { return exercise::ordersFor(shape); }

  /// As many bytes as the first array and the first output share, from one to the other, in order.
  static void copy(const Problem& problem, const Pointers& pointers) {
    std::size_t out = 0;
    while (!problem.arrays[out].compared()) ++out;
    const std::size_t words = std::min(problem.arrays[0].bytes(), problem.arrays[out].bytes()) / sizeof(unsigned);
    const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((words + 255) / 256, 65535));
    copyWords<<<std::max(blocks, 1U), 256>>>(static_cast<const unsigned*>(pointers[0]),
                                             static_cast<unsigned*>(pointers[out]), words);
  }

  static void wideCopy(const void* from, void* to, std::size_t bytes) { launchWideCopy(from, to, bytes); }
  static void clock(long long* cyclesAndNanoseconds) { launchClock(cyclesAndNanoseconds); }
  static void hold(volatile int* flags, long long nanoseconds) { launchHold(flags, nanoseconds); }

  /// A day whose times are judged brings the starter's kernel; others are measured against the copy alone.
  static void naive(const Problem& problem, const Pointers& pointers) { Day::copy(problem, pointers); }

  /// Data speaks for itself: the fault classes name the cause.
  static std::optional<Diagnosis> explain(const Problem&, std::size_t, const Bytes&) { return std::nullopt; }
};

}  // namespace exercise
