#pragma once
// One array in device, host or managed memory, with a guard zone on both sides where nobody else watches its edges.
//
// On the simulator a device allocation is exact: its memcheck reports the very access that goes past the end, which a
// guard inside the same allocation would hide.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "exercise/bytes.h"
#include "exercise/lend.h"
#include "exercise/problem.h"

namespace exercise {

class PlacedArray {
 public:
  /// `bytes` of memory on `side`, 256-byte aligned; check error() before use.
  PlacedArray(Side side, std::size_t bytes, bool guarded)
      : side_(side), bytes_(bytes), guard_(guarded ? guardBytes : 0) {
    const std::size_t whole = bytes_ + 2 * guard_;
    if (side_ == Side::host) {
      base_ = std::aligned_alloc(alignment, (whole + alignment - 1) / alignment * alignment);
      if (base_ == nullptr) error_ = cudaErrorMemoryAllocation;
      if (base_ != nullptr) std::memset(base_, guardByte, whole);
      if (base_ != nullptr) lent_.emplace(base_, whole, Lent::readAndWrite);
      return;
    }
    if (side_ == Side::managed) {
      error_ = cudaMallocManaged(&base_, whole);
      if (error_ == cudaSuccess && guard_ > 0) std::memset(base_, guardByte, whole);
      return;
    }
    error_ = cudaMalloc(&base_, whole);
    if (error_ == cudaSuccess && guard_ > 0) error_ = cudaMemset(base_, guardByte, whole);
  }
  ~PlacedArray() {
    if (side_ == Side::host)
      std::free(base_);
    else if (base_ != nullptr)
      cudaFree(base_);
  }
  PlacedArray(PlacedArray&& other) noexcept
      : side_(other.side_),
        base_(std::exchange(other.base_, nullptr)),
        bytes_(other.bytes_),
        guard_(other.guard_),
        error_(other.error_),
        lent_(std::move(other.lent_)) {}
  PlacedArray& operator=(PlacedArray&&) = delete;
  PlacedArray(const PlacedArray&) = delete;
  PlacedArray& operator=(const PlacedArray&) = delete;

  cudaError_t error() const { return error_; }
  void* data() const { return static_cast<unsigned char*>(base_) + guard_; }
  std::size_t bytes() const { return bytes_; }

  cudaError_t upload(const Bytes& from) { return copy(data(), from.data(), bytes_, cudaMemcpyHostToDevice); }
  cudaError_t download(Bytes& to) const {
    to = Bytes(bytes_);
    return copy(to.data(), data(), bytes_, cudaMemcpyDeviceToHost);
  }

  /// The first guard byte that differs, counted from the first byte of the array: negative before it, bytes() or more
  /// behind it. False when the guards are whole.
  bool brokenGuard(long long& at) const {
    if (guard_ == 0) return false;
    Bytes zone(guard_);
    for (const bool front : {true, false}) {
      const unsigned char* from = static_cast<unsigned char*>(base_) + (front ? 0 : guard_ + bytes_);
      if (copy(zone.data(), from, guard_, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
      for (std::size_t i = 0; i < guard_; ++i) {
        if (zone[i] == guardByte) continue;
        at = static_cast<long long>(i) + (front ? -static_cast<long long>(guard_) : static_cast<long long>(bytes_));
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t alignment = 256;
  static constexpr std::size_t guardBytes = 64 * 1024;  // a multiple of 256, so that the array stays aligned
  static constexpr unsigned char guardByte = 0xa7;

  cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
    if (side_ == Side::device) return cudaMemcpy(to, from, bytes, kind);
    std::memcpy(to, from, bytes);
    return cudaSuccess;
  }

  Side side_ = Side::device;
  void* base_ = nullptr;
  std::size_t bytes_ = 0, guard_ = 0;
  cudaError_t error_ = cudaSuccess;
  std::optional<Lent> lent_;  // host memory, its guards too
};

}  // namespace exercise
