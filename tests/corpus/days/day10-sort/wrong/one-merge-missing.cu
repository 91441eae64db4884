// expect verdict: wrong
// expect class: sorted-within-blocks
// The last merge is left out.
#include <cstddef>

constexpr unsigned run = 128;

// Each block sorts a run by rank.
__global__ void sortRuns(const int* keys, const int* values, int* outKeys, int* outValues, size_t n) {
  const size_t first = blockIdx.x * static_cast<size_t>(run), i = first + threadIdx.x;
  if (i >= n) {
    return;
  }
  const size_t last = first + run < n ? first + run : n;
  const int key = keys[i];
  size_t rank = first;
  for (size_t j = first; j < last; ++j) {
    rank += keys[j] < key || (keys[j] == key && j < i) ? 1 : 0;
  }
  outKeys[rank] = key;
  outValues[rank] = values[i];
}

// Merges runs of `length` pairwise: an element's rank is its place in its own run plus its rank in the other one.
__global__ void mergeRuns(const int* keys, const int* values, int* outKeys, int* outValues, size_t length, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(run) + threadIdx.x;
  if (i >= n) {
    return;
  }
  const size_t pair = i / (2 * length) * (2 * length), middle = pair + length;
  const bool left = i < middle;
  const size_t from = left ? middle : pair;
  const size_t to = left ? middle + length : middle;
  const int key = keys[i];
  size_t low = from < n ? from : n, high = to < n ? to : n;
  const size_t start = low;
  while (low < high) {
    const size_t half = (low + high) / 2;
    if (left ? keys[half] < key : keys[half] <= key) {
      low = half + 1;
    } else {
      high = half;
    }
  }
  const size_t rank = pair + (left ? i - pair : i - middle) + (low - start);
  outKeys[rank] = key;
  outValues[rank] = values[i];
}

void solve(const int* keys, const int* values, int* outKeys, int* outValues, int* spareKeys, int* spareValues,
           size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + run - 1) / run);
  sortRuns<<<blocks, run>>>(keys, values, outKeys, outValues, n);
  for (size_t length = run; 2 * length < n; length *= 2) {
    mergeRuns<<<blocks, run>>>(outKeys, outValues, spareKeys, spareValues, length, n);
    cudaMemcpyAsync(outKeys, spareKeys, n * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(outValues, spareValues, n * sizeof(int), cudaMemcpyDeviceToDevice);
  }
}
