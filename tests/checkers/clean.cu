// Kernels that are right, in the ways that a checker is tempted to call wrong. `clean NAME` runs one, `clean` prints
// the names. Each checks its result; the checkers must find nothing but notes.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

namespace {

template <class T>
T* device(const std::vector<T>& values) {
  T* pointer = nullptr;
  cudaMalloc(&pointer, values.size() * sizeof(T));
  cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return pointer;
}
template <class T>
T* zeros(size_t count) {
  return device(std::vector<T>(count));
}
template <class T>
std::vector<T> host(const T* pointer, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), pointer, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

__global__ void lockedCounter(int* lock, int* data) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *data += 1;
  __threadfence();
  atomicExch(lock, 0);
}
bool spinLock() {
  int* data = zeros<int>(1);
  lockedCounter<<<40, 32>>>(zeros<int>(1), data);
  return host(data, 1)[0] == 40;
}

// Every lane of a warp takes the lock: needs progress of lanes on their own.
__global__ void lockedByAll(int* lock, volatile int* data) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *data = *data + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
bool lockPerLane() {
  int* data = zeros<int>(1);
  lockedByAll<<<2, 64>>>(zeros<int>(1), data);
  return host(data, 1)[0] == 128;
}

__global__ void lastBlockSums(const int* in, int* parts, unsigned* ticket, int* out) {
  __shared__ int s[256];
  __shared__ bool last;
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x; k += 256) sum += parts[k];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = s[0];
}
bool lastBlock() {
  const std::vector<int> in(300 * 256, 3);
  int* out = zeros<int>(1);
  lastBlockSums<<<300, 256>>>(device(in), zeros<int>(300), zeros<unsigned>(1), out);
  return host(out, 1)[0] == 300 * 256 * 3;
}

// All threads write and fence, a barrier, then one thread takes the ticket.
__global__ void allFenceOneTicket(int* parts, unsigned* ticket, int* out) {
  __shared__ bool last;
  parts[blockIdx.x * 64 + threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (unsigned k = threadIdx.x; k < gridDim.x * 64; k += 64) sum += parts[k];
  atomicAdd(out, sum);
}
bool fencedByAll() {
  int* out = zeros<int>(1);
  allFenceOneTicket<<<20, 64>>>(zeros<int>(20 * 64), zeros<unsigned>(1), out);
  return host(out, 1)[0] == 20 * 64;
}

// A scan with decoupled look-back: a block waits for the flag of the one before, reads its prefix, publishes its own.
__global__ void chainedScan(const int* in, int* out, int* prefix, int* flag, unsigned* order) {
  __shared__ int s[128];
  __shared__ int before, block;
  if (threadIdx.x == 0) block = static_cast<int>(atomicAdd(order, 1u));
  __syncthreads();
  const int i = block * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    const int add = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += add;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    int sum = 0;
    if (block > 0) {
      while (*static_cast<volatile int*>(flag + block - 1) == 0) {
      }
      __threadfence();
      sum = prefix[block - 1];
    }
    prefix[block] = sum + s[127];
    __threadfence();
    *static_cast<volatile int*>(flag + block) = 1;
    before = sum;
  }
  __syncthreads();
  out[i] = s[threadIdx.x] + before;
}
// The same with acquire and release instead of volatile and fences.
__global__ void chainedScanAcquire(const int* in, int* out, int* prefix, int* flag, unsigned* order) {
  __shared__ int before, block;
  if (threadIdx.x == 0) block = static_cast<int>(atomicAdd(order, 1u));
  __syncthreads();
  const int i = block * 32 + threadIdx.x;
  int v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    const int add = __shfl_up_sync(0xffffffff, v, d);
    if (threadIdx.x >= d) v += add;
  }
  const int total = __shfl_sync(0xffffffff, v, 31);
  if (threadIdx.x == 0) {
    int sum = 0, ready = 0;
    if (block > 0) {
      do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(ready) : "l"(flag + block - 1) : "memory");
      while (ready == 0);
      sum = prefix[block - 1];
    }
    prefix[block] = sum + total;
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag + block), "r"(1) : "memory");
    before = sum;
  }
  __syncthreads();
  out[i] = v + before;
}
template <class Kernel>
bool scan(Kernel kernel, int threads) {
  const int blocks = 50;
  std::vector<int> in(blocks * threads), expected(in.size());
  std::iota(in.begin(), in.end(), -100);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  int* out = zeros<int>(in.size());
  kernel<<<blocks, threads>>>(device(in), out, zeros<int>(blocks), zeros<int>(blocks), zeros<unsigned>(1));
  return host(out, in.size()) == expected;
}

__global__ void histogramOf(const unsigned char* in, int count, int* bins) {
  __shared__ int mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) atomicAdd(&mine[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
bool histogram() {
  std::vector<unsigned char> in(20000);
  std::vector<int> expected(256);
  for (size_t k = 0; k < in.size(); ++k) ++expected[in[k] = static_cast<unsigned char>(k * k % 251)];
  int* bins = zeros<int>(256);
  histogramOf<<<12, 256>>>(device(in), static_cast<int>(in.size()), bins);
  return host(bins, 256) == expected;
}

__global__ void warpTree(const int* in, int* out) {
  __shared__ int s[64];
  int* mine = s + (threadIdx.x / 32) * 32;
  const unsigned lane = threadIdx.x % 32;
  mine[lane] = in[threadIdx.x];
  __syncwarp();
  for (unsigned d = 16; d > 0; d /= 2) {
    const int other = mine[(lane + d) % 32];
    __syncwarp();
    if (lane < d) mine[lane] += other;
    __syncwarp();
  }
  out[threadIdx.x] = mine[0];
}
bool warpSynchronous() {
  int* out = zeros<int>(64);
  warpTree<<<1, 64>>>(device(std::vector<int>(64, 2)), out);
  return host(out, 64) == std::vector<int>(64, 64);
}

// Halves of one warp that synchronize among themselves.
__global__ void halfWarps(int* out) {
  __shared__ int s[32];
  const unsigned lane = threadIdx.x, half = lane / 16, mask = 0xffffu << (16 * half);
  if (half == 0) {
    s[lane] = lane;
    __syncwarp(mask);
    out[lane] = s[15 - lane];
  } else {
    s[lane] = 2 * lane;
    __syncwarp(mask);
    out[lane] = s[47 - lane];
  }
}
bool partialMasks() {
  int* out = zeros<int>(32);
  halfWarps<<<1, 32>>>(out);
  const auto got = host(out, 32);
  return got[0] == 15 && got[16] == 62 && got[31] == 32;
}

__global__ void doubleBuffer(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][128];
  int sum = 0;
  buffer[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) buffer[(k + 1) % 2][threadIdx.x] = in[(k + 1) * 128 + threadIdx.x];
    for (int j = 0; j < 128; j += 9) sum += buffer[k % 2][(threadIdx.x + j) % 128];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
bool twoBuffers() {
  int* out = zeros<int>(128);
  doubleBuffer<<<1, 128>>>(device(std::vector<int>(128 * 7, 1)), out, 7);
  return host(out, 128) == std::vector<int>(128, 15 * 7);
}

__global__ void ownCell(int* a) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  s[threadIdx.x] *= 3;
  a[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
  a[blockIdx.x * 256 + threadIdx.x] += 1;
}
bool ownCells() {
  int* a = zeros<int>(1024);
  ownCell<<<4, 256>>>(a);
  return host(a, 1024)[300] == 44 * 3 + 1;
}

__global__ void foundFlag(const int* in, int* found) {
  if (in[blockIdx.x * 64 + threadIdx.x] == 7) *found = 1;
}
bool sameValueWrites() {
  int* found = zeros<int>(1);
  foundFlag<<<4, 64>>>(device(std::vector<int>(256, 7)), found);
  return host(found, 1)[0] == 1;
}

// One warp fills, the other drains: two named barriers, of which each side waits at one only.
__global__ void producerConsumer(const int* in, int* out) {
  __shared__ int box[32];
  if (threadIdx.x < 32) {
    for (int k = 0; k < 5; ++k) {
      if (k > 0) asm volatile("bar.sync 2, 64;" ::: "memory");
      box[threadIdx.x] = in[k * 32 + threadIdx.x];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else {
    for (int k = 0; k < 5; ++k) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[k * 32 + threadIdx.x - 32] = box[63 - threadIdx.x];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
bool namedBarriers() {
  std::vector<int> in(160);
  std::iota(in.begin(), in.end(), 0);
  int* out = zeros<int>(160);
  producerConsumer<<<1, 64>>>(device(in), out);
  const auto got = host(out, 160);
  return got[0] == 31 && got[159] == 128;
}

__global__ void bytes(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char s[256];
  s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}
bool byteTiles() {
  std::vector<unsigned char> in(1024);
  std::iota(in.begin(), in.end(), static_cast<unsigned char>(0));
  unsigned char* out = zeros<unsigned char>(1024);
  bytes<<<4, 256>>>(device(in), out);
  return host(out, 1024)[0] == 255;
}

// Each thread owns a byte, four threads of several warps and blocks one word.
__global__ void bytePerThread(unsigned char* out, int stride) {
  const int i = blockIdx.x + stride * threadIdx.x;
  out[i] = static_cast<unsigned char>(i);
}
bool neighbouringBytes() {
  unsigned char* out = zeros<unsigned char>(4 * 64);
  bytePerThread<<<4, 64>>>(out, 4);
  return host(out, 256)[77] == 77;
}

// A flag in shared memory from one warp to another.
__global__ void warpFlag(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 5;
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    *out = data;
  }
}
bool sharedFlag() {
  int* out = zeros<int>(1);
  warpFlag<<<1, 64>>>(out);
  return host(out, 1)[0] == 5;
}

struct Control {
  const char* name;
  bool (*run)();
};
const Control controls[] = {
    {"spin-lock", spinLock},
    {"lock-per-lane", lockPerLane},
    {"last-block", lastBlock},
    {"fenced-by-all", fencedByAll},
    {"look-back-scan", [] { return scan(chainedScan, 128); }},
    {"look-back-scan-acquire", [] { return scan(chainedScanAcquire, 32); }},
    {"histogram", histogram},
    {"warp-synchronous", warpSynchronous},
    {"partial-masks", partialMasks},
    {"two-buffers", twoBuffers},
    {"own-cells", ownCells},
    {"same-value-writes", sameValueWrites},
    {"named-barriers", namedBarriers},
    {"byte-tiles", byteTiles},
    {"neighbouring-bytes", neighbouringBytes},
    {"shared-flag", sharedFlag},
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const Control& control : controls) std::printf("%s\n", control.name);
    return 0;
  }
  using Take = size_t (*)(char*, size_t);
  const auto take = reinterpret_cast<Take>(dlsym(RTLD_DEFAULT, "gpusimTakeFindings"));
  std::vector<char> text(1 << 20);
  for (const Control& control : controls) {
    if (std::strcmp(control.name, arguments[1]) != 0) continue;
    if (take != nullptr) take(text.data(), text.size());
    const bool right = control.run();
    const cudaError_t error = cudaDeviceSynchronize();
    if (take != nullptr) take(text.data(), text.size());
    std::printf("error: %s\nright: %s\nfindings: %s\n", cudaGetErrorName(error), right ? "true" : "false", text.data());
    return right ? 0 : 1;
  }
  std::fprintf(stderr, "clean: there is no control called %s\n", arguments[1]);
  return 1;
}
