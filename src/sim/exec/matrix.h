#pragma once
// Matrix instructions: how fragments lie over a warp's registers, and what a tensor core computes.
//
// Fragments of mma.sync lie as the PTX ISA (8.x, "Matrix Fragments for mma") says. The layout of wmma fragments is
// unspecified; here it is the one that mma.sync would use, 8 rows or columns at a time, so a wmma.mma is a row of mma.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/decode/instruction.h"
#include "sim/exec/warp.h"

namespace gpusim {

enum class MatrixType : std::uint8_t { f16, bf16, tf32, f32, f64, s8, u8, s4, u4, b1, s32 };
unsigned bitsOf(MatrixType type);

enum class MatrixRole : std::uint8_t { a, b, c };

/// Which element of a row-major matrix each place of a fragment holds.
struct Fragment {
  MatrixType type = MatrixType::f32;
  unsigned rows = 0, columns = 0;
  unsigned perRegister = 1;          // elements; of b1: 32 together count as one
  unsigned registers = 0;            // distinct ones; wmma may name more, which repeat these
  std::vector<std::uint16_t> index;  // [register][element][lane] -> row * columns + column
  std::size_t elements() const { return std::size_t{rows} * columns; }
  unsigned place(unsigned reg, unsigned element, unsigned lane) const {
    return index[(std::size_t{reg} * perRegister + element) * warpSize + lane];
  }
};

/// The fragment of A (m x k), B (k x n) or C and D (m x n).
Fragment makeFragment(MatrixRole role, MatrixType type, unsigned rows, unsigned columns);

/// One matrix multiplication D = A B + C with all that decoding knows of it.
struct MatrixPlan {
  Fragment a, b, c, d;
  unsigned m = 0, n = 0, k = 0;                 // k in elements of A as stored: words of 32 for b1
  bool saturate = false;                        // .satfinite
  bool andPopulation = false;                   // b1: AND instead of XOR before counting bits
  unsigned operandRegisters[4] = {0, 0, 0, 0};  // how many registers D, A, B and C name
};

/// A wmma.load or wmma.store of one fragment, as the accesses that ptxas makes of it on sm_75 and later (measured on an
/// H200, tests/matrix/traffic_sm90.csv).
struct MatrixTransfer {
  /// One access of the warp: each lane of `lanes` moves the instruction's width from its start along the direction in
  /// which elements lie side by side.
  struct Step {
    std::uint32_t lanes = 0;
    std::array<std::uint16_t, 32> start{};  // row * columns + column
  };
  Fragment fragment;
  bool rowMajor = true;
  unsigned namedRegisters = 0;
  unsigned elements = 1;  // that a lane moves in a step
  std::vector<Step> steps;
  std::vector<std::uint16_t> owner;  // by place: (register * perRegister + element) * 32 + lane

  /// `isShared`: in shared memory A and B of 16-bit elements go by ldmatrix.
  static MatrixTransfer make(MatrixRole role, MatrixType type, unsigned rows, unsigned columns, bool rowMajor,
                             bool isShared);
  unsigned widthBytes() const {
    return elements * bitsOf(fragment.type == MatrixType::b1 ? MatrixType::s32 : fragment.type) / 8;
  }
};

/// What a tensor core of one generation does with sums of products.
///
/// Products are exact. The products of `bytesOfK` bytes of A's row and the accumulator are aligned to the greatest of
/// their exponents, cut (toward zero) to `fractionBits` bits below its unit, and added exactly; the sum is cut to
/// float32, or rounded to nearest for float16. Longer rows are done piece by piece. Facts from P. Xie et al.,
/// "MMA-Sim", arXiv 2511.10909 (2025), checked 2026-11-30.
struct TensorCore {
  unsigned fractionBits = 24;
  unsigned bytesOfK = 16;
};
TensorCore tensorCoreOf(const Card& card);

/// Multiplies for one warp. `registers` names D, A, B and C's registers one after the other; D is written in the lanes
/// of warp.mask.
void multiplyMatrices(Warp& warp, const MatrixPlan& plan, const Operand* registers, const TensorCore& core);

}  // namespace gpusim
