#pragma once
// One array in device memory, with a guard zone on both sides on a card.
//
// On the simulator the allocation is exact: its memcheck reports the very access that goes past the end, which a guard
// inside the same allocation would hide.
#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "exercise/bytes.h"

namespace exercise {

class DeviceArray {
 public:
  /// `bytes` of device memory, 256-byte aligned; check error() before use.
  DeviceArray(std::size_t bytes, bool guarded) : bytes_(bytes), guard_(guarded ? guardBytes : 0) {
    error_ = cudaMalloc(&base_, bytes_ + 2 * guard_);
    if (error_ == cudaSuccess && guard_ > 0) error_ = cudaMemset(base_, guardByte, bytes_ + 2 * guard_);
  }
  ~DeviceArray() {
    if (base_ != nullptr) cudaFree(base_);
  }
  DeviceArray(DeviceArray&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)), bytes_(other.bytes_), guard_(other.guard_), error_(other.error_) {}
  DeviceArray& operator=(DeviceArray&&) = delete;
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  cudaError_t error() const { return error_; }
  void* data() const { return static_cast<unsigned char*>(base_) + guard_; }
  std::size_t bytes() const { return bytes_; }

  cudaError_t upload(const Bytes& from) { return cudaMemcpy(data(), from.data(), bytes_, cudaMemcpyHostToDevice); }
  cudaError_t download(Bytes& to) const {
    to = Bytes(bytes_);
    return cudaMemcpy(to.data(), data(), bytes_, cudaMemcpyDeviceToHost);
  }

  /// The first guard byte that differs, counted from the first byte of the array: negative before it, bytes() or more
  /// behind it. False when the guards are whole.
  bool brokenGuard(long long& at) const {
    if (guard_ == 0) return false;
    Bytes zone(guard_);
    for (const bool front : {true, false}) {
      const unsigned char* from = static_cast<unsigned char*>(base_) + (front ? 0 : guard_ + bytes_);
      if (cudaMemcpy(zone.data(), from, guard_, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
      for (std::size_t i = 0; i < guard_; ++i) {
        if (zone[i] == guardByte) continue;
        at = static_cast<long long>(i) + (front ? -static_cast<long long>(guard_) : static_cast<long long>(bytes_));
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t guardBytes = 64 * 1024;  // a multiple of 256, so that the array stays aligned
  static constexpr unsigned char guardByte = 0xa7;

  void* base_ = nullptr;
  std::size_t bytes_ = 0, guard_ = 0;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace exercise
