// Day 17: arithmetic intensity and the roofline.
//
// First three roofs are measured, each with a kernel that does one thing only:
//
//   memory       copies floats, four a thread: bytes a second between memory and the chip
//   L1           loads the same 4 KiB again and again: bytes a second that reach the lanes from the L1 cache
//   arithmetic   multiply-adds on registers: floating-point operations a second
//
// Then five kernels, two of them before and after tiling. For each: how many operations a byte that its threads ask
// for, how many a byte that has to cross memory at the least, what it reaches, and what the memory and arithmetic roofs
// allow at either intensity.
//
//   saxpy              out = s x + y                         nothing is used twice
//   short polynomial   4 multiply-adds an element            nothing is used twice
//   stencil            an element and its four neighbors     used five times; tiled: a 34 x 10 tile for 32 x 8 threads
//   matmul             n products an element                 used n times; tiled: two 32 x 32 tiles
//   long polynomial    512 multiply-adds an element          nothing is used twice
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 arithmetic_intensity.cu -o arithmetic_intensity
// Run     ./arithmetic_intensity            sizes that the card's L2 cannot hold
//         ./arithmetic_intensity small      small sizes; quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before its time is printed. Operations are counted as
// usual: an addition or a multiplication is one, a multiply-add two. The exit status is 0 when everything was right,
// 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#define CUDA_CHECK(call)                                                                                      \
  do {                                                                                                        \
    const cudaError_t cudaCheckError = (call);                                                                \
    if (cudaCheckError != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(cudaCheckError)); \
      std::exit(1);                                                                                           \
    }                                                                                                         \
  } while (false)

// A launch reports in two places: a refused launch at once, a fault inside the kernel at the next synchronize.
#define CUDA_CHECK_LAUNCH()              \
  do {                                   \
    CUDA_CHECK(cudaGetLastError());      \
    CUDA_CHECK(cudaDeviceSynchronize()); \
  } while (false)

// One set of sizes. The long polynomial has a sixteenth of the elements.
struct Sizes {
  size_t elements;
  size_t rows;
  size_t cols;
  size_t side;
};

constexpr Sizes smallSizes = {262147, 509, 521, 131};
// The first of these whose saxpy moves at least four times what the card's L2 holds is used.
constexpr Sizes allSizes[] = {{2097169, 1447, 1451, 509}, {33554467, 5791, 5801, 1021}, {67108879, 8191, 8209, 1021}};

constexpr unsigned tileDim = 32;     // matmul
constexpr unsigned stencilRows = 8;  // the stencil's block is tileDim x stencilRows
constexpr unsigned copiedByThread = 4;
constexpr unsigned threads = 256;  // of every block that is a line
constexpr unsigned shortSteps = 4;
constexpr unsigned longSteps = 512;
constexpr unsigned roofSteps = 2048;  // of each of the chains below
constexpr unsigned chains = 4;        // independent multiply-adds of one thread
constexpr unsigned cachedFloats = 1024;
constexpr unsigned cachedRounds = 256;
constexpr unsigned loadsByRound = 16;
constexpr float factor = 0.5f;  // of the polynomials and chains: they stay below 1
constexpr float centerWeight = 0.5f;
constexpr float neighborWeight = 0.125f;
constexpr float saxpyFactor = 3.0f;
constexpr unsigned distinctValues = 4096;
constexpr int mostRuns = 21;
constexpr double timingBudgetSeconds = 0.5;  // of the host's clock, a kernel

static_assert(allSizes[0].elements % threads != 0 && allSizes[1].elements % threads != 0, "a partial last block");
static_assert(allSizes[0].cols % tileDim != 0 && allSizes[1].cols % tileDim != 0, "partial tiles");
static_assert(allSizes[0].side % tileDim != 0 && allSizes[1].side % tileDim != 0, "partial tiles");
static_assert(loadsByRound * 32 * 2 == cachedFloats, "two rounds read the cached floats once");

// ---- kernels that measure a roof -------------------------------------------------------------------------------

__global__ void copyFour(const float* in, float* out, size_t n) {
  const size_t first = blockIdx.x * static_cast<size_t>(threads * copiedByThread) + threadIdx.x;
  float values[copiedByThread];
  for (unsigned j = 0; j < copiedByThread; ++j) {
    values[j] = first + j * threads < n ? in[first + j * threads] : 0.0f;
  }
  for (unsigned j = 0; j < copiedByThread; ++j) {
    if (first + j * threads < n) {
      out[first + j * threads] = values[j];
    }
  }
}

// Every warp reads all of `in`, 128 bytes a load. `step` is half its length: known to the compiler, the loads would
// move out of the loop.
__global__ void loadCached(const float* in, float* out, unsigned step) {
  float sum = 0.0f;
  unsigned first = threadIdx.x % 32;
  for (unsigned round = 0; round < cachedRounds; ++round) {
    for (unsigned j = 0; j < loadsByRound; ++j) {
      sum += in[first + j * 32];
    }
    first = (first + step) % cachedFloats;
  }
  out[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = sum;
}

__global__ void multiplyAdd(float* out, float x, float c) {
  float values[chains];
  for (unsigned j = 0; j < chains; ++j) {
    values[j] = static_cast<float>(threadIdx.x + j);
  }
  for (unsigned step = 0; step < roofSteps; ++step) {
    for (unsigned j = 0; j < chains; ++j) {
      values[j] = fmaf(values[j], x, c);
    }
  }
  float sum = 0.0f;
  for (unsigned j = 0; j < chains; ++j) {
    sum += values[j];
  }
  out[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = sum;
}

// ---- the five --------------------------------------------------------------------------------------------------

__global__ void saxpy(float s, const float* x, const float* y, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = s * x[i] + y[i];
  }
}

// The polynomial with all coefficients c, of degree `steps`, by Horner's rule.
template <unsigned steps>
__global__ void polynomial(const float* x, float* out, float c, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    const float at = x[i];
    float value = c;
    for (unsigned step = 0; step < steps; ++step) {
      value = fmaf(value, at, c);
    }
    out[i] = value;
  }
}

// Outside the matrix is 0.
__global__ void stencil(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(stencilRows) + threadIdx.y;
  if (row < rows && col < cols) {
    const size_t i = row * cols + col;
    const float above = row > 0 ? in[i - cols] : 0.0f;
    const float below = row + 1 < rows ? in[i + cols] : 0.0f;
    const float left = col > 0 ? in[i - 1] : 0.0f;
    const float right = col + 1 < cols ? in[i + 1] : 0.0f;
    out[i] = centerWeight * in[i] + neighborWeight * (above + below + left + right);
  }
}

__global__ void stencilTiled(const float* in, float* out, size_t rows, size_t cols) {
  constexpr unsigned height = stencilRows + 2;
  constexpr unsigned width = tileDim + 2;
  __shared__ float tile[height][width];  // the block's elements and one more on each side

  const size_t firstCol = blockIdx.x * static_cast<size_t>(tileDim);
  const size_t firstRow = blockIdx.y * static_cast<size_t>(stencilRows);
  for (unsigned i = threadIdx.y * tileDim + threadIdx.x; i < height * width; i += tileDim * stencilRows) {
    // One less than the element's row and column would wrap around below 0, and is then outside too.
    const size_t row = firstRow + i / width - 1;
    const size_t col = firstCol + i % width - 1;
    tile[i / width][i % width] = row < rows && col < cols ? in[row * cols + col] : 0.0f;
  }
  __syncthreads();

  const size_t col = firstCol + threadIdx.x;
  const size_t row = firstRow + threadIdx.y;
  if (row < rows && col < cols) {
    const unsigned x = threadIdx.x + 1;
    const unsigned y = threadIdx.y + 1;
    out[row * cols + col] = centerWeight * tile[y][x] +
                            neighborWeight * (tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1]);
  }
}

__global__ void matmul(const float* a, const float* b, float* c, size_t n) {
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0.0f;
    for (size_t l = 0; l < n; ++l) {
      sum += a[row * n + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

__global__ void matmulTiled(const float* a, const float* b, float* c, size_t n) {
  __shared__ float tileA[tileDim][tileDim];
  __shared__ float tileB[tileDim][tileDim];

  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  float sum = 0.0f;
  for (size_t first = 0; first < n; first += tileDim) {
    const size_t colA = first + threadIdx.x;
    const size_t rowB = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < n && colA < n ? a[row * n + colA] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = rowB < n && col < n ? b[rowB * n + col] : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < tileDim; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < n && col < n) {
    c[row * n + col] = sum;
  }
}

// ---- host ------------------------------------------------------------------------------------------------------

// Median of `runs` event timings of launch(), in milliseconds. Launch every kernel of a comparison once before the
// first call: the first launch also loads code and raises clocks.
template <typename Launch>
float timeKernel(int runs, Launch launch) {
  cudaEvent_t start = nullptr;
  cudaEvent_t stop = nullptr;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  std::vector<float> milliseconds(static_cast<size_t>(runs));
  for (float& elapsed : milliseconds) {
    CUDA_CHECK(cudaEventRecord(start));
    launch();
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, start, stop));
  }
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds[milliseconds.size() / 2];
}

double hostSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What one launch does, its time, and whether its output was right.
struct Measured {
  const char* name = "";
  double operations = 0.0;
  double bytesAsked = 0.0;  // by all threads together, of global memory
  double bytesLeast = 0.0;  // every input once and every output once
  double milliseconds = 0.0;
  bool right = false;

  double gigabytesPerSecond() const { return bytesAsked / (milliseconds * 1e6); }
  double gigaflopPerSecond() const { return operations / (milliseconds * 1e6); }
};

// Launches once over NaNs, compares with `expected`, and then times as many runs as fit into the budget.
Measured measure(Measured what, float* out, const std::vector<float>& expected, const std::function<void()>& launch) {
  const size_t bytes = expected.size() * sizeof(float);
  CUDA_CHECK(cudaMemset(out, 0xFF, bytes));
  launch();
  CUDA_CHECK_LAUNCH();
  std::vector<float> result(expected.size());
  CUDA_CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < result.size(); ++i) {
    wrong += result[i] == expected[i] ? 0u : 1u;  // a NaN is wrong
  }
  what.right = wrong == 0;
  if (!what.right) {
    std::printf("%s: %zu of %zu elements wrong\n", what.name, wrong, result.size());
    return what;
  }
  const double start = hostSeconds();
  launch();
  CUDA_CHECK_LAUNCH();
  const double seconds = hostSeconds() - start;
  const int runs = std::max(1, static_cast<int>(std::min<double>(mostRuns, timingBudgetSeconds / seconds)));
  what.milliseconds = static_cast<double>(timeKernel(runs, launch));
  return what;
}

// Whole numbers from -8 to 8, so that sums of them and of their products are exact in any order.
std::vector<float> wholeNumbers(size_t count, uint32_t salt) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(static_cast<int>((((static_cast<uint32_t>(i) + salt) * 2654435761u) >> 8) % 17) - 8);
  }
  return values;
}

// distinctValues different numbers from 0 to below 1.
float fraction(size_t i) {
  return static_cast<float>(((static_cast<uint32_t>(i) * 2654435761u) >> 8) % distinctValues) / distinctValues;
}

float* copyToDevice(const std::vector<float>& values) {
  float* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return device;
}

float* deviceRoom(size_t count) {
  float* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, count * sizeof(float)));
  return device;
}

unsigned blocksOf(size_t count, size_t byBlock) { return static_cast<unsigned>((count + byBlock - 1) / byBlock); }

Measured measureMemory(size_t n) {
  const std::vector<float> values = wholeNumbers(n, 1);
  float* const in = copyToDevice(values);
  float* const out = deviceRoom(n);
  const double bytes = 8.0 * static_cast<double>(n);
  const Measured done = measure({"memory", 0.0, bytes, bytes}, out, values,
                                [&] { copyFour<<<blocksOf(n, threads * copiedByThread), threads>>>(in, out, n); });
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return done;
}

Measured measureCache(unsigned blocks) {
  const std::vector<float> values = wholeNumbers(cachedFloats, 1);
  const size_t total = blocks * static_cast<size_t>(threads);
  std::vector<float> expected(total);
  for (size_t lane = 0; lane < 32; ++lane) {
    float sum = 0.0f;
    for (size_t i = lane; i < cachedFloats; i += 32) {
      sum += values[i] * (cachedRounds / 2);
    }
    for (size_t i = lane; i < total; i += 32) {
      expected[i] = sum;
    }
  }
  float* const in = copyToDevice(values);
  float* const out = deviceRoom(total);
  const double loads = static_cast<double>(total) * cachedRounds * loadsByRound;
  const Measured done = measure({"L1", loads, 4.0 * loads, 4.0 * (cachedFloats + static_cast<double>(total))}, out,
                                expected, [&] { loadCached<<<blocks, threads>>>(in, out, cachedFloats / 2); });
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return done;
}

Measured measureArithmetic(unsigned blocks) {
  const size_t total = blocks * static_cast<size_t>(threads);
  std::vector<float> expected(total);
  for (size_t thread = 0; thread < threads; ++thread) {
    float sum = 0.0f;
    for (unsigned j = 0; j < chains; ++j) {
      float value = static_cast<float>(thread + j);
      for (unsigned step = 0; step < roofSteps; ++step) {
        value = std::fma(value, factor, factor);
      }
      sum += value;
    }
    for (size_t i = thread; i < total; i += threads) {
      expected[i] = sum;
    }
  }
  float* const out = deviceRoom(total);
  const double bytes = 4.0 * static_cast<double>(total);
  const Measured done = measure({"arithmetic", 2.0 * roofSteps * chains * static_cast<double>(total), bytes, bytes},
                                out, expected, [&] { multiplyAdd<<<blocks, threads>>>(out, factor, factor); });
  CUDA_CHECK(cudaFree(out));
  return done;
}

Measured measureSaxpy(size_t n) {
  const std::vector<float> x = wholeNumbers(n, 1);
  const std::vector<float> y = wholeNumbers(n, 77);
  std::vector<float> expected(n);
  for (size_t i = 0; i < n; ++i) {
    expected[i] = saxpyFactor * x[i] + y[i];
  }
  float* const deviceX = copyToDevice(x);
  float* const deviceY = copyToDevice(y);
  float* const out = deviceRoom(n);
  const double count = static_cast<double>(n);
  const Measured done = measure({"saxpy", 2.0 * count, 12.0 * count, 12.0 * count}, out, expected, [&] {
    saxpy<<<blocksOf(n, threads), threads>>>(saxpyFactor, deviceX, deviceY, out, n);
  });
  CUDA_CHECK(cudaFree(deviceX));
  CUDA_CHECK(cudaFree(deviceY));
  CUDA_CHECK(cudaFree(out));
  return done;
}

template <unsigned steps>
Measured measurePolynomial(const char* name, size_t n) {
  std::vector<float> byValue(distinctValues);
  for (size_t i = 0; i < distinctValues; ++i) {
    float value = factor;
    for (unsigned step = 0; step < steps; ++step) {
      value = std::fma(value, static_cast<float>(i) / distinctValues, factor);
    }
    byValue[i] = value;
  }
  std::vector<float> x(n);
  std::vector<float> expected(n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = fraction(i);
    expected[i] = byValue[static_cast<size_t>(x[i] * distinctValues)];
  }
  float* const in = copyToDevice(x);
  float* const out = deviceRoom(n);
  const double count = static_cast<double>(n);
  const Measured done = measure({name, 2.0 * steps * count, 8.0 * count, 8.0 * count}, out, expected,
                                [&] { polynomial<steps><<<blocksOf(n, threads), threads>>>(in, out, factor, n); });
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return done;
}

// Both stencils: before and after tiling.
std::pair<Measured, Measured> measureStencils(size_t rows, size_t cols) {
  const std::vector<float> values = wholeNumbers(rows * cols, 1);
  std::vector<float> expected(rows * cols);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t col = 0; col < cols; ++col) {
      const size_t i = row * cols + col;
      const float above = row > 0 ? values[i - cols] : 0.0f;
      const float below = row + 1 < rows ? values[i + cols] : 0.0f;
      const float left = col > 0 ? values[i - 1] : 0.0f;
      const float right = col + 1 < cols ? values[i + 1] : 0.0f;
      expected[i] = centerWeight * values[i] + neighborWeight * (above + below + left + right);
    }
  }
  float* const in = copyToDevice(values);
  float* const out = deviceRoom(rows * cols);
  const dim3 block(tileDim, stencilRows);
  const dim3 grid(blocksOf(cols, tileDim), blocksOf(rows, stencilRows));
  const double count = static_cast<double>(rows * cols);
  // 3 additions, a multiplication, a multiply-add. Elements at the border ask for one or two loads less; tiles that
  // reach over it ask for less as well. Both are left out: they are a thousandth.
  constexpr double tileLoads = static_cast<double>((stencilRows + 2) * (tileDim + 2)) / (stencilRows * tileDim);
  const Measured before = measure({"stencil", 6.0 * count, 24.0 * count, 8.0 * count}, out, expected,
                                  [&] { stencil<<<grid, block>>>(in, out, rows, cols); });
  const Measured after = measure({"stencil, tiled", 6.0 * count, (4.0 + 4.0 * tileLoads) * count, 8.0 * count}, out,
                                 expected, [&] { stencilTiled<<<grid, block>>>(in, out, rows, cols); });
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return {before, after};
}

// Both products: before and after tiling.
std::pair<Measured, Measured> measureProducts(size_t n) {
  const std::vector<float> a = wholeNumbers(n * n, 1);
  const std::vector<float> b = wholeNumbers(n * n, 77);
  std::vector<float> expected(n * n, 0.0f);
  for (size_t row = 0; row < n; ++row) {
    for (size_t l = 0; l < n; ++l) {
      const float left = a[row * n + l];
      for (size_t col = 0; col < n; ++col) {
        expected[row * n + col] += left * b[l * n + col];
      }
    }
  }
  float* const deviceA = copyToDevice(a);
  float* const deviceB = copyToDevice(b);
  float* const out = deviceRoom(n * n);
  const dim3 block(tileDim, tileDim);
  const dim3 grid(blocksOf(n, tileDim), blocksOf(n, tileDim));
  const double square = static_cast<double>(n) * static_cast<double>(n);
  const double products = square * static_cast<double>(n);
  // Two loads a multiply-add; in a tile each serves tileDim of them. The stores, one an element, are the 4 * square.
  const Measured before = measure({"matmul", 2.0 * products, 8.0 * products + 4.0 * square, 12.0 * square}, out,
                                  expected, [&] { matmul<<<grid, block>>>(deviceA, deviceB, out, n); });
  const Measured after =
      measure({"matmul, tiled", 2.0 * products, 8.0 * products / tileDim + 4.0 * square, 12.0 * square}, out, expected,
              [&] { matmulTiled<<<grid, block>>>(deviceA, deviceB, out, n); });
  CUDA_CHECK(cudaFree(deviceA));
  CUDA_CHECK(cudaFree(deviceB));
  CUDA_CHECK(cudaFree(out));
  return {before, after};
}

int main(int argc, char** argv) {
  const bool small = argc == 2 && std::strcmp(argv[1], "small") == 0;
  if (argc > 2 || (argc == 2 && !small)) {
    std::fprintf(stderr, "usage: %s [small]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf("%s, compute capability %d.%d, %d multiprocessors, L2 %.1f MiB\n", card.name, card.major, card.minor,
              card.multiProcessorCount, static_cast<double>(card.l2CacheSize) / (1024.0 * 1024.0));
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of up to %d event timings\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, mostRuns);

  Sizes sizes = smallSizes;
  for (size_t i = 0; !small && i < std::size(allSizes); ++i) {
    sizes = allSizes[i];
    if (12 * sizes.elements >= 4 * static_cast<size_t>(card.l2CacheSize)) {
      break;
    }
  }
  std::printf("%zu elements, stencil %zu x %zu, matmul n = %zu\n", sizes.elements, sizes.rows, sizes.cols, sizes.side);

  const unsigned filling =
      static_cast<unsigned>(card.multiProcessorCount * card.maxThreadsPerMultiProcessor) / threads * 2;
  const Measured memory = measureMemory(sizes.elements);
  const Measured cache = measureCache(filling);
  const Measured arithmetic = measureArithmetic(filling);
  bool allRight = memory.right && cache.right && arithmetic.right;
  if (!allRight) {
    std::printf("no roofs: a wrong kernel has none\n");
    return 1;
  }
  const double memoryRoof = memory.gigabytesPerSecond();
  const double arithmeticRoof = arithmetic.gigaflopPerSecond();
  std::printf("\nroof            time\n");
  std::printf("memory      %7.4f ms %9.1f GB/s\n", memory.milliseconds, memoryRoof);
  std::printf("L1          %7.4f ms %9.1f GB/s\n", cache.milliseconds, cache.gigabytesPerSecond());
  std::printf("arithmetic  %7.4f ms %9.1f GFLOP/s\n", arithmetic.milliseconds, arithmeticRoof);
  std::printf("ridge: %.1f FLOP a byte of memory\n", arithmeticRoof / memoryRoof);

  const std::pair<Measured, Measured> stencils = measureStencils(sizes.rows, sizes.cols);
  const std::pair<Measured, Measured> products = measureProducts(sizes.side);
  const Measured all[] = {measureSaxpy(sizes.elements),
                          measurePolynomial<shortSteps>("short polynomial", sizes.elements),
                          stencils.first,
                          stencils.second,
                          products.first,
                          products.second,
                          measurePolynomial<longSteps>("long polynomial", sizes.elements / 16)};

  std::printf("\n%-17s %18s %34s %26s\n", "", "FLOP a byte", "", "of the roof by bytes");
  std::printf("%-17s %8s %9s %13s %20s %12s %13s\n", "kernel", "asked", "at least", "time", "reached", "asked",
              "at least");
  for (const Measured& kernel : all) {
    allRight = allRight && kernel.right;
    if (!kernel.right) {
      std::printf("%-17s no time: it is wrong\n", kernel.name);
      continue;
    }
    const double asked = kernel.operations / kernel.bytesAsked;
    const double least = kernel.operations / kernel.bytesLeast;
    const double reached = kernel.gigaflopPerSecond();
    std::printf("%-17s %8.3f %9.3f %10.4f ms %12.1f GFLOP/s %11.1f%% %12.1f%%\n", kernel.name, asked, least,
                kernel.milliseconds, reached, 100.0 * reached / std::min(arithmeticRoof, asked * memoryRoof),
                100.0 * reached / std::min(arithmeticRoof, least * memoryRoof));
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
