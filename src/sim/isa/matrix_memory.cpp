// Matrices between memory and registers: PTX ISA sections "wmma.load", "wmma.store", "ldmatrix", "stmatrix" and
// "movmatrix".
//
// A wmma transfer goes in the accesses that ptxas makes of it (MatrixTransfer), and those are counted.
#include "sim/exec/matrix.h"
#include "sim/isa/addressing.h"
#include "sim/isa/matrix.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

// Operands: 4 address, 5 leading dimension (elements), registers from the sixth on.
template <AccessKind Kind>
struct Transfer {
  static void run(Warp& warp, const Instruction& instruction) {
    wholeWarpRuns(warp, instruction);
    const MatrixTransfer& transfer = *warp.worker->launch.code.matrixTransfers[instruction.plan];
    const Fragment& fragment = transfer.fragment;
    const Operand* registers = moreOperands(warp, instruction);
    // Registers that are written may be those that addresses come from: nothing is read once the first has been.
    std::uint32_t leading[warpSize];
    std::memcpy(leading, warp.at<const std::uint32_t>(instruction.operand[5]), sizeof leading);
    const bool isBinary = fragment.type == MatrixType::b1;  // counts bits, moves words
    const unsigned bits = bitsOf(isBinary ? MatrixType::s32 : fragment.type);
    alignas(64) std::uint64_t base[warpSize], address[warpSize];
    addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, base);
    const std::uint32_t all = warp.mask;
    for (const MatrixTransfer::Step& step : transfer.steps) {
      for (unsigned lane = 0; lane < warpSize; ++lane) {
        const std::uint64_t row = step.start[lane] / fragment.columns, column = step.start[lane] % fragment.columns;
        const std::uint64_t line = isBinary ? leading[lane] / 32 : leading[lane];
        address[lane] = base[lane] + (transfer.rowMajor ? row * line + column : column * line + row) * bits / 8;
      }
      warp.mask = all & step.lanes;
      if (warp.mask == 0) continue;
      inSpaces(warp, instruction, address, Kind, [&](const Access& access, const std::uint64_t* at, bool) {
        for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
          moveLane(warp, transfer, registers, bits, step.start[lane], all,
                   reinterpret_cast<char*>(at[lane] + access.delta));
        }
      });
    }
    warp.mask = all;
    if constexpr (Kind == AccessKind::load)
      for (unsigned reg = fragment.registers; reg < transfer.namedRegisters; ++reg) {
        const auto* source = warp.at<const std::uint32_t>(registers[reg % fragment.registers]);
        writeLanes<false, std::uint32_t>(warp, registers[reg], [&](unsigned lane) { return source[lane]; });
      }
  }

 private:
  /// Elements side by side in memory, from `place` on, each to or from the register that holds it.
  static void moveLane(Warp& warp, const MatrixTransfer& transfer, const Operand* registers, unsigned bits,
                       unsigned place, std::uint32_t lanes, char* host) {
    const Fragment& fragment = transfer.fragment;
    const unsigned next = transfer.rowMajor ? 1 : fragment.columns;
    for (unsigned k = 0; k < transfer.elements; ++k, place += next) {
      const unsigned owner = transfer.owner[place], lane = owner % warpSize;
      if ((lanes >> lane & 1) == 0) continue;
      const unsigned reg = owner / warpSize / fragment.perRegister, element = owner / warpSize % fragment.perRegister;
      if (bits == 64) {
        moveBytes(host + 8 * k, reinterpret_cast<char*>(warp.at<std::uint64_t>(registers[reg]) + lane), 8);
        continue;
      }
      std::uint32_t& slot = warp.at<std::uint32_t>(registers[reg])[lane];
      if (bits >= 8) {
        moveBytes(host + k * bits / 8, reinterpret_cast<char*>(&slot) + element * bits / 8, bits / 8);
        continue;
      }
      const unsigned inMemory = 4 * (k % 2), inSlot = 4 * element;
      auto& byte = reinterpret_cast<unsigned char&>(host[k / 2]);
      if constexpr (Kind == AccessKind::load)
        slot = (slot & ~(15u << inSlot)) | (byte >> inMemory & 15u) << inSlot;
      else
        byte = static_cast<unsigned char>((byte & ~(15u << inMemory)) | (slot >> inSlot & 15u) << inMemory);
    }
  }
  static void moveBytes(char* host, char* slot, unsigned bytes) {
    if constexpr (Kind == AccessKind::load)
      std::memcpy(slot, host, bytes);
    else
      std::memcpy(host, slot, bytes);
  }
};

void transfer(DecodeContext& context, bool isLoad) {
  const int which = context.takeOne({"a", "b", "c", "d"});
  if (which < 0) return context.fail("which matrix is missing", ErrorCode::invalidPtx);
  const MatrixRole role = which == 0 ? MatrixRole::a : which == 1 ? MatrixRole::b : MatrixRole::c;
  context.take("sync");
  context.take("aligned");
  const int layout = context.takeOne({"row", "col"});
  if (layout < 0) return context.fail("a layout is missing", ErrorCode::invalidPtx);
  const bool rowMajor = layout == 0;
  MatrixShape shape;
  if (!takeMatrixShape(context, shape)) return;
  takeSpace(context);
  const std::vector<MatrixType> types = takeMatrixTypes(context);
  if (types.size() != 1) return context.fail("a matrix type is missing or not supported");
  const MatrixType type = types[0];
  if (bitsOf(type) < 8 && rowMajor != (role != MatrixRole::b))
    return context.fail("this layout does not exist for this type", ErrorCode::invalidPtx);
  const unsigned rows = role == MatrixRole::b ? shape.k : shape.m, columns = role == MatrixRole::a ? shape.k : shape.n;
  if (rows * columns < warpSize * 32 / bitsOf(type))
    return context.fail("not a shape for this type", ErrorCode::invalidPtx);
  const std::size_t vectorAt = isLoad ? 0 : 1, addressAt = isLoad ? 1 : 0;
  addressSource(context, 4, context.operandAt(addressAt));
  MatrixTransfer plan = MatrixTransfer::make(role, type, rows, columns, rowMajor, context.out.space == Space::shared);
  context.out.isWrite = !isLoad;
  context.out.width = static_cast<std::uint8_t>(plan.widthBytes());
  context.out.elementBytes = context.out.ptxasWidth = context.out.width;
  if (context.count() > 2)
    context.source(5, 2, ScalarType::u32);
  else
    context.out.operand[5] = context.builder.constant(rowMajor ? columns : rows, 4);
  const ast::Operand& operand = context.operandAt(vectorAt);
  const std::vector<ast::Operand> one{operand};
  const auto& elements = operand.kind == ast::Operand::Kind::vector ? operand.elements : one;
  plan.namedRegisters = static_cast<unsigned>(elements.size());
  if (plan.fragment.registers == 0 || plan.namedRegisters % plan.fragment.registers != 0)
    return context.fail("the vector does not have as many registers as the fragment", ErrorCode::invalidPtx);
  const ScalarType scalar = type == MatrixType::f64   ? ScalarType::f64
                            : type == MatrixType::f32 ? ScalarType::f32
                                                      : ScalarType::b32;
  unsigned slot = firstMore;
  for (const ast::Operand& element : elements)
    isLoad ? context.destination(slot++, element) : context.source(slot++, element, scalar);
  wholeWarp(context);
  context.out.plan = static_cast<std::uint32_t>(context.builder.code.matrixTransfers.size());
  context.builder.code.matrixTransfers.push_back(std::make_shared<const MatrixTransfer>(std::move(plan)));
  setHandler(context, isLoad ? Transfer<AccessKind::load>::run : Transfer<AccessKind::store>::run);
}

/// Lane and half of a register that hold element (row, column) of an 8 x 8 matrix of 16 bits.
struct SmallPlace {
  unsigned lane, half;
};
SmallPlace placeOf(unsigned row, unsigned column, bool transposed) {
  if (transposed) std::swap(row, column);
  return {row * 4 + column / 2, column % 2};
}

// ldmatrix and stmatrix. Operands: 4 address, registers from the sixth on. plan: how many matrices.
template <AccessKind Kind, bool Transposed>
struct Rows {
  static void run(Warp& warp, const Instruction& instruction) {
    wholeWarpRuns(warp, instruction);
    const std::uint32_t all = warp.mask;
    const unsigned matrices = instruction.plan;
    const Operand* registers = moreOperands(warp, instruction);
    alignas(64) std::uint64_t address[warpSize];
    addressesOf(warp, instruction.operand[4], instruction.wideAddress, instruction.immediate, address);
    // Lane 8 k + r has the address of row r of matrix k; the lanes past the last matrix have none.
    if (matrices < 4) warp.mask &= (1u << (8 * matrices)) - 1;
    if (warp.mask != 0)
      inSpaces(warp, instruction, address, Kind, [&](const Access& access, const std::uint64_t* at, bool) {
        for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
          const auto line = static_cast<unsigned>(__builtin_ctz(rest));
          auto* reg = warp.at<std::uint32_t>(registers[line / 8]);
          char* host = reinterpret_cast<char*>(at[line] + access.delta);
          for (unsigned column = 0; column < 8; ++column) {
            const SmallPlace place = placeOf(line % 8, column, Transposed);
            if ((all >> place.lane & 1) == 0) continue;
            char* slot = reinterpret_cast<char*>(reg + place.lane) + 2 * place.half;
            if constexpr (Kind == AccessKind::load)
              std::memcpy(slot, host + 2 * column, 2);
            else
              std::memcpy(host + 2 * column, slot, 2);
          }
        }
      });
    warp.mask = all;
  }
};

template <AccessKind Kind>
void matrixRows8(DecodeContext& context) {
  constexpr bool isLoad = Kind == AccessKind::load;
  context.take("sync");
  context.take("aligned");
  if (!context.take("m8n8")) return context.fail("not a matrix shape this simulator knows");
  const int count = context.takeOne({"x1", "x2", "x4"});
  if (count < 0) return context.fail("how many matrices is missing", ErrorCode::invalidPtx);
  const bool transposed = context.take("trans");
  takeSpace(context);
  context.take("b16");
  context.out.isWrite = !isLoad;
  context.out.width = context.out.elementBytes = context.out.ptxasWidth = 16;
  context.out.plan = 1u << count;
  addressSource(context, 4, context.operandAt(isLoad ? 1 : 0));
  const ast::Operand& operand = context.operandAt(isLoad ? 0 : 1);
  const std::vector<ast::Operand> one{operand};
  const auto& elements = operand.kind == ast::Operand::Kind::vector ? operand.elements : one;
  if (elements.size() != context.out.plan)
    return context.fail("the vector does not have one register a matrix", ErrorCode::invalidPtx);
  unsigned slot = firstMore;
  for (const ast::Operand& element : elements)
    isLoad ? context.destination(slot++, element) : context.source(slot++, element, ScalarType::b32);
  wholeWarp(context);
  setHandler(context, transposed ? Rows<Kind, true>::run : Rows<Kind, false>::run);
}

struct Transpose {
  static void run(Warp& warp, const Instruction& instruction) {
    wholeWarpRuns(warp, instruction);
    const auto* a = warp.at<const std::uint32_t>(instruction.operand[1]);
    std::uint32_t result[warpSize] = {};
    for (unsigned row = 0; row < 8; ++row)
      for (unsigned column = 0; column < 8; ++column) {
        const SmallPlace from = placeOf(row, column, false), to = placeOf(row, column, true);
        result[to.lane] |= (a[from.lane] >> (16 * from.half) & 0xffff) << (16 * to.half);
      }
    writeLanes<false, std::uint32_t>(warp, instruction.operand[0], [&](unsigned lane) { return result[lane]; });
  }
};
void transpose(DecodeContext& context) {
  for (std::string_view modifier : {"sync", "aligned", "m8n8", "trans", "b16"})
    if (!context.take(modifier)) return context.fail("not a movmatrix this simulator knows");
  context.destination(0, 0);
  context.source(1, 1, ScalarType::b32);
  wholeWarp(context);
  setHandler(context, Transpose::run);
}

constexpr IsaRow rows[] = {{"ldmatrix", matrixRows8<AccessKind::load>},
                           {"stmatrix", matrixRows8<AccessKind::store>},
                           {"movmatrix", transpose}};

}  // namespace

void decodeMatrixLoad(DecodeContext& context) { transfer(context, true); }
void decodeMatrixStore(DecodeContext& context) { transfer(context, false); }

std::span<const IsaRow> matrixMemoryRows() { return rows; }

}  // namespace gpusim
