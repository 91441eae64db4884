// expect verdict: passed
// Each thread walks along a row and keeps the last three elements.
#include <cstddef>

__global__ void fourNeighbors(const float* in, float* out, size_t rows, size_t cols) {
  const size_t row = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row >= rows) {
    return;
  }
  float left = 0, here = in[row * cols];
  for (size_t col = 0; col < cols; ++col) {
    const size_t cell = row * cols + col;
    const float right = col + 1 < cols ? in[cell + 1] : 0;
    const float up = row > 0 ? in[cell - cols] : 0;
    const float down = row + 1 < rows ? in[cell + cols] : 0;
    out[cell] = 4 * here - up - down - left - right;
    left = here;
    here = right;
  }
}

void solve(const float* in, float* out, size_t rows, size_t cols) {
  fourNeighbors<<<static_cast<unsigned>((rows + 63) / 64), 64>>>(in, out, rows, cols);
}
