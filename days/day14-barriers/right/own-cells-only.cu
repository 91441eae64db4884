// expect verdict: passed
// Every thread copies its seven elements into cells that nobody else touches: no barrier is needed.
#include <cstddef>

constexpr unsigned blockSize = 256;
constexpr unsigned radius = 3;

__global__ void sumAround(const float* in, float* out, size_t n) {
  __shared__ float own[2 * radius + 1][blockSize];
  const size_t i = blockIdx.x * static_cast<size_t>(blockSize) + threadIdx.x;
  if (i >= n) return;
  for (unsigned k = 0; k <= 2 * radius; ++k) {
    const bool inside = i + k >= radius && i + k - radius < n;
    own[k][threadIdx.x] = inside ? in[i + k - radius] : 0.0f;
  }
  float sum = 0.0f;
  for (unsigned k = 0; k <= 2 * radius; ++k) sum += own[k][threadIdx.x];
  out[i] = sum;
}

void solve(const float* in, float* out, size_t n) {
  sumAround<<<static_cast<unsigned>((n + blockSize - 1) / blockSize), blockSize>>>(in, out, n);
}
