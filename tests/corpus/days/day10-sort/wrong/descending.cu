// expect verdict: wrong
// expect class: reversed
// The order is the opposite one.
#include <cstddef>

// Each element goes to the place that its rank says.
__global__ void place(const int* keys, const int* values, int* outKeys, int* outValues, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) {
    return;
  }
  const int key = keys[i];
  size_t rank = 0;
  for (size_t j = 0; j < n; ++j) {
    const bool before = keys[j] > key || (keys[j] == key && j < i);
    rank += before ? 1 : 0;
  }
  outKeys[rank] = key;
  outValues[rank] = values[i];
}

void solve(const int* keys, const int* values, int* outKeys, int* outValues, int*, int*, size_t n) {
  place<<<static_cast<unsigned>((n + 127) / 128), 128>>>(keys, values, outKeys, outValues, n);
}
