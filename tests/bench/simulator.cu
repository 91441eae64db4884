// How fast the simulator runs: seconds and thread-instructions per second of six kernels, best of three.
//
// `make bench` builds it with nvcc --cudart shared and runs it with one host thread and with all, checks off and on.
// A thread-instruction is a PTX instruction of one active thread, as the simulator counts it.
#include <chrono>
#include <cstring>

#define main countersMain
#include "../counters/kernels.cu"
#undef main

using Take = size_t (*)(char*, size_t);

/// Thread-instructions of the launches since the last call.
double takeInstructions(Take take) {
  std::vector<char> text(take(nullptr, 0) + 1);
  take(text.data(), text.size());
  double total = 0;
  const char* const key = "\"thread_instructions\":";
  for (const char* at = text.data(); (at = std::strstr(at, key)) != nullptr;)
    total += std::strtod(at += std::strlen(key), nullptr);
  return total;
}

int main() {
  const auto take = reinterpret_cast<Take>(dlsym(RTLD_DEFAULT, "gpusimTakeLaunches"));
  if (take == nullptr) {
    std::fprintf(stderr,
                 "bench: this is a benchmark of the simulator, and its libcudart is not the one that was loaded\n");
    return 1;
  }
  const size_t rows = 2003, cols = 3001, n = rows * cols;
  const int m = 256;
  float *in, *out;
  CK(cudaMalloc(&in, n * 4));
  CK(cudaMalloc(&out, n * 4));
  const std::vector<float> values(n, 1.0f);
  CK(cudaMemcpy(in, values.data(), n * 4, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(out, values.data(), n * 4, cudaMemcpyHostToDevice));
  const auto run = [&](const char* name, auto launch) {
    double best = 1e30, instructions = 0;
    for (int k = 0; k < 3; ++k) {
      takeInstructions(take);
      const auto start = std::chrono::steady_clock::now();
      launch();
      CK(cudaGetLastError());
      CK(cudaDeviceSynchronize());
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      instructions = takeInstructions(take);
    }
    std::printf("  %-34s %8.4f s %8.0f M thread-instructions/s\n", name, best, instructions / best / 1e6);
  };
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32), block(32, 8), tiles(m / 16, m / 16), threads(16, 16);
  run("copy 2003x3001", [&] { copyRow<<<grid, block>>>(in, out, rows, cols); });
  run("naive transpose 2003x3001", [&] { transNaive<<<grid, block>>>(in, out, rows, cols); });
  run("padded tiled transpose 2003x3001", [&] { transTiled<1><<<grid, block>>>(in, out, rows, cols); });
  run("naive matmul 256", [&] { mmNaive<16><<<tiles, threads>>>(in, in + m * m, out, m); });
  run("tiled matmul 256, 16x16", [&] { mmTiled<16><<<tiles, threads>>>(in, in + m * m, out, m); });
  run("reduction of 6.0 M floats", [&] { reduceV<2><<<(n + 255) / 256, 256>>>(in, out, n); });
  return 0;
}
