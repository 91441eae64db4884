// Day 10: the copy ceiling.
//
// One vector length, the same grid and block, and for every kernel the bytes it has to move, counted once:
//
//   copy             out = a          reads 4 bytes an element and writes 4
//   scale            out = s b        the same bytes, and a multiplication
//   add              out = a + b      reads 8, writes 4
//   triad            out = a + s b    the same bytes as add
//   triad, 2 passes  out = s b, then out = a + out: 8 bytes, then 12, for a result that needs 12
//   cudaMemcpy       the runtime's own copy on the device
//
// Time divided into bytes is a bandwidth, and the copy's is the ceiling for the others. The table shows each figure by
// the bytes the result needs and, where that is more, by the bytes the kernels move.
//
// Then the sweep: the copy again at lengths from 16,411 floats up. The short ones measure the launch and the L2 cache.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 copy_ceiling.cu -o copy_ceiling
// Run     ./copy_ceiling             6,011,003 floats, and a longer vector where the card's L2 would hold the short one
//         ./copy_ceiling 611003      a length of your choice; smaller is quicker on a slow runner
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

constexpr unsigned blockThreads = 256;  // one element a thread
constexpr float scalar = 3.0f;

constexpr size_t publishedLength = 6011003;  // 2003 x 3001, the floats of days 12 and 13
// Where the L2 cache would hold a quarter of the published vector, the first of these that it does not hold is
// measured.
constexpr size_t largerLengths[] = {67239919, 268838891};
constexpr size_t sweepLengths[] = {16411, 262147, 1048583, 4194319, 16777259};
constexpr int timedRuns = 21;

static_assert(publishedLength % blockThreads != 0, "the last block must be partial");
static_assert(largerLengths[0] % blockThreads != 0 && largerLengths[1] % blockThreads != 0, "and here too");

// ---- kernels: n floats each --------------------------------------------------------------------------------------

__global__ void copyVector(const float* a, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i];
  }
}

__global__ void scaleVector(float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = s * b[i];
  }
}

__global__ void addVectors(const float* a, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + b[i];
  }
}

__global__ void triad(const float* a, float s, const float* b, float* out, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    out[i] = a[i] + s * b[i];
  }
}

// ---- host --------------------------------------------------------------------------------------------------------

// One length: its buffers on both sides.
struct Problem {
  size_t n = 0;
  size_t bufferBytes = 0;
  unsigned blocks = 0;
  std::vector<float> hostA;
  std::vector<float> hostB;
  float* a = nullptr;
  float* b = nullptr;
  float* out = nullptr;
};

// What is compared: how to run it, what element i must be, and the bytes of one element, counted once.
struct Contender {
  const char* name;
  void (*run)(const Problem&);
  float (*expected)(float a, float b);
  size_t bytesNeeded;  // each input read once, the output written once
  size_t bytesMoved;   // what the kernels read and write; more where an intermediate result goes through memory
};

constexpr size_t word = sizeof(float);

const Contender contenders[] = {
    {"copy", [](const Problem& p) { copyVector<<<p.blocks, blockThreads>>>(p.a, p.out, p.n); },
     [](float a, float) { return a; }, 2 * word, 2 * word},
    {"cudaMemcpy",
     [](const Problem& p) { CUDA_CHECK(cudaMemcpyAsync(p.out, p.a, p.bufferBytes, cudaMemcpyDeviceToDevice)); },
     [](float a, float) { return a; }, 2 * word, 2 * word},
    {"scale", [](const Problem& p) { scaleVector<<<p.blocks, blockThreads>>>(scalar, p.b, p.out, p.n); },
     [](float, float b) { return scalar * b; }, 2 * word, 2 * word},
    {"add", [](const Problem& p) { addVectors<<<p.blocks, blockThreads>>>(p.a, p.b, p.out, p.n); },
     [](float a, float b) { return a + b; }, 3 * word, 3 * word},
    {"triad", [](const Problem& p) { triad<<<p.blocks, blockThreads>>>(p.a, scalar, p.b, p.out, p.n); },
     [](float a, float b) { return a + scalar * b; }, 3 * word, 3 * word},
    {"triad, 2 passes",
     [](const Problem& p) {
       scaleVector<<<p.blocks, blockThreads>>>(scalar, p.b, p.out, p.n);
       addVectors<<<p.blocks, blockThreads>>>(p.a, p.out, p.out, p.n);
     },
     [](float a, float b) { return a + scalar * b; }, 3 * word, 5 * word},
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

// Bytes a millisecond are thousands of bytes a second: 1e6 of them are one GB/s. GB means 1e9 bytes throughout.
double gigabytesPerSecond(size_t bytes, float milliseconds) {
  return static_cast<double>(bytes) / (static_cast<double>(milliseconds) * 1e6);
}

// Whole numbers below 2^20, no two neighbors alike, so that every sum below is exact.
float valueA(size_t index) { return static_cast<float>((static_cast<uint32_t>(index) * 2654435761u) >> 12); }
float valueB(size_t index) { return static_cast<float>((static_cast<uint32_t>(index) * 2246822519u) >> 12); }

Problem makeProblem(size_t n) {
  Problem problem;
  problem.n = n;
  problem.bufferBytes = n * sizeof(float);
  problem.blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  problem.hostA.resize(n);
  problem.hostB.resize(n);
  for (size_t i = 0; i < n; ++i) {
    problem.hostA[i] = valueA(i);
    problem.hostB[i] = valueB(i);
  }
  CUDA_CHECK(cudaMalloc(&problem.a, problem.bufferBytes));
  CUDA_CHECK(cudaMalloc(&problem.b, problem.bufferBytes));
  CUDA_CHECK(cudaMalloc(&problem.out, problem.bufferBytes));
  CUDA_CHECK(cudaMemcpy(problem.a, problem.hostA.data(), problem.bufferBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(problem.b, problem.hostB.data(), problem.bufferBytes, cudaMemcpyHostToDevice));
  return problem;
}

void freeProblem(Problem& problem) {
  CUDA_CHECK(cudaFree(problem.a));
  CUDA_CHECK(cudaFree(problem.b));
  CUDA_CHECK(cudaFree(problem.out));
}

// Runs the contender over an output of NaNs and compares every element; prints the first difference.
bool verify(const Contender& contender, const Problem& problem) {
  CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes));
  contender.run(problem);
  CUDA_CHECK_LAUNCH();
  std::vector<float> output(problem.n);
  CUDA_CHECK(cudaMemcpy(output.data(), problem.out, problem.bufferBytes, cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < problem.n; ++i) {
    const float expected = contender.expected(problem.hostA[i], problem.hostB[i]);
    if (output[i] == expected) {  // false for a NaN
      continue;
    }
    if (wrong == 0) {
      std::printf("%s: wrong at element %zu: got %g, expected %g\n", contender.name, i, static_cast<double>(output[i]),
                  static_cast<double>(expected));
    }
    ++wrong;
  }
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", contender.name, wrong, problem.n);
  }
  return wrong == 0;
}

// Verifies all contenders, then times them. False, and no times, when any of them is wrong.
bool compare(const Problem& problem, const char* label, double peakGigabytesPerSecond) {
  std::printf("\n%zu floats, %s: %.1f MB a vector; grid %u, block %u\n", problem.n, label,
              static_cast<double>(problem.bufferBytes) / 1e6, problem.blocks, blockThreads);
  bool allRight = true;
  for (const Contender& contender : contenders) {
    allRight = verify(contender, problem) && allRight;
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

  std::printf("%-16s %6s %10s %14s %8s %8s %16s\n", "kernel", "bytes", "time", "bandwidth", "of copy", "of peak",
              "by bytes moved");
  double copyBandwidth = 0.0;
  for (const Contender& contender : contenders) {
    const float milliseconds = timeKernel(timedRuns, [&] { contender.run(problem); });
    const double bandwidth = gigabytesPerSecond(contender.bytesNeeded * problem.n, milliseconds);
    if (copyBandwidth == 0.0) {
      copyBandwidth = bandwidth;
    }
    std::printf("%-16s %6zu %7.4f ms %9.1f GB/s %7.1f%% %7.1f%%", contender.name, contender.bytesNeeded,
                static_cast<double>(milliseconds), bandwidth, 100.0 * bandwidth / copyBandwidth,
                100.0 * bandwidth / peakGigabytesPerSecond);
    if (contender.bytesMoved != contender.bytesNeeded) {
      std::printf("%11.1f GB/s", gigabytesPerSecond(contender.bytesMoved * problem.n, milliseconds));
    }
    std::printf("\n");
  }
  return true;
}

// The copy alone, at lengths that no longer, or do not yet, say anything about memory.
bool sweep(double peakGigabytesPerSecond) {
  std::printf("\nsweep: the copy kernel, 8 bytes an element\n");
  std::printf("%-12s %12s %10s %14s %8s\n", "floats", "both vectors", "time", "bandwidth", "of peak");
  bool allRight = true;
  for (const size_t n : sweepLengths) {
    Problem problem = makeProblem(n);
    const bool right = verify(contenders[0], problem);
    allRight = right && allRight;
    if (right) {
      contenders[0].run(problem);
      CUDA_CHECK_LAUNCH();
      const float milliseconds = timeKernel(timedRuns, [&] { contenders[0].run(problem); });
      const double bandwidth = gigabytesPerSecond(2 * problem.bufferBytes, milliseconds);
      std::printf("%-12zu %9.2f MB %7.4f ms %9.1f GB/s %7.1f%%\n", n,
                  2.0 * static_cast<double>(problem.bufferBytes) / 1e6, static_cast<double>(milliseconds), bandwidth,
                  100.0 * bandwidth / peakGigabytesPerSecond);
    }
    freeProblem(problem);
  }
  return allRight;
}

// The vector is short for a card whose L2 holds a quarter of it or more: its times say more about L2 than about memory.
bool isSmallFor(const cudaDeviceProp& card, size_t n) {
  return static_cast<size_t>(card.l2CacheSize) >= n * sizeof(float) / 4;
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t n = publishedLength;
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
  std::printf("CUDA driver %d.%d, runtime %d.%d; times are medians of %d event timings\n", driver / 1000,
              driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, timedRuns);

  // The peak is a product of two numbers the card reports. Two words a clock: double data rate.
  int memoryKilohertz = 0;
  int busBits = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&memoryKilohertz, cudaDevAttrMemoryClockRate, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&busBits, cudaDevAttrGlobalMemoryBusWidth, 0));
  const double peak = 2.0 * static_cast<double>(memoryKilohertz) * 1e3 * static_cast<double>(busBits) / 8.0 / 1e9;
  std::printf("memory: %d bits at %.0f MHz, two words a clock: %.1f GB/s at most\n", busBits,
              static_cast<double>(memoryKilohertz) / 1e3, peak);

  Problem problem = makeProblem(n);
  bool allRight = compare(problem, chosenSize ? "the chosen length" : "the published length", peak);
  freeProblem(problem);

  if (!chosenSize && isSmallFor(card, n)) {
    std::printf(
        "\nThis card's L2 holds a quarter of that vector or more, so the times above are of L2 as much as of "
        "memory.\n");
    const size_t last = std::size(largerLengths) - 1;
    size_t pick = 0;
    while (pick < last && isSmallFor(card, largerLengths[pick])) {
      ++pick;
    }
    Problem larger = makeProblem(largerLengths[pick]);
    allRight = compare(larger, "the longer vector, for this card's L2", peak) && allRight;
    freeProblem(larger);
  }
  if (!chosenSize) {
    allRight = sweep(peak) && allRight;
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
