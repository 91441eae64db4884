// What a card does where PTX leaves it open: which lanes run together after early returns and calls, how deep a stack
// goes, what a spent heap and a bad call give. Prints one line a probe; the same program runs on the simulator.
//
//   nvcc -std=c++17 -arch=native card_probe.cu -o card_probe && for k in $(seq 0 11); do ./card_probe $k; done
#include <cstdio>
#include <cstdlib>

__device__ unsigned masks[6][32];
__device__ int sink[64];

// 0: a return that stores first, inside one branch of another.
__global__ void nestedReturn(int a, int b) {
  const int lane = threadIdx.x;
  if ((lane & 1) == a) {
    if (lane < b) {
      sink[lane] = 1;
      return;
    }
    sink[lane] = 2;
  }
  masks[0][lane] = __activemask();
  sink[lane + 32] = lane;
}

// 1: the same in a loop, and what follows the loop.
__global__ void loopReturn(int rounds) {
  const int lane = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    if (lane & 1) {
      if (lane / 8 == i) {
        sink[lane] = i;
        return;
      }
      sink[lane] += 1;
    }
    masks[i][lane] = __activemask();
    if ((lane & 3) < i) break;
  }
  masks[5][lane] = __activemask();
  for (int i = 0; i < lane; ++i) sink[lane] += i;
}

// 2: a search that returns from inside its loop, then what the others do.
__global__ void search(const int* data, int n) {
  const int lane = threadIdx.x;
  for (int i = 0; i < n; ++i)
    if (data[i] == lane) {
      masks[0][lane] = __activemask();
      sink[lane] = i;
      return;
    }
  masks[1][lane] = __activemask();
  sink[lane] = -1;
}

// 3: two returns of a function that is not inlined.
__device__ __noinline__ int two(int x) {
  if (x < 10) {
    sink[x] = x;
    return x + 2;
  }
  for (int i = 0; i < x % 5; ++i) sink[x] += i;
  return x * 2;
}
__global__ void callReturn() {
  const int lane = threadIdx.x;
  sink[lane + 32] = two(lane);
  masks[0][lane] = __activemask();
}

// 4: a call through a table.
using Function = int (*)(int);
__device__ __noinline__ int plus(int x) { return x + sink[x]; }
__device__ __noinline__ int times(int x) { return x * sink[x]; }
__device__ Function table[2] = {plus, times};
__global__ void callTable() {
  const int lane = threadIdx.x;
  sink[lane + 32] = table[lane & 1](lane);
  masks[0][lane] = __activemask();
}

// 5: how deep a recursion goes before the stack ends.
__device__ __noinline__ int down(int depth, int* reached) {
  *reached = depth;
  const int below = depth == 0x7fffffff ? 0 : down(depth + 1, reached);
  return below + *reached;
}
__global__ void recurse(int* reached) { sink[0] = down(1, reached); }

// 6: the same with a limit that suffices. 7: malloc until it gives null. 8: a call through a host address. 9: trap.
// 10: a call through null. 11: through the address of data.
__device__ __noinline__ int sum(int n) { return n == 0 ? sink[0] : n + sum(n - 1); }
__global__ void recurseTo(int n) { sink[0] = sum(n); }
__global__ void exhaust(int* count) {
  while (malloc(1 << 20) != nullptr) ++*count;
}
__global__ void callHost(Function f) { sink[0] = f(1); }
__global__ void trapped() { __trap(); }

static void show(const char* what, int rows) {
  unsigned host[6][32];
  printf("%s: %s\n", what, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpyFromSymbol(host, masks, sizeof host);
  for (int r = 0; r < 6; ++r)
    if (r < rows || r == 5) {
      printf("  %d:", r);
      for (int i = 0; i < 32; ++i) printf(" %08x", host[r][i]);
      printf("\n");
    }
}

int main(int argc, char** argv) {
  const int probe = argc > 1 ? atoi(argv[1]) : 0;
  int* shared = nullptr;
  cudaMallocHost(&shared, 256);
  for (int i = 0; i < 64; ++i) shared[i] = i < 8 ? i * 5 : -1;
  if (probe == 0) nestedReturn<<<1, 32>>>(1, 16), show("nestedReturn", 1);
  if (probe == 1) loopReturn<<<1, 32>>>(5), show("loopReturn", 5);
  if (probe == 2) search<<<1, 32>>>(shared, 8), show("search", 2);
  if (probe == 3) callReturn<<<1, 32>>>(), show("callReturn", 1);
  if (probe == 4) callTable<<<1, 32>>>(), show("callTable", 1);
  if (probe == 5) {
    *shared = 0;
    recurse<<<1, 1>>>(shared);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("recurse: %s at depth %d\n", cudaGetErrorName(error), *shared);
  }
  if (probe == 6) {
    std::size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitStackSize);
    printf("default stack %zu\n", limit);
    for (int n : {8, 16, 24, 32, 64, 128, 256}) {
      recurseTo<<<1, 1>>>(n);
      const cudaError_t error = cudaDeviceSynchronize();
      printf("sum to %d: %s\n", n, cudaGetErrorName(error));
      if (error != cudaSuccess) break;
    }
  }
  if (probe == 7) {
    *shared = 0;
    exhaust<<<1, 1>>>(shared);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("exhaust: %s after %d of 1 MiB\n", cudaGetErrorName(error), *shared);
  }
  if (probe == 8) {
    callHost<<<1, 1>>>(reinterpret_cast<Function>(&main));
    printf("callHost: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  }
  if (probe == 9) {
    trapped<<<1, 1>>>();
    printf("trapped: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  }
  if (probe == 10 || probe == 11) {
    callHost<<<1, 1>>>(probe == 10 ? nullptr : reinterpret_cast<Function>(shared));
    printf("call of %s: %s\n", probe == 10 ? "null" : "data", cudaGetErrorName(cudaDeviceSynchronize()));
  }
  return 0;
}
