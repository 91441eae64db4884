// expect verdict: wrong
// expect class: padding-sorted-in
// One block sorts a power of two of keys, padded with zeros, and stores the first n.
#include <cstddef>

// Bitonic: every pair of a step is one thread's.
__global__ void sortAll(const int* keys, const int* values, int* outKeys, int* outValues, size_t n) {
  __shared__ int key[2048], value[2048];
  unsigned size = 1;
  while (size < n) {
    size *= 2;
  }
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
    key[i] = i < n ? keys[i] : 0;
    value[i] = i < n ? values[i] : 0;
  }
  __syncthreads();
  for (unsigned length = 2; length <= size; length *= 2) {
    for (unsigned distance = length / 2; distance > 0; distance /= 2) {
      for (unsigned i = threadIdx.x; i < size; i += blockDim.x) {
        const unsigned other = i ^ distance;
        const bool up = (i & length) == 0;
        if (other < i) {
          continue;  // the other one's pair
        }
        const bool above = key[i] > key[other] || (key[i] == key[other] && value[i] > value[other]);
        if (above == up) {
          const int k = key[i], v = value[i];
          key[i] = key[other];
          value[i] = value[other];
          key[other] = k;
          value[other] = v;
        }
      }
      __syncthreads();
    }
  }
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    outKeys[i] = key[i];
    outValues[i] = value[i];
  }
}

void solve(const int* keys, const int* values, int* outKeys, int* outValues, int*, int*, size_t n) {
  sortAll<<<1, 256>>>(keys, values, outKeys, outValues, n);
}
