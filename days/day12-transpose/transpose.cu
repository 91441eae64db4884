// Day 12: the naive transpose.
//
// Five kernels over the same matrix, with the same grid, the same block and the same byte total:
//
//   copy             reads rows, writes rows: the ceiling every transpose is measured against
//   strided stores   reads rows, writes columns: the naive transpose, 32 sectors a store
//   strided loads    reads columns, writes rows: the same stride, moved to the other side
//   loads past L1    the same again, with loads that do not look into the L1 cache
//   split stride     a warp covers 4 rows of 8 columns: part of the stride on each side
//
// No order of the lanes makes both sides run along rows. The stride can be moved, and it can be split. It cannot be
// removed, not in registers. Day 13 removes it with memory on the chip.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 transpose.cu -o transpose
// Run     ./transpose               2003 x 3001, and a larger matrix where the card's L2 would hold the small one
//         ./transpose 611 613       rows and columns of your choice; smaller is quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before a time is printed. The exit status is 0 when
// everything was right, 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
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

constexpr unsigned tileDim = 32;   // a block moves tileDim x tileDim elements; a warp of it has 32 lanes in x
constexpr unsigned blockRows = 8;  // threads of a block in y; each thread moves tileDim / blockRows elements
constexpr unsigned patchCols = 8;  // the split stride's warp: patchCols columns of patchRows rows
constexpr unsigned patchRows = 4;

constexpr size_t publishedRows = 2003;
constexpr size_t publishedCols = 3001;
// Where the L2 cache would hold the published matrix, the first of these that it does not hold is measured as well.
constexpr size_t largerRows[] = {8191, 16381};
constexpr size_t largerCols[] = {8209, 16411};
constexpr int timedRuns = 21;

static_assert(tileDim % blockRows == 0, "each thread moves a whole number of elements");
static_assert(patchCols * patchRows == 32 && tileDim / patchRows == blockRows, "a warp covers one patch at a time");
static_assert(publishedRows % tileDim != 0 && publishedCols % tileDim != 0, "both edges must have partial tiles");
static_assert(largerRows[0] % tileDim != 0 && largerCols[0] % tileDim != 0, "both edges must have partial tiles");
static_assert(largerRows[1] % tileDim != 0 && largerCols[1] % tileDim != 0, "both edges must have partial tiles");

// ---- kernels: in is rows x cols, row-major ---------------------------------------------------------------------

// out is rows x cols.
__global__ void copyRows(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row + j < rows && col < cols) {
      out[(row + j) * cols + col] = in[(row + j) * cols + col];
    }
  }
}

// out is cols x rows, and so in the kernels below. Lanes run along a row of in: neighbors store rows floats apart.
__global__ void transposeStridedStores(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row + j < rows && col < cols) {
      out[col * rows + (row + j)] = in[(row + j) * cols + col];
    }
  }
}

// threadIdx.x names the row of in, which is the column of out: lanes run along a row of out, and load cols floats
// apart.
__global__ void transposeStridedLoads(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.x;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols) {
      out[(col + j) * rows + row] = in[row * cols + (col + j)];
    }
  }
}

// The kernel above with loads that are served by L2 and not by L1: what it loses is what L1 gave.
__global__ void transposeLoadsPastL1(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.x;
  for (unsigned j = 0; j < tileDim; j += blockRows) {
    if (row < rows && col + j < cols) {
      out[(col + j) * rows + row] = __ldcg(&in[row * cols + (col + j)]);
    }
  }
}

// Eight lanes run along a row of in, and every eighth lane along a row of out. Warp y takes rows 4 y to 4 y + 3 of the
// tile, 8 columns at a time.
__global__ void transposeSplitStride(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x % patchCols;
  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y * patchRows + threadIdx.x / patchCols;
  for (unsigned j = 0; j < tileDim; j += patchCols) {
    if (row < rows && col + j < cols) {
      out[(col + j) * rows + row] = in[row * cols + (col + j)];
    }
  }
}

// ---- host ------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, float*, size_t, size_t);

struct Contender {
  const char* name;
  KernelFunction kernel;
  bool transposes;
};

constexpr Contender contenders[] = {
    {"copy", copyRows, false},
    {"strided stores", transposeStridedStores, true},
    {"strided loads", transposeStridedLoads, true},
    {"loads past L1", transposeLoadsPastL1, true},
    {"split stride", transposeSplitStride, true},
};

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
  for (size_t row = 0; row < rows; ++row) {
    for (size_t col = 0; col < cols; ++col) {
      const float value = inputValue(row * cols + col);
      problem.input[row * cols + col] = value;
      problem.transposed[col * rows + row] = value;
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

// Fills the output with NaNs. Without it, a kernel that does nothing would pass on what the last one left behind.
void resetOutput(const Problem& problem) { CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes)); }

// Compares the output with the contender's reference at every element; prints the first difference.
bool verify(const Contender& contender, const Problem& problem) {
  std::vector<float> output(problem.rows * problem.cols);
  CUDA_CHECK(cudaMemcpy(output.data(), problem.out, problem.bufferBytes, cudaMemcpyDeviceToHost));
  const std::vector<float>& expected = contender.transposes ? problem.transposed : problem.input;
  const size_t outputCols = contender.transposes ? problem.rows : problem.cols;
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
bool compare(const Problem& problem, const char* label) {
  std::printf("\n%zu x %zu, %s: %.1f MiB read and written by each kernel\n", problem.rows, problem.cols, label,
              static_cast<double>(problem.bytesMoved) / (1024.0 * 1024.0));
  std::printf("grid %u x %u, block %u x %u\n", problem.grid.x, problem.grid.y, problem.block.x, problem.block.y);

  bool allRight = true;
  for (const Contender& contender : contenders) {
    resetOutput(problem);
    launch(contender, problem);
    CUDA_CHECK_LAUNCH();
    allRight = verify(contender, problem) && allRight;
  }
  if (!allRight) {
    std::printf("no times: a wrong kernel has none\n");
    return false;
  }
  std::printf("all kernels right at all %zu elements\n", problem.rows * problem.cols);

  // Once more, without the memsets and host copies of the verification in between.
  for (const Contender& contender : contenders) {
    launch(contender, problem);
  }
  CUDA_CHECK_LAUNCH();

  std::printf("%-16s %10s %12s %8s\n", "kernel", "time", "bandwidth", "ratio");
  float copyMilliseconds = 0.0f;
  for (const Contender& contender : contenders) {
    const float milliseconds = timeKernel(timedRuns, [&] { launch(contender, problem); });
    if (!contender.transposes) {
      copyMilliseconds = milliseconds;
    }
    const double gigabytesPerSecond =
        static_cast<double>(problem.bytesMoved) / (static_cast<double>(milliseconds) * 1e6);
    std::printf("%-16s %7.4f ms %7.1f GB/s %7.2fx\n", contender.name, static_cast<double>(milliseconds),
                gigabytesPerSecond, static_cast<double>(milliseconds) / static_cast<double>(copyMilliseconds));
  }
  return true;
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
  size_t rows = publishedRows;
  size_t cols = publishedCols;
  const bool chosenSize = argc == 3;
  if ((argc != 1 && argc != 3) || (chosenSize && !(parseSize(argv[1], rows) && parseSize(argv[2], cols)))) {
    std::fprintf(stderr, "usage: %s [ROWS COLS]\n", argv[0]);
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

  Problem problem = makeProblem(rows, cols);
  bool allRight = compare(problem, chosenSize ? "the chosen size" : "the published size");
  freeProblem(problem);

  if (!chosenSize && isSmallFor(card, rows, cols)) {
    std::printf(
        "\nThis card's L2 holds a quarter of that matrix or more, so the times above are of L2 as much as of "
        "memory.\n");
    const size_t last = std::size(largerRows) - 1;
    size_t pick = 0;
    while (pick < last && isSmallFor(card, largerRows[pick], largerCols[pick])) {
      ++pick;
    }
    Problem larger = makeProblem(largerRows[pick], largerCols[pick]);
    allRight = compare(larger, "the larger size, for this card's L2") && allRight;
    freeProblem(larger);
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
