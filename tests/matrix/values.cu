// What a card's matrix instructions give, bit for bit: every floating form of mma.sync and wmma that sm_90 has, on
// tiles of random operands. The same program runs on the simulator; matrix_test.cpp compares.
//
//   nvcc -std=c++17 -O2 -gencode arch=compute_90,code=[compute_90,sm_90] --cudart shared values.cu -o values &&
//   ./values
//
// A line for each form and kind of operands: a hash over all tiles, then the first tile's results in full.
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                              \
  do {                                                                                                \
    const cudaError_t status = (call);                                                                \
    if (status != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
      std::exit(1);                                                                                   \
    }                                                                                                 \
  } while (0)

constexpr int tiles = 64;
using Word = std::uint32_t;

// Registers of one tile lie as [register][lane]; A, then B, then C.
#define MMA_F32(name, a, b, instruction, aList, bList, cList, ...)              \
  __global__ void name(const Word* in, Word* out) {                             \
    const Word* from = in + blockIdx.x * 32 * (a + b + 4) + threadIdx.x;        \
    Word r[a + b + 4];                                                          \
    for (int k = 0; k < a + b + 4; ++k) r[k] = from[k * 32];                    \
    Word d0, d1, d2, d3;                                                        \
    asm volatile(instruction " {%0,%1,%2,%3}, " aList ", " bList ", " cList ";" \
                 : "=r"(d0), "=r"(d1), "=r"(d2), "=r"(d3)                       \
                 : __VA_ARGS__);                                                \
    Word* to = out + blockIdx.x * 32 * 4 + threadIdx.x;                         \
    to[0] = d0, to[32] = d1, to[64] = d2, to[96] = d3;                          \
  }
#define R(k) "r"(r[k])

MMA_F32(f16k8, 2, 1, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "{%4,%5}", "{%6}", "{%7,%8,%9,%10}", R(0),
        R(1), R(2), R(3), R(4), R(5), R(6))
MMA_F32(f16k16, 4, 2, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "{%4,%5,%6,%7}", "{%8,%9}",
        "{%10,%11,%12,%13}", R(0), R(1), R(2), R(3), R(4), R(5), R(6), R(7), R(8), R(9))
MMA_F32(bf16k8, 2, 1, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", "{%4,%5}", "{%6}", "{%7,%8,%9,%10}", R(0),
        R(1), R(2), R(3), R(4), R(5), R(6))
MMA_F32(bf16k16, 4, 2, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "{%4,%5,%6,%7}", "{%8,%9}",
        "{%10,%11,%12,%13}", R(0), R(1), R(2), R(3), R(4), R(5), R(6), R(7), R(8), R(9))
MMA_F32(tf32k4, 2, 1, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", "{%4,%5}", "{%6}", "{%7,%8,%9,%10}", R(0),
        R(1), R(2), R(3), R(4), R(5), R(6))
MMA_F32(tf32k8, 4, 2, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "{%4,%5,%6,%7}", "{%8,%9}",
        "{%10,%11,%12,%13}", R(0), R(1), R(2), R(3), R(4), R(5), R(6), R(7), R(8), R(9))

#define MMA_F16(name, a, b, instruction, aList, bList, cList, ...)                                             \
  __global__ void name(const Word* in, Word* out) {                                                            \
    const Word* from = in + blockIdx.x * 32 * (a + b + 2) + threadIdx.x;                                       \
    Word r[a + b + 2];                                                                                         \
    for (int k = 0; k < a + b + 2; ++k) r[k] = from[k * 32];                                                   \
    Word d0, d1;                                                                                               \
    asm volatile(instruction " {%0,%1}, " aList ", " bList ", " cList ";" : "=r"(d0), "=r"(d1) : __VA_ARGS__); \
    Word* to = out + blockIdx.x * 32 * 2 + threadIdx.x;                                                        \
    to[0] = d0, to[32] = d1;                                                                                   \
  }
MMA_F16(halfk8, 2, 1, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", "{%2,%3}", "{%4}", "{%5,%6}", R(0), R(1),
        R(2), R(3), R(4))
MMA_F16(halfk16, 4, 2, "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "{%2,%3,%4,%5}", "{%6,%7}", "{%8,%9}", R(0),
        R(1), R(2), R(3), R(4), R(5), R(6), R(7))

// A (16 x 16), B (16 x 16) of float16, C of float32, all row-major, one after the other.
template <int M, int N>
__global__ void wmmaTile(const Word* in, Word* out) {
  using namespace nvcuda;
  const Word* from = in + blockIdx.x * ((M + N) * 8 + M * N);
  wmma::fragment<wmma::matrix_a, M, N, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, M, N, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, M, N, 16, float> c;
  wmma::load_matrix_sync(a, reinterpret_cast<const half*>(from), 16);
  wmma::load_matrix_sync(b, reinterpret_cast<const half*>(from + M * 8), N);
  wmma::load_matrix_sync(c, reinterpret_cast<const float*>(from + (M + N) * 8), N, wmma::mem_row_major);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(reinterpret_cast<float*>(out + blockIdx.x * M * N), c, N, wmma::mem_row_major);
}

__global__ void doubles(const double* in, double* out) {  // m8n8k4: a, b, c0, c1
  const double* from = in + blockIdx.x * 32 * 4 + threadIdx.x;
  double d0, d1;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
               : "=d"(d0), "=d"(d1)
               : "d"(from[0]), "d"(from[32]), "d"(from[64]), "d"(from[96]));
  double* to = out + blockIdx.x * 64 + threadIdx.x;
  to[0] = d0, to[32] = d1;
}

__global__ void wideDoubles(const double* in, double* out) {  // m16n8k16: 8 of A, 4 of B, 4 of C
  const double* from = in + blockIdx.x * 32 * 16 + threadIdx.x;
  double r[16], d[4];
  for (int k = 0; k < 16; ++k) r[k] = from[k * 32];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "
      "{%12,%13,%14,%15}, "
      "{%16,%17,%18,%19};"
      : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
      : "d"(r[0]), "d"(r[1]), "d"(r[2]), "d"(r[3]), "d"(r[4]), "d"(r[5]), "d"(r[6]), "d"(r[7]), "d"(r[8]), "d"(r[9]),
        "d"(r[10]), "d"(r[11]), "d"(r[12]), "d"(r[13]), "d"(r[14]), "d"(r[15]));
  double* to = out + blockIdx.x * 128 + threadIdx.x;
  for (int k = 0; k < 4; ++k) to[k * 32] = d[k];
}

std::uint64_t state = 1;
std::uint64_t draw() {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Kinds of operands: values near 1; exponents over a few binades; all exponents and zeros; with infinities and NaN.
const char* const kinds[] = {"near", "spread", "any", "special"};

/// Bits of a floating-point number with `exponentBits` and `fractionBits`.
std::uint64_t number(int kind, int exponentBits, int fractionBits) {
  const std::uint64_t bias = (1ull << (exponentBits - 1)) - 1, top = (1ull << exponentBits) - 1;
  std::uint64_t exponent = bias - draw() % 2;
  if (kind == 1) exponent = bias - draw() % 12;
  if (kind == 2) exponent = draw() % 8 == 0 ? draw() % 2 : exponentBits == 5 ? draw() % top : bias - 60 + draw() % 120;
  if (kind == 3) exponent = draw() % 40 == 0 ? top : bias - draw() % 4;
  std::uint64_t fraction = draw() & ((1ull << fractionBits) - 1);
  if (draw() % 4 == 0 || (kind == 2 && exponent == 0 && draw() % 2 == 0)) fraction = 0;
  return (draw() & 1) << (exponentBits + fractionBits) | exponent << fractionBits | fraction;
}
Word halves(int kind) { return Word(number(kind, 5, 10) | number(kind, 5, 10) << 16); }
Word bfloats(int kind) { return Word(number(kind, 8, 7) | number(kind, 8, 7) << 16); }
Word single(int kind) { return Word(number(kind, 8, 23)); }

template <class Kernel>
void show(const char* name, int kind, Kernel kernel, const std::vector<Word>& input, std::size_t results) {
  Word *in = nullptr, *out = nullptr;
  CUDA_CHECK(cudaMalloc(&in, input.size() * 4));
  CUDA_CHECK(cudaMalloc(&out, results * tiles * 4));
  CUDA_CHECK(cudaMemcpy(in, input.data(), input.size() * 4, cudaMemcpyHostToDevice));
  kernel(in, out);
  CUDA_CHECK(cudaGetLastError());
  std::vector<Word> values(results * tiles);
  CUDA_CHECK(cudaMemcpy(values.data(), out, values.size() * 4, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  std::uint64_t hash = 0xcbf29ce484222325;
  for (Word value : values) hash = (hash ^ value) * 0x100000001b3;
  std::printf("%s %s %016llx", name, kinds[kind], static_cast<unsigned long long>(hash));
  for (std::size_t k = 0; k < results; ++k) std::printf(" %08x", values[k]);
  std::printf("\n");
}

using Draw = Word (*)(int);

/// `a` and `b` registers of `operand`, `c` of `sum`.
void form(const char* name, void (*kernel)(const Word*, Word*), int a, int b, int c, Draw operand, Draw sum) {
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<Word> input;
    for (int tile = 0; tile < tiles; ++tile)
      for (int k = 0; k < (a + b + c) * 32; ++k) input.push_back(k < (a + b) * 32 ? operand(kind) : sum(kind));
    show(
        name, kind, [&](const Word* in, Word* out) { kernel<<<tiles, 32>>>(in, out); }, input, std::size_t(c) * 32);
  }
}

template <int M, int N>
void wmmaForm(const char* name) {
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<Word> input;
    for (int tile = 0; tile < tiles; ++tile)
      for (int k = 0; k < (M + N) * 8 + M * N; ++k) input.push_back(k < (M + N) * 8 ? halves(kind) : single(kind));
    show(
        name, kind, [&](const Word* in, Word* out) { wmmaTile<M, N><<<tiles, 32>>>(in, out); }, input, M * N);
  }
}

void doubleForm(const char* name, void (*kernel)(const double*, double*), int in64, int out64) {
  for (int kind = 0; kind < 3; ++kind) {
    std::vector<Word> input;
    for (int k = 0; k < tiles * in64 * 32; ++k) {
      const std::uint64_t bits = number(kind, 11, 52);
      input.push_back(Word(bits));
      input.push_back(Word(bits >> 32));
    }
    show(
        name, kind,
        [&](const Word* in, Word* out) {
          kernel<<<tiles, 32>>>(reinterpret_cast<const double*>(in), reinterpret_cast<double*>(out));
        },
        input, std::size_t(out64) * 64);
  }
}

int main() {
  form("mma.m16n8k8.f32.f16", f16k8, 2, 1, 4, halves, single);
  form("mma.m16n8k16.f32.f16", f16k16, 4, 2, 4, halves, single);
  form("mma.m16n8k8.f16.f16", halfk8, 2, 1, 2, halves, halves);
  form("mma.m16n8k16.f16.f16", halfk16, 4, 2, 2, halves, halves);
  form("mma.m16n8k8.f32.bf16", bf16k8, 2, 1, 4, bfloats, single);
  form("mma.m16n8k16.f32.bf16", bf16k16, 4, 2, 4, bfloats, single);
  form("mma.m16n8k4.f32.tf32", tf32k4, 2, 1, 4, single, single);
  form("mma.m16n8k8.f32.tf32", tf32k8, 4, 2, 4, single, single);
  wmmaForm<16, 16>("wmma.m16n16k16.f32.f16");
  wmmaForm<32, 8>("wmma.m32n8k16.f32.f16");
  wmmaForm<8, 32>("wmma.m8n32k16.f32.f16");
  doubleForm("mma.m8n8k4.f64", doubles, 4, 2);
  doubleForm("mma.m16n8k16.f64", wideDoubles, 16, 4);
  return 0;
}
