// Day 20: managed memory.
//
// One task, six places to keep its data. The host writes x and y, the device computes y = 2 y + x, the host reads y:
//
//   pageable, copied   std::malloc and cudaMalloc, with cudaMemcpy between them
//   pinned, copied     the same from host memory that the system may not move
//   pinned, mapped     no copy: the kernel reads and writes the host's pinned memory across the bus
//   on demand          managed memory and nothing else: pages move when somebody touches them
//   prefetched         managed memory, moved before the kernel and moved back after it
//   advised            managed memory that stays on the host, with a mapping for the device
//
// `host faults` are page faults of this process while it reads y, by the operating system's count (on the simulator: of
// the simulator). A card's own faults show as time of the kernel.
//
// Then a ping-pong: eight steps of the same kernel, where the host looks at one float after each. And what the calls
// answer: a prefetch of device memory, of more than there is, of nothing.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 managed_memory.cu -o managed_memory
// Run     ./managed_memory              two arrays of 4,194,347 floats, 16 MiB each
//         ./managed_memory 100003       a length of your choice
//
// Every version is compared with a CPU reference at every element before a time is printed. Managed memory is never
// more than a hundredth of what the card has free. The exit status is 0 when everything was right, 1 when anything was
// not, 2 when the argument makes no sense, 3 when the card cannot move managed pages on demand.
#include <cuda_runtime.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
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
constexpr size_t defaultLength = 4194347;
constexpr size_t largestLength = size_t{1} << 26;
constexpr size_t hostPageBytes = 4096;  // the host touches one float of each to bring a whole array over
constexpr int timedRuns = 5;            // each with pages on the host at its start
constexpr int steps = 8;                // of the ping-pong
constexpr size_t shareOfFree = 100;

static_assert(defaultLength % blockThreads != 0, "the last block must be a partial one");

// ---- kernels ---------------------------------------------------------------------------------------------------

__device__ __forceinline__ void doubleAndAdd(const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = 2.0f * y[i] + x[i];
  }
}

// One kernel in all but name: a profiler and the simulator tell launches apart by it.
__global__ void afterCopies(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void mappedPinned(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void onDemand(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void afterPrefetch(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void advised(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void pingPong(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }
__global__ void residentSteps(const float* x, float* y, size_t n) { doubleAndAdd(x, y, n); }

using KernelFunction = void (*)(const float*, float*, size_t);

void launch(KernelFunction kernel, const float* x, float* y, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  kernel<<<blocks, blockThreads>>>(x, y, n);
  CUDA_CHECK(cudaGetLastError());
}

// ---- the two calls whose last arguments CUDA 13 changed ------------------------------------------------------------

// `place` is a device's number or cudaCpuDeviceId.
cudaError_t prefetch(const void* pointer, size_t bytes, int place) {
#if CUDART_VERSION >= 13000
  cudaMemLocation location{};
  location.type = place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place == cudaCpuDeviceId ? 0 : place;
  return cudaMemPrefetchAsync(pointer, bytes, location, 0);
#else
  return cudaMemPrefetchAsync(pointer, bytes, place);
#endif
}

cudaError_t advise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int place) {
#if CUDART_VERSION >= 13000
  cudaMemLocation location{};
  location.type = place == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = place == cudaCpuDeviceId ? 0 : place;
  return cudaMemAdvise(pointer, bytes, advice, location);
#else
  return cudaMemAdvise(pointer, bytes, advice, place);
#endif
}

// ---- time ------------------------------------------------------------------------------------------------------

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

// Milliseconds of the host's clock. For what the host waits for: copies from pageable memory, and its own page faults.
template <typename Work>
float hostTime(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
}

float medianOf(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Page faults of this process that needed no disk, as the system counts them.
long systemFaults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// ---- data ------------------------------------------------------------------------------------------------------

// Whole numbers below 2^12. Eight steps of y = 2 y + x leave them below 2^21, so every value is exact in a float.
float inputX(size_t i) { return static_cast<float>(static_cast<uint32_t>(i) * 2654435761u >> 20); }
float inputY(size_t i) { return static_cast<float>((static_cast<uint32_t>(i) + 77u) * 2246822519u >> 20); }

float expectedAfter(size_t i, int applied) {
  float y = inputY(i);
  for (int step = 0; step < applied; ++step) {
    y = 2.0f * y + inputX(i);
  }
  return y;
}

void fill(float* x, float* y, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    x[i] = inputX(i);
    y[i] = inputY(i);
  }
}

size_t countWrong(const float* y, size_t n, int applied) {
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) {
    wrong += y[i] == expectedAfter(i, applied) ? 0 : 1;  // a NaN is wrong too
  }
  return wrong;
}

// Reads one float of each host page, so that what it takes is the pages' coming and not the host's arithmetic.
float touch(const float* y, size_t n) {
  float sum = 0.0f;
  for (size_t i = 0; i < n; i += hostPageBytes / sizeof(float)) {
    sum += y[i];
  }
  return sum;
}

// ---- 1. one task, six places -------------------------------------------------------------------------------------

// Where the arrays of one version live, and what happens around its kernel.
struct Version {
  const char* name;
  KernelFunction kernel;
  bool managed;
  bool pinned;
  bool copies;      // to device memory and back
  bool prefetches;  // to the device and back
  bool advises;     // keeps pages on the host, mapped for the device
};

constexpr Version versions[] = {
    {"pageable, copied", afterCopies, false, false, true, false, false},
    {"pinned, copied", afterCopies, false, true, true, false, false},
    {"pinned, mapped", mappedPinned, false, true, false, false, false},
    {"on demand", onDemand, true, false, false, false, false},
    {"prefetched", afterPrefetch, true, false, false, true, false},
    {"advised", advised, true, false, false, false, true},
};

struct Arrays {
  float* x = nullptr;  // what the host reads and writes
  float* y = nullptr;
  float* xDevice = nullptr;  // what the kernel gets: the same pointers where there is no copy
  float* yDevice = nullptr;
};

Arrays allocate(const Version& version, size_t bytes) {
  Arrays arrays;
  for (float** pointer : {&arrays.x, &arrays.y}) {
    if (version.managed) {
      CUDA_CHECK(cudaMallocManaged(pointer, bytes));
    } else if (version.pinned) {
      CUDA_CHECK(cudaMallocHost(pointer, bytes));
    } else {
      *pointer = static_cast<float*>(std::malloc(bytes));
    }
  }
  arrays.xDevice = arrays.x;
  arrays.yDevice = arrays.y;
  if (version.copies) {
    CUDA_CHECK(cudaMalloc(&arrays.xDevice, bytes));
    CUDA_CHECK(cudaMalloc(&arrays.yDevice, bytes));
  }
  if (version.advises) {
    for (float* pointer : {arrays.x, arrays.y}) {
      CUDA_CHECK(advise(pointer, bytes, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
      CUDA_CHECK(advise(pointer, bytes, cudaMemAdviseSetAccessedBy, 0));
    }
  }
  return arrays;
}

void release(const Version& version, const Arrays& arrays) {
  if (version.copies) {
    CUDA_CHECK(cudaFree(arrays.xDevice));
    CUDA_CHECK(cudaFree(arrays.yDevice));
  }
  for (float* pointer : {arrays.x, arrays.y}) {
    if (version.managed) {
      CUDA_CHECK(cudaFree(pointer));
    } else if (version.pinned) {
      CUDA_CHECK(cudaFreeHost(pointer));
    } else {
      std::free(pointer);
    }
  }
}

struct Times {
  float there = 0.0f;   // until the data is where the version wants it: host clock, until the device has done it
  float kernel = 0.0f;  // between two events
  float back = 0.0f;    // copy or prefetch of y, and the host's touch of every page of it: host clock
  long faults = 0;      // of the host in that time, by the system's count
};

Times runOnce(const Version& version, const Arrays& arrays, size_t n, float& sink) {
  const size_t bytes = n * sizeof(float);
  fill(arrays.x, arrays.y, n);  // by the host, so all pages of managed memory are the host's again
  Times times;
  times.there = hostTime([&] {
    if (version.copies) {
      CUDA_CHECK(cudaMemcpy(arrays.xDevice, arrays.x, bytes, cudaMemcpyHostToDevice));
      CUDA_CHECK(cudaMemcpy(arrays.yDevice, arrays.y, bytes, cudaMemcpyHostToDevice));
    }
    if (version.prefetches) {
      CUDA_CHECK(prefetch(arrays.x, bytes, 0));
      CUDA_CHECK(prefetch(arrays.y, bytes, 0));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
  });
  times.kernel = timeKernel(1, [&] { launch(version.kernel, arrays.xDevice, arrays.yDevice, n); });
  const long before = systemFaults();
  times.back = hostTime([&] {
    if (version.copies) {
      CUDA_CHECK(cudaMemcpy(arrays.y, arrays.yDevice, bytes, cudaMemcpyDeviceToHost));
    }
    if (version.prefetches) {
      CUDA_CHECK(prefetch(arrays.y, bytes, cudaCpuDeviceId));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    sink += touch(arrays.y, n);
  });
  times.faults = systemFaults() - before;
  return times;
}

bool compareVersions(size_t n) {
  std::printf("\n1. one task, six places: 2 arrays of %zu floats, %.1f MiB each, medians of %d runs in ms\n", n,
              static_cast<double>(n * sizeof(float)) / (1024.0 * 1024.0), timedRuns);
  std::printf("%-18s %10s %10s %10s %10s %12s %8s\n", "version", "there", "kernel", "back", "all", "host faults",
              "wrong");
  bool right = true;
  float sink = 0.0f;
  for (const Version& version : versions) {
    const Arrays arrays = allocate(version, n * sizeof(float));
    std::vector<float> there, kernel, back, all;
    long faults = 0;
    size_t wrong = 0;
    for (int run = -1; run < timedRuns; ++run) {  // the first run loads code and is not timed
      const Times times = runOnce(version, arrays, n, sink);
      wrong += countWrong(arrays.y, n, 1);
      if (run < 0) {
        continue;
      }
      there.push_back(times.there);
      kernel.push_back(times.kernel);
      back.push_back(times.back);
      all.push_back(times.there + times.kernel + times.back);
      faults = times.faults;
    }
    std::printf("%-18s %10.3f %10.3f %10.3f %10.3f %12ld %8zu\n", version.name, static_cast<double>(medianOf(there)),
                static_cast<double>(medianOf(kernel)), static_cast<double>(medianOf(back)),
                static_cast<double>(medianOf(all)), faults, wrong);
    release(version, arrays);
    right = right && wrong == 0;
  }
  return right && sink != -1.0f;
}

// ---- 2. ping-pong ------------------------------------------------------------------------------------------------

// Median milliseconds of a step, by the host's clock, after one step that is not counted.
bool showSteps(const char* name, KernelFunction kernel, size_t n, bool hostLooks) {
  const size_t bytes = n * sizeof(float);
  float* x = nullptr;
  float* y = nullptr;
  CUDA_CHECK(cudaMallocManaged(&x, bytes));
  CUDA_CHECK(cudaMallocManaged(&y, bytes));
  fill(x, y, n);
  CUDA_CHECK(prefetch(x, bytes, 0));
  CUDA_CHECK(prefetch(y, bytes, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<float> milliseconds;
  bool right = true;
  for (int step = 0; step < steps; ++step) {
    milliseconds.push_back(hostTime([&] {
      launch(kernel, x, y, n);
      CUDA_CHECK(cudaDeviceSynchronize());
      if (hostLooks) {
        right = y[0] == expectedAfter(0, step + 1) && right;
      }
    }));
  }
  milliseconds.erase(milliseconds.begin());
  CUDA_CHECK(prefetch(y, bytes, cudaCpuDeviceId));
  CUDA_CHECK(cudaDeviceSynchronize());
  const size_t wrong = countWrong(y, n, steps);
  std::printf("%-34s %10.3f %8zu\n", name, static_cast<double>(medianOf(milliseconds)), wrong);
  CUDA_CHECK(cudaFree(x));
  CUDA_CHECK(cudaFree(y));
  return right && wrong == 0;
}

// ---- 3. what the calls answer ------------------------------------------------------------------------------------

void showAnswer(const char* call, cudaError_t got) {
  cudaGetLastError();  // a refused call leaves its error behind; the next check shall not find it
  std::printf("%-52s %s\n", call, cudaGetErrorString(got));
}

bool showAnswers() {
  std::printf("\n3. what the calls answer\n");
  constexpr size_t bytes = size_t{1} << 20;
  float* managed = nullptr;
  float* device = nullptr;
  CUDA_CHECK(cudaMallocManaged(&managed, bytes));
  CUDA_CHECK(cudaMalloc(&device, bytes));
  managed[0] = 1.0f;
  const cudaError_t good = prefetch(managed, bytes, 0);
  const cudaError_t wrongKind = prefetch(device, bytes, 0);
  showAnswer("prefetch(managed, its bytes, device 0)", good);
  showAnswer("prefetch(managed, 0 bytes, device 0)", prefetch(managed, 0, 0));
  showAnswer("prefetch(managed, its bytes, device 99)", prefetch(managed, bytes, 99));
  showAnswer("prefetch(from cudaMalloc, its bytes, device 0)", wrongKind);
  cudaPointerAttributes attributes{};
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, managed));
  std::printf("%-52s %s\n", "cudaPointerGetAttributes(managed)",
              attributes.type == cudaMemoryTypeManaged ? "managed" : "something else");
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(managed));
  CUDA_CHECK(cudaFree(device));
  return good == cudaSuccess && wrongKind != cudaSuccess && attributes.type == cudaMemoryTypeManaged;
}

bool parseLength(const char* text, size_t& length) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  length = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= largestLength;
}

int main(int argc, char** argv) {
  size_t length = defaultLength;
  if (argc > 2 || (argc == 2 && !parseLength(argv[1], length))) {
    std::fprintf(stderr, "usage: %s [LENGTH], at most %zu\n", argv[0], largestLength);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  size_t free = 0;
  size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  std::printf("%s, concurrent managed access %s, pageable memory access %s\n", card.name,
              card.concurrentManagedAccess != 0 ? "yes" : "no", card.pageableMemoryAccess != 0 ? "yes" : "no");
  const size_t most = 2 * length * sizeof(float);
  std::printf("managed memory at most %.1f MiB, less than a hundredth of what is free\n",
              static_cast<double>(most) / (1024.0 * 1024.0));
  if (card.concurrentManagedAccess == 0) {
    std::printf("this card moves managed memory as a whole at each launch: no pages to show\n");
    return 3;
  }
  if (most > free / shareOfFree) {
    std::fprintf(stderr, "%zu bytes of managed memory are more than a hundredth of the %zu that are free\n", most,
                 free);
    return 2;
  }

  bool right = compareVersions(length);
  std::printf("\n2. ping-pong: %d steps on arrays that were prefetched once, ms a step\n", steps);
  std::printf("%-34s %10s %8s\n", "after each step the host", "a step", "wrong");
  right = showSteps("waits", residentSteps, length, false) && right;
  right = showSteps("waits and reads one float", pingPong, length, true) && right;
  right = showAnswers() && right;
  std::printf("\n%s\n", right ? "everything was right" : "something was wrong");
  return right ? 0 : 1;
}
