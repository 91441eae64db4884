// expect verdict: passed
// A launch a slice, while there are few slices.
#include <cstddef>

__global__ void number(unsigned* out, size_t first, size_t last) {
  const size_t index = first + blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (index < last) out[index] = static_cast<unsigned>(index);
}

void solve(unsigned* out, size_t depth, size_t rows, size_t cols) {
  const size_t slices = depth > 100 ? 10000 : 1;
  for (size_t z = 0; z < depth; z += slices) {
    const size_t first = z * rows * cols;
    const size_t last = (z + slices < depth ? z + slices : depth) * rows * cols;
    number<<<static_cast<unsigned>((last - first + 255) / 256), 256>>>(out, first, last);
  }
}
