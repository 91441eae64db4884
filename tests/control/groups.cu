// Programs as people write them with the toolkit's own headers: cooperative groups, cuda::barrier, cuda::pipeline,
// cuda::atomic and wmma. Each prints its name and "ok", or what it got. Runs on a card and on the simulator.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CHECK(call)                                                                              \
  do {                                                                                                \
    const cudaError_t status = (call);                                                                \
    if (status != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (0)

constexpr int threads = 128;

__global__ void tiles(int* out) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto quarter = cg::tiled_partition<8>(warp);
  const int rank = static_cast<int>(block.thread_rank());
  int value = cg::reduce(quarter, rank, cg::plus<int>());
  value = cg::reduce(warp, value, cg::greater<int>());
  const int scanned = cg::inclusive_scan(warp, rank, cg::plus<int>());
  const int before = cg::exclusive_scan(quarter, 1, cg::plus<int>());
  block.sync();
  out[rank] = value * 1000 + scanned % 97 + before * 100000;
}
int tilesExpected(int rank) {
  const int warp = rank / 32 * 32, lastQuarter = warp + 24;
  int value = 0, scanned = 0;
  for (int k = 0; k < 8; ++k) value += lastQuarter + k;
  for (int k = warp; k <= rank; ++k) scanned += k;
  return value * 1000 + scanned % 97 + rank % 8 * 100000;
}

__global__ void coalesced(int* out) {
  const int rank = static_cast<int>(threadIdx.x);
  out[rank] = -1;
  if (rank % 3 == 1) {
    const auto active = cg::coalesced_threads();
    const int sum = cg::reduce(active, rank, cg::plus<int>());
    const int leader = active.shfl(rank, 0);
    out[rank] = sum * 100 + static_cast<int>(active.thread_rank()) + leader * 100000;
  }
}
int coalescedExpected(int rank) {
  if (rank % 3 != 1) return -1;
  const int warp = rank / 32 * 32;
  int sum = 0, before = 0, leader = -1;
  for (int k = warp; k < warp + 32; ++k)
    if (k % 3 == 1) {
      if (leader < 0) leader = k;
      sum += k;
      before += k < rank ? 1 : 0;
    }
  return sum * 100 + before + leader * 100000;
}

__global__ void labels(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int rank = static_cast<int>(threadIdx.x);
  const auto same = cg::labeled_partition(warp, rank % 5);
  const auto odd = cg::binary_partition(warp, rank % 2 == 1);
  const int most = cg::reduce(same, rank, cg::greater<int>());
  const auto set = cg::reduce(odd, 1u << (rank % 32), cg::bit_or<unsigned>());
  out[rank] =
      most * 100 + static_cast<int>(same.size()) + (set == (rank % 2 == 1 ? 0xaaaaaaaau : 0x55555555u) ? 100000 : 0);
}
int labelsExpected(int rank) {
  int most = 0, size = 0;
  for (int k = rank / 32 * 32; k < rank / 32 * 32 + 32; ++k)
    if (k % 5 == rank % 5) {
      most = k;
      ++size;
    }
  return most * 100 + size + 100000;
}

__global__ void copies(const int* in, int* out) {
  __shared__ __align__(16) int stage[threads];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, stage, in, sizeof(int) * threads);
  cg::wait(block);
  out[threadIdx.x] = stage[threads - 1 - threadIdx.x] * 2;
}

__global__ void primitives(const int* in, int* out) {
  __shared__ __align__(16) int stage[2][threads];
  int sum = 0;
  __pipeline_memcpy_async(&stage[0][threadIdx.x], in + threadIdx.x, sizeof(int));
  __pipeline_commit();
  for (int step = 0; step < 4; ++step) {
    if (step < 3)
      __pipeline_memcpy_async(&stage[(step + 1) % 2][threadIdx.x], in + threadIdx.x + step + 1, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[step % 2][threads - 1 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void barriers(const int* in, int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ BlockBarrier full, empty;
  __shared__ int slot[threads / 2];
  if (threadIdx.x == 0) {
    init(&full, threads);
    init(&empty, threads);
  }
  __syncthreads();
  const bool producer = threadIdx.x < threads / 2;
  const int lane = static_cast<int>(threadIdx.x) % (threads / 2);
  int sum = 0;
  for (int step = 0; step < 5; ++step) {
    if (producer) {
      slot[lane] = in[lane] + step;
      full.arrive_and_wait();
    } else {
      full.arrive_and_wait();
      sum += slot[threads / 2 - 1 - lane];
    }
    empty.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

__global__ void barrierCopies(const int* in, int* out) {
  __shared__ BlockBarrier bar;
  __shared__ __align__(16) int stage[threads];
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, threads);
  block.sync();
  cuda::memcpy_async(block, stage, in, cuda::aligned_size_t<16>(sizeof(int) * threads), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = stage[threads - 1 - threadIdx.x] * 2;
}

__global__ void pipelined(const int* in, int* out) {
  constexpr int stages = 3;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  __shared__ __align__(16) int stage[stages][threads];
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int sum = 0, fetch = 0;
  for (int compute = 0; compute < 6; ++compute) {
    for (; fetch < 6 && fetch < compute + stages; ++fetch) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, stage[fetch % stages], in + fetch * 4, sizeof(int) * threads, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += stage[compute % stages][threads - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__device__ cuda::atomic<int, cuda::thread_scope_device> total{0};
__global__ void atomics(int* out) {
  const int before = total.fetch_add(static_cast<int>(threadIdx.x), cuda::std::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_block> cell(out[4 + blockIdx.x]);
  cell.fetch_max(static_cast<int>(threadIdx.x));
  cuda::atomic_ref<float, cuda::thread_scope_device> real(reinterpret_cast<float*>(out)[1]);
  real.fetch_add(0.5f);
  cuda::atomic_ref<int, cuda::thread_scope_device> swapped(out[2]);
  int expected = swapped.load(cuda::std::memory_order_acquire);
  while (!swapped.compare_exchange_weak(expected, expected + 3, cuda::std::memory_order_acq_rel)) {
  }
  if (before < 0) out[3] = 1;
}

// One warp a 16 x 16 tile of C = A B, all 64 x 64, through shared memory.
__global__ void matmul(const half* a, const half* b, float* c) {
  using namespace nvcuda;
  __shared__ half left[16][72], right[64][24];
  const int row = static_cast<int>(blockIdx.y) * 16, column = static_cast<int>(blockIdx.x) * 16;
  for (int k = static_cast<int>(threadIdx.x); k < 16 * 64; k += 32) {
    left[k / 64][k % 64] = a[(row + k / 64) * 64 + k % 64];
    right[k / 16][k % 16] = b[(k / 16) * 64 + column + k % 16];
  }
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < 64; k += 16) {
    wmma::load_matrix_sync(fa, &left[0][k], 72);
    wmma::load_matrix_sync(fb, &right[k][0], 24);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  for (int k = 0; k < fc.num_elements; ++k) fc.x[k] *= 2.0f;
  wmma::store_matrix_sync(c + row * 64 + column, fc, 64, wmma::mem_row_major);
}

template <class Expected>
void check(const char* name, const int* device, int count, Expected expected) {
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<int> got(static_cast<size_t>(count));
  CUDA_CHECK(cudaMemcpy(got.data(), device, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
  for (int k = 0; k < count; ++k)
    if (got[static_cast<size_t>(k)] != expected(k)) {
      std::printf("%s: [%d] got %d, expected %d\n", name, k, got[static_cast<size_t>(k)], expected(k));
      return;
    }
  std::printf("%s: ok\n", name);
}

int main() {
  int *in = nullptr, *out = nullptr;
  CUDA_CHECK(cudaMalloc(&in, 4096));
  CUDA_CHECK(cudaMalloc(&out, 4096));
  std::vector<int> host(1024);
  for (int k = 0; k < 1024; ++k) host[static_cast<size_t>(k)] = k * 3 + 1;
  CUDA_CHECK(cudaMemcpy(in, host.data(), 4096, cudaMemcpyHostToDevice));
  const auto given = [](int k) { return k * 3 + 1; };
  const auto mirrored = [&](int k) { return given(threads - 1 - k); };

  tiles<<<1, threads>>>(out);
  check("tiles", out, threads, tilesExpected);
  coalesced<<<1, threads>>>(out);
  check("coalesced", out, threads, coalescedExpected);
  labels<<<1, threads>>>(out);
  check("labels", out, threads, labelsExpected);
  copies<<<1, threads>>>(in, out);
  check("group copies", out, threads, [&](int k) { return 2 * mirrored(k); });
  primitives<<<1, threads>>>(in, out);
  check("pipeline primitives", out, threads, [&](int k) { return 4 * mirrored(k) + 18; });
  barriers<<<1, threads>>>(in, out);
  check("barriers", out, threads,
        [&](int k) { return k < threads / 2 ? 0 : 5 * given(threads / 2 - 1 - k % (threads / 2)) + 10; });
  barrierCopies<<<1, threads>>>(in, out);
  check("barrier copies", out, threads, [&](int k) { return 2 * mirrored(k); });
  pipelined<<<1, threads>>>(in, out);
  check("pipeline", out, threads, [&](int k) { return 6 * mirrored(k) + 12 * 15; });
  CUDA_CHECK(cudaMemset(out, 0, 4096));
  atomics<<<4, threads>>>(out);
  check("atomics", out, 8, [](int k) { return k == 1 ? 0x43800000 : k == 2 ? 1536 : k < 4 ? 0 : 127; });

  std::vector<half> a(4096), b(4096);
  for (int k = 0; k < 4096; ++k) {
    a[static_cast<size_t>(k)] = __float2half(static_cast<float>(k * 7 % 13 - 6));
    b[static_cast<size_t>(k)] = __float2half(static_cast<float>(k * 5 % 11 - 5));
  }
  half *da = nullptr, *db = nullptr;
  float* dc = nullptr;
  CUDA_CHECK(cudaMalloc(&da, 8192));
  CUDA_CHECK(cudaMalloc(&db, 8192));
  CUDA_CHECK(cudaMalloc(&dc, 16384));
  CUDA_CHECK(cudaMemcpy(da, a.data(), 8192, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(db, b.data(), 8192, cudaMemcpyHostToDevice));
  matmul<<<dim3(4, 4), 32>>>(da, db, dc);
  check("wmma matmul", reinterpret_cast<int*>(dc), 4096, [&](int at) {
    int sum = 0;
    for (int k = 0; k < 64; ++k) sum += ((at / 64 * 64 + k) * 7 % 13 - 6) * ((k * 64 + at % 64) * 5 % 11 - 5);
    const float real = 2.0f * static_cast<float>(sum);
    int bits = 0;
    std::memcpy(&bits, &real, 4);
    return bits;
  });
  return 0;
}
