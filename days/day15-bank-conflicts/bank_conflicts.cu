// Day 15: bank conflicts.
//
// First the rule by itself: one block on one multiprocessor reads shared memory, lane l of a warp the word l x S. Lanes
// whose words lie in one bank are served one after another, gcd(S, 32) of them.
//
// Then the transpose of day 13, with its tile in six layouts. Same grid, same block, same byte total:
//
//   copy             no tile: the ceiling
//   width 32         day 13's tile: the read down a column has all lanes in one bank
//   width 33         one column more, which nobody uses: no conflict
//   width 34 36 40   2, 4 and 8 columns more: conflicts of degree 2, 4 and 8
//   swizzle          width 32, and column c of row r lies at c ^ r: no conflict and no byte more
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 bank_conflicts.cu -o bank_conflicts
// Run     ./bank_conflicts               all of it, on 2003 x 3001, and a larger matrix where L2 would hold that one
//         ./bank_conflicts 4096 4096     the transposes alone, on a size of your choice; smaller is quicker
//         ./bank_conflicts counts        each kernel once and no times: what a profiler needs
//
// Every kernel is compared with a CPU reference at every element before a time is printed. The exit status is 0 when
// everything was right, 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
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

constexpr unsigned banks = 32;     // of shared memory, a word of 4 bytes wide each (FACT-SHEET.md section 3)
constexpr unsigned tileDim = 32;   // a tile is tileDim x tileDim floats; a warp covers one row of it
constexpr unsigned blockRows = 8;  // threads of a block in y; each thread moves tileDim / blockRows elements

constexpr size_t timedRows = 2003;
constexpr size_t timedCols = 3001;
// Where the L2 cache would hold the timed matrix, the first of these that it does not hold is measured as well.
constexpr size_t largerRows[] = {8191, 16381};
constexpr size_t largerCols[] = {8209, 16411};
constexpr size_t countedDim = 4096;  // the size whose conflicts were published; one launch a kernel
constexpr int timedRuns = 7;

constexpr unsigned strides[] = {1, 2, 3, 4, 8, 16, 32, 33};  // in words
constexpr unsigned largestStride = 33;
constexpr unsigned strideThreads = 1024;  // one block: enough warps that a wait of one is filled by the others
constexpr unsigned readsPerTurn = 32;
constexpr unsigned turns = 64;
constexpr unsigned words = 31 * largestStride + readsPerTurn + banks;  // lane 31's last word is below that

static_assert(tileDim % blockRows == 0, "each thread moves a whole number of elements");
static_assert(timedRows % tileDim != 0 && timedCols % tileDim != 0, "both edges must have partial tiles");
static_assert(largerRows[0] % tileDim != 0 && largerCols[0] % tileDim != 0, "both edges must have partial tiles");
static_assert(largerRows[1] % tileDim != 0 && largerCols[1] % tileDim != 0, "both edges must have partial tiles");
static_assert(countedDim % tileDim == 0, "whole tiles only: the published count has no partial ones");

// ---- kernels -----------------------------------------------------------------------------------------------------

// Every lane adds up `readsPerTurn` words in each turn, beginning at lane x stride. All lanes move on by one word a
// read, so the distances between them, and with them the banks that meet, stay the same.
__global__ void readStrided(unsigned* sums, unsigned stride) {
  __shared__ unsigned word[words];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) {
    word[i] = i;
  }
  __syncthreads();

  unsigned sum = 0;
  for (unsigned turn = 0; turn < turns; ++turn) {
    // Another place in every turn: values that were read before could be kept in registers.
    const unsigned* const from = word + threadIdx.x % banks * stride + turn % banks;
#pragma unroll
    for (unsigned read = 0; read < readsPerTurn; ++read) {
      sum += from[read];
    }
  }
  sums[threadIdx.x] = sum;
}

// in is rows x cols, row-major, here and below. out is rows x cols.
__global__ void copyRows(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row + j < rows && col < cols) {
      out[(row + j) * cols + col] = in[(row + j) * cols + col];
    }
  }
}

// out is cols x rows. `width` is the tile's row length in words: what is above tileDim is never touched.
template <int width>
__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[tileDim][width];

  const size_t inCol = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t inRow = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (inRow + j < rows && inCol < cols) {
      tile[threadIdx.y + j][threadIdx.x] = in[(inRow + j) * cols + inCol];
    }
  }
  __syncthreads();

  const size_t outCol = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t outRow = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (outRow + j < cols && outCol < rows) {
      out[(outRow + j) * rows + outCol] = tile[threadIdx.x][threadIdx.y + j];
    }
  }
}

// Element (r, c) of the tile lies at column c ^ r. Written and read by the same rule, so nothing else changes.
__global__ void transposeSwizzle(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[tileDim][tileDim];

  const size_t inCol = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t inRow = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    const unsigned r = threadIdx.y + j;
    const unsigned c = threadIdx.x;
    if (inRow + j < rows && inCol < cols) {
      tile[r][c ^ r] = in[(inRow + j) * cols + inCol];
    }
  }
  __syncthreads();

  const size_t outCol = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t outRow = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    const unsigned r = threadIdx.x;
    const unsigned c = threadIdx.y + j;
    if (outRow + j < cols && outCol < rows) {
      out[(outRow + j) * rows + outCol] = tile[r][c ^ r];
    }
  }
}

// ---- host --------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, float*, size_t, size_t);

struct Contender {
  const char* name;
  KernelFunction kernel;
  unsigned width;  // of its tile, in words; 0: it has none
  bool counted;    // at the published size as well
};

constexpr Contender contenders[] = {{"copy", copyRows, 0, false},           {"width 32", transpose<32>, 32, true},
                                    {"width 33", transpose<33>, 33, true},  {"width 34", transpose<34>, 34, false},
                                    {"width 36", transpose<36>, 36, false}, {"width 40", transpose<40>, 40, false},
                                    {"swizzle", transposeSwizzle, 32, true}};

// One size: its buffers on both sides, the two references, and the launch shape all contenders share.
struct Problem {
  size_t rows = 0;
  size_t cols = 0;
  size_t bufferBytes = 0;
  size_t bytesMoved = 0;  // every element read once and written once, whatever the kernel
  dim3 grid;
  dim3 block;
  std::vector<float> input;       // also the copy's reference
  std::vector<float> transposed;  // cols x rows
  float* in = nullptr;
  float* out = nullptr;
};

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

// What thread `thread` of readStrided must have added up.
unsigned expectedSum(unsigned thread, unsigned stride) {
  unsigned sum = 0;
  for (unsigned turn = 0; turn < turns; ++turn) {
    for (unsigned read = 0; read < readsPerTurn; ++read) {
      sum += thread % banks * stride + turn % banks + read;
    }
  }
  return sum;
}

// Every stride once. False when any sum was wrong; no times when not `timed`.
bool compareStrides(bool timed) {
  constexpr unsigned requests = strideThreads / 32 * readsPerTurn * turns;
  std::printf("\none block of %u threads, %u requests of one word a lane; lane l begins at word l x S\n", strideThreads,
              requests);
  unsigned* sums = nullptr;
  CUDA_CHECK(cudaMalloc(&sums, strideThreads * sizeof(unsigned)));
  bool allRight = true;
  for (const unsigned stride : strides) {
    CUDA_CHECK(cudaMemset(sums, 0xFF, strideThreads * sizeof(unsigned)));
    readStrided<<<1, strideThreads>>>(sums, stride);
    CUDA_CHECK_LAUNCH();
    std::vector<unsigned> got(strideThreads);
    CUDA_CHECK(cudaMemcpy(got.data(), sums, strideThreads * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (unsigned thread = 0; thread < strideThreads; ++thread) {
      if (got[thread] != expectedSum(thread, stride)) {
        std::printf("stride %u: thread %u has %u, expected %u\n", stride, thread, got[thread],
                    expectedSum(thread, stride));
        allRight = false;
        break;
      }
    }
  }
  if (allRight && timed) {
    std::printf("%-9s %12s %12s %10s %14s\n", "stride S", "gcd(S, 32)", "time", "to S = 1", "per wavefront");
    double first = 0;
    for (const unsigned stride : strides) {
      const double milliseconds =
          static_cast<double>(timeKernel(timedRuns, [&] { readStrided<<<1, strideThreads>>>(sums, stride); }));
      first = stride == 1 ? milliseconds : first;
      const unsigned degree = std::gcd(stride, banks);
      std::printf("%-9u %12u %9.4f ms %9.2fx %11.3f ns\n", stride, degree, milliseconds, milliseconds / first,
                  milliseconds * 1e6 / (static_cast<double>(requests) * degree));
    }
  }
  CUDA_CHECK(cudaFree(sums));
  return allRight;
}

// A different value at every index below 2^24, and no pattern that a swapped index could reproduce.
float inputValue(size_t index) {
  const uint32_t mixed = static_cast<uint32_t>(index) * 2654435761u;
  return static_cast<float>(mixed >> 8);
}

Problem makeProblem(size_t rows, size_t cols) {
  Problem problem;
  problem.rows = rows;
  problem.cols = cols;
  problem.bufferBytes = rows * cols * sizeof(float);
  problem.bytesMoved = 2 * problem.bufferBytes;
  problem.grid = dim3(static_cast<unsigned>((cols + tileDim - 1) / tileDim),
                      static_cast<unsigned>((rows + tileDim - 1) / tileDim));
  problem.block = dim3(tileDim, blockRows);
  problem.input.resize(rows * cols);
  problem.transposed.resize(rows * cols);
  for (size_t i = 0; i < rows * cols; ++i) {
    problem.input[i] = inputValue(i);
  }
  for (size_t col = 0; col < cols; ++col) {
    for (size_t row = 0; row < rows; ++row) {
      problem.transposed[col * rows + row] = inputValue(row * cols + col);
    }
  }
  CUDA_CHECK(cudaMalloc(&problem.in, problem.bufferBytes));
  CUDA_CHECK(cudaMalloc(&problem.out, problem.bufferBytes));
  CUDA_CHECK(cudaMemcpy(problem.in, problem.input.data(), problem.bufferBytes, cudaMemcpyHostToDevice));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.in));
  CUDA_CHECK(cudaFree(problem.out));
}

void launch(const Contender& contender, const Problem& problem) {
  contender.kernel<<<problem.grid, problem.block>>>(problem.in, problem.out, problem.rows, problem.cols);
}

// Launches once over an output of NaNs and compares it at every element; prints the first difference.
bool verify(const Contender& contender, const Problem& problem) {
  CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes));
  launch(contender, problem);
  CUDA_CHECK_LAUNCH();
  std::vector<float> output(problem.rows * problem.cols);
  CUDA_CHECK(cudaMemcpy(output.data(), problem.out, problem.bufferBytes, cudaMemcpyDeviceToHost));
  const std::vector<float>& expected = contender.width != 0 ? problem.transposed : problem.input;
  const size_t outputCols = contender.width != 0 ? problem.rows : problem.cols;
  size_t wrong = 0;
  for (size_t i = 0; i < output.size(); ++i) {
    if (output[i] == expected[i]) {  // false for a NaN
      continue;
    }
    if (wrong == 0) {
      std::printf("%s: wrong at output row %zu, column %zu: got %g, expected %g\n", contender.name, i / outputCols,
                  i % outputCols, static_cast<double>(output[i]), static_cast<double>(expected[i]));
    }
    ++wrong;
  }
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", contender.name, wrong, output.size());
  }
  return wrong == 0;
}

// Verifies all contenders, then times them. False, and no times, when any of them is wrong.
bool compare(const Problem& problem, const char* label, bool timed) {
  std::printf("\n%zu x %zu, %s: %.1f MiB read and written by each kernel\n", problem.rows, problem.cols, label,
              static_cast<double>(problem.bytesMoved) / (1024.0 * 1024.0));
  std::printf("grid %u x %u, block %u x %u, tile %u x %u\n", problem.grid.x, problem.grid.y, problem.block.x,
              problem.block.y, tileDim, tileDim);
  bool allRight = true;
  for (const Contender& contender : contenders) {
    allRight = verify(contender, problem) && allRight;
  }
  if (!allRight) {
    std::printf("no times: a wrong kernel has none\n");
    return false;
  }
  std::printf("all kernels right at all %zu elements\n", problem.rows * problem.cols);
  if (!timed) {
    return true;
  }

  // Verifying has launched every kernel once: their code is loaded.
  std::printf("%-10s %8s %6s %11s %12s %8s\n", "kernel", "tile", "degree", "time", "bandwidth", "ratio");
  double copyMilliseconds = 0;
  for (const Contender& contender : contenders) {
    const double milliseconds = static_cast<double>(timeKernel(timedRuns, [&] { launch(contender, problem); }));
    copyMilliseconds = contender.width == 0 ? milliseconds : copyMilliseconds;
    const bool swizzles = contender.kernel == transposeSwizzle;
    const unsigned degree = contender.width == 0 ? 0 : swizzles ? 1 : std::gcd(contender.width, banks);
    std::printf("%-10s %6zu B %6u %8.4f ms %7.1f GB/s %7.2fx\n", contender.name,
                contender.width * tileDim * sizeof(float), degree, milliseconds,
                static_cast<double>(problem.bytesMoved) / (milliseconds * 1e6), milliseconds / copyMilliseconds);
  }
  return true;
}

// One launch of each kernel whose conflicts were published, at the published size, for whoever counts.
bool launchCounted() {
  Problem problem = makeProblem(countedDim, countedDim);
  bool allRight = true;
  for (const Contender& contender : contenders) {
    allRight = (!contender.counted || verify(contender, problem)) && allRight;
  }
  freeProblem(problem);
  std::printf("\n%zu x %zu, the published size: one launch each of width 32, width 33 and swizzle, %s\n", countedDim,
              countedDim, allRight ? "all right" : "not all right");
  return allRight;
}

// The matrix is small for a card whose L2 holds a quarter of it or more: its times say more about L2 than about memory.
bool isSmallFor(const cudaDeviceProp& card, size_t rows, size_t cols) {
  return static_cast<size_t>(card.l2CacheSize) >= rows * cols * sizeof(float) / 4;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t rows = timedRows;
  size_t cols = timedCols;
  const bool chosenSize = argc == 3;
  const bool countsOnly = argc == 2 && std::strcmp(argv[1], "counts") == 0;
  if ((argc != 1 && !countsOnly && argc != 3) ||
      (chosenSize && !(parseSize(argv[1], rows) && parseSize(argv[2], cols)))) {
    std::fprintf(stderr, "usage: %s [ROWS COLS | counts]\n", argv[0]);
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
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of %d event timings\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, timedRuns);

  const size_t tallestRows = static_cast<size_t>(card.maxGridSize[1]) * tileDim;
  if (rows > tallestRows) {
    std::fprintf(stderr, "%zu rows need more than the %d blocks a grid can have in y; the limit is %zu rows\n", rows,
                 card.maxGridSize[1], tallestRows);
    return 2;
  }

  bool allRight = chosenSize || compareStrides(!countsOnly);
  Problem problem = makeProblem(rows, cols);
  allRight = compare(problem, chosenSize ? "the chosen size" : "day 13's size", !countsOnly) && allRight;
  freeProblem(problem);
  if (!chosenSize) {
    allRight = launchCounted() && allRight;
  }

  if (!chosenSize && !countsOnly && isSmallFor(card, rows, cols)) {
    std::printf("\nThis card's L2 holds a quarter of 2003 x 3001 or more: its times are of L2 as much as of memory.\n");
    const size_t last = std::size(largerRows) - 1;
    size_t pick = 0;
    while (pick < last && isSmallFor(card, largerRows[pick], largerCols[pick])) {
      ++pick;
    }
    Problem larger = makeProblem(largerRows[pick], largerCols[pick]);
    allRight = compare(larger, "the larger size, for this card's L2", true) && allRight;
    freeProblem(larger);
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
