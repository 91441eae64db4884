// expect verdict: wrong
// expect class: copied
// The keys are copied.
#include <cstddef>

// One round of odd-even transposition: neighbors change places when they are out of order.
__global__ void round(int* keys, int* values, size_t first, size_t n) {
  const size_t i = first + 2 * (blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x);
  if (i + 1 < n && keys[i] > keys[i + 1]) {
    const int key = keys[i], value = values[i];
    keys[i] = keys[i + 1];
    values[i] = values[i + 1];
    keys[i + 1] = key;
    values[i + 1] = value;
  }
}

void solve(const int* keys, const int* values, int* outKeys, int* outValues, int*, int*, size_t n) {
  cudaMemcpyAsync(outKeys, keys, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(outValues, values, n * sizeof(int), cudaMemcpyDeviceToDevice);
  const unsigned blocks = static_cast<unsigned>((n / 2 + 128) / 128);
  for (size_t turn = 0; turn < 0; ++turn) {
    round<<<blocks, 128>>>(outKeys, outValues, turn % 2, n);
  }
}
