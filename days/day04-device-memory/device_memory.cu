// Day 4: device memory.
//
// Four parts, each a question about memory that the device has and the host does not:
//
//   1. who owns a pointer     what cudaPointerGetAttributes says of three of them, and where allocations start
//   2. what a copy costs      SAXPY from host arrays with five copies and with three: bytes counted in each direction
//   3. what a wrong call says eight calls that must be refused or granted, each with the error it must give
//   4. what a leak looks like free memory before and after functions that return early, with and without an owner
//
// Build   nvcc -std=c++17 -O3 -arch=sm_75 device_memory.cu -o device_memory
// Run     ./device_memory             1,000,003 elements
//         ./device_memory 4099        a length of your choice
//
// The exit status is 0 when everything was right, 1 when anything was not, 2 when the argument makes no sense.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
constexpr float factor = 3.0f;
constexpr size_t mebibyte = 1024 * 1024;
constexpr size_t leakBytes = 3 * mebibyte;  // of one call in part 4
constexpr int leakCalls = 20;

static_assert(defaultLength % blockThreads != 0, "the last block must be a partial one");

// y[i] = a x[i] + y[i], one thread an element.
__global__ void saxpy(float a, const float* x, float* y, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

void launchSaxpy(float a, const float* x, float* y, size_t n) {
  const unsigned blocks = static_cast<unsigned>((n + blockThreads - 1) / blockThreads);
  saxpy<<<blocks, blockThreads>>>(a, x, y, n);
  CUDA_CHECK_LAUNCH();
}

// Owns `count` floats of device memory: allocated when it is made, freed when it goes out of scope.
class DeviceFloats {
 public:
  explicit DeviceFloats(size_t count) : count_(count) { CUDA_CHECK(cudaMalloc(&data_, count * sizeof(float))); }
  ~DeviceFloats() { cudaFree(data_); }
  DeviceFloats(const DeviceFloats&) = delete;  // a copied pointer would be freed twice
  DeviceFloats& operator=(const DeviceFloats&) = delete;

  float* data() const { return data_; }
  size_t bytes() const { return count_ * sizeof(float); }

 private:
  float* data_ = nullptr;
  size_t count_ = 0;
};

// Copies that count themselves.
struct Traffic {
  size_t toDevice = 0;
  size_t toHost = 0;
  int calls = 0;

  void upload(float* device, const float* host, size_t bytes) {
    CUDA_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    toDevice += bytes;
    ++calls;
  }
  void download(float* host, const float* device, size_t bytes) {
    CUDA_CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
    toHost += bytes;
    ++calls;
  }
};

size_t freeBytes() {
  size_t free = 0;
  size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

// ---- 1. who owns a pointer -------------------------------------------------------------------------------------

const char* ownerOf(const void* pointer) {
  cudaPointerAttributes attributes{};
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, pointer));
  switch (attributes.type) {
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeHost:
      return "host, known to CUDA";
    case cudaMemoryTypeManaged:
      return "both";
    default:
      return "host, unknown to CUDA";
  }
}

bool showOwners() {
  std::printf("1. who owns a pointer\n");
  std::vector<float> host(64);
  DeviceFloats device(64);
  std::printf("%-34s %s\n", "std::vector<float>::data()", ownerOf(host.data()));
  std::printf("%-34s %s\n", "from cudaMalloc", ownerOf(device.data()));
  std::printf("%-34s %s\n", "from cudaMalloc, 16 floats further", ownerOf(device.data() + 16));

  constexpr size_t sizes[] = {1, 255, 256, 257, 1000003};
  bool aligned = true;
  void* allocations[std::size(sizes)] = {};
  for (size_t i = 0; i < std::size(sizes); ++i) {
    CUDA_CHECK(cudaMalloc(&allocations[i], sizes[i]));
    aligned = aligned && reinterpret_cast<std::uintptr_t>(allocations[i]) % 256 == 0;
  }
  for (void* allocation : allocations) {
    CUDA_CHECK(cudaFree(allocation));
  }
  std::printf("allocations of 1, 255, 256, 257 and 1000003 bytes: %s\n",
              aligned ? "each starts at a multiple of 256 bytes" : "one does not start at a multiple of 256 bytes");
  return aligned;
}

// ---- 2. what a copy costs --------------------------------------------------------------------------------------

// As a first version tends to be: it uploads an output that is about to be overwritten, and brings back an input.
void saxpyFiveCopies(const float* x, float* y, float a, size_t n, Traffic& traffic) {
  const size_t bytes = n * sizeof(float);
  DeviceFloats xDevice(n);
  DeviceFloats yDevice(n);
  DeviceFloats outDevice(n);
  std::vector<float> xBack(n);
  traffic.upload(xDevice.data(), x, bytes);
  traffic.upload(yDevice.data(), y, bytes);
  traffic.upload(outDevice.data(), y, bytes);
  launchSaxpy(a, xDevice.data(), outDevice.data(), n);
  traffic.download(xBack.data(), xDevice.data(), bytes);
  traffic.download(y, outDevice.data(), bytes);
}

// Each array crosses once in each direction in which somebody reads it on the other side.
void saxpyThreeCopies(const float* x, float* y, float a, size_t n, Traffic& traffic) {
  DeviceFloats xDevice(n);
  DeviceFloats yDevice(n);
  traffic.upload(xDevice.data(), x, xDevice.bytes());
  traffic.upload(yDevice.data(), y, yDevice.bytes());
  launchSaxpy(a, xDevice.data(), yDevice.data(), n);
  traffic.download(y, yDevice.data(), yDevice.bytes());
}

using HostSaxpy = void (*)(const float*, float*, float, size_t, Traffic&);

bool showTraffic(const char* name, HostSaxpy run, size_t n) {
  std::vector<float> x(n);
  std::vector<float> y(n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 1009);
    y[i] = static_cast<float>(i % 997);
  }
  Traffic traffic;
  run(x.data(), y.data(), factor, n, traffic);
  size_t wrong = 0;
  for (size_t i = 0; i < n; ++i) {
    const float expected = factor * static_cast<float>(i % 1009) + static_cast<float>(i % 997);
    wrong += y[i] == expected ? 0 : 1;
  }
  std::printf("%-14s %6d %14zu %14zu %14zu %8zu\n", name, traffic.calls, traffic.toDevice, traffic.toHost,
              traffic.toDevice + traffic.toHost, wrong);
  return wrong == 0;
}

bool showCopies(size_t n) {
  std::printf("\n2. what a copy costs: SAXPY of %zu floats that start and end on the host\n", n);
  std::printf("%-14s %6s %14s %14s %14s %8s\n", "version", "copies", "B to device", "B to host", "B in all", "wrong");
  const bool five = showTraffic("five copies", saxpyFiveCopies, n);
  const bool three = showTraffic("three copies", saxpyThreeCopies, n);
  return five && three;
}

// ---- 3. what a wrong call says ---------------------------------------------------------------------------------

bool expectError(const char* call, cudaError_t got, cudaError_t expected) {
  cudaGetLastError();  // a refused call leaves its error behind; the next check shall not find it
  std::printf("%-52s %s%s\n", call, cudaGetErrorString(got), got == expected ? "" : "   <- not what was expected");
  return got == expected;
}

bool showRefusals() {
  std::printf("\n3. what a wrong call says\n");
  float host[4] = {};
  float* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, sizeof(host)));
  bool right = true;
  right &= expectError("cudaMemcpy(device, host, 16, HostToDevice)",
                       cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice), cudaSuccess);
  right &= expectError("cudaMemcpy(host, device, 16, HostToDevice)",
                       cudaMemcpy(host, device, sizeof(host), cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  right &= expectError("cudaMemcpy(host, device, 16, Default)",
                       cudaMemcpy(host, device, sizeof(host), cudaMemcpyDefault), cudaSuccess);
  right &= expectError("cudaFree(device + 1)", cudaFree(device + 1), cudaErrorInvalidValue);
  right &= expectError("cudaFree(host)", cudaFree(host), cudaErrorInvalidValue);
  right &= expectError("cudaFree(device)", cudaFree(device), cudaSuccess);
  right &= expectError("cudaFree(device), again", cudaFree(device), cudaErrorInvalidValue);
  right &= expectError("cudaFree(nullptr)", cudaFree(nullptr), cudaSuccess);

  void* none = nullptr;
  right &= expectError("cudaMalloc(&none, 0)", cudaMalloc(&none, 0), cudaSuccess);
  std::printf("%-52s %s\n", "  the pointer", none == nullptr ? "null" : "not null");
  size_t free = 0;
  size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  right &= expectError("cudaMalloc(&none, all memory of the card + 1 MiB)", cudaMalloc(&none, total + mebibyte),
                       cudaErrorMemoryAllocation);
  return right && none == nullptr;
}

// ---- 4. what a leak looks like ---------------------------------------------------------------------------------

// Returns before it frees when there is nothing to do, as an error path would.
bool leakyStep(size_t n) {
  void* scratch = nullptr;
  CUDA_CHECK(cudaMalloc(&scratch, leakBytes));
  if (n == 0) {
    return false;
  }
  CUDA_CHECK(cudaFree(scratch));
  return true;
}

// The same with an owner: every way out of the function frees.
bool ownedStep(size_t n) {
  DeviceFloats scratch(leakBytes / sizeof(float));
  return n != 0;
}

// Free memory that `calls` calls took and did not give back.
size_t lostBytes(bool (*step)(size_t), int calls, size_t n) {
  const size_t before = freeBytes();
  for (int i = 0; i < calls; ++i) {
    step(n);
  }
  const size_t after = freeBytes();
  return before > after ? before - after : 0;
}

// What `count` allocations of `bytes` each take from the memory that is free, while they live.
size_t takenBy(int count, size_t bytes) {
  std::vector<void*> allocations(static_cast<size_t>(count));
  const size_t before = freeBytes();
  for (void*& allocation : allocations) {
    CUDA_CHECK(cudaMalloc(&allocation, bytes));
  }
  const size_t after = freeBytes();
  for (void* allocation : allocations) {
    CUDA_CHECK(cudaFree(allocation));
  }
  return before > after ? before - after : 0;
}

double inMebibytes(size_t bytes) { return static_cast<double>(bytes) / static_cast<double>(mebibyte); }

bool showLeak() {
  std::printf("\n4. what a leak looks like: %d calls that allocate %.0f MiB each\n", leakCalls, inMebibytes(leakBytes));
  const size_t normal = lostBytes(leakyStep, leakCalls, 1);
  const size_t leaked = lostBytes(leakyStep, leakCalls, 0);
  const size_t owned = lostBytes(ownedStep, leakCalls, 0);
  std::printf("%-42s %6.0f MiB lost\n", "cudaFree at the end, the end reached", inMebibytes(normal));
  std::printf("%-42s %6.0f MiB lost\n", "cudaFree at the end, an early return", inMebibytes(leaked));
  std::printf("%-42s %6.0f MiB lost\n", "an owner, the same early return", inMebibytes(owned));

  struct Sample {
    int count;
    size_t bytes;
  };
  std::printf("what free memory falls by, of so many allocations of so many bytes\n");
  for (const Sample& sample : {Sample{1, 1}, Sample{1000, 1000}, Sample{1, leakBytes}, Sample{20, leakBytes}}) {
    const size_t taken = takenBy(sample.count, sample.bytes);
    std::printf("%6d x %8zu B asked for %10zu B, taken %10zu B\n", sample.count, sample.bytes,
                static_cast<size_t>(sample.count) * sample.bytes, taken);
  }
  // Less than one call's worth may come and go with the driver; twenty calls' worth may not.
  return normal < leakBytes && owned < leakBytes && leaked >= leakBytes * leakCalls;
}

bool parseLength(const char* text, size_t& length) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  length = static_cast<size_t>(value);
  return *text >= '1' && *text <= '9' && *end == '\0' && value <= std::numeric_limits<int32_t>::max();
}

int main(int argc, char** argv) {
  size_t length = defaultLength;
  if (argc > 2 || (argc == 2 && !parseLength(argv[1], length))) {
    std::fprintf(stderr, "usage: %s [LENGTH]\n", argv[0]);
    return 2;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, %.1f GiB of device memory\n\n", card.name,
              static_cast<double>(card.totalGlobalMem) / static_cast<double>(1024 * mebibyte));

  bool right = showOwners();
  right = showCopies(length) && right;
  right = showRefusals() && right;
  right = showLeak() && right;
  std::printf("\n%s\n", right ? "everything was right" : "something was wrong");
  return right ? 0 : 1;
}
