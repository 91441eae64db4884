#pragma once
// The benchmarks' work as plain single-threaded C++ loops: what the simulator's time is set against.
#include <cstddef>

namespace native {

inline void copy(const float* in, float* out, std::size_t rows, std::size_t cols) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < cols; ++c) out[r * cols + c] = in[r * cols + c];
}

inline void transpose(const float* in, float* out, std::size_t rows, std::size_t cols) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < cols; ++c) out[c * rows + r] = in[r * cols + c];
}

inline void matmul(const float* a, const float* b, float* c, std::size_t n) {
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t col = 0; col < n; ++col) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
      c[row * n + col] = sum;
    }
}

/// One sum for each 256 elements, as the kernel's blocks make them.
inline void reduce(const float* in, float* out, std::size_t n) {
  for (std::size_t first = 0; first < n; first += 256) {
    float sum = 0;
    for (std::size_t i = first; i < n && i < first + 256; ++i) sum += in[i];
    out[first / 256] = sum;
  }
}

/// Inclusive sums within each 256 elements.
inline void scan(const float* in, float* out, std::size_t n) {
  for (std::size_t first = 0; first < n; first += 256) {
    float sum = 0;
    for (std::size_t i = first; i < n && i < first + 256; ++i) out[i] = sum += in[i];
  }
}

/// 256 dependent multiply-adds an element.
inline void polynomial(const float* in, float* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const float x = in[i];
    float y = x;
    for (int k = 0; k < 256; ++k) y = y * x + 0.5F;
    out[i] = y;
  }
}

}  // namespace native
