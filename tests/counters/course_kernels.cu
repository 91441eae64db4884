// Kernels of the kinds the course teaches, in small launches of odd sizes, so that no counter of a card holds
// arbitration and every edge is partial. course_sm90.csv has what Nsight Compute counted (tools/capture_counters.sh
// makes it); on the simulator the program prints its own counts, one JSON array a launch, and course_test.cpp compares.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "launches.h"

namespace {

#define CUDA_CHECK(call)                                                   \
  do {                                                                     \
    const cudaError_t code = (call);                                       \
    if (code != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(code)); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

struct Particle {
  float x, y, z, mass;
};

constexpr int taps = 7;
__constant__ float filter[taps];

}  // namespace

__global__ void map(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i] + 1;
}

__global__ void gridStride(const float* in, float* out, int n, float a) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] += a * in[i];
}

__global__ void stencil(const float* in, float* out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < 1 || col < 1 || row >= rows - 1 || col >= cols - 1) return;
  const float* at = in + row * cols + col;
  out[row * cols + col] = 0.2f * (at[0] + at[-1] + at[1] + at[-cols] + at[cols]);
}

// A tile of 16 x 16 with a border of one cell all around.
__global__ void stencilTiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[18][18];
  const int row0 = blockIdx.y * 16 - 1, col0 = blockIdx.x * 16 - 1;
  for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
    const int row = row0 + k / 18, col = col0 + k % 18;
    tile[k / 18][k % 18] = row >= 0 && row < rows && col >= 0 && col < cols ? in[row * cols + col] : 0;
  }
  __syncthreads();
  const int y = threadIdx.y + 1, x = threadIdx.x + 1, row = row0 + y, col = col0 + x;
  if (row < rows && col < cols)
    out[row * cols + col] = 0.2f * (tile[y][x] + tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x]);
}

__global__ void reduceInterleaved(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    if (t % (2 * step) == 0) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void reduceSequential(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Strided shared indices: the step doubles, and with it the degree of the bank conflict.
__global__ void reduceStrided(const float* in, float* out, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const int at = 2 * step * t;
    if (at < 256) part[at] += part[at + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void reduceShuffle(const float* in, float* out, int n) {
  __shared__ float part[8];
  const int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float sum = i < n ? in[i] : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) part[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  sum = lane < 8 ? part[lane] : 0;
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) atomicAdd(out, sum);
}

__global__ void histogramGlobal(const int* keys, int* bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(bins + keys[i], 1);
}

__global__ void histogramShared(const int* keys, int* bins, int n) {
  __shared__ int mine[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(mine + keys[i], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(bins + b, mine[b]);
}

__global__ void scanHillisSteele(const float* in, float* out, int n) {
  __shared__ float buffer[2][128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  int from = 0;
  buffer[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    buffer[1 - from][t] = t >= step ? buffer[from][t] + buffer[from][t - step] : buffer[from][t];
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

__global__ void scanBlelloch(const float* in, float* out, int n) {
  __shared__ float tree[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + 2 * t;
  tree[2 * t] = i < n ? in[i] : 0;
  tree[2 * t + 1] = i + 1 < n ? in[i + 1] : 0;
  int step = 1;
  for (int d = 128; d > 0; d /= 2, step *= 2) {
    __syncthreads();
    if (t < d) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
  }
  if (t == 0) tree[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t >= d) continue;
    const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
    const float kept = tree[left];
    tree[left] = tree[right];
    tree[right] += kept;
  }
  __syncthreads();
  if (i < n) out[i] = tree[2 * t];
  if (i + 1 < n) out[i + 1] = tree[2 * t + 1];
}

__global__ void matmulNaive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

__global__ void matmulTiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    tileA[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
    tileB[y][x] = k + y < n && col < n ? b[(k + y) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += tileA[y][i] * tileB[i][x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}

// A thread makes 4 x 4 cells of a 64 x 64 tile.
__global__ void matmulRegisterTiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tileA[8][64], tileB[8][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int e = t; e < 512; e += 256) {
      tileA[e % 8][e / 8] = row0 + e / 8 < n && k + e % 8 < n ? a[(row0 + e / 8) * n + k + e % 8] : 0;
      tileB[e / 64][e % 64] = k + e / 64 < n && col0 + e % 64 < n ? b[(k + e / 64) * n + col0 + e % 64] : 0;
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s) sum[r][s] += tileA[i][y + 16 * r] * tileB[i][x + 16 * s];
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    for (int s = 0; s < 4; ++s)
      if (row0 + y + 16 * r < n && col0 + x + 16 * s < n) c[(row0 + y + 16 * r) * n + col0 + x + 16 * s] = sum[r][s];
}

__global__ void convolveConstant(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) {
    const int at = i + k - taps / 2;
    if (at >= 0 && at < n) sum += filter[k] * in[at];
  }
  out[i] = sum;
}

__global__ void copyFloat4(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void arrayOfStructures(const Particle* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i].x * in[i].mass;
}

__global__ void structureOfArrays(const float* x, const float* mass, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * mass[i];
}

__global__ void misaligned(const float* in, float* out, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + shift;
  if (i < n) out[i] = in[i];
}

__global__ void strided(const float* in, float* out, int n, int stride) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n) out[i] = in[i];
}

__global__ void bytes(const unsigned char* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned char>(in[i] + 1);
}

__global__ void doubles(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}

__global__ void spmvScalar(const int* rowStart, const int* column, const float* value, const float* x, float* y,
                           int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = rowStart[row]; k < rowStart[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

__global__ void spmvVector(const int* rowStart, const int* column, const float* value, const float* x, float* y,
                           int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = rowStart[row] + lane; k < rowStart[row + 1]; k += 32) sum += value[k] * x[column[k]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
  if (lane == 0) y[row] = sum;
}

__global__ void softmaxRow(const float* in, float* out, int cols) {
  __shared__ float part[128];
  const float* row = in + blockIdx.x * cols;
  const int t = threadIdx.x;
  float most = -1e30f;
  for (int c = t; c < cols; c += 128) most = fmaxf(most, row[c]);
  part[t] = most;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step) part[t] = fmaxf(part[t], part[t + step]);
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  float sum = 0;
  for (int c = t; c < cols; c += 128) sum += exp2f(row[c] - most);
  part[t] = sum;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  for (int c = t; c < cols; c += 128) out[blockIdx.x * cols + c] = exp2f(row[c] - most) / part[0];
}

__global__ void bitonicStep(float* data, int n, int j, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other <= i || other >= n) return;
  const float a = data[i], b = data[other];
  if ((a > b) == ((i & k) == 0)) {
    data[i] = b;
    data[other] = a;
  }
}

__global__ void transposeSwizzled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    if (row < rows && col < cols) tile[y][x ^ y] = in[row * cols + col];
  }
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int row = blockIdx.x * 32 + y, col = blockIdx.y * 32 + x;
    if (row < cols && col < rows) out[row * rows + col] = tile[x][y ^ x];
  }
}

// One atomic a block; its threads take places by a ballot and a count of each warp. Where a block's
// region lies follows from the order in which blocks run, and so do the sectors of its store.
__global__ void compact(const float* in, float* out, int* count, int n) {
  __shared__ int warpCount[4], base;
  const int i = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float value = i < n ? in[i] : -1;
  const unsigned keep = __ballot_sync(0xffffffff, value > 500);
  if (lane == 0) warpCount[warp] = __popc(keep);
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < 4; ++w) {
      const int here = warpCount[w];
      warpCount[w] = total;
      total += here;
    }
    base = atomicAdd(count, total);
  }
  __syncthreads();
  if (value > 500) out[base + warpCount[warp] + __popc(keep & ((1u << lane) - 1))] = value;
}

// Indexed by data, the array cannot live in registers.
__global__ void localArray(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int seen[16];
  for (int k = 0; k < 16; ++k) seen[k] = k * i;
  for (int k = 0; k < 5; ++k) seen[in[(i + k) % n] & 15] += in[(i + 3 * k) % n];
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum ^= seen[(k * 5 + in[i]) & 15];
  out[i] = sum;
}

__global__ void divergentSwitch(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (i % 4) {
    case 0:
      out[i] = in[i];
      break;
    case 1:
      out[n + i] = in[2 * i];
      break;
    case 2:
      out[2 * n + 3 * i] = in[n - i];
      break;
    default:
      out[i / 2] = in[i ^ 5];
  }
}

// The reductions among atomics that return nothing (RED), and those whose result is used (ATOM).
__global__ void atomicKinds(int* cells, const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicMax(cells + i * 3 % 40, in[i]);
  atomicOr(cells + 64 + i, 1 << i % 32);
  out[i] = atomicExch(cells + 512 + i * 9, in[i]) + atomicCAS(cells + 8 * (in[i] & 31), 0, i);
}

namespace {

template <class T>
T* onDevice(const std::vector<T>& values) {
  T* at = nullptr;
  CUDA_CHECK(cudaMalloc(&at, values.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(at, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return at;
}

template <class Launch>
void count(Launch launch) {
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  printLaunches();
}

unsigned blocksFor(int n, int threads) { return static_cast<unsigned>((n + threads - 1) / threads); }

}  // namespace

int main() {
  constexpr int n = 1777, room = 65536;
  std::uint32_t state = 13;
  const auto draw = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
  std::vector<float> numbers(room);
  std::vector<int> keys(room), small(room);
  for (int i = 0; i < room; ++i) {
    numbers[static_cast<std::size_t>(i)] = static_cast<float>(draw() % 1009);
    keys[static_cast<std::size_t>(i)] = static_cast<int>(draw() % 64);
    small[static_cast<std::size_t>(i)] = static_cast<int>(draw() % 1000);
  }
  // A sparse matrix: rows of 0 to 40 entries anywhere among 300 columns.
  constexpr int sparseRows = 203, sparseCols = 300;
  std::vector<int> rowStart{0}, column;
  for (int row = 0; row < sparseRows; ++row) {
    for (std::uint32_t k = draw() % 41; k > 0; --k) column.push_back(static_cast<int>(draw() % sparseCols));
    rowStart.push_back(static_cast<int>(column.size()));
  }
  float* in = onDevice(numbers);
  float* out = onDevice(std::vector<float>(room));
  float* other = onDevice(numbers);
  double* wide = onDevice(std::vector<double>(2 * room));
  int *key = onDevice(keys), *some = onDevice(small), *cells = onDevice(std::vector<int>(room));
  int *starts = onDevice(rowStart), *columns = onDevice(column);
  const float weights[taps] = {1, 2, 3, 4, 3, 2, 1};
  CUDA_CHECK(cudaMemcpyToSymbol(filter, weights, sizeof weights));

  const dim3 square(16, 16), tileBlock(32, 8);
  constexpr int rows = 45, cols = 67, side = 37, large = 83;
  const dim3 overMatrix(blocksFor(cols, 16), blocksFor(rows, 16));
  count([&] { map<<<blocksFor(n, 256), 256>>>(in, out, n); });
  count([&] { gridStride<<<3, 128>>>(in, out, n, 2.0f); });
  count([&] { stencil<<<overMatrix, square>>>(in, out, rows, cols); });
  count([&] { stencilTiled<<<overMatrix, square>>>(in, out, rows, cols); });
  count([&] { reduceInterleaved<<<blocksFor(n, 256), 256>>>(in, out, n); });
  count([&] { reduceSequential<<<blocksFor(n, 256), 256>>>(in, out, n); });
  count([&] { reduceStrided<<<blocksFor(n, 256), 256>>>(in, out, n); });
  count([&] { reduceShuffle<<<blocksFor(n, 256), 256>>>(in, out, n); });
  count([&] { histogramGlobal<<<blocksFor(n, 128), 128>>>(key, cells, n); });
  count([&] { histogramShared<<<4, 128>>>(key, cells, n); });
  count([&] { scanHillisSteele<<<blocksFor(n, 128), 128>>>(in, out, n); });
  count([&] { scanBlelloch<<<blocksFor(n, 256), 128>>>(in, out, n); });
  count([&] { matmulNaive<<<dim3(blocksFor(side, 16), blocksFor(side, 16)), square>>>(in, other, out, side); });
  count([&] { matmulTiled<<<dim3(blocksFor(side, 16), blocksFor(side, 16)), square>>>(in, other, out, side); });
  count([&] {
    matmulRegisterTiled<<<dim3(blocksFor(large, 64), blocksFor(large, 64)), square>>>(in, other, out, large);
  });
  count([&] { convolveConstant<<<blocksFor(n, 128), 128>>>(in, out, n); });
  count([&] {
    copyFloat4<<<blocksFor(n, 128), 128>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out), n);
  });
  count([&] { arrayOfStructures<<<blocksFor(n, 128), 128>>>(reinterpret_cast<Particle*>(in), out, n); });
  count([&] { structureOfArrays<<<blocksFor(n, 128), 128>>>(in, other, out, n); });
  count([&] { misaligned<<<blocksFor(n, 128), 128>>>(in, out, n, 3); });
  for (int stride : {2, 5, 8, 33}) count([&] { strided<<<4, 128>>>(in, out, 512 * stride, stride); });
  count([&] {
    bytes<<<blocksFor(n, 128), 128>>>(reinterpret_cast<unsigned char*>(in) + 1, reinterpret_cast<unsigned char*>(out),
                                      n);
  });
  count([&] { doubles<<<blocksFor(n, 128), 128>>>(wide, wide + room, n); });
  count([&] { spmvScalar<<<blocksFor(sparseRows, 64), 64>>>(starts, columns, in, other, out, sparseRows); });
  count([&] { spmvVector<<<blocksFor(sparseRows * 32, 128), 128>>>(starts, columns, in, other, out, sparseRows); });
  count([&] { softmaxRow<<<5, 128>>>(in, out, 333); });
  count([&] { bitonicStep<<<4, 128>>>(other, 512, 16, 64); });
  count([&] { bitonicStep<<<4, 128>>>(other, 512, 2, 512); });
  count([&] { transposeSwizzled<<<dim3(blocksFor(cols, 32), blocksFor(rows, 32)), tileBlock>>>(in, out, rows, cols); });
  count([&] { compact<<<blocksFor(n, 128), 128>>>(in, out, cells, n); });
  count([&] { localArray<<<blocksFor(n, 128), 128>>>(some, cells, n); });
  count([&] { divergentSwitch<<<blocksFor(n, 128), 128>>>(in, out, n); });
  count([&] { atomicKinds<<<blocksFor(500, 128), 128>>>(cells, some, cells + 32768, 500); });
  return 0;
}
