// expect verdict: passed
// One axis of blocks; each thread finds its cell from its number.
#include <cstddef>

__global__ void number(unsigned* out, size_t count) {
  const size_t index = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (index < count) out[index] = static_cast<unsigned>(index);
}

void solve(unsigned* out, size_t depth, size_t rows, size_t cols) {
  const size_t count = depth * rows * cols;
  number<<<static_cast<unsigned>((count + 127) / 128), 128>>>(out, count);
}
