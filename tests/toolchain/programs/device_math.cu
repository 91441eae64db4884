// The mathematics of device code against the host's, function by function. Prints "device math: ok", or what differs by
// more than two units in the last place. Built by clang without a toolkit, where the simulator computes most of it.
#include <cmath>
#include <cstdio>
#include <cstring>

constexpr int points = 8;

// Positive, negative, small, large; |x| <= 1 where a function wants that.
__device__ __host__ inline float pointOf(int i) {
  const float list[points] = {0.25f, -0.75f, 1.5f, 3.0f, -2.5f, 0.001f, 20.0f, 0.9f};
  return list[i];
}

template <class T>
__device__ __host__ inline T square(T x) {
  return x * x;
}

// clang-format off
#define FUNCTIONS(F)                                                                                                  \
  F(sinf, sin, x) F(cosf, cos, x) F(tanf, tan, x) F(asinf, asin, x / 32) F(acosf, acos, x / 32) F(atanf, atan, x)     \
  F(sinhf, sinh, x) F(coshf, cosh, x) F(tanhf, tanh, x) F(asinhf, asinh, x) F(acoshf, acosh, square(x) + 1)           \
  F(atanhf, atanh, x / 32) F(expf, exp, x) F(exp2f, exp2, x) F(expm1f, expm1, x) F(logf, log, square(x))              \
  F(log2f, log2, square(x)) F(log10f, log10, square(x)) F(log1pf, log1p, square(x)) F(cbrtf, cbrt, x)                 \
  F(erff, erf, x) F(erfcf, erfc, x) F(tgammaf, tgamma, square(x)) F(lgammaf, lgamma, square(x) + 1)                   \
  F(sqrtf, sqrt, square(x)) F(floorf, floor, x) F(ceilf, ceil, x) F(truncf, trunc, x) F(rintf, rint, x)               \
  F(roundf, round, x) F(fabsf, fabs, x) F(logbf, logb, x)
#define PAIRS(F)                                                                                                      \
  F(powf, pow, square(x), y) F(atan2f, atan2, x, y) F(fmodf, fmod, x, y) F(hypotf, hypot, x, y) F(fminf, fmin, x, y)  \
  F(fmaxf, fmax, x, y) F(copysignf, copysign, x, y) F(remainderf, remainder, x, y)
// clang-format on

#define COUNT(...) +1
constexpr int functions = 0 FUNCTIONS(COUNT) PAIRS(COUNT);

__global__ void onDevice(float* single, double* twice) {
  const int i = static_cast<int>(threadIdx.x);
  const float x = pointOf(i), y = pointOf((i + 1) % points);
  int k = 0;
#define SINGLE(f, d, a) single[k++ * points + i] = f(a);
#define SINGLE_PAIR(f, d, a, b) single[k++ * points + i] = f(a, b);
  FUNCTIONS(SINGLE)
  PAIRS(SINGLE_PAIR)
  k = 0;
#define TWICE(f, d, a) twice[k++ * points + i] = d(static_cast<double>(a));
#define TWICE_PAIR(f, d, a, b) twice[k++ * points + i] = d(static_cast<double>(a), static_cast<double>(b));
  FUNCTIONS(TWICE)
  PAIRS(TWICE_PAIR)
}

/// Two results of one call, exponents, and the quick functions: whether they are what they should be.
__global__ void others(int* right) {
  int exponent = 0;
  float sine = 0, cosine = 0, whole = 0;
  sincosf(0.5f, &sine, &cosine);
  const float fraction = frexpf(12.0f, &exponent), rest = modff(-3.25f, &whole);
  const bool pairs = sine == sinf(0.5f) && cosine == cosf(0.5f) && fraction == 0.75f && exponent == 4 &&
                     rest == -0.25f && whole == -3.0f && ldexpf(0.75f, 4) == 12.0f && ilogbf(12.0f) == 3;
  const bool quick = fabsf(__expf(1.0f) - 2.7182818f) < 1e-5f && fabsf(__sinf(0.5f) - sinf(0.5f)) < 1e-5f &&
                     fabsf(__powf(2.0f, 0.5f) - 1.4142135f) < 1e-5f && fabsf(rsqrtf(4.0f) - 0.5f) < 1e-6f;
  const bool integers = __popc(0xf0f0) == 8 && __clz(1) == 31 && __clz(0) == 32 && __ffs(8) == 4 &&
                        __brev(1u) == 0x80000000u && __mulhi(1 << 30, 8) == 2 && min(3, -2) == -2 &&
                        max(3u, 5u) == 5u && __float2int_rn(2.5f) == 2 && __float_as_int(1.0f) == 0x3f800000;
  const bool pi = sinpif(1.0f) == 0.0f && cospif(0.5f) == 0.0f && sinpif(0.5f) == 1.0f && exp10f(2.0f) == 100.0f;
  *right = (pairs ? 1 : 0) + (quick ? 2 : 0) + (integers ? 4 : 0) + (pi ? 8 : 0);
}

template <class T, class Bits>
long long ulpsBetween(T a, T b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  Bits first, second;
  std::memcpy(&first, &a, sizeof a);
  std::memcpy(&second, &b, sizeof b);
  return first > second ? first - second : second - first;
}

int main() {
  float* single;
  double* twice;
  int* right;
  cudaMallocManaged(&single, functions * points * sizeof(float));
  cudaMallocManaged(&twice, functions * points * sizeof(double));
  cudaMallocManaged(&right, sizeof(int));
  onDevice<<<1, points>>>(single, twice);
  others<<<1, 1>>>(right);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("device math: %s\n", cudaGetErrorString(error));
    return 1;
  }
  bool ok = *right == 15;
  if (!ok) std::printf("others: %d\n", *right);
  for (int i = 0; i < points; ++i) {
    const float x = pointOf(i), y = pointOf((i + 1) % points);
    int k = 0;
    const auto check = [&](const char* name, float wantedSingle, double wantedTwice) {
      const float gotSingle = single[k * points + i];
      const double gotTwice = twice[k++ * points + i];
      if (ulpsBetween<float, int>(gotSingle, wantedSingle) > 2) {
        std::printf("%s of point %d: %.9g, host %.9g\n", name, i, gotSingle, wantedSingle);
        ok = false;
      }
      if (ulpsBetween<double, long long>(gotTwice, wantedTwice) > 2) {
        std::printf("%s in double of point %d: %.17g, host %.17g\n", name, i, gotTwice, wantedTwice);
        ok = false;
      }
    };
#define HOST(f, d, a) check(#f, f(a), d(static_cast<double>(a)));
#define HOST_PAIR(f, d, a, b) check(#f, f(a, b), d(static_cast<double>(a), static_cast<double>(b)));
    FUNCTIONS(HOST)
    PAIRS(HOST_PAIR)
  }
  std::printf("device math: %s\n", ok ? "ok" : "wrong");
  return ok ? 0 : 1;
}
