// Day 9: timing a kernel.
//
// One kernel, y[i] = a * y[i], timed by eight methods at three sizes. The methods differ in the clock (the host's or
// the device's events), in what they wait for, in whether a launch came before, and in how many runs make the figure:
//
//   host clock, no wait           two readings of the host's clock around the launch
//   host clock, first launch      the same, with a synchronize before the second reading; nothing ran before
//   host clock, median            the same, warm, median of 21
//   events, first launch          two events around the launch; nothing ran before
//   events, one run               the same, warm
//   events, mean                  warm, mean of 21
//   events, median (timeKernel)   warm, median of 21
//   events, batch of 21           one pair of events around 21 launches, divided by 21
//
// and by nothing between two events: what an empty measurement shows. Then timeKernel's own spread over 101 runs.
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 timing.cu -o timing
// Run     ./timing              1,003, 250,007 and 4,194,347 elements, and a larger size for a card with a large L2
//         ./timing 1000003      one size of your choice
//
// The kernel's result is compared with a CPU reference at every element before a time is printed. The exit status is 0
// when everything was right, 1 when anything was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

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

constexpr unsigned blockSize = 256;
constexpr int timedRuns = 21;
constexpr int spreadRuns = 101;
constexpr size_t sizes[] = {1003, 250007, 4194347};
constexpr size_t largerSize = 67108907;  // where the L2 cache would hold the largest of the others
constexpr float factor = 3.0f;

static_assert(sizes[0] % blockSize != 0 && sizes[1] % blockSize != 0 && sizes[2] % blockSize != 0 &&
                  largerSize % blockSize != 0,
              "every size must have a partial block");
static_assert(timedRuns % 2 == 1 && spreadRuns % 2 == 1, "the median of an odd count is one of the runs");

// ---- kernel ------------------------------------------------------------------------------------------------------

// `copy` does nothing. It makes two kernels of one, so that each can have a first launch of its own.
template <int copy>
__global__ void scale(float a, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * y[i];
  }
}

// ---- host --------------------------------------------------------------------------------------------------------

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

// Milliseconds on the host's clock from before launch() to after it, and to after the device is done when `wait`.
template <typename Launch>
float timeOnHost(bool wait, Launch launch) {
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto start = std::chrono::steady_clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  if (wait) {
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  const auto stop = std::chrono::steady_clock::now();
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(stop - start).count();
}

float median(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

float valueAt(size_t i) { return static_cast<float>((static_cast<uint32_t>(i) * 2654435761u) >> 12); }

// One size: its buffer and its launch shape.
struct Work {
  size_t n = 0;
  float* y = nullptr;
  unsigned blocks = 0;

  template <int copy>
  void launch() const {
    scale<copy><<<blocks, blockSize>>>(factor, y, n);
  }
};

Work makeWork(size_t n) {
  Work work;
  work.n = n;
  work.blocks = static_cast<unsigned>((n + blockSize - 1) / blockSize);
  CUDA_CHECK(cudaMalloc(&work.y, n * sizeof(float)));
  return work;
}

void upload(const Work& work) {
  std::vector<float> values(work.n);
  for (size_t i = 0; i < work.n; ++i) {
    values[i] = valueAt(i);
  }
  CUDA_CHECK(cudaMemcpy(work.y, values.data(), work.n * sizeof(float), cudaMemcpyHostToDevice));
}

// True when one launch multiplied every element once. 3 * 2^20 is exact in a float.
bool verify(const Work& work) {
  std::vector<float> got(work.n);
  CUDA_CHECK(cudaMemcpy(got.data(), work.y, work.n * sizeof(float), cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (size_t i = 0; i < work.n; ++i) {
    wrong += got[i] == factor * valueAt(i) ? 0u : 1u;
  }
  if (wrong != 0) {
    std::printf("%zu of %zu elements wrong\n", wrong, work.n);
  }
  return wrong == 0;
}

void printTime(const char* method, float milliseconds, float reference) {
  std::printf("%-28s %10.4f ms %9.2fx\n", method, static_cast<double>(milliseconds),
              static_cast<double>(milliseconds) / static_cast<double>(reference));
}

// The first launches of this process: the time of each kernel's first launch on either clock.
struct FirstLaunches {
  float onHost = 0.0f;
  float byEvents = 0.0f;
};

template <int hostCopy, int eventCopy>
FirstLaunches timeFirstLaunches(const Work& work) {
  FirstLaunches first;
  first.onHost = timeOnHost(true, [&] { work.launch<hostCopy>(); });
  first.byEvents = timeKernel(1, [&] { work.launch<eventCopy>(); });
  return first;
}

// Verifies the kernel, then times it by every method. The values grow with each launch and may overflow to infinity;
// the time does not depend on them.
bool compareMethods(const Work& work, const FirstLaunches& first) {
  std::printf("\n%zu elements, %.3f MiB read and written, %u blocks of %u threads\n", work.n,
              static_cast<double>(2 * work.n * sizeof(float)) / (1024.0 * 1024.0), work.blocks, blockSize);
  upload(work);
  work.launch<0>();
  CUDA_CHECK_LAUNCH();
  if (!verify(work)) {
    std::printf("no times: a wrong kernel has none\n");
    return false;
  }

  std::vector<float> unwaited(timedRuns);
  std::vector<float> waited(timedRuns);
  std::vector<float> byEvents(timedRuns);
  for (float& elapsed : unwaited) {
    elapsed = timeOnHost(false, [&] { work.launch<0>(); });
  }
  for (float& elapsed : waited) {
    elapsed = timeOnHost(true, [&] { work.launch<0>(); });
  }
  for (float& elapsed : byEvents) {
    elapsed = timeKernel(1, [&] { work.launch<0>(); });
  }
  float sum = 0.0f;
  for (const float elapsed : byEvents) {
    sum += elapsed;
  }
  const float reference = timeKernel(timedRuns, [&] { work.launch<0>(); });
  const float batch = timeKernel(1, [&] {
    for (int run = 0; run < timedRuns; ++run) {
      work.launch<0>();
    }
  });
  const float nothing = timeKernel(timedRuns, [] {});

  std::printf("%-28s %13s %10s\n", "method", "time", "ratio");
  printTime("host clock, no wait", median(unwaited), reference);
  printTime("host clock, first launch", first.onHost, reference);
  printTime("host clock, median", median(waited), reference);
  printTime("events, first launch", first.byEvents, reference);
  printTime("events, one run", byEvents[0], reference);
  printTime("events, mean", sum / static_cast<float>(timedRuns), reference);
  printTime("events, median (timeKernel)", reference, reference);
  printTime("events, batch of 21", batch / static_cast<float>(timedRuns), reference);
  printTime("events around nothing", nothing, reference);
  return true;
}

// How far apart single runs are, warm.
void printSpread(const Work& work) {
  std::vector<float> runs(spreadRuns);
  float sum = 0.0f;
  for (float& elapsed : runs) {
    elapsed = timeKernel(1, [&] { work.launch<0>(); });
    sum += elapsed;
  }
  std::sort(runs.begin(), runs.end());
  std::printf("\n%d single runs of %zu elements: least %.4f, median %.4f, mean %.4f, greatest %.4f ms\n", spreadRuns,
              work.n, static_cast<double>(runs.front()), static_cast<double>(runs[runs.size() / 2]),
              static_cast<double>(sum / static_cast<float>(spreadRuns)), static_cast<double>(runs.back()));
}

bool parseSize(const char* text, size_t& size) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  size = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<uint32_t>::max();
}

int main(int argc, char** argv) {
  size_t chosen = 0;
  if (argc > 2 || (argc == 2 && !parseSize(argv[1], chosen))) {
    std::fprintf(stderr, "usage: %s [ELEMENTS]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d, L2 %.1f MiB\n", card.name, card.major, card.minor,
              static_cast<double>(card.l2CacheSize) / (1024.0 * 1024.0));
  std::printf("times in milliseconds; ratios to timeKernel, the median of %d event timings\n", timedRuns);

  std::vector<size_t> all;
  if (chosen != 0) {
    all.push_back(chosen);
  } else {
    all.assign(std::begin(sizes), std::end(sizes));
    if (static_cast<size_t>(card.l2CacheSize) >= sizes[2] * sizeof(float)) {
      all.push_back(largerSize);
    }
  }

  bool allRight = true;
  for (size_t k = 0; k < all.size(); ++k) {
    const Work work = makeWork(all[k]);
    upload(work);
    // A kernel has one first launch in a process, so each size has two kernels of its own for it.
    FirstLaunches first;
    switch (k) {
      case 0:
        first = timeFirstLaunches<1, 2>(work);
        break;
      case 1:
        first = timeFirstLaunches<3, 4>(work);
        break;
      case 2:
        first = timeFirstLaunches<5, 6>(work);
        break;
      default:
        first = timeFirstLaunches<7, 8>(work);
        break;
    }
    allRight = compareMethods(work, first) && allRight;
    if (k + 1 == all.size()) {
      printSpread(work);
    }
    CUDA_CHECK(cudaFree(work.y));
  }

  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
