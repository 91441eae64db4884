#pragma once
// Kernels that the days have not come to, one a unit of the card that the time model knows: arithmetic of each kind,
// atomics by how many threads want one address, the L2, the latency of a dependent load, grids that leave a card half
// empty.
#include <cuda_runtime.h>

#include <cstddef>

namespace units {

constexpr unsigned steps = 32;

struct Sine {
  static __device__ float next(float v) { return v + sinf(v); }
};
struct FastSine {
  static __device__ float next(float v) { return v + __sinf(v); }
};
struct Exponential {
  static __device__ float next(float v) { return expf(-v); }
};
struct Logarithm {
  static __device__ float next(float v) { return logf(v + 2.0f); }
};
struct Power {
  static __device__ float next(float v) { return powf(v + 1.0f, 0.3f); }
};
struct Root {
  static __device__ float next(float v) { return sqrtf(v + 1.0f); }
};
struct InverseRoot {
  static __device__ float next(float v) { return rsqrtf(v + 1.0f); }
};
struct Quotient {
  static __device__ float next(float v) { return 3.0f / (v + 1.0f); }
};
struct Sum {
  static __device__ float next(float v) { return fmaf(v, 0.75f, 0.25f); }
};
struct DoubleSum {
  static __device__ double next(double v) { return fma(v, 0.75, 0.25); }
};
struct DoubleQuotient {
  static __device__ double next(double v) { return 3.0 / (v + 1.0); }
};
struct Product {
  static __device__ unsigned next(unsigned v) { return v * 2654435761u + 12345u; }
};
struct Bits {
  static __device__ unsigned next(unsigned v) { return (v ^ (v << 13)) + (v >> 7 & 0x55555555u); }
};
struct UnsignedQuotient {
  static __device__ unsigned next(unsigned v) { return 4000000000u / (v | 3u); }
};
struct SignedRest {
  static __device__ int next(int v) { return 2000000000 % (v | 3); }
};
struct LongQuotient {
  static __device__ unsigned long long next(unsigned long long v) { return 4000000000000000000ull / (v | 3ull); }
};
struct Ones {
  static __device__ unsigned next(unsigned v) { return static_cast<unsigned>(__popc(v)) * 77777u + v; }
};

/// `steps` dependent operations on every element.
template <class T, class Operation>
__global__ void repeated(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  T value = static_cast<T>(in[i]);
#pragma unroll 1
  for (unsigned step = 0; step < steps; ++step) value = Operation::next(value);
  out[i] = static_cast<float>(value);
}

/// A sum over the warp by shuffles, `steps` times.
static __global__ void shuffled(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
#pragma unroll 1
  for (unsigned step = 0; step < steps; ++step) value += __shfl_xor_sync(0xffffffffu, value, 1 << step % 5);
  if (i < n) out[i] = value;
}

/// Every thread adds 1 to one of `counters` counters, `distance` words apart; with `old`, it wants the value before.
template <bool old>
__global__ void count(const float* in, unsigned* counters, size_t n, unsigned distinct, unsigned distance) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  const unsigned mixed = static_cast<unsigned>(i) * 2654435761u >> 8;
  unsigned* const counter = counters + static_cast<size_t>(mixed % distinct) * distance;
  if (old) {
    if (atomicAdd(counter, 1u) == 0xffffffffu) counters[0] = static_cast<unsigned>(in[i]);
  } else {
    atomicAdd(counter, 1u);
  }
}

/// A histogram of `bins` bins of a block in shared memory; the blocks' bins are added at the end.
static __global__ void histogramShared(const float* in, unsigned* bins, size_t n, unsigned count) {
  __shared__ unsigned own[256];
  for (unsigned bin = threadIdx.x; bin < count; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  const size_t stride = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride)
    atomicAdd(&own[__float_as_uint(in[i]) % count], 1u);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < count; bin += blockDim.x) atomicAdd(&bins[bin], own[bin]);
}

/// Threads that add floats to one place each a block, a float a warp.
static __global__ void addWarps(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(out + blockIdx.x % 1024, value);
}

/// A copy by however few threads.
static __global__ void copyByFew(const float* in, float* out, size_t n) {
  const size_t stride = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) out[i] = in[i];
}

/// All blocks read the same `n` floats, `turns` times, past the L1.
static __global__ void readThroughL2(const float* in, float* out, size_t n, unsigned turns) {
  float sum = 0.0f;
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t stride = gridDim.x * static_cast<size_t>(blockDim.x);
  for (unsigned turn = 0; turn < turns; ++turn)
#pragma unroll 4
    for (size_t i = (thread + turn * 8192) % stride; i < n; i += stride) sum += __ldcg(in + i);
  out[thread] = sum;
}

/// A chain of loads, each at the address that the one before read: `hops` of them, by one thread.
static __global__ void chase(const unsigned* next, unsigned* out, unsigned hops) {
  unsigned at = 0;
  for (unsigned hop = 0; hop < hops; ++hop) at = next[at];
  out[0] = at;
}

/// Links of that chain, `distance` words apart and around at `words`.
static __global__ void link(unsigned* next, unsigned words, unsigned distance) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) next[i] = (i + distance) % words;
}

/// Arithmetic alone, `turns` multiply-adds a thread: for grids that fill the last wave or do not.
static __global__ void __launch_bounds__(1024) spin(float* out, unsigned turns) {
  float value = static_cast<float>(threadIdx.x);
#pragma unroll 8
  for (unsigned turn = 0; turn < turns; ++turn) value = fmaf(value, 0.75f, 0.25f);
  out[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = value;
}

static __global__ void nothing() {}

/// Every third word of shared memory past a barrier, in wide accesses: 16 bytes a lane.
static __global__ void sharedWide(const float* in, float* out, unsigned turns) {
  __shared__ float4 words[256];
  words[threadIdx.x] = reinterpret_cast<const float4*>(in)[threadIdx.x];
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
  for (unsigned turn = 0; turn < turns; ++turn) {
    const float4 word = words[(threadIdx.x + turn) % 256];
    sum.x += word.x, sum.y += word.y, sum.z += word.z, sum.w += word.w;
  }
  out[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = sum.x + sum.y + sum.z + sum.w;
}

static __global__ void fill(float* values, size_t n) {
  const size_t stride = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride)
    values[i] = 0.5f + static_cast<float>((static_cast<unsigned>(i) * 2654435761u) >> 8) * 0x1p-24f;
}

/// Holds the stream until the host has queued what follows, or for 20 ms.
static __global__ void gate(const volatile unsigned* open) {
  const long long start = clock64();
  while (*open == 0 && clock64() - start < 40000000) {
  }
}

}  // namespace units
