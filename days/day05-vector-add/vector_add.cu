// Day 5: vector add, and the guard.
//
// out[i] = a[i] + b[i] for every i below n, one thread an element, three ways:
//
//   rounded down           n / 256 blocks: the last elements have no thread
//   rounded up, no guard   enough blocks: the last threads have no element, and use one all the same
//   rounded up, guard      enough blocks, and `if (i < n)`
//
// The output buffer is longer than n and filled with a mark before each launch, so that elements nobody wrote and
// elements past the end that somebody did can both be counted. The inputs are as long, so no thread leaves its buffer
// on any of the three.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 vector_add.cu -o vector_add
// Run     ./vector_add              1,000,003 elements
//         ./vector_add 1000         a length of your choice
//
// The exit status is 0 when every count was as predicted, 1 when any was not, 2 when the argument makes no sense.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
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

constexpr unsigned blockThreads = 256;
constexpr size_t defaultLength = 1000003;
constexpr size_t slack = 1024;  // elements behind the n-th, at least as many as the largest block has threads

static_assert(defaultLength % blockThreads != 0, "the last block must be a partial one");
static_assert(slack >= 1024, "a block has 1,024 threads at most (FACT-SHEET.md section 2)");

// ---- kernels ---------------------------------------------------------------------------------------------------

__global__ void addUnguarded(const float* a, const float* b, float* out, size_t n) {
  (void)n;  // known, and not looked at
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  out[i] = a[i] + b[i];
}

__global__ void addGuarded(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

// ---- host ------------------------------------------------------------------------------------------------------

size_t roundedDown(size_t n, unsigned threads) { return n / threads; }
size_t roundedUp(size_t n, unsigned threads) { return (n + threads - 1) / threads; }

using KernelFunction = void (*)(const float*, const float*, float*, size_t);

struct Version {
  const char* name;
  KernelFunction kernel;
  size_t (*blocks)(size_t n, unsigned threads);
};

constexpr Version versions[] = {
    {"rounded down", addUnguarded, roundedDown},
    {"rounded up, no guard", addUnguarded, roundedUp},
    {"rounded up, guard", addGuarded, roundedUp},
};

struct Counts {
  size_t blocks = 0;
  size_t threads = 0;
  size_t unwritten = 0;  // of the n elements
  size_t outside = 0;    // written past the n-th
  size_t wrong = 0;      // written, of the n, with another value than a + b
};

// Buffers of n + slack floats each, on both sides.
struct Problem {
  size_t n = 0;
  size_t bytes = 0;
  std::vector<float> a, b;
  float* aDevice = nullptr;
  float* bDevice = nullptr;
  float* outDevice = nullptr;
};

// Below 2^23 both, so that the sum is exact in a float and can be compared bit by bit.
float valueOfA(size_t i) { return static_cast<float>(static_cast<uint32_t>(i) * 2654435761u >> 9); }
float valueOfB(size_t i) { return static_cast<float>(static_cast<uint32_t>(i) * 2246822519u >> 9); }

Problem makeProblem(size_t n) {
  Problem problem;
  problem.n = n;
  problem.bytes = (n + slack) * sizeof(float);
  problem.a.resize(n + slack);
  problem.b.resize(n + slack);
  for (size_t i = 0; i < n + slack; ++i) {
    problem.a[i] = valueOfA(i);
    problem.b[i] = valueOfB(i);
  }
  CUDA_CHECK(cudaMalloc(&problem.aDevice, problem.bytes));
  CUDA_CHECK(cudaMalloc(&problem.bDevice, problem.bytes));
  CUDA_CHECK(cudaMalloc(&problem.outDevice, problem.bytes));
  CUDA_CHECK(cudaMemcpy(problem.aDevice, problem.a.data(), problem.bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(problem.bDevice, problem.b.data(), problem.bytes, cudaMemcpyHostToDevice));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.aDevice));
  CUDA_CHECK(cudaFree(problem.bDevice));
  CUDA_CHECK(cudaFree(problem.outDevice));
}

// All bits set: a NaN, which no sum of the inputs is.
bool isMark(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits == std::numeric_limits<uint32_t>::max();
}

Counts runVersion(const Version& version, const Problem& problem, unsigned threads) {
  Counts counts;
  counts.blocks = version.blocks(problem.n, threads);
  counts.threads = counts.blocks * threads;
  CUDA_CHECK(cudaMemset(problem.outDevice, 0xFF, problem.bytes));
  if (counts.blocks > 0) {  // a grid of 0 blocks is refused
    version.kernel<<<static_cast<unsigned>(counts.blocks), threads>>>(problem.aDevice, problem.bDevice,
                                                                      problem.outDevice, problem.n);
    CUDA_CHECK_LAUNCH();
  }
  std::vector<float> out(problem.n + slack);
  CUDA_CHECK(cudaMemcpy(out.data(), problem.outDevice, problem.bytes, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < out.size(); ++i) {
    const bool written = !isMark(out[i]);
    if (i >= problem.n) {
      counts.outside += written ? 1 : 0;
    } else if (!written) {
      ++counts.unwritten;
    } else {
      counts.wrong += out[i] == problem.a[i] + problem.b[i] ? 0 : 1;
    }
  }
  return counts;
}

// What the three versions must leave, by counting alone.
Counts predict(const Version& version, size_t n, unsigned threads) {
  Counts counts;
  counts.blocks = version.blocks(n, threads);
  counts.threads = counts.blocks * threads;
  counts.unwritten = counts.threads < n ? n - counts.threads : 0;
  const bool guarded = version.kernel == addGuarded;
  counts.outside = !guarded && counts.threads > n ? counts.threads - n : 0;
  return counts;
}

bool isSame(const Counts& got, const Counts& expected) {
  return got.unwritten == expected.unwritten && got.outside == expected.outside && got.wrong == expected.wrong;
}

bool showVersions(const Problem& problem) {
  std::printf("n = %zu, blocks of %u threads\n", problem.n, blockThreads);
  std::printf("%-22s %8s %10s %10s %10s %8s\n", "version", "blocks", "threads", "unwritten", "outside", "wrong");
  bool asPredicted = true;
  for (const Version& version : versions) {
    const Counts counts = runVersion(version, problem, blockThreads);
    std::printf("%-22s %8zu %10zu %10zu %10zu %8zu\n", version.name, counts.blocks, counts.threads, counts.unwritten,
                counts.outside, counts.wrong);
    asPredicted = isSame(counts, predict(version, problem.n, blockThreads)) && asPredicted;
  }
  return asPredicted;
}

// The guarded version, one row a block size: every size is right, and they differ in how many threads find no work.
bool showBlockSizes(const Problem& problem) {
  std::printf("\nthe guarded version, by block size\n");
  std::printf("%8s %8s %10s %8s %10s\n", "threads", "blocks", "launched", "idle", "right");
  bool allRight = true;
  for (const unsigned threads : {1U, 32U, 100U, 128U, 256U, 500U, 512U, 1024U}) {
    const Counts counts = runVersion(versions[2], problem, threads);
    const bool right = counts.unwritten + counts.outside + counts.wrong == 0;
    std::printf("%8u %8zu %10zu %8zu %10s\n", threads, counts.blocks, counts.threads, counts.threads - problem.n,
                right ? "yes" : "no");
    allRight = right && allRight;
  }
  return allRight;
}

// Lengths around one block, where rounding shows.
bool showLengths() {
  std::printf("\nlengths around a block of %u, unwritten and outside\n", blockThreads);
  std::printf("%8s %16s %22s %18s\n", "n", versions[0].name, versions[1].name, versions[2].name);
  bool asPredicted = true;
  for (const size_t n : {size_t{1}, size_t{255}, size_t{256}, size_t{257}, size_t{511}, size_t{512}, size_t{1000}}) {
    Problem problem = makeProblem(n);
    std::printf("%8zu", n);
    const int widths[] = {16, 22, 18};
    for (size_t v = 0; v < std::size(versions); ++v) {
      const Counts counts = runVersion(versions[v], problem, blockThreads);
      char text[32];
      std::snprintf(text, sizeof text, "%zu, %zu", counts.unwritten, counts.outside);
      std::printf(" %*s", widths[v], text);
      asPredicted = isSame(counts, predict(versions[v], n, blockThreads)) && asPredicted;
    }
    std::printf("\n");
    freeProblem(problem);
  }
  return asPredicted;
}

// Where the index and the number of blocks stop being right when they are computed in 32 bits. Nothing is launched.
bool showWidths() {
  std::printf("\nin 32 bits\n");
  const uint32_t n32 = 4294967295u;  // the largest length that fits
  const uint32_t wrapped = (n32 + blockThreads - 1) / blockThreads;
  std::printf("(n + 255) / 256 for n = %u: %u, in 64 bits %zu\n", n32, wrapped, roundedUp(n32, blockThreads));
  const uint32_t block = 16777216;
  const uint32_t index32 = block * blockThreads;
  const size_t index64 = block * static_cast<size_t>(blockThreads);
  std::printf("first index of block %u: %u, in 64 bits %zu\n", block, index32, index64);
  return wrapped == 0 && index32 == 0 && index64 == size_t{1} << 32;
}

bool parseLength(const char* text, size_t& length) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  length = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= 100000000;
}

int main(int argc, char** argv) {
  size_t length = defaultLength;
  if (argc > 2 || (argc == 2 && !parseLength(argv[1], length))) {
    std::fprintf(stderr, "usage: %s [LENGTH], at most 100000000\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s\n\n", card.name);

  Problem problem = makeProblem(length);
  bool right = showVersions(problem);
  right = showBlockSizes(problem) && right;
  freeProblem(problem);
  right = showLengths() && right;
  right = showWidths() && right;
  std::printf("\n%s\n", right ? "every count was as predicted" : "a count was not as predicted");
  return right ? 0 : 1;
}
