// expect verdict: wrong
// expect class: extra-elements-kept
// Everything that is not 0 is kept.
#include <cstddef>

constexpr unsigned threads = 128;

// How many elements each block keeps.
__global__ void countBlocks(const int* in, unsigned* starts, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
  const int kept = __syncthreads_count(i < n && in[i] != 0);
  if (threadIdx.x == 0) {
    starts[blockIdx.x] = static_cast<unsigned>(kept);
  }
}

// One thread turns the counts into each block's start.
__global__ void placeBlocks(unsigned* starts, unsigned* count, unsigned blocks) {
  unsigned start = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    const unsigned kept = starts[b];
    starts[b] = start;
    start += kept;
  }
  *count = start;
}

__global__ void scatter(const int* in, int* out, const unsigned* starts, size_t n) {
  __shared__ unsigned warpKept[threads / 32];
  const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const bool keep = i < n && in[i] != 0;
  const unsigned votes = __ballot_sync(0xffffffffU, keep);
  if (lane == 0) {
    warpKept[warp] = static_cast<unsigned>(__popc(votes));
  }
  __syncthreads();
  unsigned place = starts[blockIdx.x];
  for (unsigned w = 0; w < warp; ++w) {
    place += warpKept[w];
  }
  place += static_cast<unsigned>(__popc(votes & ((1U << lane) - 1)));
  if (keep) {
    out[place] = in[i];
  }
}

void solve(const int* in, int* out, unsigned* count, unsigned* starts, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + threads - 1) / threads);
  countBlocks<<<blocks, threads>>>(in, starts, n);
  placeBlocks<<<1, 1>>>(starts, count, blocks);
  scatter<<<blocks, threads>>>(in, out, starts, n);
}
