// Day 6: what a card reports, and what it refuses.
//
//   1. limits    what cudaGetDeviceProperties says of the card, and what follows from it
//   2. code      what this program carries for the card: machine code, PTX, or neither
//   3. launches  one launch on each side of each limit: the first must run, the second must be refused and do nothing
//   4. registers a kernel that needs many, and the largest block it may have
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 device_properties.cu -o device_properties
// Run     ./device_properties         all four parts
//         ./device_properties code    the second part alone; it has an answer even where no kernel of the build can run
//
// The exit status is 0 when everything was right, 1 when anything was not, 2 when the argument makes no sense.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

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

constexpr int values = 96;              // that one thread of manyRegisters keeps at once
constexpr unsigned registerUnit = 256;  // registers are given to a warp in units of so many
constexpr unsigned partitions = 4;      // a block's warps are counted in steps of so many (FACT-SHEET.md section 2)

// ---- kernels ---------------------------------------------------------------------------------------------------

// Every thread of every block writes the same word, so that a launch that ran can be told from one that did not.
__global__ void mark(unsigned* word) { *word = 1; }

// __CUDA_ARCH__ is the capability that the compiler compiled this kernel for, times 100.
__global__ void reportArch(unsigned* word) {
#ifdef __CUDA_ARCH__
  *word = __CUDA_ARCH__;
#else
  *word = 0;
#endif
}

// Keeps `values` numbers alive across a loop whose length only the launch knows, so they have to be in registers.
__global__ void manyRegisters(const float* in, float* out, int rounds) {
  float kept[values];
#pragma unroll
  for (int i = 0; i < values; ++i) {
    kept[i] = in[i] + static_cast<float>(threadIdx.x);
  }
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < values; ++i) {
      kept[i] = kept[i] * kept[(i + 1) % values] + kept[(i + 7) % values];
    }
  }
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < values; ++i) {
    sum += kept[i];
  }
  out[blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x] = sum;
}

// ---- 1. limits -------------------------------------------------------------------------------------------------

int attributeOf(cudaDeviceAttr attribute) {
  int value = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, 0));
  return value;
}

void showLimits(const cudaDeviceProp& card) {
  std::printf("1. limits of the %s\n", card.name);
  std::printf("%-44s %d.%d\n", "compute capability", card.major, card.minor);
  std::printf("%-44s %d\n", "multiprocessors", card.multiProcessorCount);
  std::printf("%-44s %d\n", "threads of a warp", card.warpSize);
  std::printf("%-44s %d\n", "threads of a block", card.maxThreadsPerBlock);
  std::printf("%-44s %d x %d x %d\n", "extents of a block", card.maxThreadsDim[0], card.maxThreadsDim[1],
              card.maxThreadsDim[2]);
  std::printf("%-44s %d x %d x %d\n", "extents of a grid", card.maxGridSize[0], card.maxGridSize[1],
              card.maxGridSize[2]);
  std::printf("%-44s %d\n", "threads of a multiprocessor", card.maxThreadsPerMultiProcessor);
  std::printf("%-44s %d\n", "blocks of a multiprocessor", card.maxBlocksPerMultiProcessor);
  std::printf("%-44s %d\n", "registers of a block", card.regsPerBlock);
  std::printf("%-44s %d\n", "registers of a multiprocessor", card.regsPerMultiprocessor);
  std::printf("%-44s %zu B\n", "shared memory of a block, without asking", card.sharedMemPerBlock);
  std::printf("%-44s %zu B\n", "shared memory of a block, on request", card.sharedMemPerBlockOptin);
  std::printf("%-44s %zu B\n", "shared memory of a multiprocessor", card.sharedMemPerMultiprocessor);
  std::printf("%-44s %zu B\n", "shared memory the system keeps of a block", card.reservedSharedMemPerBlock);
  std::printf("%-44s %zu B\n", "constant memory", card.totalConstMem);
  std::printf("%-44s %zu B\n", "device memory", card.totalGlobalMem);
  std::printf("%-44s %d B\n", "L2 cache", card.l2CacheSize);

  // These two left cudaDeviceProp with CUDA 13; the attributes are in every version.
  const int clock = attributeOf(cudaDevAttrClockRate);
  const int memoryClock = attributeOf(cudaDevAttrMemoryClockRate);
  const int busBits = attributeOf(cudaDevAttrGlobalMemoryBusWidth);
  std::printf("%-44s %d kHz\n", "highest clock of the multiprocessors", clock);
  std::printf("%-44s %d kHz\n", "highest clock of the memory", memoryClock);
  std::printf("%-44s %d bits\n", "width of the memory bus", busBits);

  const double peak = 2.0 * memoryClock * 1e3 * (busBits / 8.0) / 1e9;
  std::printf("so: %d threads at once, %d blocks at once, %.1f GB/s to memory at most\n",
              card.multiProcessorCount * card.maxThreadsPerMultiProcessor,
              card.multiProcessorCount * card.maxBlocksPerMultiProcessor, peak);
}

// ---- 2. code ---------------------------------------------------------------------------------------------------

void showCode(unsigned* word) {
  std::printf("2. code that this program carries for the card\n");
  cudaFuncAttributes attributes{};
  const cudaError_t error = cudaFuncGetAttributes(&attributes, reportArch);
  if (error != cudaSuccess) {
    cudaGetLastError();
    std::printf("none: %s (%s)\n", cudaGetErrorString(error), cudaGetErrorName(error));
    return;
  }
  reportArch<<<1, 1>>>(word);
  CUDA_CHECK_LAUNCH();
  unsigned arch = 0;
  CUDA_CHECK(cudaMemcpy(&arch, word, sizeof arch, cudaMemcpyDeviceToHost));
  std::printf("PTX version %d, machine code for %d, the kernel saw __CUDA_ARCH__ = %u\n", attributes.ptxVersion,
              attributes.binaryVersion, arch);
}

// ---- 3. launches -----------------------------------------------------------------------------------------------

struct Attempt {
  const char* what;
  dim3 grid;
  dim3 block;
  size_t sharedBytes;
  bool runs;  // must be granted
};

// Launches, and says whether the outcome is the one that was expected: a refused launch must not have run.
bool tryLaunch(const Attempt& attempt, unsigned* word) {
  CUDA_CHECK(cudaMemset(word, 0, sizeof *word));
  mark<<<attempt.grid, attempt.block, attempt.sharedBytes>>>(word);
  const cudaError_t error = cudaGetLastError();
  CUDA_CHECK(cudaDeviceSynchronize());
  unsigned ran = 0;
  CUDA_CHECK(cudaMemcpy(&ran, word, sizeof ran, cudaMemcpyDeviceToHost));
  std::printf("%-34s %s, %s\n", attempt.what, ran == 1 ? "ran" : "did not run", cudaGetErrorString(error));
  return (ran == 1) == attempt.runs && (error == cudaSuccess) == attempt.runs;
}

bool showLaunches(const cudaDeviceProp& card, unsigned* word) {
  std::printf("\n3. launches on both sides of each limit\n");
  const size_t plain = card.sharedMemPerBlock;
  const size_t most = card.sharedMemPerBlockOptin;
  const Attempt attempts[] = {
      {"block 1024", 1, 1024, 0, true},
      {"block 1025", 1, 1025, 0, false},
      {"block 32 x 32", 1, dim3(32, 32), 0, true},
      {"block 32 x 33", 1, dim3(32, 33), 0, false},
      {"block 1 x 1 x 64", 1, dim3(1, 1, 64), 0, true},
      {"block 1 x 1 x 65", 1, dim3(1, 1, 65), 0, false},
      {"grid 65536", 65536, 1, 0, true},
      {"grid 1 x 65535", dim3(1, 65535), 1, 0, true},
      {"grid 1 x 65536", dim3(1, 65536), 1, 0, false},
      {"grid 1 x 1 x 65535", dim3(1, 1, 65535), 1, 0, true},
      {"grid 1 x 1 x 65536", dim3(1, 1, 65536), 1, 0, false},
      {"grid 0", 0, 1, 0, false},
      {"shared, the default", 1, 1, plain, true},
      {"shared, the default + 1 B", 1, 1, plain + 1, false},
  };
  bool asExpected = true;
  for (const Attempt& attempt : attempts) {
    asExpected = tryLaunch(attempt, word) && asExpected;
  }
  const auto request = [](size_t bytes) {
    const cudaError_t error =
        cudaFuncSetAttribute(mark, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    cudaGetLastError();
    return error;
  };
  const cudaError_t tooMuch = request(most + 1);
  std::printf("%-34s %s\n", "request of the largest + 1 B", cudaGetErrorString(tooMuch));
  const cudaError_t granted = request(most);
  std::printf("%-34s %s\n", "request of the largest", cudaGetErrorString(granted));
  asExpected = tryLaunch({"shared, the largest", 1, 1, most, true}, word) && asExpected;
  return asExpected && tooMuch != cudaSuccess && granted == cudaSuccess;
}

// ---- 4. registers ----------------------------------------------------------------------------------------------

unsigned roundUp(unsigned value, unsigned unit) { return (value + unit - 1) / unit * unit; }

// Registers that a launch of `threads` threads counts as: whole units a warp, whole steps of warps.
unsigned registersOf(unsigned threads, unsigned perThread, unsigned warpSize) {
  const unsigned warps = roundUp(threads, warpSize) / warpSize;
  return roundUp(warps, partitions) * roundUp(perThread * warpSize, registerUnit);
}

bool showRegisters(const cudaDeviceProp& card) {
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, manyRegisters));
  const unsigned perThread = static_cast<unsigned>(attributes.numRegs);
  const unsigned limit = static_cast<unsigned>(card.regsPerBlock);
  const unsigned warpSize = static_cast<unsigned>(card.warpSize);
  const unsigned mostThreads = static_cast<unsigned>(card.maxThreadsPerBlock);
  std::printf("\n4. registers: a kernel that needs %u a thread, %u registers a block\n", perThread, limit);

  unsigned predicted = mostThreads;
  while (predicted > warpSize && registersOf(predicted, perThread, warpSize) > limit) {
    predicted -= warpSize;
  }
  std::printf("largest block: %u threads by counting, %d by cudaFuncGetAttributes\n", predicted,
              attributes.maxThreadsPerBlock);

  float* in = nullptr;
  float* out = nullptr;
  CUDA_CHECK(cudaMalloc(&in, values * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&out, mostThreads * sizeof(float)));
  CUDA_CHECK(cudaMemset(in, 0, values * sizeof(float)));
  bool asPredicted = true;
  for (const unsigned threads : {predicted, predicted + warpSize, mostThreads}) {
    if (threads > mostThreads) {
      continue;
    }
    manyRegisters<<<1, threads>>>(in, out, 1);
    const cudaError_t error = cudaGetLastError();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("block %4u, counts as %6u registers: %s\n", threads, registersOf(threads, perThread, warpSize),
                cudaGetErrorString(error));
    const bool fits = registersOf(threads, perThread, warpSize) <= limit;
    asPredicted = (error == cudaSuccess) == fits && asPredicted;
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  return asPredicted;
}

int main(int argc, char** argv) {
  const bool codeOnly = argc == 2 && std::strcmp(argv[1], "code") == 0;
  if (argc > 2 || (argc == 2 && !codeOnly)) {
    std::fprintf(stderr, "usage: %s [code]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  unsigned* word = nullptr;
  CUDA_CHECK(cudaMalloc(&word, sizeof *word));
  if (codeOnly) {
    std::printf("%s, compute capability %d.%d\n", card.name, card.major, card.minor);
    showCode(word);
    CUDA_CHECK(cudaFree(word));
    return 0;
  }

  int driver = 0;
  int runtime = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  std::printf("CUDA driver %d.%d, runtime %d.%d\n\n", driver / 1000, driver % 1000 / 10, runtime / 1000,
              runtime % 1000 / 10);
  showLimits(card);
  std::printf("\n");
  showCode(word);
  bool right = showLaunches(card, word);
  right = showRegisters(card) && right;
  CUDA_CHECK(cudaFree(word));
  std::printf("\n%s\n", right ? "everything was as expected" : "something was not as expected");
  return right ? 0 : 1;
}
