// expect verdict: passed
// Pieces of 10,000 floats through one small buffer: the same bytes in more copies.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

__global__ void saxpy(const float* x, float* y, float a, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

void solve(const float* x, float* y, float a, size_t n) {
  constexpr size_t piece = 10000;
  float* room = nullptr;
  cudaMalloc(&room, 2 * piece * sizeof(float));
  for (size_t at = 0; at < n; at += piece) {
    const size_t count = std::min(piece, n - at);
    cudaMemcpy(room, x + at, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(room + piece, y + at, count * sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<static_cast<unsigned>((count + 255) / 256), 256>>>(room, room + piece, a, count);
    cudaMemcpy(y + at, room + piece, count * sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(room);
}
