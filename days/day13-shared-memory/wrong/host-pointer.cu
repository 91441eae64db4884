// expect verdict: did not run
// expect class: illegal-address
// The kernel gets a table in host memory.
#include <cstddef>
#include <vector>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols, const size_t* rowStart) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < rows * cols) {
    out[i % cols * rows + i / cols] = in[rowStart[i / cols] + i % cols];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  std::vector<size_t> rowStart(rows);
  for (size_t row = 0; row < rows; ++row) rowStart[row] = row * cols;
  transpose<<<static_cast<unsigned>((rows * cols + 255) / 256), 256>>>(in, out, rows, cols, rowStart.data());
  cudaDeviceSynchronize();
}
