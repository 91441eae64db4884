// One warp a launch: what a card counts for matrix loads and stores, asynchronous copies and atomics. traffic_sm90.csv
// holds an H200's counts; the simulator must count the same.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 --cudart shared traffic.cu -o traffic -ldl
//   ncu --csv --page raw --metrics (see the head of traffic_sm90.csv) ./traffic
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "../counters/launches.h"

using namespace nvcuda;

#define CUDA_CHECK(call)                                                                              \
  do {                                                                                                \
    const cudaError_t status = (call);                                                                \
    if (status != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (0)

template <class Layout>
__global__ void loadA(const half* in, half* out, int leading) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, Layout> a;
  wmma::load_matrix_sync(a, in, leading);
  half sum = 0;
  for (int k = 0; k < a.num_elements; ++k) sum += a.x[k];
  out[threadIdx.x] = sum;
}
template <class Layout>
__global__ void loadB(const half* in, half* out, int leading) {
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, Layout> b;
  wmma::load_matrix_sync(b, in, leading);
  half sum = 0;
  for (int k = 0; k < b.num_elements; ++k) sum += b.x[k];
  out[threadIdx.x] = sum;
}
template <class Real>
__global__ void copyC(const Real* in, Real* out, int leading, bool rows) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, Real> c;
  if (rows) {
    wmma::load_matrix_sync(c, in, leading, wmma::mem_row_major);
    wmma::store_matrix_sync(out, c, leading, wmma::mem_row_major);
  } else {
    wmma::load_matrix_sync(c, in, leading, wmma::mem_col_major);
    wmma::store_matrix_sync(out, c, leading, wmma::mem_col_major);
  }
}
template <class Layout, int Leading>
__global__ void loadSharedA(const half* in, half* out) {
  __shared__ half tile[16 * Leading];
  for (int k = threadIdx.x; k < 16 * Leading; k += 32) tile[k] = in[k];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, Layout> a;
  wmma::load_matrix_sync(a, tile, Leading);
  half sum = 0;
  for (int k = 0; k < a.num_elements; ++k) sum += a.x[k];
  out[threadIdx.x] = sum;
}
template <int Leading>
__global__ void storeSharedC(float* out) {
  __shared__ float tile[16 * Leading];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  for (int k = 0; k < c.num_elements; ++k) c.x[k] = threadIdx.x + k;
  wmma::store_matrix_sync(tile, c, Leading, wmma::mem_row_major);
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x * Leading / 2];
}

/// Rows `stride` bytes apart.
template <int Count, bool Trans>
__global__ void loadMatrices(const uint32_t* in, uint32_t* out, int stride) {
  __shared__ __align__(16) uint32_t tile[4096];
  for (int k = threadIdx.x; k < 4096; k += 32) tile[k] = in[k];
  __syncwarp();
  const auto row = static_cast<uint32_t>(__cvta_generic_to_shared(tile)) + threadIdx.x * stride;
  uint32_t r[4] = {};
  if (Count == 1 && !Trans)
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(row));
  if (Count == 2 && !Trans)
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(row));
  if (Count == 4 && !Trans)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(row));
  if (Count == 4 && Trans)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(row));
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}
__global__ void storeMatrices(uint32_t* out, int stride) {
  __shared__ __align__(16) uint32_t tile[4096];
#if __CUDA_ARCH__ >= 900
  const auto row = static_cast<uint32_t>(__cvta_generic_to_shared(tile)) + threadIdx.x * stride;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%1,%1,%1};" ::"r"(row), "r"(threadIdx.x));
#endif
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x * stride / 4];
}

/// Each lane copies `Bytes` from in + lane * from to shared + lane * to; lanes past `lanes` copy nothing but zeros.
template <int Bytes, bool AllLevels>
__global__ void copyAsync(const char* in, uint32_t* out, int from, int to, int lanes) {
  __shared__ __align__(16) char tile[8192];
  const auto target = static_cast<uint32_t>(__cvta_generic_to_shared(tile)) + threadIdx.x * to;
  const char* source = in + threadIdx.x * from;
  const int size = static_cast<int>(threadIdx.x) < lanes ? Bytes : 0;
  if (AllLevels)
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(target), "l"(source), "n"(Bytes), "r"(size));
  else
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(source), "r"(size));
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncwarp();
  out[threadIdx.x] = *reinterpret_cast<uint32_t*>(tile + threadIdx.x * to);
}

__global__ void atomicGlobal(uint32_t* cells, uint32_t* out, int stride) {
  out[threadIdx.x] = atomicAdd(cells + threadIdx.x * stride, 1u);
}
__global__ void reduceGlobal(float* cells, int stride) { atomicAdd(cells + threadIdx.x * stride, 1.0f); }
__global__ void atomicShared(uint32_t* out, int stride) {
  __shared__ uint32_t cells[1024];
  for (int k = threadIdx.x; k < 1024; k += 32) cells[k] = 0;
  __syncwarp();
  atomicAdd(cells + threadIdx.x * stride, 1u);
  __syncwarp();
  out[threadIdx.x] = cells[threadIdx.x];
}

int main() {
  void *in = nullptr, *out = nullptr;
  CUDA_CHECK(cudaMalloc(&in, 1 << 20));
  CUDA_CHECK(cudaMalloc(&out, 1 << 20));
  CUDA_CHECK(cudaMemset(in, 0, 1 << 20));
  CUDA_CHECK(cudaMemset(out, 0, 1 << 20));
  auto* h = static_cast<half*>(in);
  auto* g = static_cast<half*>(out);
  auto* w = static_cast<uint32_t*>(in);
  auto* o = static_cast<uint32_t*>(out);
  for (int leading : {16, 64}) {
    loadA<wmma::row_major><<<1, 32>>>(h, g, leading);
    loadA<wmma::col_major><<<1, 32>>>(h, g, leading);
    loadB<wmma::row_major><<<1, 32>>>(h, g, leading);
    loadB<wmma::col_major><<<1, 32>>>(h, g, leading);
    for (bool rows : {true, false}) {
      copyC<float><<<1, 32>>>(static_cast<float*>(in), static_cast<float*>(out), leading, rows);
      copyC<half><<<1, 32>>>(h, g, leading, rows);
    }
  }
  loadSharedA<wmma::row_major, 16><<<1, 32>>>(h, g);
  loadSharedA<wmma::row_major, 24><<<1, 32>>>(h, g);
  loadSharedA<wmma::row_major, 64><<<1, 32>>>(h, g);
  loadSharedA<wmma::col_major, 16><<<1, 32>>>(h, g);
  loadSharedA<wmma::col_major, 64><<<1, 32>>>(h, g);
  storeSharedC<16><<<1, 32>>>(static_cast<float*>(out));
  storeSharedC<20><<<1, 32>>>(static_cast<float*>(out));
  for (int stride : {16, 32, 64, 128, 144}) {
    loadMatrices<1, false><<<1, 32>>>(w, o, stride);
    loadMatrices<2, false><<<1, 32>>>(w, o, stride);
    loadMatrices<4, false><<<1, 32>>>(w, o, stride);
    loadMatrices<4, true><<<1, 32>>>(w, o, stride);
    storeMatrices<<<1, 32>>>(o, stride);
  }
  const char* bytes = static_cast<const char*>(in);
  for (int lanes : {32, 20}) {
    copyAsync<4, true><<<1, 32>>>(bytes, o, 4, 4, lanes);
    copyAsync<8, true><<<1, 32>>>(bytes, o, 8, 8, lanes);
    copyAsync<16, true><<<1, 32>>>(bytes, o, 16, 16, lanes);
    copyAsync<16, false><<<1, 32>>>(bytes, o, 16, 16, lanes);
    copyAsync<4, true><<<1, 32>>>(bytes, o, 128, 4, lanes);
    copyAsync<4, true><<<1, 32>>>(bytes, o, 4, 128, lanes);
    copyAsync<16, false><<<1, 32>>>(bytes, o, 64, 16, lanes);
    copyAsync<16, false><<<1, 32>>>(bytes, o, 16, 64, lanes);
  }
  for (int stride : {0, 1, 8, 32}) {
    atomicGlobal<<<1, 32>>>(w, o, stride);
    reduceGlobal<<<1, 32>>>(static_cast<float*>(in), stride);
    atomicShared<<<1, 32>>>(o, stride);
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  printLaunches();
  return 0;
}
