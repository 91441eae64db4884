// Day 3: errors that wait.
//
// A kernel launch returns nothing, and most of CUDA goes on after a failure. Six experiments on where an error shows:
//
//   silence    a launch that cannot run, in a program that checks only its copy: no error, and no element written
//   at once    seven calls and launches that are refused: what the call says, what the next two checks say
//   misplaced  an allocation that nobody checked is reported by the launch after it, which was fine
//   question   asking whether the device is ready leaves an error too
//   macros     this program starts itself as a child that uses the two macros and fails
//   waiting    a kernel that writes through the null pointer of a failed allocation: where its error shows, and that
//              nothing works any more afterwards; the last experiment, since it takes the process's device away
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 errors.cu -o errors
// Run     ./errors                       all six
//         ./errors launch|kernel         the child of the fifth experiment, by itself; it ends with status 1
//
// The exit status is 0 when every error showed where it should, 1 when one did not, 2 when the arguments make no sense.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
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

constexpr unsigned legalThreads = 250;
constexpr unsigned illegalThreads = 1025;  // one more than a block may have
constexpr size_t count = 1000;
constexpr size_t impossibleBytes = size_t{1} << 50;  // 1 PiB
constexpr uint32_t unwritten = 0xFFFFFFFFu;

static_assert(count % legalThreads == 0, "the kernel has no guard; day 5 brings it");

// ---- kernels ---------------------------------------------------------------------------------------------------

__global__ void writeIndex(uint32_t* out) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  out[index] = index;
}

__global__ void nothing() {}

// ---- host ------------------------------------------------------------------------------------------------------

// CUDA 13 calls a grid or a block that cannot be an invalid value, as it does too much shared memory; CUDA 12 had a
// code of its own for it.
bool isRefusedLaunch(cudaError_t error) {
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

const char* textOf(cudaError_t error) { return cudaGetErrorString(error); }

// Elements that a kernel wrote. `copied` gets what the copy back to the host returned.
size_t countWritten(const uint32_t* deviceValues, cudaError_t& copied) {
  std::vector<uint32_t> values(count, unwritten);
  copied = cudaMemcpy(values.data(), deviceValues, count * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  size_t written = 0;
  for (const uint32_t value : values) {
    written += value != unwritten ? 1u : 0u;
  }
  return written;
}

// True when the refused launch wrote nothing and the copy after it succeeded all the same.
bool showSilence(uint32_t* deviceValues) {
  std::printf("\nsilence: the launch is not checked, the copy is\n");
  bool right = true;
  for (const unsigned threads : {legalThreads, illegalThreads}) {
    CUDA_CHECK(cudaMemset(deviceValues, 0xFF, count * sizeof(uint32_t)));
    writeIndex<<<static_cast<unsigned>(count / legalThreads), threads>>>(deviceValues);
    cudaError_t copied = cudaSuccess;
    const size_t written = countWritten(deviceValues, copied);
    std::printf("  blocks of %4u threads: copy %s, %zu of %zu elements written\n", threads, textOf(copied), written,
                count);
    right = right && copied == cudaSuccess && written == (threads == legalThreads ? count : 0);
  }
  return right && isRefusedLaunch(cudaGetLastError());
}

// One line of the second experiment: a launch, which returns nothing, or a call that returned `said`. True when the
// first check tells the same and later ones nothing.
bool showRefusal(const char* what, const cudaError_t* said = nullptr) {
  const cudaError_t first = cudaGetLastError();
  const cudaError_t second = cudaGetLastError();
  const cudaError_t waited = cudaDeviceSynchronize();
  std::printf("  %-38s %-30s %-30s %-10s %s\n", what, said == nullptr ? "(nothing)" : textOf(*said), textOf(first),
              textOf(second), textOf(waited));
  const bool told = said == nullptr ? isRefusedLaunch(first) : first == *said && first != cudaSuccess;
  return told && second == cudaSuccess && waited == cudaSuccess;
}

bool showRefusals() {
  std::printf("\nat once: %-31s %-30s %-30s %-10s %s\n", "", "the call returned", "cudaGetLastError", "and again",
              "synchronize");
  nothing<<<1, illegalThreads>>>();
  bool right = showRefusal("launch, 1,025 threads a block");
  nothing<<<0, 1>>>();
  right = showRefusal("launch, 0 blocks") && right;
  nothing<<<dim3(1, 65536), 1>>>();
  right = showRefusal("launch, 65,536 blocks in y") && right;
  nothing<<<1, 1, 48 * 1024 + 1>>>();
  right = showRefusal("launch, 49,153 B of shared memory") && right;

  void* pointer = nullptr;
  cudaError_t said = cudaMalloc(&pointer, impossibleBytes);
  right = showRefusal("cudaMalloc, 2^50 bytes", &said) && right;
  uint32_t onHost = 0;
  said = cudaMemcpy(nullptr, &onHost, sizeof(onHost), cudaMemcpyHostToDevice);
  right = showRefusal("cudaMemcpy to a null pointer", &said) && right;
  said = cudaSetDevice(1000000);
  return showRefusal("cudaSetDevice, no such device", &said) && right;
}

// True when the good launch's check reports the bad allocation.
bool showMisplaced() {
  std::printf("\nmisplaced: a failed cudaMalloc that nobody checks, then a good launch and its check\n");
  void* pointer = nullptr;
  cudaMalloc(&pointer, impossibleBytes);
  nothing<<<1, 1>>>();
  const cudaError_t peeked = cudaPeekAtLastError();
  const cudaError_t taken = cudaGetLastError();
  const cudaError_t after = cudaGetLastError();
  std::printf("  cudaPeekAtLastError: %s; cudaGetLastError: %s; once more: %s\n", textOf(peeked), textOf(taken),
              textOf(after));
  CUDA_CHECK(cudaDeviceSynchronize());
  return peeked == cudaErrorMemoryAllocation && taken == cudaErrorMemoryAllocation && after == cudaSuccess;
}

// Prints only: whether the kernel is still busy when it is asked is up to the device.
void showQuestion(uint32_t* deviceValues) {
  writeIndex<<<static_cast<unsigned>(count / legalThreads), legalThreads>>>(deviceValues);
  const cudaError_t answer = cudaStreamQuery(nullptr);
  const cudaError_t left = cudaGetLastError();
  std::printf("\nquestion: is all work done? %s; cudaGetLastError afterwards: %s\n", textOf(answer), textOf(left));
  CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- the fifth experiment: the macros --------------------------------------------------------------------------

// What the child does; it should not come back.
int failWithMacros(const std::string& where) {
  if (where != "launch" && where != "kernel") {
    std::fprintf(stderr, "usage: errors [launch | kernel]\n");
    return 2;
  }
  uint32_t* deviceValues = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceValues, count * sizeof(uint32_t)));
  if (where == "kernel") {
    writeIndex<<<1, legalThreads>>>(nullptr);
    CUDA_CHECK_LAUNCH();
  } else {
    writeIndex<<<1, illegalThreads>>>(deviceValues);
    CUDA_CHECK_LAUNCH();
  }
  std::printf("no error was seen\n");
  return 0;
}

// Runs this program with `where` and shows what it says. True when it ends with status 1, or cannot be started here.
bool showMacro(const std::string& program, const std::string& where) {
  std::fflush(stdout);
  FILE* const child = popen(("'" + program + "' " + where + " 2>&1").c_str(), "r");
  if (child == nullptr) {
    std::printf("  skipped: this program cannot start itself here\n");
    return true;
  }
  char text[512];
  while (std::fgets(text, sizeof(text), child) != nullptr) {
    std::printf("  %s", text);
  }
  const int status = pclose(child);
  std::printf("  (exit status %d)\n", status / 256);
  return status / 256 == 1;
}

// ---- the sixth experiment: an error that waits, and stays ------------------------------------------------------

// True when the fault shows at the synchronize and not before, and stays. `goodValues` is fine until then.
bool showWaiting(uint32_t* goodValues) {
  std::printf("\nwaiting: a kernel writes through the null pointer that a failed cudaMalloc left\n");
  uint32_t* missing = nullptr;
  cudaMalloc(&missing, impossibleBytes);
  (void)cudaGetLastError();  // so that the next check is about the launch alone
  writeIndex<<<1, legalThreads>>>(missing);
  const cudaError_t atLaunch = cudaGetLastError();
  const cudaError_t atWait = cudaDeviceSynchronize();
  std::printf("  %-44s %s\n", "cudaGetLastError after the launch", textOf(atLaunch));
  std::printf("  %-44s %s\n", "cudaDeviceSynchronize", textOf(atWait));

  std::printf("  from here on everything was asked for correctly:\n");
  (void)cudaGetLastError();
  void* pointer = nullptr;
  const cudaError_t allocated = cudaMalloc(&pointer, 1024);
  std::printf("  %-44s %s\n", "cudaMalloc, 1,024 bytes", textOf(allocated));
  std::vector<uint32_t> values(count);
  const cudaError_t copied = cudaMemcpy(values.data(), goodValues, count * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  std::printf("  %-44s %s\n", "cudaMemcpy of another buffer to the host", textOf(copied));
  nothing<<<1, 1>>>();
  const cudaError_t launched = cudaGetLastError();
  std::printf("  %-44s %s\n", "cudaGetLastError after an empty kernel", textOf(launched));
  const cudaError_t again = cudaDeviceSynchronize();
  std::printf("  %-44s %s\n", "cudaDeviceSynchronize", textOf(again));
  return atLaunch == cudaSuccess && atWait == cudaErrorIllegalAddress && allocated == cudaErrorIllegalAddress &&
         copied == cudaErrorIllegalAddress && again == cudaErrorIllegalAddress;
}

int main(int argc, char** argv) {
  if (argc == 2) {
    return failWithMacros(argv[1]);
  }
  if (argc != 1) {
    std::fprintf(stderr, "usage: %s [launch | kernel]\n", argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // whole lines at once, so that stdout and stderr stay in order
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, compute capability %d.%d, %.1f GiB of memory\n", card.name, card.major, card.minor,
              static_cast<double>(card.totalGlobalMem) / (1024.0 * 1024.0 * 1024.0));
  uint32_t* deviceValues = nullptr;
  CUDA_CHECK(cudaMalloc(&deviceValues, count * sizeof(uint32_t)));

  bool allRight = showSilence(deviceValues);
  allRight = showRefusals() && allRight;
  allRight = showMisplaced() && allRight;
  showQuestion(deviceValues);
  std::printf("\nmacros: what a program with CUDA_CHECK and CUDA_CHECK_LAUNCH says\n");
  allRight = showMacro(argv[0], "launch") && allRight;
  allRight = showMacro(argv[0], "kernel") && allRight;
  allRight = showWaiting(deviceValues) && allRight;
  std::printf("\n%s\n", allRight ? "every error showed where it should" : "an error showed elsewhere");
  return allRight ? 0 : 1;
}
