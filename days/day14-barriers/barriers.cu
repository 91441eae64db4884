// Day 14: barriers.
//
// Day 13's tiled transpose, with its barriers taken away one at a time. A block takes several tiles in turn, so it
// needs two of them:
//
//   both barriers     right, whatever the order of the warps
//   first missing     a warp reads the tile before the other warps have filled it
//   second missing    a warp fills the tile again before the other warps have read it
//
// Each runs five times over the same input, and the wrong elements of each run are counted. Then two kernels whose
// barrier some threads do not reach:
//
//   early return      threads outside the matrix return before the barrier; elements they should have written are lost
//   in a branch       the barrier is inside `if (inCol < cols)`: the lanes outside go past it
//
// And what a barrier costs: one block that does nothing but wait for itself, by number of warps.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 barriers.cu -o barriers
// Run     ./barriers                    all of it, on 2003 x 3001 floats
//         ./barriers "first missing"    that kernel once, on 45 x 57 floats: short enough for compute-sanitizer
//
// Every answer is compared with a CPU reference at every element. The exit status is 0 when the right kernel was right
// and the early return lost what the program predicts, 1 otherwise, 2 for an unknown name. A kernel with a race has no
// answer to predict: one that comes out right is reported as right, and is no proof of anything.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
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

constexpr unsigned tileDim = 32;      // a tile is tileDim x tileDim floats; a warp covers one row of it
constexpr unsigned blockRows = 8;     // warps of a block; each thread moves tileDim / blockRows elements
constexpr unsigned gridBlocks = 300;  // the blocks share the tiles between them, one after the other
constexpr size_t raceRows = 2003;
constexpr size_t raceCols = 3001;
constexpr size_t shortRows = 45;  // for a checker that slows the kernel down a thousandfold
constexpr size_t shortCols = 57;
constexpr int raceRuns = 5;
constexpr int timedRuns = 21;
constexpr unsigned barrierCount = 2000;                              // barriers in one launch of the timed kernel
constexpr unsigned warpCounts[] = {1, 2, 4, 8, 16, 32};              // of its block
constexpr std::chrono::seconds patience = std::chrono::seconds(10);  // then a kernel counts as hanging

static_assert(tileDim % blockRows == 0, "each thread moves a whole number of elements");
static_assert(raceRows % tileDim != 0 && raceCols % tileDim != 0, "both edges must have partial tiles");
static_assert(shortRows % tileDim != 0 && shortCols % tileDim != 0, "both edges must have partial tiles");
static_assert(raceRows % tileDim >= blockRows, "lostToEarlyReturn counts on it: no warp leaves as a whole");

// ---- kernels: in is rows x cols, out is cols x rows, both row-major ----------------------------------------------

__global__ void transposeBoth(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t tiles) {
  __shared__ float tile[tileDim][tileDim];
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t tileRow = t / tileCols;
    const size_t tileCol = t % tileCols;
    const size_t inCol = tileCol * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows && inCol < cols) {
        tile[j][threadIdx.x] = in[inRow * cols + inCol];
      }
    }
    __syncthreads();  // the tile is full before anyone reads it

    const size_t outCol = tileRow * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t outRow = tileCol * tileDim + j;
      if (outRow < cols && outCol < rows) {
        out[outRow * rows + outCol] = tile[threadIdx.x][j];
      }
    }
    __syncthreads();  // everyone has read the tile before anyone fills it again
  }
}

__global__ void transposeNoFirst(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t tiles) {
  __shared__ float tile[tileDim][tileDim];
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t tileRow = t / tileCols;
    const size_t tileCol = t % tileCols;
    const size_t inCol = tileCol * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows && inCol < cols) {
        tile[j][threadIdx.x] = in[inRow * cols + inCol];
      }
    }

    const size_t outCol = tileRow * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t outRow = tileCol * tileDim + j;
      if (outRow < cols && outCol < rows) {
        out[outRow * rows + outCol] = tile[threadIdx.x][j];
      }
    }
    __syncthreads();
  }
}

__global__ void transposeNoSecond(const float* in, float* out, size_t rows, size_t cols, size_t tileCols,
                                  size_t tiles) {
  __shared__ float tile[tileDim][tileDim];
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t tileRow = t / tileCols;
    const size_t tileCol = t % tileCols;
    const size_t inCol = tileCol * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows && inCol < cols) {
        tile[j][threadIdx.x] = in[inRow * cols + inCol];
      }
    }
    __syncthreads();

    const size_t outCol = tileRow * tileDim + threadIdx.x;
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t outRow = tileCol * tileDim + j;
      if (outRow < cols && outCol < rows) {
        out[outRow * rows + outCol] = tile[threadIdx.x][j];
      }
    }
  }
}

// The two below have a block a tile: gridDim.x == tiles.
__global__ void transposeEarlyReturn(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t) {
  __shared__ float tile[tileDim][tileDim];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t inCol = tileCol * tileDim + threadIdx.x;
  if (inCol >= cols) {
    return;  // "nothing to read, nothing to do"
  }
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t inRow = tileRow * tileDim + j;
    if (inRow < rows) {
      tile[j][threadIdx.x] = in[inRow * cols + inCol];
    }
  }
  __syncthreads();

  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) {
      out[outRow * rows + outCol] = tile[threadIdx.x][j];
    }
  }
}

__global__ void transposeInBranch(const float* in, float* out, size_t rows, size_t cols, size_t tileCols, size_t) {
  __shared__ float tile[tileDim][tileDim];
  const size_t tileRow = blockIdx.x / tileCols;
  const size_t tileCol = blockIdx.x % tileCols;
  const size_t inCol = tileCol * tileDim + threadIdx.x;
  if (inCol < cols) {
    for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
      const size_t inRow = tileRow * tileDim + j;
      if (inRow < rows) {
        tile[j][threadIdx.x] = in[inRow * cols + inCol];
      }
    }
    __syncthreads();  // "those who filled the tile wait for each other"
  }

  const size_t outCol = tileRow * tileDim + threadIdx.x;
  for (unsigned j = threadIdx.y; j < tileDim; j += blockRows) {
    const size_t outRow = tileCol * tileDim + j;
    if (outRow < cols && outCol < rows) {
      out[outRow * rows + outCol] = tile[threadIdx.x][j];
    }
  }
}

// `count` turns of a loop with a barrier in each. The number written depends on every turn, so none can be left out.
__global__ void barriersOnly(unsigned* turns, unsigned count) {
  unsigned done = 0;
  for (unsigned turn = 0; turn < count; ++turn) {
    __syncthreads();
    ++done;
  }
  turns[threadIdx.x] = done;
}

// ---- host --------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, float*, size_t, size_t, size_t, size_t);

struct Contender {
  const char* name;
  KernelFunction kernel;
  bool loops;  // over tiles, with a grid of fixed size; else it has a block a tile
  bool right;
};

constexpr Contender bothBarriers = {"both barriers", transposeBoth, true, true};
constexpr Contender firstMissing = {"first missing", transposeNoFirst, true, false};
constexpr Contender secondMissing = {"second missing", transposeNoSecond, true, false};
constexpr Contender earlyReturn = {"early return", transposeEarlyReturn, false, false};
constexpr Contender inBranch = {"in a branch", transposeInBranch, false, false};

struct Problem {
  size_t rows = 0;
  size_t cols = 0;
  size_t bufferBytes = 0;
  size_t tileCols = 0;
  size_t tiles = 0;
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
  problem.tileCols = (cols + tileDim - 1) / tileDim;
  problem.tiles = problem.tileCols * ((rows + tileDim - 1) / tileDim);
  problem.transposed.resize(rows * cols);
  std::vector<float> input(rows * cols);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t col = 0; col < cols; ++col) {
      const float value = inputValue(row * cols + col);
      input[row * cols + col] = value;
      problem.transposed[col * rows + row] = value;
    }
  }
  CUDA_CHECK(cudaMalloc(&problem.in, problem.bufferBytes));
  CUDA_CHECK(cudaMalloc(&problem.out, problem.bufferBytes));
  CUDA_CHECK(cudaMemcpy(problem.in, input.data(), problem.bufferBytes, cudaMemcpyHostToDevice));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.in));
  CUDA_CHECK(cudaFree(problem.out));
}

void launch(const Contender& contender, const Problem& problem) {
  const unsigned blocks = contender.loops ? std::min(gridBlocks, static_cast<unsigned>(problem.tiles) / 2)
                                          : static_cast<unsigned>(problem.tiles);
  contender.kernel<<<blocks, dim3(tileDim, blockRows)>>>(problem.in, problem.out, problem.rows, problem.cols,
                                                         problem.tileCols, problem.tiles);
}

// Waits for the launch, `patience` long. A kernel that hangs cannot be ended but with its process.
bool finishes() {
  CUDA_CHECK(cudaGetLastError());
  const auto end = std::chrono::steady_clock::now() + patience;
  cudaError_t state = cudaStreamQuery(nullptr);
  while (state == cudaErrorNotReady && std::chrono::steady_clock::now() < end) {
    cudaGetLastError();  // some runtimes keep "not ready" as the last error, and it is none
    state = cudaStreamQuery(nullptr);
  }
  if (state != cudaErrorNotReady) {
    CUDA_CHECK(state);
  }
  return state == cudaSuccess;
}

struct Answer {
  size_t unwritten = 0;  // still the NaN of before the launch
  size_t wrong = 0;      // written, with another value
  std::vector<float> values;
};

// Launches once over an output of NaNs, so that nothing of the last run can pass for an answer.
bool answer(const Contender& contender, const Problem& problem, Answer& result) {
  CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes));
  launch(contender, problem);
  if (!finishes()) {
    std::printf("%-15s still running after %lld s: it hangs\n", contender.name,
                static_cast<long long>(patience.count()));
    return false;
  }
  result.unwritten = 0;
  result.wrong = 0;
  result.values.resize(problem.transposed.size());
  CUDA_CHECK(cudaMemcpy(result.values.data(), problem.out, problem.bufferBytes, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < result.values.size(); ++i) {
    uint32_t bits = 0;
    std::memcpy(&bits, &result.values[i], sizeof(bits));
    if (bits == std::numeric_limits<uint32_t>::max()) {
      ++result.unwritten;
    } else if (!(result.values[i] == problem.transposed[i])) {
      ++result.wrong;
    }
  }
  return true;
}

// The same launch over the same input, raceRuns times. False when a right kernel was not right.
bool countWrong(const Contender& contender, const Problem& problem) {
  std::vector<std::vector<float>> answers;
  std::printf("%-15s", contender.name);
  bool allRight = true;
  for (int run = 0; run < raceRuns; ++run) {
    Answer result;
    if (!answer(contender, problem, result)) {
      return false;
    }
    std::printf(" %9zu", result.wrong + result.unwritten);
    allRight = allRight && result.wrong + result.unwritten == 0;
    const auto isSame = [&](const std::vector<float>& other) {
      return std::memcmp(other.data(), result.values.data(), problem.bufferBytes) == 0;
    };
    if (std::none_of(answers.begin(), answers.end(), isSame)) {
      answers.push_back(std::move(result.values));
    }
  }
  std::printf(" %8zu\n", answers.size());
  return allRight || !contender.right;
}

// What the threads that returned should have written. In a tile of w columns and h rows of `in`, lanes 0 to w - 1 are
// left, of the h that have a column of `out` to write, w elements each.
size_t lostToEarlyReturn(const Problem& problem) {
  const size_t width = problem.cols % tileDim;
  size_t lost = 0;
  for (size_t row = 0; row < problem.rows; row += tileDim) {
    const size_t height = std::min<size_t>(tileDim, problem.rows - row);
    lost += height > width ? (height - width) * width : 0;
  }
  return lost;
}

void printAnswer(const Contender& contender, const Answer& result) {
  std::printf("%-15s %9zu unwritten, %9zu written and wrong\n", contender.name, result.unwritten, result.wrong);
}

// False when the early return lost another number of elements than predicted.
bool checkEarlyReturn(const Problem& problem) {
  Answer result;
  if (!answer(earlyReturn, problem, result)) {
    return false;
  }
  printAnswer(earlyReturn, result);
  std::printf("%-15s %9zu unwritten, %9u written and wrong\n", "  predicted", lostToEarlyReturn(problem), 0u);
  return result.unwritten == lostToEarlyReturn(problem) && result.wrong == 0;
}

// One block on one multiprocessor. False when a launch did not do all its turns.
bool timeBarriers() {
  const unsigned mostThreads = 32 * warpCounts[std::size(warpCounts) - 1];
  unsigned* turns = nullptr;
  CUDA_CHECK(cudaMalloc(&turns, mostThreads * sizeof(unsigned)));
  bool allRight = true;
  std::printf("\none block, %u barriers one after the other\n", barrierCount);
  std::printf("%-15s %13s %15s\n", "warps", "time", "per barrier");
  for (const unsigned warps : warpCounts) {
    const auto run = [&] { barriersOnly<<<1, 32 * warps>>>(turns, barrierCount); };
    CUDA_CHECK(cudaMemset(turns, 0, mostThreads * sizeof(unsigned)));
    run();
    CUDA_CHECK_LAUNCH();
    std::vector<unsigned> done(32 * warps);
    CUDA_CHECK(cudaMemcpy(done.data(), turns, done.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    if (std::count(done.begin(), done.end(), barrierCount) != static_cast<std::ptrdiff_t>(done.size())) {
      std::printf("%u warps: not every thread did %u turns\n", warps, barrierCount);
      allRight = false;
      continue;
    }
    const double milliseconds = static_cast<double>(timeKernel(timedRuns, run));
    std::printf("%-15u %10.4f ms %12.1f ns\n", warps, milliseconds, milliseconds * 1e6 / barrierCount);
  }
  CUDA_CHECK(cudaFree(turns));
  return allRight;
}

// One kernel once, for a checker to watch. 0, or 2 when there is none of that name.
int runOne(const std::string& name) {
  for (const Contender& contender : {bothBarriers, firstMissing, secondMissing, earlyReturn, inBranch}) {
    if (name == contender.name) {
      Problem problem = makeProblem(shortRows, shortCols);
      Answer result;
      if (answer(contender, problem, result)) {
        printAnswer(contender, result);
        freeProblem(problem);
      }
      return 0;
    }
  }
  std::fprintf(stderr, "there is no kernel \"%s\"; the names are in the table that the program prints\n", name.c_str());
  return 2;
}

int main(int argc, char** argv) {
  if (argc == 2) {
    return runOne(argv[1]);
  }
  if (argc != 1) {
    std::fprintf(stderr, "usage: %s [NAME]\n", argv[0]);
    return 2;
  }

  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf("%s, compute capability %d.%d, %d multiprocessors\n", card.name, card.major, card.minor,
              card.multiProcessorCount);
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of %d event timings\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, timedRuns);

  Problem problem = makeProblem(raceRows, raceCols);
  std::printf("\n%zu x %zu, %zu tiles for %u blocks of %u warps; wrong elements of %zu in %d runs over one input\n",
              problem.rows, problem.cols, problem.tiles, gridBlocks, blockRows, problem.transposed.size(), raceRuns);
  std::printf("%-15s", "kernel");
  for (int run = 1; run <= raceRuns; ++run) {
    std::printf("     run %d", run);
  }
  std::printf("  answers\n");
  bool asExpected = countWrong(bothBarriers, problem);
  asExpected = countWrong(firstMissing, problem) && asExpected;
  asExpected = countWrong(secondMissing, problem) && asExpected;

  std::printf("\na block a tile, one run; some threads do not reach the barrier\n");
  asExpected = checkEarlyReturn(problem) && asExpected;

  asExpected = timeBarriers() && asExpected;

  // Last, for it may hang.
  std::printf("\nthe barrier inside a branch that some lanes do not take, %d runs\n", raceRuns);
  bool hangs = false;
  for (int run = 0; run < raceRuns && !hangs; ++run) {
    Answer result;
    hangs = !answer(inBranch, problem, result);
    if (!hangs) {
      printAnswer(inBranch, result);
    }
  }
  std::printf("\n%s\n", asExpected ? "everything came out as expected" : "something came out otherwise");
  std::fflush(stdout);
  if (hangs) {
    std::_Exit(asExpected ? 0 : 1);  // freeing memory would wait for the kernel
  }
  freeProblem(problem);
  return asExpected ? 0 : 1;
}
