// Day 19: constant memory.
//
// First a convolution of n floats with 15 weights, by four kernels with the same grid, block and byte total. They
// differ in where a thread finds the weights:
//
//   global      a pointer to device memory
//   read-only   the same pointer, read with __ldg()
//   constant    a __constant__ array that cudaMemcpyToSymbol() filled
//   parameter   a struct among the kernel's arguments
//
// Every lane of a warp wants the same weight at the same time. The sweep shows the other case: a table in which the
// lanes of a warp look up 1, 2, 4, ... 32 different words at a time, once in constant memory and once through __ldg().
//
// Then the probe: which calls can fill a __constant__ array, and which are refused.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 constant_memory.cu -o constant_memory
// Run     ./constant_memory             1,000,003 floats, and a longer vector where the card's L2 holds the short one
//         ./constant_memory 100003      a length of your choice; smaller is quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before a time is printed. The exit status is 0 when
// everything was right, 1 when anything was not, 2 when the argument makes no sense.
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

constexpr unsigned blockThreads = 256;
constexpr size_t width = 15;  // weights; odd, so that one of them is in the middle
constexpr size_t radius = width / 2;

constexpr size_t shortLength = 1000003;
constexpr size_t longerLength = 33554467;  // where the L2 cache would hold the short vectors
constexpr int timedRuns = 21;

constexpr size_t tableLength = 1024;
constexpr size_t lookups = 512;         // words that a thread looks up
constexpr unsigned tableThreads = 512;  // one block a multiprocessor, the last one not full
constexpr unsigned distinctWords[] = {1, 2, 4, 8, 16, 32};
constexpr int sweepRuns = 5;

static_assert(shortLength % blockThreads != 0 && longerLength % blockThreads != 0, "the last block must be partial");
static_assert(width % 2 == 1, "the middle weight belongs to the element itself");

// ---- the weights, four times -------------------------------------------------------------------------------------

struct Weights {
  float at[width];
};

__constant__ float constantWeights[width];

// out[i] = sum of weights[j] x[i + radius - j], where x is in without the radius zeros that in has on either side.

__global__ void convolveGlobal(const float* in, const float* weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += weights[j] * in[i + 2 * radius - j];
    }
    out[i] = sum;
  }
}

__global__ void convolveReadOnly(const float* in, const float* weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += __ldg(&weights[j]) * in[i + 2 * radius - j];
    }
    out[i] = sum;
  }
}

__global__ void convolveConstant(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += constantWeights[j] * in[i + 2 * radius - j];
    }
    out[i] = sum;
  }
}

__global__ void convolveParameter(const float* in, Weights weights, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += weights.at[j] * in[i + 2 * radius - j];
    }
    out[i] = sum;
  }
}

// ---- the table, twice --------------------------------------------------------------------------------------------

__constant__ float constantTable[tableLength];

// `distinct` is a power of two up to 32: so many words does a warp look up at a time, all next to each other.
__global__ void lookUpConstant(float* out, size_t n, unsigned distinct) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const unsigned first = threadIdx.x & (distinct - 1);
  if (i < n) {
    float sum = 0.0f;
    for (unsigned k = 0; k < lookups; ++k) {
      sum += constantTable[(first + k) % tableLength];
    }
    out[i] = sum;
  }
}

__global__ void lookUpReadOnly(const float* table, float* out, size_t n, unsigned distinct) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const unsigned first = threadIdx.x & (distinct - 1);
  if (i < n) {
    float sum = 0.0f;
    for (unsigned k = 0; k < lookups; ++k) {
      sum += __ldg(&table[(first + k) % tableLength]);
    }
    out[i] = sum;
  }
}

// ---- host --------------------------------------------------------------------------------------------------------

// One length: its buffers on both sides, and the launch shape all contenders share.
struct Problem {
  size_t n = 0;
  size_t bytesMoved = 0;  // every element read once and written once
  unsigned blocks = 0;
  Weights hostWeights{};
  std::vector<float> expected;
  float* in = nullptr;
  float* weights = nullptr;
  float* out = nullptr;
};

struct Contender {
  const char* name;
  void (*run)(const Problem&);
};

const Contender contenders[] = {
    {"global", [](const Problem& p) { convolveGlobal<<<p.blocks, blockThreads>>>(p.in, p.weights, p.out, p.n); }},
    {"read-only", [](const Problem& p) { convolveReadOnly<<<p.blocks, blockThreads>>>(p.in, p.weights, p.out, p.n); }},
    {"constant", [](const Problem& p) { convolveConstant<<<p.blocks, blockThreads>>>(p.in, p.out, p.n); }},
    {"parameter",
     [](const Problem& p) { convolveParameter<<<p.blocks, blockThreads>>>(p.in, p.hostWeights, p.out, p.n); }},
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

// Whole numbers: below 2^16 for data, 1 to 31 for weights, so that every sum is exact in any order.
float inputValue(size_t index) { return static_cast<float>((static_cast<uint32_t>(index) * 2654435761u) >> 16); }
float weightValue(size_t index) { return static_cast<float>(1 + (7 * index + 3) % 31); }

Problem makeProblem(size_t n) {
  Problem problem;
  problem.n = n;
  problem.bytesMoved = 2 * n * sizeof(float);
  problem.blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  for (size_t j = 0; j < width; ++j) {
    problem.hostWeights.at[j] = weightValue(j);
  }
  std::vector<float> padded(n + 2 * radius, 0.0f);
  for (size_t i = 0; i < n; ++i) {
    padded[radius + i] = inputValue(i);
  }
  problem.expected.resize(n);
  for (size_t i = 0; i < n; ++i) {
    float sum = 0.0f;
    for (size_t j = 0; j < width; ++j) {
      sum += problem.hostWeights.at[j] * padded[i + 2 * radius - j];
    }
    problem.expected[i] = sum;
  }
  CUDA_CHECK(cudaMalloc(&problem.in, padded.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&problem.weights, sizeof(Weights)));
  CUDA_CHECK(cudaMalloc(&problem.out, n * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(problem.in, padded.data(), padded.size() * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(problem.weights, &problem.hostWeights, sizeof(Weights), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpyToSymbol(constantWeights, problem.hostWeights.at, sizeof(Weights)));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.in));
  CUDA_CHECK(cudaFree(problem.weights));
  CUDA_CHECK(cudaFree(problem.out));
}

// Compares every element and prints the first difference.
bool verify(const char* name, const float* out, const std::vector<float>& expected) {
  std::vector<float> output(expected.size());
  CUDA_CHECK(cudaMemcpy(output.data(), out, output.size() * sizeof(float), cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < output.size(); ++i) {
    if (output[i] == expected[i]) {  // false for a NaN
      continue;
    }
    if (wrong == 0) {
      std::printf("%s: wrong at element %zu: got %g, expected %g\n", name, i, static_cast<double>(output[i]),
                  static_cast<double>(expected[i]));
    }
    ++wrong;
  }
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", name, wrong, output.size());
  }
  return wrong == 0;
}

// Fills the output with NaNs. Without it, a kernel that does nothing would pass on what the last one left behind.
void resetOutput(float* out, size_t n) { CUDA_CHECK(cudaMemset(out, 0xFF, n * sizeof(float))); }

// Verifies all contenders, then times them. False, and no times, when any of them is wrong.
bool compare(const Problem& problem, const char* label) {
  std::printf("\n%zu floats, %zu weights, %s: %.1f MB read and written by each kernel; grid %u, block %u\n", problem.n,
              width, label, static_cast<double>(problem.bytesMoved) / 1e6, problem.blocks, blockThreads);
  bool allRight = true;
  for (const Contender& contender : contenders) {
    resetOutput(problem.out, problem.n);
    contender.run(problem);
    CUDA_CHECK_LAUNCH();
    allRight = verify(contender.name, problem.out, problem.expected) && allRight;
  }
  if (!allRight) {
    std::printf("no times: a wrong kernel has none\n");
    return false;
  }
  std::printf("all kernels right at all %zu elements\n", problem.n);

  // Once more, without the memsets and host copies of the verification in between.
  for (const Contender& contender : contenders) {
    contender.run(problem);
  }
  CUDA_CHECK_LAUNCH();

  std::printf("%-16s %10s %12s %8s\n", "weights", "time", "bandwidth", "ratio");
  float globalMilliseconds = 0.0f;
  for (const Contender& contender : contenders) {
    const float milliseconds = timeKernel(timedRuns, [&] { contender.run(problem); });
    if (globalMilliseconds == 0.0f) {
      globalMilliseconds = milliseconds;
    }
    const double gigabytesPerSecond =
        static_cast<double>(problem.bytesMoved) / (static_cast<double>(milliseconds) * 1e6);
    std::printf("%-16s %7.4f ms %7.1f GB/s %7.2fx\n", contender.name, static_cast<double>(milliseconds),
                gigabytesPerSecond, static_cast<double>(milliseconds) / static_cast<double>(globalMilliseconds));
  }
  return true;
}

// Times both look-ups for every number of distinct words. False when any result was wrong.
bool sweep(const cudaDeviceProp& card) {
  const unsigned blocks = static_cast<unsigned>(card.multiProcessorCount);
  const size_t n = blocks * static_cast<size_t>(tableThreads) - 13;
  std::vector<float> table(tableLength);
  for (size_t i = 0; i < tableLength; ++i) {
    table[i] = static_cast<float>((static_cast<uint32_t>(i) * 2654435761u) >> 17);
  }
  float* values = nullptr;
  float* out = nullptr;
  CUDA_CHECK(cudaMalloc(&values, tableLength * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&out, n * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(values, table.data(), tableLength * sizeof(float), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpyToSymbol(constantTable, table.data(), tableLength * sizeof(float)));

  std::printf("\nsweep: %zu threads, one block of %u a multiprocessor, %zu look-ups each\n", n, tableThreads, lookups);
  std::printf("%-16s %16s %16s %18s\n", "distinct words", "constant", "read-only", "constant, to 1");
  bool allRight = true;
  float onceMilliseconds = 0.0f;
  for (const unsigned distinct : distinctWords) {
    std::vector<float> expected(n);
    for (size_t i = 0; i < n; ++i) {
      const size_t first = i % distinct;
      // All lanes with the same first word have the same sum.
      if (i != first) {
        expected[i] = expected[first];
        continue;
      }
      float sum = 0.0f;
      for (size_t k = 0; k < lookups; ++k) {
        sum += table[(first + k) % tableLength];
      }
      expected[i] = sum;
    }
    const auto constant = [&] { lookUpConstant<<<blocks, tableThreads>>>(out, n, distinct); };
    const auto readOnly = [&] { lookUpReadOnly<<<blocks, tableThreads>>>(values, out, n, distinct); };
    resetOutput(out, n);
    constant();
    CUDA_CHECK_LAUNCH();
    allRight = verify("look-up, constant", out, expected) && allRight;
    resetOutput(out, n);
    readOnly();
    CUDA_CHECK_LAUNCH();
    allRight = verify("look-up, read-only", out, expected) && allRight;
    const float constantMilliseconds = timeKernel(sweepRuns, constant);
    const float readOnlyMilliseconds = timeKernel(sweepRuns, readOnly);
    if (onceMilliseconds == 0.0f) {
      onceMilliseconds = constantMilliseconds;
    }
    std::printf("%-16u %13.4f ms %13.4f ms %17.2fx\n", distinct, static_cast<double>(constantMilliseconds),
                static_cast<double>(readOnlyMilliseconds),
                static_cast<double>(constantMilliseconds) / static_cast<double>(onceMilliseconds));
  }
  CUDA_CHECK(cudaFree(values));
  CUDA_CHECK(cudaFree(out));
  return allRight;
}

// True when the calls that name the symbol's memory work, and those that do not, or ask for too much, are refused.
bool probeFilling() {
  std::printf("\nprobe: filling a __constant__ array of %zu floats\n", width);
  float values[width + 1] = {};
  void* address = nullptr;
  CUDA_CHECK(cudaGetSymbolAddress(&address, constantWeights));
  const auto say = [](const char* call, cudaError_t error, bool mayWork) {
    std::printf("%-66s %s\n", call, cudaGetErrorString(error));
    cudaGetLastError();  // a refused call leaves its error behind
    return (error == cudaSuccess) == mayWork;
  };
  bool asExpected = true;
  asExpected = say("cudaMemcpyToSymbol(array, values, 60 bytes)",
                   cudaMemcpyToSymbol(constantWeights, values, sizeof(Weights)), true) &&
               asExpected;
  asExpected = say("cudaMemcpyToSymbol(array, values, 4 bytes, offset 56)",
                   cudaMemcpyToSymbol(constantWeights, values, sizeof(float), 14 * sizeof(float)), true) &&
               asExpected;
  asExpected = say("cudaMemcpyToSymbol(array, values, 64 bytes)",
                   cudaMemcpyToSymbol(constantWeights, values, sizeof(values)), false) &&
               asExpected;
  asExpected = say("cudaMemcpyToSymbol(array, values, 4 bytes, offset 60)",
                   cudaMemcpyToSymbol(constantWeights, values, sizeof(float), 15 * sizeof(float)), false) &&
               asExpected;
  asExpected = say("cudaMemcpy(array, values, 60 bytes)",
                   cudaMemcpy(constantWeights, values, sizeof(Weights), cudaMemcpyHostToDevice), false) &&
               asExpected;
  asExpected = say("cudaMemcpy(address from cudaGetSymbolAddress, values, 60 bytes)",
                   cudaMemcpy(address, values, sizeof(Weights), cudaMemcpyHostToDevice), true) &&
               asExpected;
  asExpected = say("cudaMemcpyToSymbol(an ordinary host array, values, 60 bytes)",
                   cudaMemcpyToSymbol(static_cast<const void*>(values), values, sizeof(Weights)), false) &&
               asExpected;
  return asExpected;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t n = shortLength;
  const bool chosenSize = argc == 2;
  if (argc > 2 || (chosenSize && !parseSize(argv[1], n))) {
    std::fprintf(stderr, "usage: %s [FLOATS]\n", argv[0]);
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
  std::printf(
      "CUDA driver %d.%d, runtime %d.%d; times are medians of event timings, %d of a convolution, %d of a look-up\n",
      driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, timedRuns, sweepRuns);
  std::printf("constant memory: %zu B\n", card.totalConstMem);

  Problem problem = makeProblem(n);
  bool allRight = compare(problem, chosenSize ? "the chosen length" : "the short length");
  const bool fitsIntoCache = static_cast<size_t>(card.l2CacheSize) >= problem.bytesMoved;
  freeProblem(problem);

  if (!chosenSize && fitsIntoCache) {
    std::printf("\nThis card's L2 holds both vectors, so a longer one is measured as well.\n");
    Problem longer = makeProblem(longerLength);
    allRight = compare(longer, "the longer vector") && allRight;
    freeProblem(longer);
  }
  allRight = sweep(card) && allRight;
  allRight = probeFilling() && allRight;

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
