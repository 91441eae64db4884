#include "sim/exec/matrix.h"

#include <cmath>
#include <cstring>

#include "sim/exec/matrix_sum.h"
#include "sim/exec/narrow_floats.h"

namespace gpusim {
namespace {

constexpr std::size_t mostElements = 1024;  // of one matrix of integers: 16 x 64

template <class F>
void eachPlace(const Fragment& fragment, F&& use) {
  for (unsigned reg = 0; reg < fragment.registers; ++reg)
    for (unsigned element = 0; element < fragment.perRegister; ++element)
      for (unsigned lane = 0; lane < warpSize; ++lane) use(reg, element, lane, fragment.place(reg, element, lane));
}

/// Calls use(bits, index) for every element.
template <class F>
void eachBits(Warp& warp, const Fragment& fragment, const Operand* registers, F&& use) {
  const unsigned bits = fragment.type == MatrixType::b1 ? 32 : bitsOf(fragment.type);
  const std::uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    const auto* from = warp.at<const std::uint32_t>(registers[reg]);
    for (unsigned element = 0; element < fragment.perRegister; ++element)
      for (unsigned lane = 0; lane < warpSize; ++lane)
        use(from[lane] >> (bits * element) & mask, fragment.place(reg, element, lane));
  }
}

void gatherIntegers(Warp& warp, const Fragment& fragment, const Operand* registers, std::int32_t* to) {
  const unsigned bits = fragment.type == MatrixType::b1 ? 32 : bitsOf(fragment.type);
  const bool isSignedType = fragment.type == MatrixType::s8 || fragment.type == MatrixType::s4;
  const unsigned shift = isSignedType ? 32 - bits : 0;
  eachBits(warp, fragment, registers, [&](std::uint32_t value, unsigned index) {
    to[index] = isSignedType ? static_cast<std::int32_t>(value << shift) >> shift : static_cast<std::int32_t>(value);
  });
}

void multiplyIntegers(Warp& warp, const MatrixPlan& plan, const Operand* d, const Operand* a, const Operand* b,
                      const Operand* c) {
  alignas(64) std::int32_t left[mostElements], right[mostElements], sum[mostElements];
  gatherIntegers(warp, plan.a, a, left);
  gatherIntegers(warp, plan.b, b, right);
  gatherIntegers(warp, plan.c, c, sum);
  const bool isBinary = plan.a.type == MatrixType::b1;
  for (unsigned row = 0; row < plan.m; ++row)
    for (unsigned column = 0; column < plan.n; ++column) {
      std::int64_t total = sum[row * plan.n + column];
      for (unsigned k = 0; k < plan.k; ++k) {
        const std::int32_t x = left[row * plan.k + k], y = right[k * plan.n + column];
        if (isBinary)
          total += __builtin_popcount(static_cast<std::uint32_t>(plan.andPopulation ? x & y : x ^ y));
        else
          total += std::int64_t{x} * y;
      }
      if (plan.saturate) total = std::min<std::int64_t>(std::max<std::int64_t>(total, INT32_MIN), INT32_MAX);
      sum[row * plan.n + column] = static_cast<std::int32_t>(static_cast<std::uint64_t>(total));
    }
  eachPlace(plan.d, [&](unsigned reg, unsigned, unsigned lane, unsigned index) {
    if ((warp.mask >> lane & 1) != 0) warp.at<std::int32_t>(d[reg])[lane] = sum[index];
  });
}

/// float64: a chain of fused multiply-adds along k.
void multiplyDoubles(Warp& warp, const MatrixPlan& plan, const Operand* d, const Operand* a, const Operand* b,
                     const Operand* c) {
  alignas(64) double left[mostElements], right[mostElements], sum[mostElements];
  const auto gather = [&](const Fragment& fragment, const Operand* registers, double* to) {
    eachPlace(fragment, [&](unsigned reg, unsigned, unsigned lane, unsigned index) {
      to[index] = warp.at<const double>(registers[reg])[lane];
    });
  };
  gather(plan.a, a, left);
  gather(plan.b, b, right);
  gather(plan.c, c, sum);
  for (unsigned row = 0; row < plan.m; ++row)
    for (unsigned k = 0; k < plan.k; ++k)
      for (unsigned column = 0; column < plan.n; ++column)
        sum[row * plan.n + column] =
            std::fma(left[row * plan.k + k], right[k * plan.n + column], sum[row * plan.n + column]);
  eachPlace(plan.d, [&](unsigned reg, unsigned, unsigned lane, unsigned index) {
    if ((warp.mask >> lane & 1) != 0) warp.at<double>(d[reg])[lane] = sum[index];
  });
}

/// Values with the exponents that alignment goes by: of the format's least normal number for subnormals.
void gatherFloats(Warp& warp, const Fragment& fragment, const Operand* registers, FloatMatrix& to) {
  to.special = false;
  const auto fill = [&](auto valueOf, unsigned shift, std::uint32_t exponentMask, int bias) {
    bool special = false;
    eachBits(warp, fragment, registers, [&](std::uint32_t bits, unsigned index) {
      to.value[index] = valueOf(bits);
      const auto exponent = static_cast<int>(bits >> shift & exponentMask);
      special |= exponent == static_cast<int>(exponentMask);
      to.exponent[index] = to.value[index] == 0 ? FloatMatrix::zeroExponent : std::max(exponent, 1) - bias;
    });
    to.special = special;
  };
  switch (fragment.type) {
    case MatrixType::f16:
      return fill(halfToDouble, 10, 0x1f, 15);
    case MatrixType::bf16:
      return fill(bfloatToDouble, 7, 0xff, 127);
    case MatrixType::tf32:
      return fill(tf32ToDouble, 23, 0xff, 127);
    default:
      return fill([](std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); }, 23, 0xff, 127);
  }
}

void multiplyFloats(Warp& warp, const MatrixPlan& plan, const Operand* d, const Operand* a, const Operand* b,
                    const Operand* c, const TensorCore& core) {
  FloatMatrix left, right, sum;
  gatherFloats(warp, plan.a, a, left);
  gatherFloats(warp, plan.b, b, right);
  gatherFloats(warp, plan.c, c, sum);
  const bool isHalf = plan.d.type == MatrixType::f16;
  const unsigned piece = std::min(plan.k, core.bytesOfK * 8 / bitsOf(plan.a.type));
  for (unsigned k = 0; k < plan.k; k += piece)
    addProducts({plan.m, plan.n, plan.k, k, k + piece}, left, right, sum, core.fractionBits, isHalf);

  for (unsigned reg = 0; reg < plan.d.registers; ++reg) {
    auto* to = warp.at<std::uint32_t>(d[reg]);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      if ((warp.mask >> lane & 1) == 0) continue;
      const double first = sum.value[plan.d.place(reg, 0, lane)];
      if (!isHalf)
        to[lane] = std::isnan(first) ? 0x7fffffff : std::bit_cast<std::uint32_t>(static_cast<float>(first));
      else
        to[lane] = doubleToHalf(first) | doubleToHalf(sum.value[plan.d.place(reg, 1, lane)]) << 16;
    }
  }
}

}  // namespace

unsigned bitsOf(MatrixType type) {
  switch (type) {
    case MatrixType::f16:
    case MatrixType::bf16:
      return 16;
    case MatrixType::tf32:
    case MatrixType::f32:
    case MatrixType::s32:
      return 32;
    case MatrixType::f64:
      return 64;
    case MatrixType::s8:
    case MatrixType::u8:
      return 8;
    case MatrixType::s4:
    case MatrixType::u4:
      return 4;
    case MatrixType::b1:
      return 1;
  }
  return 0;
}

TensorCore tensorCoreOf(const Card& card) { return card.computeMajor >= 9 ? TensorCore{25, 32} : TensorCore{24, 16}; }

Fragment makeFragment(MatrixRole role, MatrixType type, unsigned rows, unsigned columns) {
  Fragment fragment;
  fragment.type = type;
  if (type == MatrixType::b1) (role == MatrixRole::a ? columns : rows) /= 32;
  fragment.rows = rows;
  fragment.columns = columns;
  const unsigned per = type == MatrixType::b1 || type == MatrixType::f64 ? 1 : 32 / bitsOf(type);
  fragment.perRegister = per;
  fragment.registers = rows * columns / (per * warpSize);
  fragment.index.resize(std::size_t{rows} * columns);
  const unsigned rowBlocks = rows / 8, depthGroups = rows / (4 * per);
  for (unsigned reg = 0; reg < fragment.registers; ++reg)
    for (unsigned element = 0; element < per; ++element)
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        const unsigned group = lane / 4, inGroup = lane % 4, at = reg * per + element;
        unsigned row = 0, column = 0;
        switch (role) {
          case MatrixRole::a:
            row = group + 8 * (reg % rowBlocks);
            column = reg / rowBlocks * 4 * per + inGroup * per + element;
            break;
          case MatrixRole::b:
            row = reg % depthGroups * 4 * per + inGroup * per + element;
            column = group + 8 * (reg / depthGroups);
            break;
          case MatrixRole::c:
            row = group + 8 * (at / 2 % rowBlocks);
            column = at / (2 * rowBlocks) * 8 + inGroup * 2 + at % 2;
            break;
        }
        fragment.index[std::size_t{at} * warpSize + lane] = static_cast<std::uint16_t>(row * columns + column);
      }
  return fragment;
}

void multiplyMatrices(Warp& warp, const MatrixPlan& plan, const Operand* registers, const TensorCore& core) {
  const Operand* d = registers;
  const Operand* a = d + plan.operandRegisters[0];
  const Operand* b = a + plan.operandRegisters[1];
  const Operand* c = b + plan.operandRegisters[2];
  switch (plan.a.type) {
    case MatrixType::s8:
    case MatrixType::u8:
    case MatrixType::s4:
    case MatrixType::u4:
    case MatrixType::b1:
      return multiplyIntegers(warp, plan, d, a, b, c);
    case MatrixType::f64:
      return multiplyDoubles(warp, plan, d, a, b, c);
    default:
      return multiplyFloats(warp, plan, d, a, b, c, core);
  }
}

}  // namespace gpusim
