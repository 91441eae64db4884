// Day 16: the tiled matrix multiply.
//
// c = a b, where a is m x k, b is k x n and c is m x n. One thread computes one element of c in every kernel:
//
//   naive            reads a row of a and a column of b from global memory
//   tiled            a block loads a tile of a and a tile of b into __shared__ memory, and all its threads use both
//   tiled, padded    the same with one unused column a tile: [T][T + 1]
//   turned           stores its tile of b turned by 90 degrees, so that both tiles are read along rows
//   turned, padded   the same with one unused column a tile
//
// First every kernel multiplies matrices whose sides no tile divides. Then naive and tiled are timed at n = 1024 with
// tiles of 16 and of 32, next to the number of load requests that each needs. Then padding is tried where it is said to
// help. Then the probe: the tiled kernel without its first barrier, four times, each time counting the wrong elements.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 tiled_matmul.cu -o tiled_matmul
// Run     ./tiled_matmul          n = 1024
//         ./tiled_matmul 256      n of your choice; smaller is quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before its time is printed. The matrices hold small
// whole numbers, so the sums are exact in any order. The exit status is 0 when everything was right (the probe is
// wrong on purpose), 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

constexpr size_t publishedSide = 1024;
constexpr size_t paddingSide = 256;  // where padding is compared when n takes long
constexpr size_t probeSide = 128;    // where the barrier is missing: 16,384 elements to check
constexpr size_t awkwardM = 131;
constexpr size_t awkwardN = 157;
constexpr size_t awkwardK = 203;
constexpr size_t largestSide = 8192;  // up to here sums of products of whole numbers up to 8 stay exact
constexpr int mostRuns = 21;
constexpr double timingBudgetSeconds = 1.0;  // of the host's clock, a kernel
constexpr int largestValue = 8;

static_assert(publishedSide % 32 == 0 && paddingSide % 32 == 0, "the request counts hold for whole tiles");
static_assert(awkwardM % 16 != 0 && awkwardN % 16 != 0 && awkwardK % 16 != 0, "no side may be whole tiles of 16");
static_assert(largestSide * largestValue * largestValue < (size_t{1} << 24), "sums must be exact in a float");

// ---- kernels: a is m x k, b is k x n, c is m x n, all row-major ------------------------------------------------

__global__ void matmulNaive(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  const size_t row = blockIdx.y * static_cast<size_t>(blockDim.y) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (size_t l = 0; l < k; ++l) {
      sum += a[row * k + l] * b[l * n + col];
    }
    c[row * n + col] = sum;
  }
}

// The block is tileDim x tileDim threads. Outside the matrices the tiles hold 0, which adds nothing to a sum.
template <unsigned tileDim, unsigned pad>
__global__ void matmulTiled(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[tileDim][tileDim + pad];
  __shared__ float tileB[tileDim][tileDim + pad];

  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += tileDim) {
    const size_t colA = first + threadIdx.x;
    const size_t rowB = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && colA < k ? a[row * k + colA] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = rowB < k && col < n ? b[rowB * n + col] : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < tileDim; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

// The tile of b is stored turned: element (l, column) of it lies at [column][l].
template <unsigned tileDim, unsigned pad>
__global__ void matmulTurned(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  __shared__ float tileA[tileDim][tileDim + pad];
  __shared__ float turnedB[tileDim][tileDim + pad];

  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += tileDim) {
    const size_t colA = first + threadIdx.x;
    const size_t rowB = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && colA < k ? a[row * k + colA] : 0.0f;
    turnedB[threadIdx.x][threadIdx.y] = rowB < k && col < n ? b[rowB * n + col] : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < tileDim; ++l) {
      sum += tileA[threadIdx.y][l] * turnedB[threadIdx.x][l];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

// Wrong on purpose, for the probe: nobody waits until the tiles are full.
__global__ void matmulUnguarded(const float* a, const float* b, float* c, size_t m, size_t n, size_t k) {
  constexpr unsigned tileDim = 16;
  __shared__ float tileA[tileDim][tileDim];
  __shared__ float tileB[tileDim][tileDim];

  const size_t row = blockIdx.y * static_cast<size_t>(tileDim) + threadIdx.y;
  const size_t col = blockIdx.x * static_cast<size_t>(tileDim) + threadIdx.x;
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += tileDim) {
    const size_t colA = first + threadIdx.x;
    const size_t rowB = first + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && colA < k ? a[row * k + colA] : 0.0f;
    tileB[threadIdx.y][threadIdx.x] = rowB < k && col < n ? b[rowB * n + col] : 0.0f;
    for (unsigned l = 0; l < tileDim; ++l) {
      sum += tileA[threadIdx.y][l] * tileB[l][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

// ---- host ------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, const float*, float*, size_t, size_t, size_t);

struct Contender {
  const char* name;
  KernelFunction kernel;
  unsigned blockSide;   // threads of a block in x and in y
  size_t reuse;         // multiply-adds that one loaded element serves
  size_t sharedFloats;  // of a block
};

constexpr Contender contenders[] = {
    {"naive, 16 x 16", matmulNaive, 16, 1, 0},
    {"tiled, 16 x 16", matmulTiled<16, 0>, 16, 16, 2 * 16 * 16},
    {"naive, 32 x 32", matmulNaive, 32, 1, 0},
    {"tiled, 32 x 32", matmulTiled<32, 0>, 32, 32, 2 * 32 * 32},
};

constexpr Contender padding[] = {
    {"tiled, [16][16]", matmulTiled<16, 0>, 16, 16, 2 * 16 * 16},
    {"tiled, [16][17]", matmulTiled<16, 1>, 16, 16, 2 * 16 * 17},
    {"tiled, [32][32]", matmulTiled<32, 0>, 32, 32, 2 * 32 * 32},
    {"tiled, [32][33]", matmulTiled<32, 1>, 32, 32, 2 * 32 * 33},
    {"turned, [32][32]", matmulTurned<32, 0>, 32, 32, 2 * 32 * 32},
    {"turned, [32][33]", matmulTurned<32, 1>, 32, 32, 2 * 32 * 33},
};

constexpr Contender probed = {"no first barrier", matmulUnguarded, 16, 16, 2 * 16 * 16};

// One product: its matrices on both sides and the reference.
struct Problem {
  size_t m = 0;
  size_t n = 0;
  size_t k = 0;
  std::vector<float> expected;
  float* a = nullptr;
  float* b = nullptr;
  float* c = nullptr;

  size_t multiplyAdds() const { return m * n * k; }
  size_t resultBytes() const { return m * n * sizeof(float); }
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

// Whole numbers from -largestValue to largestValue, with no pattern that a swapped index could reproduce.
std::vector<float> wholeNumbers(size_t count, uint32_t salt) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t mixed = (static_cast<uint32_t>(i) + salt) * 2654435761u;
    values[i] = static_cast<float>(static_cast<int>((mixed >> 8) % (2 * largestValue + 1)) - largestValue);
  }
  return values;
}

float* copyToDevice(const std::vector<float>& values) {
  float* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return device;
}

Problem makeProblem(size_t m, size_t n, size_t k) {
  Problem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  const std::vector<float> a = wholeNumbers(m * k, 1);
  const std::vector<float> b = wholeNumbers(k * n, 77);
  problem.expected.assign(m * n, 0.0f);
  for (size_t row = 0; row < m; ++row) {
    for (size_t l = 0; l < k; ++l) {
      const float factor = a[row * k + l];
      for (size_t col = 0; col < n; ++col) {
        problem.expected[row * n + col] += factor * b[l * n + col];
      }
    }
  }
  problem.a = copyToDevice(a);
  problem.b = copyToDevice(b);
  CUDA_CHECK(cudaMalloc(&problem.c, problem.resultBytes()));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.a));
  CUDA_CHECK(cudaFree(problem.b));
  CUDA_CHECK(cudaFree(problem.c));
}

void launch(const Contender& contender, const Problem& problem) {
  const dim3 block(contender.blockSide, contender.blockSide);
  const dim3 grid(static_cast<unsigned>((problem.n + block.x - 1) / block.x),
                  static_cast<unsigned>((problem.m + block.y - 1) / block.y));
  contender.kernel<<<grid, block>>>(problem.a, problem.b, problem.c, problem.m, problem.n, problem.k);
}

// Fills the result with NaNs. Without it, a kernel that does nothing would pass on what the last one left behind.
void resetResult(const Problem& problem) { CUDA_CHECK(cudaMemset(problem.c, 0xFF, problem.resultBytes())); }

// Elements of the result that are not as expected; a NaN is not.
size_t countWrong(const Problem& problem) {
  std::vector<float> result(problem.expected.size());
  CUDA_CHECK(cudaMemcpy(result.data(), problem.c, problem.resultBytes(), cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < result.size(); ++i) {
    wrong += result[i] == problem.expected[i] ? 0u : 1u;
  }
  return wrong;
}

double hostSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Runs a contender over the awkward shape, for its correctness and as its warm-up. Fills in what a multiply-add takes
// by the host's clock, the launch and the wait included. False when the result is wrong.
bool checkAwkward(const Contender& contender, const Problem& awkward, double& secondsPerMultiplyAdd) {
  resetResult(awkward);
  launch(contender, awkward);
  CUDA_CHECK_LAUNCH();
  const double start = hostSeconds();
  launch(contender, awkward);
  CUDA_CHECK_LAUNCH();
  secondsPerMultiplyAdd = (hostSeconds() - start) / static_cast<double>(awkward.multiplyAdds());
  const size_t wrong = countWrong(awkward);
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", contender.name, wrong, awkward.expected.size());
  }
  return wrong == 0;
}

// As many timed runs as fit into the budget, at least one: a card does 21, the simulator one.
int runsFor(const Problem& problem, double secondsPerMultiplyAdd) {
  const double seconds = secondsPerMultiplyAdd * static_cast<double>(problem.multiplyAdds());
  return std::max(1, static_cast<int>(std::min<double>(mostRuns, timingBudgetSeconds / seconds)));
}

// Blocks of this kernel that fit on a multiprocessor at once, times their threads, over the threads that fit, in
// percent.
double occupancyPercent(const Contender& contender, const cudaDeviceProp& card, int& blocks) {
  const int threads = static_cast<int>(contender.blockSide * contender.blockSide);
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, contender.kernel, threads, 0));
  return 100.0 * blocks * threads / card.maxThreadsPerMultiProcessor;
}

// Verifies and times `list` at one size. False when any result is wrong. `fewestRuns`: of any kernel.
template <size_t count>
bool compare(const Contender (&list)[count], const Problem& problem, const Problem& awkward, const cudaDeviceProp& card,
             int& fewestRuns) {
  fewestRuns = mostRuns;
  std::printf("%-17s %6s %8s %7s %13s %6s %10s %13s\n", "kernel", "shared", "resident", "", "load requests", "runs",
              "time", "arithmetic");
  bool allRight = true;
  for (const Contender& contender : list) {
    double secondsPerMultiplyAdd = 0.0;
    allRight = checkAwkward(contender, awkward, secondsPerMultiplyAdd) && allRight;
    const int runs = runsFor(problem, secondsPerMultiplyAdd);
    fewestRuns = std::min(fewestRuns, runs);
    resetResult(problem);
    const float milliseconds = timeKernel(runs, [&] { launch(contender, problem); });
    const size_t wrong = countWrong(problem);
    if (wrong != 0) {
      std::printf("%-17s no time: %zu of %zu elements wrong\n", contender.name, wrong, problem.expected.size());
      allRight = false;
      continue;
    }
    int blocks = 0;
    const double occupancy = occupancyPercent(contender, card, blocks);
    // Two loads of 4 bytes a multiply-add, 32 lanes a request, divided by what each load serves.
    const size_t requests = 2 * problem.multiplyAdds() / (32 * contender.reuse);
    std::printf("%-17s %4zu B %8d %6.1f%% %13zu %6d %7.4f ms %7.1f GFLOP/s\n", contender.name,
                contender.sharedFloats * sizeof(float), blocks, occupancy, requests, runs,
                static_cast<double>(milliseconds),
                2.0 * static_cast<double>(problem.multiplyAdds()) / (static_cast<double>(milliseconds) * 1e6));
  }
  return allRight;
}

// The tiled kernel without its first barrier: how many elements are wrong, four times.
void probeMissingBarrier() {
  Problem problem = makeProblem(probeSide, probeSide, probeSide);
  std::printf("\nprobe: no barrier between filling the tiles and using them, n = %zu\nwrong of %zu, four runs:",
              probeSide, problem.expected.size());
  for (int run = 0; run < 4; ++run) {
    resetResult(problem);
    launch(probed, problem);
    CUDA_CHECK_LAUNCH();
    std::printf(" %zu", countWrong(problem));
  }
  std::printf("\n");
  freeProblem(problem);
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= largestSide;
}

int main(int argc, char** argv) {
  size_t side = publishedSide;
  if (argc > 2 || (argc == 2 && !(parseSize(argv[1], side) && side % 32 == 0))) {
    std::fprintf(stderr, "usage: %s [N], a multiple of 32 up to %zu\n", argv[0], largestSide);
    return 2;
  }

  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf("%s, compute capability %d.%d, %d multiprocessors of %d threads\n", card.name, card.major, card.minor,
              card.multiProcessorCount, card.maxThreadsPerMultiProcessor);
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of the event timings under runs\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
  std::printf("every kernel is checked at all elements of %zu x %zu x %zu first, then of its own product\n", awkwardM,
              awkwardN, awkwardK);

  Problem awkward = makeProblem(awkwardM, awkwardN, awkwardK);
  Problem problem = makeProblem(side, side, side);
  std::printf("\nreuse: n = %zu, %.3f GFLOP\n", side, 2e-9 * static_cast<double>(problem.multiplyAdds()));
  int fewestRuns = 0;
  bool allRight = compare(contenders, problem, awkward, card, fewestRuns);
  freeProblem(problem);

  // Conflicts are the same share of the accesses at any size, so a slow device compares at a small one.
  const size_t secondSide = fewestRuns == mostRuns ? side : std::min(side, paddingSide);
  Problem second = makeProblem(secondSide, secondSide, secondSide);
  std::printf("\npadding: n = %zu\n", secondSide);
  allRight = compare(padding, second, awkward, card, fewestRuns) && allRight;
  freeProblem(second);
  freeProblem(awkward);

  probeMissingBarrier();

  std::printf("\n%s\n", allRight ? "everything was right but the probe" : "something was wrong");
  return allRight ? 0 : 1;
}
