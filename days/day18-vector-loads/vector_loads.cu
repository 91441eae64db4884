// Day 18: vector loads.
//
// out = s in over n floats, by five kernels with the same grid, the same block and the same byte total:
//
//   floats           one float a lane and turn: 128 bytes a request
//   float2           8 bytes a lane: 256 bytes a request
//   float4           16 bytes a lane: 512 bytes a request, and up to three floats left over at the end
//   four each        a thread owns four neighbors and takes them one at a time
//   float4, peeled   floats up to the first aligned address, float4 from there, floats at the end
//
// The first and the last run once more on pointers that start one float into their buffers, where a plain float4 may
// not be used. Then the probe: float, float2 and float4 accesses that start 0, 1, 2, ... floats in. Where the address
// is a multiple of the access's size the launch must be right; the last one is not, and must end in "misaligned
// address". That error stays with the process, so the probe is the last thing that runs.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 vector_loads.cu -o vector_loads
// Run     ./vector_loads             6,011,003 floats, and a longer vector where the card's L2 would hold the short one
//         ./vector_loads 611003      a length of your choice; smaller is quicker on a slow runner
//
// Every kernel is compared with a CPU reference at every element before a time is printed. The exit status is 0 when
// everything was right, 1 when anything was not, 2 when the argument makes no sense.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
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
constexpr size_t floatsPerQuad = sizeof(float4) / sizeof(float);
constexpr float scalar = 3.0f;

constexpr size_t publishedLength = 6011003;  // 2003 x 3001, the floats of days 10, 12 and 13
// Where the L2 cache would hold a quarter of the published vector, the first of these that it does not hold is
// measured.
constexpr size_t largerLengths[] = {67239919, 268838891};
constexpr size_t probeLength = 1003;
constexpr size_t maxShift = 4;  // floats that a pointer may be moved into its buffer
constexpr int timedRuns = 21;

static_assert(publishedLength % floatsPerQuad != 0, "a tail must be left over");
static_assert(largerLengths[0] % floatsPerQuad != 0 && largerLengths[1] % floatsPerQuad != 0, "and here too");
static_assert(publishedLength % blockThreads != 0 && probeLength % floatsPerQuad != 0, "no length may divide");

// ---- kernels: n floats each --------------------------------------------------------------------------------------

__global__ void scaleFloats(const float* in, float* out, size_t n) {
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t threads = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t i = thread; i < n; i += threads) {
    out[i] = scalar * in[i];
  }
}

// in and out must be multiples of 8.
__global__ void scalePairs(const float* in, float* out, size_t n) {
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t threads = gridDim.x * static_cast<size_t>(blockDim.x);
  const size_t pairs = n / 2;
  const float2* const in2 = reinterpret_cast<const float2*>(in);
  float2* const out2 = reinterpret_cast<float2*>(out);
  for (size_t i = thread; i < pairs; i += threads) {
    const float2 v = in2[i];
    out2[i] = make_float2(scalar * v.x, scalar * v.y);
  }
  if (thread < n - 2 * pairs) {
    out[2 * pairs] = scalar * in[2 * pairs];
  }
}

// in and out must be multiples of 16.
__global__ void scaleQuads(const float* in, float* out, size_t n) {
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t threads = gridDim.x * static_cast<size_t>(blockDim.x);
  const size_t quads = n / floatsPerQuad;
  const float4* const in4 = reinterpret_cast<const float4*>(in);
  float4* const out4 = reinterpret_cast<float4*>(out);
  for (size_t i = thread; i < quads; i += threads) {
    const float4 v = in4[i];
    out4[i] = make_float4(scalar * v.x, scalar * v.y, scalar * v.z, scalar * v.w);
  }
  const size_t tail = floatsPerQuad * quads + thread;
  if (tail < n) {
    out[tail] = scalar * in[tail];
  }
}

// What the thread of scaleQuads does, one float at a time.
__global__ void scaleFourEach(const float* in, float* out, size_t n) {
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t threads = gridDim.x * static_cast<size_t>(blockDim.x);
  for (size_t first = floatsPerQuad * thread; first < n; first += floatsPerQuad * threads) {
    for (size_t j = 0; j < floatsPerQuad; ++j) {
      if (first + j < n) {
        out[first + j] = scalar * in[first + j];
      }
    }
  }
}

// in and out may start at any float, as long as both are equally far past a multiple of 16.
__global__ void scalePeeled(const float* in, float* out, size_t n) {
  const size_t thread = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t threads = gridDim.x * static_cast<size_t>(blockDim.x);
  const size_t past = reinterpret_cast<uintptr_t>(in) % sizeof(float4) / sizeof(float);
  const size_t toAligned = (floatsPerQuad - past) % floatsPerQuad;
  const size_t head = toAligned < n ? toAligned : n;
  const size_t quads = (n - head) / floatsPerQuad;
  if (thread < head) {
    out[thread] = scalar * in[thread];
  }
  const float4* const in4 = reinterpret_cast<const float4*>(in + head);
  float4* const out4 = reinterpret_cast<float4*>(out + head);
  for (size_t i = thread; i < quads; i += threads) {
    const float4 v = in4[i];
    out4[i] = make_float4(scalar * v.x, scalar * v.y, scalar * v.z, scalar * v.w);
  }
  const size_t tail = head + floatsPerQuad * quads + thread;
  if (tail < n) {
    out[tail] = scalar * in[tail];
  }
}

// ---- host --------------------------------------------------------------------------------------------------------

using KernelFunction = void (*)(const float*, float*, size_t);

struct Contender {
  const char* name;
  KernelFunction kernel;
  size_t shift;  // floats between the start of each buffer and the kernel's first element
};

constexpr Contender contenders[] = {
    {"floats", scaleFloats, 0},      {"float2", scalePairs, 0},        {"float4", scaleQuads, 0},
    {"four each", scaleFourEach, 0}, {"floats, 1 in", scaleFloats, 1}, {"peeled, 1 in", scalePeeled, 1},
};

// One length: its buffers on both sides, and the launch shape all contenders share.
struct Problem {
  size_t n = 0;
  size_t bufferBytes = 0;
  size_t bytesMoved = 0;  // every element read once and written once, whatever the kernel and the shift
  unsigned blocks = 0;
  std::vector<float> input;  // n + maxShift floats, as each buffer has
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

// Whole numbers below 2^20, no two neighbors alike: their products with the scalar are exact.
float inputValue(size_t index) { return static_cast<float>((static_cast<uint32_t>(index) * 2654435761u) >> 12); }

Problem makeProblem(size_t n) {
  Problem problem;
  problem.n = n;
  problem.bufferBytes = (n + maxShift) * sizeof(float);
  problem.bytesMoved = 2 * n * sizeof(float);
  const size_t quads = (n + floatsPerQuad - 1) / floatsPerQuad;
  problem.blocks = static_cast<unsigned>((quads + blockThreads - 1) / blockThreads);
  problem.input.resize(n + maxShift);
  for (size_t i = 0; i < problem.input.size(); ++i) {
    problem.input[i] = inputValue(i);
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

void launch(KernelFunction kernel, size_t shift, const Problem& problem) {
  kernel<<<problem.blocks, blockThreads>>>(problem.in + shift, problem.out + shift, problem.n);
}

// The kernel ran over an output of NaNs: every element is compared, and those before and after it must still be NaNs.
bool verify(const char* name, size_t shift, const Problem& problem) {
  std::vector<float> output(problem.n + maxShift);
  CUDA_CHECK(cudaMemcpy(output.data(), problem.out, problem.bufferBytes, cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < output.size(); ++i) {
    const bool inside = i >= shift && i < shift + problem.n;
    const float expected = scalar * problem.input[i];
    if (inside ? output[i] == expected : output[i] != output[i]) {
      continue;
    }
    if (wrong == 0) {
      std::printf("%s: wrong at float %zu of the buffer: got %g, expected %g\n", name, i,
                  static_cast<double>(output[i]), inside ? static_cast<double>(expected) : std::nan(""));
    }
    ++wrong;
  }
  if (wrong != 0) {
    std::printf("%s: %zu of %zu elements wrong\n", name, wrong, problem.n);
  }
  return wrong == 0;
}

bool runAndVerify(const char* name, KernelFunction kernel, size_t shift, const Problem& problem) {
  CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes));
  launch(kernel, shift, problem);
  CUDA_CHECK_LAUNCH();
  return verify(name, shift, problem);
}

// Verifies all contenders, then times them. False, and no times, when any of them is wrong.
bool compare(const Problem& problem, const char* label) {
  std::printf("\n%zu floats, %s: %.1f MB read and written by each kernel; grid %u, block %u\n", problem.n, label,
              static_cast<double>(problem.bytesMoved) / 1e6, problem.blocks, blockThreads);
  bool allRight = true;
  for (const Contender& contender : contenders) {
    allRight = runAndVerify(contender.name, contender.kernel, contender.shift, problem) && allRight;
  }
  if (!allRight) {
    std::printf("no times: a wrong kernel has none\n");
    return false;
  }
  std::printf("all kernels right at all %zu elements\n", problem.n);

  // Once more, without the memsets and host copies of the verification in between.
  for (const Contender& contender : contenders) {
    launch(contender.kernel, contender.shift, problem);
  }
  CUDA_CHECK_LAUNCH();

  std::printf("%-16s %10s %12s %8s\n", "kernel", "time", "bandwidth", "ratio");
  float floatsMilliseconds = 0.0f;
  for (const Contender& contender : contenders) {
    const float milliseconds = timeKernel(timedRuns, [&] { launch(contender.kernel, contender.shift, problem); });
    if (floatsMilliseconds == 0.0f) {
      floatsMilliseconds = milliseconds;
    }
    const double gigabytesPerSecond =
        static_cast<double>(problem.bytesMoved) / (static_cast<double>(milliseconds) * 1e6);
    std::printf("%-16s %7.4f ms %7.1f GB/s %7.2fx\n", contender.name, static_cast<double>(milliseconds),
                gigabytesPerSecond, static_cast<double>(milliseconds) / static_cast<double>(floatsMilliseconds));
  }
  return true;
}

struct Attempt {
  const char* name;
  KernelFunction kernel;
  size_t width;  // bytes of an access
  size_t shift;  // floats
};

// Aligned attempts first: after the misaligned one nothing runs any more.
constexpr Attempt attempts[] = {
    {"float", scaleFloats, sizeof(float), 1},
    {"float2", scalePairs, sizeof(float2), 2},
    {"float4", scaleQuads, sizeof(float4), 4},
    {"float4", scaleQuads, sizeof(float4), 2},
};

// True when exactly the attempts whose address is a multiple of their width succeed. Ends with a sticky error.
bool probeAlignment() {
  std::printf("\nprobe: accesses that start some floats into a buffer\n");
  const Problem problem = makeProblem(probeLength);
  bool asExpected = true;
  for (const Attempt& attempt : attempts) {
    CUDA_CHECK(cudaMemset(problem.out, 0xFF, problem.bufferBytes));
    const size_t address = reinterpret_cast<uintptr_t>(problem.in + attempt.shift) % sizeof(float4);
    launch(attempt.kernel, attempt.shift, problem);
    CUDA_CHECK(cudaGetLastError());
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%-6s %zu in: address %2zu past a multiple of 16, access of %2zu bytes: %s", attempt.name,
                attempt.shift, address, attempt.width, cudaGetErrorString(error));
    const bool aligned = address % attempt.width == 0;
    if (error == cudaSuccess) {
      const bool right = verify(attempt.name, attempt.shift, problem);
      std::printf(", output %s\n", right ? "right" : "wrong");
      asExpected = asExpected && aligned && right;
    } else {
      std::printf("\n");
      asExpected = asExpected && !aligned && error == cudaErrorMisalignedAddress;
    }
  }
  const cudaError_t afterwards = cudaFree(problem.out);
  std::printf("cudaFree after it: %s\n", cudaGetErrorString(afterwards));
  return asExpected && afterwards == cudaErrorMisalignedAddress;
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

  Problem problem = makeProblem(n);
  bool allRight = compare(problem, chosenSize ? "the chosen length" : "the published length");
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
    allRight = compare(larger, "the longer vector, for this card's L2") && allRight;
    freeProblem(larger);
  }
  allRight = probeAlignment() && allRight;

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
