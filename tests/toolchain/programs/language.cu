// What device code can say beside mathematics: atomics, votes, shuffles, matches, cooperative groups, 16-bit types,
// cache hints, asynchronous copies, printf, constant memory. Prints "language: ok" or the number of the part that is
// wrong.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int threads = 64;
__constant__ float weights[4];

__global__ void parts(int* out, float* numbers) {
  __shared__ int counter;
  __shared__ float4 copied[threads / 4];
  const int i = static_cast<int>(threadIdx.x), lane = i % 32;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto quarter = cg::tiled_partition<8>(warp);
  if (i == 0) counter = 0;
  __syncthreads();
  atomicAdd(&counter, i);
  __syncthreads();
  bool right[16] = {};
  right[0] = counter == threads * (threads - 1) / 2;
  right[1] = __shfl_xor_sync(0xffffffffu, lane, 1) == (lane ^ 1) &&
             __shfl_down_sync(0xffffffffu, 1.5f * lane, 1) == (lane == 31 ? 1.5f * lane : 1.5f * (lane + 1));
  right[2] = __ballot_sync(0xffffffffu, lane < 5) == 31u && __any_sync(0xffffffffu, lane == 7) &&
             !__all_sync(0xffffffffu, lane == 7);
  right[3] = __match_any_sync(0xffffffffu, lane / 8) == 0xffu << (lane / 8 * 8);
  right[4] = cg::reduce(warp, lane, cg::plus<int>()) == 496 &&
             cg::reduce(quarter, lane, cg::greater<int>()) == lane / 8 * 8 + 7;
  right[5] = block.thread_rank() == threadIdx.x && warp.meta_group_rank() == threadIdx.x / 32 && quarter.size() == 8;
  const __half2 pair = __floats2half2_rn(1.5f, -2.0f), product = __hmul2(pair, pair);
  right[6] = __low2float(product) == 2.25f && __high2float(product) == 4.0f &&
             __half2float(__float2half(0.1f)) == 0.0999755859375f;
  right[7] = __bfloat162float(__float2bfloat16(3.14159f)) == 3.140625f;
  right[8] = weights[i % 4] == 0.5f * static_cast<float>(i % 4);
  right[9] = __ldg(&numbers[i]) == static_cast<float>(i) && __ldcg(&numbers[i]) == static_cast<float>(i);
  if (i < threads / 4) __pipeline_memcpy_async(&copied[i], &reinterpret_cast<const float4*>(numbers)[i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  right[10] = reinterpret_cast<const float*>(copied)[i] == static_cast<float>(i);
  right[11] = __syncthreads_count(i < 10) == 10;
  right[12] = (__isShared(&counter) != 0) && (__isGlobal(numbers) != 0);
  right[13] = atomicCAS(&out[threads + i], 0, 7) == 0 && out[threads + i] == 7 && atomicMax(&out[threads + i], 9) == 7;
  right[14] = true;
  if (lane % 3 == 1) {
    const auto active = cg::coalesced_threads();
    right[14] = cg::reduce(active, 1, cg::plus<int>()) == 11 && active.thread_rank() == static_cast<unsigned>(lane / 3);
  }
  right[15] = std::min(3.0f, 2.0f) == 2.0f && sizeof(float3) == 12 && alignof(float4) == 16;
  int all = 0;
  for (int k = 0; k < 16; ++k)
    if (right[k]) all |= 1 << k;
  out[i] = all;
  if (i == 0) printf("%d of %s, %.1f\n", 16, "parts", 1.5);
}

__global__ void wholeGrid(int* sum, int* right) {
  const auto grid = cg::this_grid();
  if (threadIdx.x == 0) atomicAdd(sum, 1);
  grid.sync();
  if (threadIdx.x == 0 && *sum == static_cast<int>(gridDim.x)) atomicAdd(right, 1);
  grid.sync();
  if (threadIdx.x == 0 && grid.is_valid()) atomicAdd(right, 1);
}

int main() {
  int *out, *sums;
  float* numbers;
  cudaMallocManaged(&out, 2 * threads * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(int));
  cudaMallocManaged(&numbers, threads * sizeof(float));
  for (int i = 0; i < threads; ++i) numbers[i] = static_cast<float>(i);
  for (int i = 0; i < 2 * threads; ++i) out[i] = 0;
  sums[0] = sums[1] = 0;
  const float values[4] = {0.0f, 0.5f, 1.0f, 1.5f};
  cudaMemcpyToSymbol(weights, values, sizeof values);
  parts<<<1, threads>>>(out, numbers);
  constexpr int blocks = 5;
  int *sum = &sums[0], *right = &sums[1];
  void* arguments[] = {&sum, &right};
  cudaLaunchCooperativeKernel(wholeGrid, dim3(blocks), dim3(threads), arguments);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("language: %s\n", cudaGetErrorString(error));
    return 1;
  }
  int all = 0xffff;
  for (int i = 0; i < threads; ++i) all &= out[i];
  for (int k = 0; k < 16; ++k)
    if ((all >> k & 1) == 0) std::printf("language: part %d is wrong\n", k);
  if (*right != 2 * blocks) std::printf("language: the grid's barrier is wrong: %d\n", *right);
  const bool ok = all == 0xffff && *right == 2 * blocks;
  std::printf("language: %s\n", ok ? "ok" : "wrong");
  return ok ? 0 : 1;
}
