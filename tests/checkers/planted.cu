// Kernels with one fault each. `planted NAME` runs the fault called NAME, `planted` prints the names.
//
// On the simulator the findings go to stdout as JSON; on a card the program is for compute-sanitizer. Lines marked
// @NAME are those that the checkers must name for that fault (planted.yaml has what they must say).
#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr int n = 1000;

template <class T>
T* device(size_t count, bool written = true) {
  T* pointer = nullptr;
  cudaMalloc(&pointer, count * sizeof(T));
  if (written) cudaMemset(pointer, 0, count * sizeof(T));
  return pointer;
}

// ---- memcheck ------------------------------------------------------------------------------------------------------

__global__ void writeAll(int* a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // @no-guard @after-free @host-pointer @null-pointer
}
__global__ void readNext(const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i + 1];  // @read-past-end
}
__global__ void swappedIndices(const int* in, int* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < cols && col < rows) out[row * cols + col] = in[row * cols + col];  // @swapped-axes
}
__global__ void vectorRows(const float* in, float* out, int cols) {
  const float4* row = reinterpret_cast<const float4*>(in + threadIdx.x * cols);
  const float4 first = *row;  // @misaligned-vector
  out[threadIdx.x] = first.x + first.y + first.z + first.w;
}
__global__ void sharedPastEnd(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x + 1] = threadIdx.x;  // @shared-past-end
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x + 1];
}
__global__ void dynamicShared(int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;  // @dynamic-shared-too-small
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x];
}
__global__ void stackArray(int* out, int index) {
  int local[8];
  for (int i = 0; i < 8; ++i) local[i] = i * index;
  out[threadIdx.x] = local[index + threadIdx.x];  // @stack-array-past-end
}
__constant__ int table[4];
__global__ void writeThrough(int* a) {
  a[threadIdx.x] = 7;  // @write-constant
}
__global__ void wrappedIndex(char* a, int side) {
  const int i = side * side + static_cast<int>(threadIdx.x);  // wraps past 2^31
  a[i] = 1;                                                   // @wrapped-index
}

// ---- racecheck -----------------------------------------------------------------------------------------------------

__global__ void neighbourNoBarrier(int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x;             // @shared-no-barrier
  out[threadIdx.x] = tile[255 - threadIdx.x];  // @shared-no-barrier
}
__global__ void scanStep(int* out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (threadIdx.x >= d) s[threadIdx.x] += s[threadIdx.x - d];  // @scan-in-place
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void loopNoSecondBarrier(const int* in, int* out) {
  __shared__ int tile[128];
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[threadIdx.x] = in[k * 128 + threadIdx.x];  // @loop-no-second-barrier
    __syncthreads();
    for (int j = 0; j < 128; j += 37) sum += tile[(threadIdx.x + j) % 128];  // @loop-no-second-barrier
  }
  out[threadIdx.x] = sum;
}
__global__ void tileReused(const int* in, int* out) {
  __shared__ int buffer[128];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int j = 0; j < 128; ++j) sum += buffer[j];  // @tile-reused-for-result
  buffer[threadIdx.x] = sum + threadIdx.x;         // @tile-reused-for-result
  __syncthreads();
  out[threadIdx.x] = buffer[127 - threadIdx.x];
}
__global__ void warpNoSync(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;           // @warp-no-syncwarp
  out[threadIdx.x] = s[threadIdx.x ^ 1];  // @warp-no-syncwarp
}
__global__ void warpVolatile(int* out) {
  __shared__ int s[64];
  volatile int* v = s;
  v[threadIdx.x] = threadIdx.x;
  v[threadIdx.x + 32] = threadIdx.x;
  __syncwarp();
  v[threadIdx.x] += v[threadIdx.x + 16];  // @warp-volatile-reduction
  v[threadIdx.x] += v[threadIdx.x + 8];   // @warp-volatile-reduction
  __syncwarp();
  out[threadIdx.x] = v[threadIdx.x];
}
__global__ void oneCellShared(int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  total += threadIdx.x;  // @shared-update-no-atomic
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}
__global__ void byteFlags(unsigned char* out) {
  __shared__ unsigned char flags[64];
  flags[threadIdx.x] = 1;                                          // @byte-array
  if (threadIdx.x < 32) flags[threadIdx.x * 2] = 2 + threadIdx.x;  // @byte-array
  __syncthreads();
  out[threadIdx.x] = flags[threadIdx.x];
}
__global__ void oneStoreManyValues(int* out) {
  __shared__ int s;
  s = threadIdx.x;  // @one-store-many-values
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void globalUpdate(int* total, int v) {
  total[0] += v + static_cast<int>(threadIdx.x);  // @global-update-no-atomic
}
__global__ void stencilInPlace(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) a[i] = a[i - 1] + a[i + 1];  // @stencil-in-place
}
__global__ void nextBlocksCell(int* a, int* b) {
  if (threadIdx.x != 0) return;
  a[blockIdx.x] = blockIdx.x + 1;                   // @between-blocks
  b[blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x];  // @between-blocks
}
__global__ void atomicAndPlain(int* a, int* out) {
  if (threadIdx.x == 0) atomicAdd(a, 1);       // @atomic-and-plain
  if (threadIdx.x == 0) out[blockIdx.x] = *a;  // @atomic-and-plain
}
__global__ void ticketNoFence(int* parts, unsigned* ticket, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x + 1;  // @ticket-no-fence
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < static_cast<int>(gridDim.x); ++k) sum += parts[k];  // @ticket-no-fence
    *out = sum;
  }
}
__global__ void flagNoFence(int* data, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;  // @flag-no-fence
    *static_cast<volatile int*>(flag) = 1;
  } else {
    while (*static_cast<volatile int*>(flag) == 0) {
    }
    *out = *data;  // @flag-no-fence
  }
}
__global__ void blockScopeAtomic(int* a) {
  if (threadIdx.x == 0) atomicAdd_block(a, 1);  // @block-scope-atomic
}
__global__ void unlockNoFence(int* lock, int* data) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *data += 1;  // @lock-no-fence
  atomicExch(lock, 0);
}
__global__ void globalInBlock(int* a, int* out) {
  a[threadIdx.x] = threadIdx.x;                        // @global-in-block
  out[threadIdx.x] = a[blockDim.x - 1 - threadIdx.x];  // @global-in-block
}
__global__ void namedBarrierHalf(int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;  // @barrier-of-other-warps
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[threadIdx.x] = s[(threadIdx.x + 64) % 128];  // @barrier-of-other-warps
}
__global__ void sameValue(int* flag) {
  *flag = 1;  // @same-value
}

// ---- initcheck -----------------------------------------------------------------------------------------------------

__global__ void sharedAssumedZero(int* out, int count) {
  __shared__ int s[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (i < count) s[threadIdx.x] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < 32; ++k) sum += s[k];  // @shared-assumed-zero
    out[blockIdx.x] = sum;
  }
}
__global__ void addInto(const int* in, int* out) {
  out[threadIdx.x] += in[threadIdx.x];  // @output-not-cleared @memset-too-short
}
__global__ void localUnwritten(int* out, int index) {
  int local[16];
  for (int i = 0; i < 8; ++i) local[i * (index > 0 ? 1 : 2)] = i;
  out[threadIdx.x] = local[index + threadIdx.x % 8];  // @stack-array-unwritten
}
__global__ void firstBlocks(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

// ---- synccheck -----------------------------------------------------------------------------------------------------

__global__ void barrierInBranch(int* out) {
  if (threadIdx.x < 48) __syncthreads();  // @barrier-in-branch
  out[threadIdx.x] = 1;
}
__global__ void warpsSkipBarrier(int* out) {
  if (threadIdx.x < 136) {
    asm volatile("bar.sync 1, 384;" ::: "memory");  // @warps-never-arrive
  }
  out[threadIdx.x] = 1;
}
__global__ void returnBeforeBarrier(int* out, int count) {
  __shared__ int s[64];
  if (static_cast<int>(threadIdx.x) >= count) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();  // @left-early
  out[threadIdx.x] = s[count - 1 - threadIdx.x];
}
__global__ void twoBarriers(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads();  // @two-barriers-meet
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // @two-barriers-meet
  }
}
__global__ void barrierInLoop(int* out) {
  for (int i = 0; i < static_cast<int>(threadIdx.x / 32) + 1; ++i) __syncthreads();  // @barrier-in-loop
  out[threadIdx.x] = 1;
}
__global__ void shuffleFromIdle(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_sync(0xffff, v, threadIdx.x + 8);  // @shuffle-from-idle-lane
  out[threadIdx.x] = v;
}
__global__ void shuffleNotInMask(int* out) {
  const int v = __shfl_xor_sync(0x0000ffff, static_cast<int>(threadIdx.x), 1);  // @lane-not-in-mask
  out[threadIdx.x] = v;
}
__global__ void shuffleExited(int* out) {
  if (threadIdx.x >= 24) return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, static_cast<int>(threadIdx.x), 8);  // @mask-names-exited-lane
}
__global__ void syncwarpSubset(int* out) {
  if (threadIdx.x <= 16) __syncwarp(0xffff);  // @syncwarp-lane-not-in-mask
  out[threadIdx.x] = 1;
}
__global__ void ballotMissing(unsigned* out) {
  unsigned votes = 0;
  if (threadIdx.x < 20) votes = __ballot_sync(0xffffffff, threadIdx.x % 3);  // @ballot-lanes-missing
  __syncwarp();
  out[threadIdx.x] = votes;
}

struct Fault {
  const char* name;
  void (*run)();
};

const Fault faults[] = {
    {"no-guard", [] { writeAll<<<4, 256>>>(device<int>(n)); }},
    {"read-past-end", [] { readNext<<<4, 256>>>(device<int>(n), device<int>(n)); }},
    {"swapped-axes",
     [] { swappedIndices<<<dim3(2, 2), dim3(32, 32)>>>(device<int>(33 * 60), device<int>(33 * 60), 33, 60); }},
    {"after-free",
     [] {
       int* a = device<int>(1024);
       writeAll<<<4, 256>>>(a);
       cudaFree(a);
       writeAll<<<4, 256>>>(a);
     }},
    {"host-pointer",
     [] {
       static std::vector<int> host(1024);
       writeAll<<<4, 256>>>(host.data());
     }},
    {"null-pointer", [] { writeAll<<<4, 256>>>(nullptr); }},
    {"misaligned-vector", [] { vectorRows<<<1, 32>>>(device<float>(32 * 611), device<float>(32), 611); }},
    {"shared-past-end", [] { sharedPastEnd<<<1, 64>>>(device<int>(64)); }},
    {"dynamic-shared-too-small", [] { dynamicShared<<<1, 64, 32 * sizeof(int)>>>(device<int>(64)); }},
    {"stack-array-past-end", [] { stackArray<<<1, 32>>>(device<int>(32), 1); }},
    {"write-constant",
     [] {
       void* address = nullptr;
       cudaGetSymbolAddress(&address, table);
       writeThrough<<<1, 4>>>(static_cast<int*>(address));
     }},
    {"wrapped-index", [] { wrappedIndex<<<1, 32>>>(device<char>(size_t{2200} << 20, false), 46400); }},
    {"shared-no-barrier", [] { neighbourNoBarrier<<<1, 256>>>(device<int>(256)); }},
    {"scan-in-place", [] { scanStep<<<1, 256>>>(device<int>(256)); }},
    {"loop-no-second-barrier", [] { loopNoSecondBarrier<<<1, 128>>>(device<int>(512), device<int>(128)); }},
    {"tile-reused-for-result", [] { tileReused<<<1, 128>>>(device<int>(128), device<int>(128)); }},
    {"warp-no-syncwarp", [] { warpNoSync<<<1, 32>>>(device<int>(32)); }},
    {"warp-volatile-reduction", [] { warpVolatile<<<1, 32>>>(device<int>(32)); }},
    {"shared-update-no-atomic", [] { oneCellShared<<<1, 64>>>(device<int>(1)); }},
    {"byte-array", [] { byteFlags<<<1, 64>>>(device<unsigned char>(64)); }},
    {"one-store-many-values", [] { oneStoreManyValues<<<1, 32>>>(device<int>(32)); }},
    {"global-update-no-atomic", [] { globalUpdate<<<4, 256>>>(device<int>(1), 1); }},
    {"stencil-in-place", [] { stencilInPlace<<<4, 256>>>(device<int>(n)); }},
    {"between-blocks", [] { nextBlocksCell<<<8, 32>>>(device<int>(8), device<int>(8)); }},
    {"atomic-and-plain", [] { atomicAndPlain<<<8, 32>>>(device<int>(1), device<int>(8)); }},
    {"ticket-no-fence", [] { ticketNoFence<<<8, 32>>>(device<int>(8), device<unsigned>(1), device<int>(1)); }},
    {"flag-no-fence", [] { flagNoFence<<<2, 1>>>(device<int>(1), device<int>(1), device<int>(1)); }},
    {"block-scope-atomic", [] { blockScopeAtomic<<<8, 32>>>(device<int>(1)); }},
    {"lock-no-fence", [] { unlockNoFence<<<8, 32>>>(device<int>(1), device<int>(1)); }},
    {"global-in-block", [] { globalInBlock<<<1, 128>>>(device<int>(128), device<int>(128)); }},
    {"barrier-of-other-warps", [] { namedBarrierHalf<<<1, 128>>>(device<int>(128)); }},
    {"same-value", [] { sameValue<<<4, 64>>>(device<int>(1)); }},
    {"shared-assumed-zero", [] { sharedAssumedZero<<<2, 32>>>(device<int>(2), 39); }},
    {"output-not-cleared", [] { addInto<<<1, 64>>>(device<int>(64), device<int>(64, false)); }},
    {"memset-too-short",
     [] {
       int* out = device<int>(64, false);
       cudaMemset(out, 0, 63 * sizeof(int) + 2);
       addInto<<<1, 64>>>(device<int>(64), out);
     }},
    {"stack-array-unwritten", [] { localUnwritten<<<1, 32>>>(device<int>(32), 4); }},
    {"tail-not-written",
     [] {
       int* out = device<int>(500, false);
       firstBlocks<<<500 / 256, 256>>>(out);
       static std::vector<int> host(500);
       cudaMemcpy(host.data(), out, 500 * sizeof(int), cudaMemcpyDeviceToHost);
     }},
    {"barrier-in-branch", [] { barrierInBranch<<<1, 64>>>(device<int>(64)); }},
    {"warps-never-arrive", [] { warpsSkipBarrier<<<1, 384>>>(device<int>(384)); }},
    {"left-early", [] { returnBeforeBarrier<<<1, 64>>>(device<int>(64), 40); }},
    {"two-barriers-meet", [] { twoBarriers<<<1, 64>>>(device<int>(64)); }},
    {"barrier-in-loop", [] { barrierInLoop<<<1, 64>>>(device<int>(64)); }},
    {"shuffle-from-idle-lane", [] { shuffleFromIdle<<<1, 32>>>(device<int>(32)); }},
    {"lane-not-in-mask", [] { shuffleNotInMask<<<1, 32>>>(device<int>(32)); }},
    {"mask-names-exited-lane", [] { shuffleExited<<<1, 32>>>(device<int>(32)); }},
    {"syncwarp-lane-not-in-mask", [] { syncwarpSubset<<<1, 32>>>(device<int>(32)); }},
    {"ballot-lanes-missing", [] { ballotMissing<<<1, 32>>>(device<unsigned>(32)); }},
    {"free-twice",
     [] {
       int* a = device<int>(16);
       cudaFree(a);
       cudaFree(a);
     }},
    {"free-middle", [] { cudaFree(device<int>(16) + 4); }},
    {"copy-wrong-direction",
     [] {
       static int host[16];
       cudaMemcpy(host, device<int>(16), sizeof host, cudaMemcpyHostToDevice);
     }},
    {"grid-zero", [] { writeAll<<<dim3(1, 20 / 32), 32>>>(device<int>(32)); }},
    {"grid-y-limit", [] { writeAll<<<dim3(1, 65536), 32>>>(device<int>(32)); }},
    {"block-too-large", [] { writeAll<<<1, 2048>>>(device<int>(2048)); }},
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    for (const Fault& fault : faults) std::printf("%s\n", fault.name);
    return 0;
  }
  using Take = size_t (*)(char*, size_t);
  const auto take = [](const char* name) {
    const auto function = reinterpret_cast<Take>(dlsym(RTLD_DEFAULT, name));
    std::vector<char> text(1 << 20);
    if (function != nullptr) function(text.data(), text.size());
    return text;
  };
  for (const Fault& fault : faults) {
    if (std::strcmp(fault.name, arguments[1]) != 0) continue;
    take("gpusimTakeFindings");
    fault.run();
    const cudaError_t launched = cudaGetLastError(), ran = cudaDeviceSynchronize();
    std::printf("error: %s\n", cudaGetErrorName(launched != cudaSuccess ? launched : ran));
    std::printf("reason: %s\n", take("gpusimLastErrorMessage").data());
    std::printf("findings: %s\n", take("gpusimTakeFindings").data());
    return 0;
  }
  std::fprintf(stderr, "planted: there is no fault called %s\n", arguments[1]);
  return 1;
}
