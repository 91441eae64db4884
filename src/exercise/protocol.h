#pragma once
// How times on a card are taken: what every quad of cells needs beside the three kernels. The protocol is that of
// docs/timing.md; ratio.h has its statistics.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace exercise {

/// The clock of the multiprocessors; 0 when it cannot be read.
class ClockReader {
 public:
  /// `launch`: launchClock of ceiling.cuh.
  explicit ClockReader(void (*launch)(long long*)) : launch_(launch) {
    if (cudaMalloc(reinterpret_cast<void**>(&device_), sizeof(long long) * 2) != cudaSuccess) device_ = nullptr;
  }
  ~ClockReader() { cudaFree(device_); }
  ClockReader(const ClockReader&) = delete;
  ClockReader& operator=(const ClockReader&) = delete;

  double megahertz() const {
    if (device_ == nullptr) return 0;
    launch_(device_);
    long long read[2] = {0, 0};
    if (cudaMemcpy(read, device_, sizeof read, cudaMemcpyDeviceToHost) != cudaSuccess || read[1] <= 0) return 0;
    return static_cast<double>(read[0]) * 1e3 / static_cast<double>(read[1]);
  }

 private:
  void (*launch_)(long long*);
  long long* device_ = nullptr;
};

/// Keeps the default stream waiting while the host queues a cell, so that no launch is timed while the card waits for
/// the host. Who waits for the card in the middle of a cell would wait for ever: after 20 ms the stream goes on by
/// itself.
class StreamHold {
 public:
  /// `launch`: launchHold of ceiling.cuh.
  explicit StreamHold(void (*launch)(volatile int*, long long)) : launch_(launch) {
    void* flags = nullptr;
    if (cudaHostAlloc(&flags, 2 * sizeof(int), cudaHostAllocMapped) == cudaSuccess) flags_ = static_cast<int*>(flags);
  }
  ~StreamHold() {
    if (flags_ != nullptr) cudaFreeHost(const_cast<int*>(flags_));
  }
  StreamHold(const StreamHold&) = delete;
  StreamHold& operator=(const StreamHold&) = delete;

  void begin() {
    if (flags_ == nullptr) return;
    flags_[0] = flags_[1] = 0;
    launch_(flags_, 20000000);
  }
  void release() {
    if (flags_ != nullptr) flags_[0] = 1;
  }
  /// Whether the last hold ended by its time; known after a synchronize.
  bool gaveUp() const { return flags_ != nullptr && flags_[1] != 0; }

 private:
  void (*launch_)(volatile int*, long long);
  volatile int* flags_ = nullptr;
};

/// Lines of L2 that a kernel asked to keep would outlive the rotation of buffers.
inline void forgetPersistingLines() {
  // Cards before compute capability 8.0 have none, and say so.
  if (cudaCtxResetPersistingL2Cache() != cudaSuccess) cudaGetLastError();
}

/// Pairs of buffers that rotate, half of the exercise's bytes each: what the ceiling is measured on.
struct CeilingBuffers {
  std::size_t bytes = 0;  // of one buffer
  std::vector<void*> from, to;
  std::size_t next = 0;

  CeilingBuffers() = default;
  CeilingBuffers(const CeilingBuffers&) = delete;
  CeilingBuffers& operator=(const CeilingBuffers&) = delete;
  ~CeilingBuffers() {
    for (const auto* side : {&from, &to})
      for (void* buffer : *side) cudaFree(buffer);
  }

  /// False, and no buffers, where the card has no room for them.
  bool allocate(std::uint64_t moved, std::size_t pairs) {
    bytes = static_cast<std::size_t>(moved / 2 / sizeof(uint4) * sizeof(uint4));
    for (std::size_t i = 0; bytes != 0 && i < pairs; ++i)
      for (auto* side : {&from, &to}) {
        void* buffer = nullptr;
        if (cudaMalloc(&buffer, bytes) != cudaSuccess) {
          cudaGetLastError();
          bytes = 0;
          return false;
        }
        side->push_back(buffer);
        // Zeros would be moved faster than data on some cards.
        cudaMemset(buffer, static_cast<int>(37 + 11 * i), bytes);
      }
    return bytes != 0;
  }

  /// By `wide`, which is launchWideCopy of ceiling.cuh, or by cudaMemcpy where it is null.
  void copy(void (*wide)(const void*, void*, std::size_t)) {
    const std::size_t i = next++ % from.size();
    if (wide != nullptr)
      wide(from[i], to[i], bytes);
    else
      cudaMemcpyAsync(to[i], from[i], bytes, cudaMemcpyDeviceToDevice);
  }
};

}  // namespace exercise
