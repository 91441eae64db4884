// expect verdict: did not run
// expect class: launch-refused
// One block for every 32 elements, the last one takes the rest: with fewer than 32 elements the grid is empty.
#include <cstddef>

__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  const bool last = blockIdx.x + 1 == gridDim.x;
  const size_t end = last ? rows * cols : (blockIdx.x + size_t{1}) * 32;
  for (size_t i = blockIdx.x * size_t{32} + threadIdx.x; i < end; i += 32) {
    out[i % cols * rows + i / cols] = in[i];
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<static_cast<unsigned>(rows * cols / 32), 32>>>(in, out, rows, cols);
}
