#include "sim/exec/matrix.h"

namespace gpusim {
namespace {

using Step = MatrixTransfer::Step;

/// Rows of 8 x 8 blocks of 16-bit elements, four blocks an access: lane 8 k + r has row r of block k.
void addRowSteps(MatrixTransfer& transfer) {
  const Fragment& fragment = transfer.fragment;
  transfer.elements = 8;
  for (unsigned first = 0; first < fragment.registers; first += 4) {
    Step step;
    for (unsigned k = 0; k < 4 && first + k < fragment.registers; ++k) {
      const unsigned corner = fragment.place(first + k, 0, 0);
      for (unsigned line = 0; line < 8; ++line) {
        const unsigned lane = 8 * k + line;
        step.lanes |= 1u << lane;
        step.start[lane] = static_cast<std::uint16_t>(corner + (transfer.rowMajor ? line * fragment.columns : line));
      }
    }
    transfer.steps.push_back(step);
  }
}

/// A register at a time, each lane two elements that lie side by side; the block is transposed in registers afterwards.
void addTransposedSteps(MatrixTransfer& transfer) {
  const Fragment& fragment = transfer.fragment;
  transfer.elements = 2;
  for (unsigned reg = 0; reg < fragment.registers; ++reg) {
    Step step;
    step.lanes = allLanes;
    const unsigned corner = fragment.place(reg, 0, 0);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const unsigned group = lane / 4, pair = lane % 4 * 2;
      step.start[lane] = static_cast<std::uint16_t>(transfer.rowMajor ? corner + group * fragment.columns + pair
                                                                      : corner + pair * fragment.columns + group);
    }
    transfer.steps.push_back(step);
  }
}

/// `registers` registers at a time when all their elements lie side by side, else single elements.
void addDirectSteps(MatrixTransfer& transfer, unsigned registers, bool wholeRegisters) {
  const Fragment& fragment = transfer.fragment;
  transfer.elements = wholeRegisters ? registers * fragment.perRegister : 1;
  for (unsigned reg = 0; reg < fragment.registers; reg += registers)
    for (unsigned element = 0; element < (wholeRegisters ? 1 : fragment.perRegister); ++element) {
      Step step;
      step.lanes = allLanes;
      for (unsigned lane = 0; lane < warpSize; ++lane)
        step.start[lane] = static_cast<std::uint16_t>(fragment.place(reg, element, lane));
      transfer.steps.push_back(step);
    }
}

}  // namespace

MatrixTransfer MatrixTransfer::make(MatrixRole role, MatrixType type, unsigned rows, unsigned columns, bool rowMajor,
                                    bool isShared) {
  MatrixTransfer transfer;
  transfer.fragment = makeFragment(role, type, rows, columns);
  transfer.rowMajor = rowMajor;
  const Fragment& fragment = transfer.fragment;
  transfer.owner.resize(fragment.elements());
  for (std::size_t at = 0; at < fragment.index.size(); ++at)
    transfer.owner[fragment.index[at]] = static_cast<std::uint16_t>(at);
  const bool registersAlongRow = role != MatrixRole::b;
  const bool wholeRegisters = fragment.perRegister == 1 || rowMajor == registersAlongRow;
  const bool isNarrow = bitsOf(type) == 16;
  if (isShared && isNarrow && role != MatrixRole::c)
    addRowSteps(transfer);
  else if (isNarrow && !wholeRegisters)
    addTransposedSteps(transfer);
  else
    addDirectSteps(transfer, role == MatrixRole::c && bitsOf(type) == 32 && rowMajor ? 2 : 1, wholeRegisters);
  return transfer;
}

}  // namespace gpusim
