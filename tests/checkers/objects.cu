// cuda::barrier and cuda::pipeline: mbarriers and asynchronous copies since sm_80, atomics of the toolkit's headers
// before. `objects NAME` runs one, `objects` prints the names. Those named missing-... have a race, the others are
// right.
#include <cooperative_groups.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int threads = 128, rounds = 4;

// Each round reverses one stage. `Waits` of the two barriers a round needs are there.
template <int Waits>
__global__ void stages(const int* in, int* out) {
  __shared__ Barrier ready;
  __shared__ int tile[threads];
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    tile[threadIdx.x] = in[k * threads + threadIdx.x];
    ready.arrive_and_wait();
    out[k * threads + threadIdx.x] = tile[threads - 1 - threadIdx.x];
    if (Waits == 2) ready.arrive_and_wait();
  }
}

// One half of the block fills, the other empties.
__global__ void twoRoles(const int* in, int* out) {
  __shared__ Barrier full, empty;
  __shared__ int tile[threads];
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x < threads) {
    for (int k = 0; k < rounds; ++k) {
      empty.arrive_and_wait();
      tile[threadIdx.x] = in[k * threads + threadIdx.x];
      (void)full.arrive();
    }
  } else {
    (void)empty.arrive();
    for (int k = 0; k < rounds; ++k) {
      full.arrive_and_wait();
      out[(k - 1) * threads + threadIdx.x] = tile[2 * threads - 1 - threadIdx.x];
      if (k + 1 < rounds) (void)empty.arrive();
    }
  }
}

// Two stages in flight. Without `Releases` a stage is filled again while others still read it.
template <bool Releases>
__global__ void piped(const int* in, int* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tile[2][threads];
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const auto fill = [&](int k) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[k % 2], in + k * threads, sizeof(int) * threads, pipe);
    pipe.producer_commit();
  };
  fill(0);
  for (int k = 0; k < rounds; ++k) {
    if (k + 1 < rounds) fill(k + 1);
    pipe.consumer_wait();
    if (!Releases) pipe.consumer_release();
    out[k * threads + threadIdx.x] = tile[k % 2][threads - 1 - threadIdx.x];
    if (Releases) pipe.consumer_release();
  }
}

struct Case {
  const char* name;
  void (*kernel)(const int*, int*);
  int block;
};
const Case cases[] = {
    {"barrier-stages", stages<2>, threads},     {"barrier-two-roles", twoRoles, 2 * threads},
    {"pipeline", piped<true>, threads},         {"missing-second-wait", stages<1>, threads},
    {"missing-release", piped<false>, threads},
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const Case& one : cases) std::printf("%s\n", one.name);
    return 0;
  }
  using Take = size_t (*)(char*, size_t);
  const auto take = reinterpret_cast<Take>(dlsym(RTLD_DEFAULT, "gpusimTakeFindings"));
  std::vector<char> text(1 << 20);
  std::vector<int> values(threads * rounds), results(values.size());
  std::iota(values.begin(), values.end(), 0);
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, values.size() * sizeof(int));
  cudaMalloc(&out, values.size() * sizeof(int));
  cudaMemcpy(in, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  for (const Case& one : cases) {
    if (std::strcmp(one.name, arguments[1]) != 0) continue;
    one.kernel<<<1, one.block>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(results.data(), out, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
    bool right = true;
    for (size_t k = 0; k < values.size(); ++k)
      right = right && results[k] == static_cast<int>(k / threads * threads + threads - 1 - k % threads);
    if (take != nullptr) take(text.data(), text.size());
    std::printf("error: %s\nright: %s\nfindings: %s\n", cudaGetErrorName(error), right ? "true" : "false", text.data());
    return right ? 0 : 1;
  }
  std::fprintf(stderr, "objects: there is no case called %s\n", arguments[1]);
  return 1;
}
