// Clang without a toolkit: what it can compile, what it says of what it cannot, and the lines it knows.
#include <doctest/doctest.h>

#include <fstream>

#include "harness/course.h"
#include "support.h"

namespace fs = std::filesystem;
using harness::CompileResult;
using harness::Result;
using harness::Toolchain;
using toolchain_test::Ran;
using toolchain_test::Scratch;

namespace {

CompileResult compiled(const Scratch& scratch, const std::string& text) {
  const Result<Toolchain> tools = toolchain_test::clang();
  REQUIRE_MESSAGE(tools, "clang 16 or later is needed: package clang-16");
  const fs::path source = scratch / "file.cu";
  std::ofstream(source) << text;
  return tools->compiler->compile(
      {source.string(), scratch / "file.o", "-O1", tools->compiler->languageFlags(""), PROJECT_ROOT});
}

Ran ran(const Scratch& scratch, const std::string& text) {
  const fs::path source = scratch / "program.cu";
  std::ofstream(source) << text;
  return toolchain_test::run(source);
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("clang: the mathematics of device code is the host's within two units in the last place") {
  const Ran result = toolchain_test::run(PROJECT_ROOT "/tests/toolchain/programs/device_math.cu");
  CAPTURE(result.said);
  CHECK(result.status == 0);
  CHECK(result.said == "device math: ok\n");
}

TEST_CASE("clang: atomics, votes, shuffles, groups, 16-bit types, cache hints, printf") {
  const Ran result = toolchain_test::run(PROJECT_ROOT "/tests/toolchain/programs/language.cu");
  CAPTURE(result.said);
  CHECK(result.status == 0);
  CHECK(result.said.find("language: ok\n") != std::string::npos);
  CHECK(result.said.find("16 of parts, 1.5\n") != std::string::npos);
}

TEST_CASE("clang: a mistake is told once, though host and device both see it") {
  const Scratch scratch;
  const CompileResult both = compiled(scratch, "__global__ void k(float* x) { x[threadIdx.x] = y; }\n");
  CAPTURE(both.said);
  CHECK_FALSE(both.ok);
  CHECK(countOf(both.said, "use of undeclared identifier 'y'") == 1);
  CHECK(countOf(both.said, "generated when compiling") == 0);
  // A call that only the device's compilation refuses.
  const CompileResult device =
      compiled(scratch, "void f();\n__global__ void k() { f(); }\nvoid solve() { k<<<1, 1>>>(); }\n");
  CAPTURE(device.said);
  CHECK_FALSE(device.ok);
  CHECK(countOf(device.said, ": error: no matching function for call to 'f'") == 1);
  CHECK(harness::withoutRepeats("a.cu:1:1: error: x\n  code\n", "a.cu:1:1: error: x\n  code\na.cu:2:1: error: z\n") ==
        "a.cu:1:1: error: x\n  code\na.cu:2:1: error: z\n");
}

TEST_CASE("clang: what needs a toolkit is told in one line") {
  const Scratch scratch;
  for (const std::string header : {"cub/cub.cuh", "mma.h", "thrust/device_vector.h", "cuda.h"}) {
    CAPTURE(header);
    const CompileResult result = compiled(scratch, "#include <" + header + ">\n");
    CHECK_FALSE(result.ok);
    CHECK(countOf(result.said, ": error: \"<" + header + "> comes with the CUDA toolkit, which is not used here") == 1);
  }
  CHECK(compiled(scratch, "__managed__ int x;\n").said.find("__managed__ variables need nvcc") != std::string::npos);
  // Known only when a kernel that calls it is launched.
  const Ran bessel = ran(scratch,
                         "#include <cstdio>\n__global__ void k(float* x) { x[0] = j0f(x[0]); }\n"
                         "int main() {\n  float* x;\n  cudaMalloc(&x, 4);\n  k<<<1, 1>>>(x);\n"
                         "  std::puts(cudaGetErrorName(cudaGetLastError()));\n}\n");
  CAPTURE(bessel.said);
  CHECK(bessel.said.find("'__nv_j0f' is a function of NVIDIA's device library that the simulator does not have") !=
        std::string::npos);
}

TEST_CASE("clang: a finding names the learner's line, also for an access in a header's function") {
  const Scratch scratch;
  const Ran result = ran(scratch,
                         "__global__ void k(float* x) {\n"
                         "  x[threadIdx.x] = 1.0f;\n"
                         "  atomicAdd(&x[threadIdx.x + 40], 1.0f);\n"
                         "}\n"
                         "int main() {\n"
                         "  float* x;\n"
                         "  cudaMalloc(&x, 16 * sizeof(float));\n"
                         "  k<<<1, 32>>>(x);\n"
                         "  cudaDeviceSynchronize();\n"
                         "}\n");
  CAPTURE(result.said);
  CHECK(result.said.find("program.cu:2") != std::string::npos);
  CHECK(result.said.find("program.cu:3") != std::string::npos);
}

TEST_CASE("clang: a vector that is assigned from memory to memory is one access") {
  const Scratch scratch;
  const CompileResult result = compiled(scratch,
                                        "__global__ void k(const float4* a, float2* b, const float2* c) {\n"
                                        "  __shared__ float4 tile[64];\n"
                                        "  tile[threadIdx.x] = a[threadIdx.x];\n"
                                        "  __syncthreads();\n"
                                        "  b[threadIdx.x] = c[threadIdx.x];\n"
                                        "  if (tile[63 - threadIdx.x].x == 0) b[0].x = 1;\n"
                                        "}\n"
                                        "void solve() { k<<<1, 64>>>(nullptr, nullptr, nullptr); }\n");
  REQUIRE(result.ok);
  const std::string object = *harness::readText(scratch / "file.o", harness::ExitStatus::internal);
  for (const char* access : {"ld.global.v4.f32", "st.shared.v4.f32", "ld.global.v2.f32", "st.global.v2.f32"}) {
    CAPTURE(access);
    CHECK(countOf(object, access) == 1);
  }
}

TEST_CASE("clang: a file without kernels, and static device variables, build and run") {
  const Scratch scratch;
  CHECK(ran(scratch, "int main() { return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1; }\n").status == 0);
  const Ran variables = ran(scratch,
                            "static __device__ int counter = 5;\n"
                            "static __constant__ int step;\n"
                            "__global__ void k() { counter += step; }\n"
                            "int main() {\n"
                            "  const int by = 3;\n"
                            "  int got = 0;\n"
                            "  cudaMemcpyToSymbol(step, &by, sizeof by);\n"
                            "  k<<<1, 1>>>();\n"
                            "  cudaMemcpyFromSymbol(&got, counter, sizeof got);\n"
                            "  return got;\n"
                            "}\n");
  CAPTURE(variables.said);
  CHECK(variables.status == 8);
}
