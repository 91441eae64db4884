// Day 7: the grid-stride loop.
//
// SAXPY, y[i] = a * x[i] + y[i], over lengths from 0 to 4,194,347, by three kernels:
//
//   one each      as many blocks as the length needs, one element a thread
//   first only    the fixed grid, one element a thread: what a fixed grid does without a loop
//   grid-stride   the fixed grid, and each thread goes on by the number of threads in the grid
//
// Then three probes: how many elements each stride visits once, twice or never; how the elements fall to the threads;
// and where an int index ends up behind its last element.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 grid_stride.cu -o grid_stride
// Run     ./grid_stride             all lengths, the longest 4,194,347
//         ./grid_stride 1000003     another longest length; smaller is quicker on a slow runner
//
// Every result is compared with a CPU reference at every element. The exit status is 0 when everything was as it should
// be, 1 when anything was not, 2 when the arguments make no sense.
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

constexpr unsigned blockSize = 256;
constexpr unsigned fixedBlocks = 160;
constexpr size_t gridThreads = static_cast<size_t>(fixedBlocks) * blockSize;  // 40,960
constexpr size_t longestLength = 4194347;
constexpr float factor = 2.0f;

static_assert(longestLength % blockSize != 0 && longestLength % gridThreads != 0,
              "the last block and the last trip must both be partial");

// ---- kernels -----------------------------------------------------------------------------------------------------

__global__ void saxpyOneEach(float a, const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

__global__ void saxpyGridStride(float a, const float* x, float* y, size_t n) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

// Counts how often each element is visited by threads that advance by `stride`. atomicAdd loses no count when two
// threads meet at one element.
__global__ void countVisits(unsigned* visits, size_t n, size_t stride) {
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < n; i += stride) {
    atomicAdd(&visits[i], 1u);
  }
}

// trips[t] = how many elements thread t gets.
__global__ void countTrips(unsigned* trips, size_t n) {
  const size_t first = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  unsigned count = 0;
  for (size_t i = first; i < n; i += stride) {
    ++count;
  }
  trips[first] = count;
}

// The index after `index`, as a 32-bit int holds it. The sum is taken as unsigned, where wrapping is defined.
__global__ void nextAsInt(int index, int stride, int* next) {
  *next = static_cast<int>(static_cast<unsigned>(index) + static_cast<unsigned>(stride));
}

// ---- host --------------------------------------------------------------------------------------------------------

// Whole numbers below 2^12: a * x + y is exact, in whatever order it is computed. x is odd: with x = 0 an element that
// nobody visited would be right.
float xValue(size_t i) { return static_cast<float>(((static_cast<uint32_t>(i) * 2654435761u) >> 20) | 1u); }
float yValue(size_t i) { return static_cast<float>((static_cast<uint32_t>(i) * 2246822519u) >> 20); }

// Buffers for the longest length, one element longer, so that a write behind the last element shows.
struct Vectors {
  size_t capacity = 0;
  std::vector<float> x, y;
  float* deviceX = nullptr;
  float* deviceY = nullptr;
};

Vectors makeVectors(size_t longest) {
  Vectors vectors;
  vectors.capacity = longest + 1;
  vectors.x.resize(vectors.capacity);
  vectors.y.resize(vectors.capacity);
  for (size_t i = 0; i < vectors.capacity; ++i) {
    vectors.x[i] = xValue(i);
    vectors.y[i] = yValue(i);
  }
  const size_t bytes = vectors.capacity * sizeof(float);
  CUDA_CHECK(cudaMalloc(&vectors.deviceX, bytes));
  CUDA_CHECK(cudaMalloc(&vectors.deviceY, bytes));
  CUDA_CHECK(cudaMemcpy(vectors.deviceX, vectors.x.data(), bytes, cudaMemcpyHostToDevice));
  return vectors;
}

// y as it was before the first kernel: SAXPY adds to it, so a leftover would count twice.
void resetY(const Vectors& vectors) {
  CUDA_CHECK(cudaMemcpy(vectors.deviceY, vectors.y.data(), vectors.capacity * sizeof(float), cudaMemcpyHostToDevice));
}

// How many of the first n elements hold a * x + y. Any other element must be as it was.
size_t countRight(const Vectors& vectors, size_t n) {
  std::vector<float> got(vectors.capacity);
  CUDA_CHECK(cudaMemcpy(got.data(), vectors.deviceY, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  size_t right = 0;
  for (size_t i = 0; i < n; ++i) {
    right += got[i] == factor * vectors.x[i] + vectors.y[i] ? 1u : 0u;
  }
  for (size_t i = n; i < got.size(); ++i) {
    if (got[i] != vectors.y[i]) {
      std::printf("element %zu is behind the last one and was written\n", i);
      std::exit(1);
    }
  }
  return right;
}

unsigned blocksFor(size_t n) { return static_cast<unsigned>((n + blockSize - 1) / blockSize); }

// One row a length: blocks of the one-each launch, and how many elements each kernel got right.
bool compareLengths(const Vectors& vectors, const std::vector<size_t>& lengths) {
  std::printf("\nfixed grid: %u blocks of %u threads, %zu threads\n", fixedBlocks, blockSize, gridThreads);
  std::printf("%10s | %10s %10s | %10s | %10s %12s\n", "length", "one each", "right", "first only", "grid-stride",
              "most trips");
  bool allRight = true;
  for (const size_t n : lengths) {
    size_t oneEach = 0;
    if (n > 0) {
      resetY(vectors);
      saxpyOneEach<<<blocksFor(n), blockSize>>>(factor, vectors.deviceX, vectors.deviceY, n);
      CUDA_CHECK_LAUNCH();
      oneEach = countRight(vectors, n);
    }
    resetY(vectors);
    saxpyOneEach<<<fixedBlocks, blockSize>>>(factor, vectors.deviceX, vectors.deviceY, n);
    CUDA_CHECK_LAUNCH();
    const size_t firstOnly = countRight(vectors, n);
    resetY(vectors);
    saxpyGridStride<<<fixedBlocks, blockSize>>>(factor, vectors.deviceX, vectors.deviceY, n);
    CUDA_CHECK_LAUNCH();
    const size_t gridStride = countRight(vectors, n);
    std::printf("%10zu | %10u %10zu | %10zu | %10zu %12zu\n", n, blocksFor(n), oneEach, firstOnly, gridStride,
                (n + gridThreads - 1) / gridThreads);
    allRight = allRight && oneEach == n && firstOnly == std::min(n, gridThreads) && gridStride == n;
  }
  return allRight;
}

// A grid of 0 blocks is no launch, while the fixed grid needs no special case.
bool probeEmpty(const Vectors& vectors) {
  resetY(vectors);
  saxpyOneEach<<<blocksFor(0), blockSize>>>(factor, vectors.deviceX, vectors.deviceY, 0);
  const cudaError_t refusal = cudaGetLastError();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("\nlength 0, one each: a grid of %u blocks: %s\n", blocksFor(0), cudaGetErrorString(refusal));
  saxpyGridStride<<<fixedBlocks, blockSize>>>(factor, vectors.deviceX, vectors.deviceY, 0);
  const cudaError_t acceptance = cudaGetLastError();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("length 0, grid-stride: a grid of %u blocks: %s\n", fixedBlocks, cudaGetErrorString(acceptance));
  // CUDA 12 says cudaErrorInvalidConfiguration, CUDA 13 cudaErrorInvalidValue.
  return refusal != cudaSuccess && acceptance == cudaSuccess;
}

struct Stride {
  const char* text;
  size_t value;
};

constexpr Stride strides[] = {
    {"gridDim * blockDim", gridThreads},
    {"gridDim * (blockDim - 1)", static_cast<size_t>(fixedBlocks) * (blockSize - 1)},
    {"gridDim * (blockDim + 1)", static_cast<size_t>(fixedBlocks) * (blockSize + 1)},
    {"blockDim", blockSize},
};

// Only the first stride visits every element once.
bool probeStrides(size_t n) {
  unsigned* deviceVisits = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceVisits, n * sizeof(unsigned)));
  std::vector<unsigned> visits(n);
  std::printf("\nvisits to %zu elements by the fixed grid\n", n);
  std::printf("%-26s %8s %10s %10s %10s %10s\n", "stride", "", "never", "once", "oftener", "most");
  bool asExpected = true;
  for (const Stride& stride : strides) {
    CUDA_CHECK(cudaMemset(deviceVisits, 0, n * sizeof(unsigned)));
    countVisits<<<fixedBlocks, blockSize>>>(deviceVisits, n, stride.value);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(visits.data(), deviceVisits, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    size_t never = 0;
    size_t once = 0;
    unsigned most = 0;
    for (const unsigned count : visits) {
      never += count == 0 ? 1u : 0u;
      once += count == 1 ? 1u : 0u;
      most = std::max(most, count);
    }
    std::printf("%-26s %8zu %10zu %10zu %10zu %10u\n", stride.text, stride.value, never, once, n - never - once, most);
    asExpected = asExpected && (once == n) == (stride.value == gridThreads);
  }
  CUDA_CHECK(cudaFree(deviceVisits));
  return asExpected;
}

// The elements that each thread gets differ by one at most.
bool probeTrips(size_t n) {
  unsigned* deviceTrips = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceTrips, gridThreads * sizeof(unsigned)));
  countTrips<<<fixedBlocks, blockSize>>>(deviceTrips, n);
  CUDA_CHECK_LAUNCH();
  std::vector<unsigned> trips(gridThreads);
  CUDA_CHECK(cudaMemcpy(trips.data(), deviceTrips, gridThreads * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(deviceTrips));
  const unsigned most = *std::max_element(trips.begin(), trips.end());
  const unsigned least = *std::min_element(trips.begin(), trips.end());
  size_t total = 0;
  for (const unsigned count : trips) {
    total += count;
  }
  const auto withMost = std::count(trips.begin(), trips.end(), most);
  std::printf("\ntrips of the %zu threads at length %zu: %td threads make %u, %td make %u, %zu in all\n", gridThreads,
              n, withMost, most, std::count(trips.begin(), trips.end(), least), least, total);
  return total == n && most - least <= 1;
}

// An int that has passed its last element still has to hold one more stride.
bool probeIntIndex() {
  constexpr int n = 2147483000;
  constexpr int stride = static_cast<int>(gridThreads);
  constexpr int last = (n - 1) / stride * stride;  // of thread 0
  static_assert(last > std::numeric_limits<int>::max() - stride, "the next index does not fit an int");
  int* deviceNext = nullptr;
  int next = 0;
  CUDA_CHECK(cudaMalloc(&deviceNext, sizeof(int)));
  nextAsInt<<<1, 1>>>(last, stride, deviceNext);
  CUDA_CHECK_LAUNCH();
  CUDA_CHECK(cudaMemcpy(&next, deviceNext, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(deviceNext));
  std::printf("\nint index at length %d: thread 0 is at %d, and next at %d, which is %s the length\n", n, last, next,
              next < n ? "below" : "past");
  return next < 0;
}

bool parseLength(const char* text, size_t& length) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  length = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t longest = longestLength;
  if (argc > 2 || (argc == 2 && !parseLength(argv[1], longest))) {
    std::fprintf(stderr, "usage: %s [LONGEST]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d, %d multiprocessors\n", card.name, card.major, card.minor,
              card.multiProcessorCount);

  std::vector<size_t> lengths;
  for (const size_t n : {size_t{0}, size_t{1}, size_t{255}, size_t{257}, gridThreads - 1, gridThreads, gridThreads + 1,
                         size_t{611613}}) {
    if (n < longest) {
      lengths.push_back(n);
    }
  }
  lengths.push_back(longest);

  Vectors vectors = makeVectors(longest);
  bool allRight = compareLengths(vectors, lengths);
  allRight = probeEmpty(vectors) && allRight;
  CUDA_CHECK(cudaFree(vectors.deviceX));
  CUDA_CHECK(cudaFree(vectors.deviceY));
  allRight = probeStrides(std::min<size_t>(longest, 1000003)) && allRight;
  allRight = probeTrips(longest) && allRight;
  allRight = probeIntIndex() && allRight;

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
