// Kernels whose Nsight Compute counters were read on a real card (ncu_sm90.csv, an H200, 2026-11-29, `ONCE=1`,
// -arch=sm_90 -O3). On the simulator the program prints what it counted, one JSON array a line; counters_test.cpp
// compares. Shapes are those of the capture that run in seconds: launches 0 to 26 and 32 to 35.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "launches.h"
#define CK(x)                                                          \
  do {                                                                 \
    cudaError_t e = (x);                                               \
    if (e) {                                                           \
      printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                         \
    }                                                                  \
  } while (0)
constexpr int D = 32, R = 8;
__global__ void copyRow(const float* in, float* out, size_t rows, size_t cols) {
  size_t c = blockIdx.x * (size_t)D + threadIdx.x, r0 = blockIdx.y * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    if (r < rows && c < cols) out[r * cols + c] = in[r * cols + c];
  }
}
__global__ void transNaive(const float* in, float* out, size_t rows, size_t cols) {
  size_t c = blockIdx.x * (size_t)D + threadIdx.x, r0 = blockIdx.y * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
  }
}
template <int PAD>
__global__ void transTiled(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float t[D][D + PAD];
  size_t c = blockIdx.x * (size_t)D + threadIdx.x, r0 = blockIdx.y * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    if (r < rows && c < cols) t[threadIdx.y + j][threadIdx.x] = in[r * cols + c];
  }
  __syncthreads();
  c = blockIdx.y * (size_t)D + threadIdx.x;
  r0 = blockIdx.x * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][threadIdx.y + j];
  }
}
__global__ void transSwizzle(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float t[D][D];
  size_t c = blockIdx.x * (size_t)D + threadIdx.x, r0 = blockIdx.y * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    int y = threadIdx.y + j;
    if (r < rows && c < cols) t[y][threadIdx.x ^ y] = in[r * cols + c];
  }
  __syncthreads();
  c = blockIdx.y * (size_t)D + threadIdx.x;
  r0 = blockIdx.x * (size_t)D + threadIdx.y;
  for (int j = 0; j < D; j += R) {
    size_t r = r0 + j;
    int y = threadIdx.y + j;
    if (r < cols && c < rows) out[r * rows + c] = t[threadIdx.x][y ^ threadIdx.x];
  }
}
__global__ void copyVec4(const float4* in, float4* out, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void copyStride(const float* in, float* out, size_t n, int s) {
  size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * s;
  if (i < n) out[i] = in[i];
}
__global__ void copyOffset(const float* in, float* out, size_t n, int o) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x + o;
  if (i < n) out[i] = in[i];
}
template <int T>
__global__ void mmNaive(const float* A, const float* B, float* C, int n) {
  int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
  float s = 0;
  for (int k = 0; k < n; k++) s += A[r * n + k] * B[k * n + c];
  C[r * n + c] = s;
}
template <int T>
__global__ void mmTiled(const float* A, const float* B, float* C, int n) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * T + ty, c = blockIdx.x * T + tx;
  float s = 0;
  for (int t = 0; t < n; t += T) {
    a[ty][tx] = A[r * n + t + tx];
    b[ty][tx] = B[(t + ty) * n + c];
    __syncthreads();
    for (int k = 0; k < T; k++) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[r * n + c] = s;
}
template <int V>
__global__ void reduceV(const float* in, float* out, size_t n) {
  __shared__ float buf[256];
  int tid = threadIdx.x;
  size_t i = blockIdx.x * (size_t)256 + tid;
  buf[tid] = i < n ? in[i] : 0.f;
  __syncthreads();
  if (V == 0) {
    for (int s = 1; s < 256; s *= 2) {
      if (tid % (2 * s) == 0) buf[tid] += buf[tid + s];
      __syncthreads();
    }
  } else {
    for (int s = 128; s > (V == 1 ? 0 : 32); s >>= 1) {
      if (tid < s) buf[tid] += buf[tid + s];
      __syncthreads();
    }
  }
  if (V < 2) {
    if (tid == 0) out[blockIdx.x] = buf[0];
  } else if (tid < 32) {
    float x = buf[tid] + buf[tid + 32];
    for (int o = 16; o; o >>= 1) x += __shfl_down_sync(~0u, x, o);
    if (tid == 0) {
      if (V == 2)
        out[blockIdx.x] = x;
      else
        atomicAdd(out, x);
    }
  }
}
__global__ void diverge(float* x, int split) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x & 31;
  float v = x[i];
  if (l < split) {
    for (int k = 0; k < 64; k++) v = v * 1.0001f + sinf(v);
  } else {
    for (int k = 0; k < 64; k++) v = v * 0.9999f + sqrtf(fabsf(v));
  }
  x[i] = v;
}
static const char* only = nullptr;
template <class F>
void bench(const char* name, size_t bytes, F f) {
  if (only) {
    f();
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    printLaunches();
    return;
  }
  f();
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  std::vector<float> t;
  for (int i = 0; i < 21; i++) {
    cudaEventRecord(a);
    f();
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    t.push_back(ms);
  }
  CK(cudaGetLastError());
  std::sort(t.begin(), t.end());
  printf("%-28s %9.4f ms (min %8.4f max %8.4f) %8.1f GB/s\n", name, t[10], t[0], t[20], bytes / t[10] / 1e6);
}
int main(int argc, char** argv) {
  only = getenv("ONCE");
  cudaDeviceProp p;
  CK(cudaGetDeviceProperties(&p, 0));
  printf("%s cc %d.%d SMs %d L2 %d MiB smem/SM %zu optin %zu\n", p.name, p.major, p.minor, p.multiProcessorCount,
         p.l2CacheSize >> 20, p.sharedMemPerMultiprocessor, p.sharedMemPerBlockOptin);
  size_t shapes[][2] = {{2003, 3001}, {8191, 8209}};
  for (auto& s : shapes) {
    size_t rows = s[0], cols = s[1], n = rows * cols, bytes = n * 8;
    float *in, *out;
    CK(cudaMalloc(&in, n * 4));
    CK(cudaMalloc(&out, n * 4));
    std::vector<float> h(n);
    for (size_t i = 0; i < n; i++) h[i] = float(i % 1009);
    CK(cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice));
    dim3 g((cols + 31) / 32, (rows + 31) / 32), b(32, 8);
    printf("-- %zu x %zu\n", rows, cols);
    bench("copyRow", bytes, [&] { copyRow<<<g, b>>>(in, out, rows, cols); });
    bench("transNaive", bytes, [&] { transNaive<<<g, b>>>(in, out, rows, cols); });
    bench("transTiled<0>", bytes, [&] { transTiled<0><<<g, b>>>(in, out, rows, cols); });
    bench("transTiled<1>", bytes, [&] { transTiled<1><<<g, b>>>(in, out, rows, cols); });
    bench("transSwizzle", bytes, [&] { transSwizzle<<<g, b>>>(in, out, rows, cols); });
    if (s[0] == 8191) {
      bench("copyVec4", n / 4 * 32, [&] { copyVec4<<<(n / 4 + 255) / 256, 256>>>((float4*)in, (float4*)out, n / 4); });
      for (int st : {1, 2, 4, 8, 16, 32}) {
        char nm[32];
        sprintf(nm, "copyStride %d", st);
        bench(nm, n / st * 8, [&] { copyStride<<<(n / st + 255) / 256, 256>>>(in, out, n, st); });
      }
      for (int o : {1, 8}) {
        char nm[32];
        sprintf(nm, "copyOffset %d", o);
        bench(nm, n * 8, [&] { copyOffset<<<(n + 255) / 256, 256>>>(in, out, n, o); });
      }
      bench("reduce v0", n * 4, [&] { reduceV<0><<<(n + 255) / 256, 256>>>(in, out, n); });
      bench("reduce v1", n * 4, [&] { reduceV<1><<<(n + 255) / 256, 256>>>(in, out, n); });
      bench("reduce v2", n * 4, [&] { reduceV<2><<<(n + 255) / 256, 256>>>(in, out, n); });
      bench("reduce v3", n * 4, [&] { reduceV<3><<<(n + 255) / 256, 256>>>(in, out, n); });
      for (int sp : {0, 1, 16, 32}) {
        char nm[32];
        sprintf(nm, "diverge %d", sp);
        bench(nm, 0, [&] { diverge<<<8192, 256>>>(out, sp); });
      }
    }
    CK(cudaFree(in));
    CK(cudaFree(out));
  }
  for (int n : {1024}) {
    float *A, *B, *C;
    size_t m = (size_t)n * n;
    CK(cudaMalloc(&A, m * 4));
    CK(cudaMalloc(&B, m * 4));
    CK(cudaMalloc(&C, m * 4));
    std::vector<float> h(m);
    for (size_t i = 0; i < m; i++) h[i] = float(i % 7);
    cudaMemcpy(A, h.data(), m * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h.data(), m * 4, cudaMemcpyHostToDevice);
    printf("-- matmul %d (GB/s column is GFLOP/s)\n", n);
    size_t fl = 2 * m * n;
    bench("mmNaive 16", fl, [&] { mmNaive<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); });
    bench("mmTiled 16", fl, [&] { mmTiled<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n); });
    bench("mmNaive 32", fl, [&] { mmNaive<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n); });
    bench("mmTiled 32", fl, [&] { mmTiled<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n); });
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
  }
  return 0;
}
