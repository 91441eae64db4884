// The kernels of the course's solutions beside the best a card can do, in one run: `make bench` on a card.
//
//   copy, transpose, vector copy    the faster of a 16-byte copy and cudaMemcpy
//   reduction                       cub::DeviceReduce
//   matrix product                  cuBLAS, where the library is there
//
// A ratio is the median of the log ratios of 12 quads ceiling, kernel, kernel, ceiling with its interval
// (src/exercise/ratio.h). Buffers are larger than the L2 several times over.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../../src/exercise/ceiling.cuh"
#include "../../src/exercise/ratio.h"

#define main programMain
namespace day13 {
#include "../../days/day13-shared-memory/shared_memory.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day16 {
#include "../../days/day16-tiled-matmul/tiled_matmul.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day18 {
#include "../../days/day18-vector-loads/vector_loads.cu"
}
#undef main

namespace {

constexpr std::size_t rows = 8191, cols = 8209, count = rows * cols, side = 4096;

void check(int code, const char* what) {
  if (code == 0) return;
  std::fprintf(stderr, "%s: error %d\n", what, code);
  std::exit(1);
}

using Call = std::function<void()>;

double milliseconds(const Call& call) {
  static cudaEvent_t start = nullptr, stop = nullptr;
  if (start == nullptr) check(cudaEventCreate(&start), "event"), check(cudaEventCreate(&stop), "event");
  std::vector<double> times;
  for (int i = 0; i < 7; ++i) {
    cudaEventRecord(start);
    call();
    cudaEventRecord(stop);
    check(cudaEventSynchronize(stop), "launch");
    float time = 0;
    cudaEventElapsedTime(&time, start, stop);
    times.push_back(static_cast<double>(time));
  }
  return exercise::medianOf(times);
}

void compare(const char* name, const Call& kernel, const char* ceilingName, const Call& ceiling) {
  milliseconds(kernel);
  milliseconds(ceiling);
  std::vector<double> logs, times;
  for (int quad = 0; quad < 12; ++quad) {
    const double a1 = milliseconds(ceiling), b1 = milliseconds(kernel), b2 = milliseconds(kernel),
                 a2 = milliseconds(ceiling);
    logs.push_back(0.5 * std::log(b1 * b2 / (a1 * a2)));
    times.push_back(std::sqrt(b1 * b2));
  }
  const exercise::Ratio ratio = exercise::ratioOf(logs);
  std::printf("%-34s %9.4f ms  %6.3f times %-14s (%.3f to %.3f)%s\n", name, exercise::medianOf(times), ratio.value,
              ceilingName, ratio.interval[0], ratio.interval[1],
              ratio.value < 0.97 ? "  warning: faster than its ceiling" : "");
}

}  // namespace

int main() {
  cudaDeviceProp card{};
  check(cudaGetDeviceProperties(&card, 0), "device");
  std::printf("%s\n", card.name);
  float *in = nullptr, *in2 = nullptr, *out = nullptr;
  for (float** buffer : {&in, &in2, &out}) {
    check(cudaMalloc(buffer, (count + 64) * sizeof(float)), "memory");
    std::vector<float> values(count + 64);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1009) * 0.001f;
    check(cudaMemcpy(*buffer, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice), "copy");
  }
  const std::size_t bytes = count * sizeof(float) / 16 * 16;
  const Call wide = [&] { exercise::launchWideCopy(in, out, bytes); };
  const Call library = [&] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); };
  compare("16-byte copy", wide, "cudaMemcpy", library);
  const bool wideIsBest = milliseconds(wide) <= milliseconds(library);
  const char* const bestName = wideIsBest ? "16-byte copy" : "cudaMemcpy";
  const Call& best = wideIsBest ? wide : library;

  const dim3 grid((cols + 31) / 32, (rows + 31) / 32), block(32, 8);
  compare(
      "day 13, copy of tiles", [&] { day13::copyRows<<<grid, block>>>(in, out, rows, cols); }, bestName, best);
  compare(
      "day 13, transpose by tiles", [&] { day13::transposeTiledStatic<<<grid, block>>>(in, out, rows, cols); },
      bestName, best);
  const unsigned quadBlocks = static_cast<unsigned>((count / 4 + 255) / 256);
  compare(
      "day 18, float4", [&] { day18::scaleQuads<<<quadBlocks, 256>>>(in, out, count); }, bestName, best);

  void* room = nullptr;
  std::size_t roomBytes = 0;
  check(cub::DeviceReduce::Sum(nullptr, roomBytes, in, out, count), "cub");
  check(cudaMalloc(&room, roomBytes), "cub");
  compare(
      "CUB, sum", [&] { cub::DeviceReduce::Sum(room, roomBytes, in, out, count); }, bestName, best);

  cublasHandle_t blas = nullptr;
  check(cublasCreate(&blas), "cublas");
  const float one = 1, zero = 0;
  const int n = static_cast<int>(side);
  const Call product = [&] {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, in, n, in2, n, &zero, out, n);
  };
  const dim3 tiles(side / 32, side / 32), tile(32, 32);
  compare(
      "day 16, matmul by tiles of 32, 4096",
      [&] { day16::matmulTiled<32, 0><<<tiles, tile>>>(in, in2, out, side, side, side); }, "cuBLAS", product);
  check(cudaDeviceSynchronize(), "end");
}
