// Day 1: your first launch.
//
// Four small experiments on what runs where, and when:
//
//   greeting   8 threads, in 2 blocks of 4, print who they are; the host prints around the launch and around the wait
//   long work  one thread computes for a while: the host has its launch back at once and has to wait for the result
//   in order   one kernel writes 672 indices, a second one squares them, and nobody waits in between
//   endings    this program starts itself three times: as a child that leaves without waiting, one that sleeps
//              instead, and one that waits; it counts the lines that their 8 threads get printed
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 first_launch.cu -o first_launch
// Run     ./first_launch                       all four
//         ./first_launch leave|sleep|wait      the child of the last experiment, by itself
//
// The exit status is 0 when every result was right, 1 when one was not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

// Two macros that every program of the course has. They stop the program at the first CUDA error; day 3 is about them.
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

constexpr unsigned greetingBlocks = 2;
constexpr unsigned greetingThreads = 4;
constexpr uint32_t longSteps = 1u << 22;  // some milliseconds for one thread
constexpr unsigned indexBlocks = 7;
constexpr unsigned indexThreads = 96;
constexpr size_t indexCount = size_t{indexBlocks} * indexThreads;

static_assert(indexBlocks % 2 != 0 && indexBlocks != indexThreads, "swapping the two numbers must show");

// ---- kernels ---------------------------------------------------------------------------------------------------

__global__ void greet() {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  printf("  device: block %u of %u, thread %u of %u: global index %u\n", blockIdx.x, gridDim.x, threadIdx.x, blockDim.x,
         index);
}

// A generator of pseudorandom numbers. Each step needs the one before it, so a second thread could not help.
__host__ __device__ uint32_t afterSteps(uint32_t steps) {
  uint32_t value = 1;
  for (uint32_t step = 0; step < steps; ++step) {
    value = value * 1664525u + 1013904223u;
  }
  return value;
}

__global__ void workLong(uint32_t steps, uint32_t* result) { *result = afterSteps(steps); }

__global__ void writeIndex(uint32_t* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

__global__ void squareEach(uint32_t* values) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  values[index] = values[index] * values[index];
}

// ---- host ------------------------------------------------------------------------------------------------------

void greetAndWait() {
  std::printf("\ngreeting: %u blocks of %u threads\n", greetingBlocks, greetingThreads);
  std::printf("  host: before the launch\n");
  greet<<<greetingBlocks, greetingThreads>>>();
  CUDA_CHECK(cudaGetLastError());
  std::printf("  host: after the launch\n");
  std::fflush(stdout);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("  host: after the wait\n");
}

using Clock = std::chrono::steady_clock;

double microsecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// True when the thread computed what the host computes.
bool launchLongWork() {
  std::printf("\nlong work: 1 thread, %u steps\n", longSteps);
  uint32_t* deviceResult = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceResult, sizeof(uint32_t)));
  workLong<<<1, 1>>>(1, deviceResult);  // the first launch of a kernel also loads it; that is not what we look at
  CUDA_CHECK_LAUNCH();

  const Clock::time_point start = Clock::now();
  workLong<<<1, 1>>>(longSteps, deviceResult);
  const double launched = microsecondsSince(start);
  const cudaError_t state = cudaStreamQuery(nullptr);  // asks whether all work is done, and does not wait
  (void)cudaGetLastError();  // the answer "not ready" is kept as if it were an error (day 3); take it away
  CUDA_CHECK(cudaDeviceSynchronize());
  const double waited = microsecondsSince(start);

  uint32_t result = 0;
  CUDA_CHECK(cudaMemcpy(&result, deviceResult, sizeof(result), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(deviceResult));
  const bool right = result == afterSteps(longSteps);
  std::printf("  asked right after the launch: %s\n", cudaGetErrorString(state));
  std::printf("  asked again after the wait:   %s\n", cudaGetErrorString(cudaStreamQuery(nullptr)));
  std::printf("  result %u, %s\n", result, right ? "as the host computes it" : "WRONG");
  std::printf("  host clock: launch back after %.0f us, result after %.0f us\n", launched, waited);
  return right;
}

// True when every element is the square of its index.
bool launchTwoInOrder() {
  std::printf("\nin order: %u blocks of %u threads, twice\n", indexBlocks, indexThreads);
  uint32_t* deviceValues = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceValues, indexCount * sizeof(uint32_t)));
  writeIndex<<<indexBlocks, indexThreads>>>(deviceValues);
  CUDA_CHECK(cudaGetLastError());
  squareEach<<<indexBlocks, indexThreads>>>(deviceValues);  // starts when writeIndex has ended
  CUDA_CHECK(cudaGetLastError());
  std::vector<uint32_t> values(indexCount);
  // This copy waits for both kernels: it is a call that needs their result.
  CUDA_CHECK(cudaMemcpy(values.data(), deviceValues, indexCount * sizeof(uint32_t), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(deviceValues));

  size_t right = 0;
  for (size_t i = 0; i < indexCount; ++i) {
    right += values[i] == static_cast<uint32_t>(i * i) ? 1u : 0u;
  }
  std::printf("  %zu of %zu elements right; element %zu holds %u\n", right, indexCount, indexCount - 1,
              values[indexCount - 1]);
  return right == indexCount;
}

// ---- the fourth experiment: how a program may end --------------------------------------------------------------

// What a child does. Returns the exit status.
int endAs(const std::string& ending) {
  greet<<<greetingBlocks, greetingThreads>>>();
  CUDA_CHECK(cudaGetLastError());
  if (ending == "sleep") {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  } else if (ending == "wait") {
    CUDA_CHECK(cudaDeviceSynchronize());
  } else if (ending != "leave") {
    std::fprintf(stderr, "usage: first_launch [leave | sleep | wait]\n");
    return 2;
  }
  return 0;
}

// Runs this program with `ending` and counts what its threads got printed; -1 when it cannot be started here.
int linesOfChild(const std::string& program, const std::string& ending) {
  std::fflush(stdout);
  FILE* const child = popen(("'" + program + "' " + ending).c_str(), "r");
  if (child == nullptr) {
    return -1;
  }
  int lines = 0;
  char text[256];
  while (std::fgets(text, sizeof(text), child) != nullptr) {
    lines += std::string(text).find("device: block") != std::string::npos ? 1 : 0;
  }
  return pclose(child) == 0 ? lines : -1;
}

// True when the child that waits shows all of its lines, or cannot be started here.
bool compareEndings(const std::string& program) {
  constexpr int all = static_cast<int>(greetingBlocks * greetingThreads);
  std::printf("\nendings: lines that %d threads get printed\n", all);
  const int waiting = linesOfChild(program, "wait");
  if (waiting < 0) {
    std::printf("  skipped: this program cannot start itself here\n");
    return true;
  }
  std::printf("  launch, return from main:                    %d\n", linesOfChild(program, "leave"));
  std::printf("  launch, sleep 200 ms, return from main:      %d\n", linesOfChild(program, "sleep"));
  std::printf("  launch, synchronize, return from main:       %d\n", waiting);
  return waiting == all;
}

int main(int argc, char** argv) {
  if (argc == 2) {
    return endAs(argv[1]);
  }
  if (argc != 1) {
    std::fprintf(stderr, "usage: %s [leave | sleep | wait]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d, %d multiprocessors\n", card.name, card.major, card.minor,
              card.multiProcessorCount);

  greetAndWait();
  bool allRight = launchLongWork();
  allRight = launchTwoInOrder() && allRight;
  allRight = compareEndings(argv[0]) && allRight;
  std::printf("\n%s\n", allRight ? "everything was right" : "something was wrong");
  return allRight ? 0 : 1;
}
