// How fast the simulator runs: seconds and thread-instructions per second of eight kernels with counters off, with
// counters, and with all checks, each as a multiple of a single-threaded C++ loop that does the same work (native.h).
//
// All four are timed in turn in one run, best of three, because machines are shared and noisy. `make bench` builds it
// with nvcc --cudart shared and runs it with one host thread and with all. A thread-instruction is a PTX instruction of
// one active thread, as the simulator counts it.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#define main countersMain
#include "../counters/kernels.cu"
#undef main
#include "native.h"

/// Hillis and Steele's inclusive scan of each 256 elements.
__global__ void scanBlocks(const float* in, float* out, size_t n) {
  __shared__ float sums[256];
  const size_t i = blockIdx.x * size_t{256} + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0.0F;
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    const float left = threadIdx.x >= step ? sums[threadIdx.x - step] : 0.0F;
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }
  if (i < n) out[i] = sums[threadIdx.x];
}

__global__ void polynomial(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * size_t{256} + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float y = x;
  for (int k = 0; k < 256; ++k) y = y * x + 0.5F;
  out[i] = y;
}

/// What the simulator offers beyond the runtime API (src/cudart/gpusim.h); absent on a card.
struct Simulator {
  void (*setChecks)(unsigned);
  void (*setCounters)(int);
  size_t (*takeLaunches)(char*, size_t);

  Simulator() {
    find(setChecks, "gpusimSetChecks"), find(setCounters, "gpusimSetCounters"),
        find(takeLaunches, "gpusimTakeLaunches");
  }
  template <typename F>
  static void find(F& f, const char* name) {
    f = reinterpret_cast<F>(dlsym(RTLD_DEFAULT, name));
    if (f != nullptr) return;
    std::fprintf(stderr, "bench: %s is not in the libcudart that was loaded: this is a benchmark of the simulator\n",
                 name);
    std::exit(1);
  }
  /// Thread-instructions of the launches since the last call.
  double instructions() const {
    std::vector<char> text(takeLaunches(nullptr, 0) + 1);
    takeLaunches(text.data(), text.size());
    double total = 0;
    const char* const key = "\"thread_instructions\":";
    for (const char* at = text.data(); (at = std::strstr(at, key)) != nullptr;)
      total += std::strtod(at += std::strlen(key), nullptr);
    return total;
  }
};

template <typename F>
double seconds(F work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main() {
  const Simulator simulator;
  const size_t rows = 2003, cols = 3001, n = rows * cols;
  std::vector<float> values(n), hostOut(n);
  for (size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i % 1009) / 1009.0F;
  float *in, *out;
  CK(cudaMalloc(&in, n * 4));
  CK(cudaMalloc(&out, n * 4));
  CK(cudaMemcpy(in, values.data(), n * 4, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(out, values.data(), n * 4, cudaMemcpyHostToDevice));

  std::printf("  %-32s %9s %-25s %-25s %-25s\n", "", "native", "counters off", "counters", "all checks");
  const auto run = [&](const char* name, auto host, auto launch) {
    double best[4] = {1e30, 1e30, 1e30, 1e30}, instructions = 0;
    for (int repeat = 0; repeat < 3; ++repeat) {
      best[0] = std::min(best[0], seconds(host));
      for (int mode = 1; mode < 4; ++mode) {
        simulator.setCounters(mode >= 2);
        simulator.setChecks(mode == 3 ? 15 : 0);
        simulator.instructions();
        best[mode] = std::min(best[mode], seconds([&] {
                                launch();
                                CK(cudaGetLastError());
                                CK(cudaDeviceSynchronize());
                              }));
        if (mode == 2) instructions = simulator.instructions();
      }
    }
    std::printf("  %-32s %7.4f s", name, best[0]);
    for (int mode = 1; mode < 4; ++mode)
      std::printf(" %7.4f s %5.0f M/s %5.1fx", best[mode], instructions / best[mode] / 1e6, best[mode] / best[0]);
    std::printf("\n");
  };

  const float* const a = values.data();
  float* const o = hostOut.data();
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32), block(32, 8), threads(16, 16);
  const unsigned blocks = static_cast<unsigned>((n + 255) / 256);
  run(
      "copy 2003x3001", [&] { native::copy(a, o, rows, cols); },
      [&] { copyRow<<<grid, block>>>(in, out, rows, cols); });
  run(
      "naive transpose 2003x3001", [&] { native::transpose(a, o, rows, cols); },
      [&] { transNaive<<<grid, block>>>(in, out, rows, cols); });
  run(
      "padded transpose 2003x3001", [&] { native::transpose(a, o, rows, cols); },
      [&] { transTiled<1><<<grid, block>>>(in, out, rows, cols); });
  run(
      "naive matmul 512", [&] { native::matmul(a, a + 512 * 512, o, 512); },
      [&] { mmNaive<16><<<dim3(32, 32), threads>>>(in, in + 512 * 512, out, 512); });
  run(
      "tiled matmul 512, 16x16", [&] { native::matmul(a, a + 512 * 512, o, 512); },
      [&] { mmTiled<16><<<dim3(32, 32), threads>>>(in, in + 512 * 512, out, 512); });
  run(
      "reduction of 6.0 M floats", [&] { native::reduce(a, o, n); }, [&] { reduceV<2><<<blocks, 256>>>(in, out, n); });
  run(
      "scan of 6.0 M floats", [&] { native::scan(a, o, n); }, [&] { scanBlocks<<<blocks, 256>>>(in, out, n); });
  run(
      "polynomial, 256 x 0.5 M", [&] { native::polynomial(a, o, n / 12); },
      [&] { polynomial<<<(n / 12 + 255) / 256, 256>>>(in, out, n / 12); });
  volatile float kept = o[n / 24];  // so that the host's loops are not dropped
  (void)kept;
  return 0;
}
