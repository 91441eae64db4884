// expect verdict: correct, short of the target
// expect on a card verdict: passed
// Neighboring lanes take neighboring floats: coalesced, and four times the requests.
#include <cstddef>

__global__ void scaleRows(const float* in, const float* factors, float* out, size_t cols) {
  const size_t row = blockIdx.x;
  for (size_t col = threadIdx.x; col < cols; col += blockDim.x) {
    out[row * cols + col] = factors[row] * in[row * cols + col];
  }
}

void solve(const float* in, const float* factors, float* out, size_t rows, size_t cols) {
  scaleRows<<<static_cast<unsigned>(rows), 128>>>(in, factors, out, cols);
}
