// Included once for each of the two 16-bit types, with the names of its parts: SCALAR and PAIR are the types, FLOAT_OF
// and OF_FLOAT convert bits, ARITHMETIC(name, a, b) computes one operation.
#define GPUSIM_BOTH __host__ __device__ inline

GPUSIM_BOTH SCALAR __hadd(SCALAR a, SCALAR b) { return ARITHMETIC(add, a, +, b); }
GPUSIM_BOTH SCALAR __hsub(SCALAR a, SCALAR b) { return ARITHMETIC(sub, a, -, b); }
GPUSIM_BOTH SCALAR __hmul(SCALAR a, SCALAR b) { return ARITHMETIC(mul, a, *, b); }
GPUSIM_BOTH SCALAR __hdiv(SCALAR a, SCALAR b) { return SCALAR(static_cast<float>(a) / static_cast<float>(b)); }
GPUSIM_BOTH SCALAR __hfma(SCALAR a, SCALAR b, SCALAR c) { return FUSED(a, b, c); }
GPUSIM_BOTH SCALAR __hneg(SCALAR a) { return SCALAR::ofBits(static_cast<unsigned short>(a.bits() ^ 0x8000U)); }
GPUSIM_BOTH SCALAR __habs(SCALAR a) { return SCALAR::ofBits(static_cast<unsigned short>(a.bits() & 0x7fffU)); }
GPUSIM_BOTH bool __heq(SCALAR a, SCALAR b) { return static_cast<float>(a) == static_cast<float>(b); }
GPUSIM_BOTH bool __hne(SCALAR a, SCALAR b) { return static_cast<float>(a) != static_cast<float>(b); }
GPUSIM_BOTH bool __hlt(SCALAR a, SCALAR b) { return static_cast<float>(a) < static_cast<float>(b); }
GPUSIM_BOTH bool __hle(SCALAR a, SCALAR b) { return static_cast<float>(a) <= static_cast<float>(b); }
GPUSIM_BOTH bool __hgt(SCALAR a, SCALAR b) { return static_cast<float>(a) > static_cast<float>(b); }
GPUSIM_BOTH bool __hge(SCALAR a, SCALAR b) { return static_cast<float>(a) >= static_cast<float>(b); }
GPUSIM_BOTH bool __hisnan(SCALAR a) { return static_cast<float>(a) != static_cast<float>(a); }
GPUSIM_BOTH SCALAR __hmax(SCALAR a, SCALAR b) { return SCALAR(__builtin_fmaxf(a, b)); }
GPUSIM_BOTH SCALAR __hmin(SCALAR a, SCALAR b) { return SCALAR(__builtin_fminf(a, b)); }

GPUSIM_BOTH SCALAR operator+(const SCALAR& a, const SCALAR& b) { return __hadd(a, b); }
GPUSIM_BOTH SCALAR operator-(const SCALAR& a, const SCALAR& b) { return __hsub(a, b); }
GPUSIM_BOTH SCALAR operator*(const SCALAR& a, const SCALAR& b) { return __hmul(a, b); }
GPUSIM_BOTH SCALAR operator/(const SCALAR& a, const SCALAR& b) { return __hdiv(a, b); }
GPUSIM_BOTH SCALAR operator-(const SCALAR& a) { return __hneg(a); }
GPUSIM_BOTH SCALAR& operator+=(SCALAR& a, const SCALAR& b) { return a = __hadd(a, b); }
GPUSIM_BOTH SCALAR& operator-=(SCALAR& a, const SCALAR& b) { return a = __hsub(a, b); }
GPUSIM_BOTH SCALAR& operator*=(SCALAR& a, const SCALAR& b) { return a = __hmul(a, b); }
GPUSIM_BOTH SCALAR& operator/=(SCALAR& a, const SCALAR& b) { return a = __hdiv(a, b); }
GPUSIM_BOTH bool operator==(const SCALAR& a, const SCALAR& b) { return __heq(a, b); }
GPUSIM_BOTH bool operator!=(const SCALAR& a, const SCALAR& b) { return __hne(a, b); }
GPUSIM_BOTH bool operator<(const SCALAR& a, const SCALAR& b) { return __hlt(a, b); }
GPUSIM_BOTH bool operator<=(const SCALAR& a, const SCALAR& b) { return __hle(a, b); }
GPUSIM_BOTH bool operator>(const SCALAR& a, const SCALAR& b) { return __hgt(a, b); }
GPUSIM_BOTH bool operator>=(const SCALAR& a, const SCALAR& b) { return __hge(a, b); }

GPUSIM_BOTH PAIR __hadd2(PAIR a, PAIR b) { return PAIR_ARITHMETIC(add, __hadd, a, b); }
GPUSIM_BOTH PAIR __hsub2(PAIR a, PAIR b) { return PAIR_ARITHMETIC(sub, __hsub, a, b); }
GPUSIM_BOTH PAIR __hmul2(PAIR a, PAIR b) { return PAIR_ARITHMETIC(mul, __hmul, a, b); }
GPUSIM_BOTH PAIR __h2div(PAIR a, PAIR b) { return PAIR(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
GPUSIM_BOTH PAIR __hfma2(PAIR a, PAIR b, PAIR c) { return PAIR_FUSED(a, b, c); }
GPUSIM_BOTH PAIR __hneg2(PAIR a) { return PAIR(__hneg(a.x), __hneg(a.y)); }
GPUSIM_BOTH PAIR __hmax2(PAIR a, PAIR b) { return PAIR(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
GPUSIM_BOTH PAIR __hmin2(PAIR a, PAIR b) { return PAIR(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
GPUSIM_BOTH PAIR operator+(const PAIR& a, const PAIR& b) { return __hadd2(a, b); }
GPUSIM_BOTH PAIR operator-(const PAIR& a, const PAIR& b) { return __hsub2(a, b); }
GPUSIM_BOTH PAIR operator*(const PAIR& a, const PAIR& b) { return __hmul2(a, b); }
GPUSIM_BOTH PAIR operator/(const PAIR& a, const PAIR& b) { return __h2div(a, b); }
GPUSIM_BOTH PAIR& operator+=(PAIR& a, const PAIR& b) { return a = __hadd2(a, b); }
GPUSIM_BOTH PAIR& operator*=(PAIR& a, const PAIR& b) { return a = __hmul2(a, b); }

#ifdef __CUDA__
// Shuffled and loaded as the bits they are.
#define GPUSIM_SHUFFLE(name, lane)                                                                                     \
  __device__ inline SCALAR name(unsigned mask, SCALAR value, lane other, int width = 32) {                             \
    return SCALAR::ofBits(static_cast<unsigned short>(name(mask, static_cast<unsigned>(value.bits()), other, width))); \
  }                                                                                                                    \
  __device__ inline PAIR name(unsigned mask, PAIR value, lane other, int width = 32) {                                 \
    unsigned bits;                                                                                                     \
    __builtin_memcpy(&bits, &value, sizeof bits);                                                                      \
    bits = name(mask, bits, other, width);                                                                             \
    __builtin_memcpy(&value, &bits, sizeof bits);                                                                      \
    return value;                                                                                                      \
  }
GPUSIM_SHUFFLE(__shfl_sync, int)
GPUSIM_SHUFFLE(__shfl_up_sync, unsigned)
GPUSIM_SHUFFLE(__shfl_down_sync, unsigned)
GPUSIM_SHUFFLE(__shfl_xor_sync, int)
#undef GPUSIM_SHUFFLE
__device__ inline SCALAR __ldg(const SCALAR* p) {
  return SCALAR::ofBits(__ldg(reinterpret_cast<const unsigned short*>(p)));
}
__device__ inline PAIR __ldg(const PAIR* p) {
  const unsigned bits = __ldg(reinterpret_cast<const unsigned*>(p));
  PAIR value;
  __builtin_memcpy(&value, &bits, sizeof bits);
  return value;
}
#endif

#undef GPUSIM_BOTH
