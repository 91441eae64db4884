// Matrix multiplication: PTX ISA sections "wmma.mma" and "mma". The arithmetic is in exec/matrix.cpp.
#include "sim/isa/matrix.h"

#include "sim/exec/matrix.h"
#include "sim/isa/addressing.h"
#include "sim/isa/table.h"

namespace gpusim {

std::vector<MatrixType> takeMatrixTypes(DecodeContext& context) {
  struct Row {
    std::string_view name;
    MatrixType type;
  };
  static constexpr Row rows[] = {{"f16", MatrixType::f16}, {"bf16", MatrixType::bf16}, {"tf32", MatrixType::tf32},
                                 {"f32", MatrixType::f32}, {"f64", MatrixType::f64},   {"s8", MatrixType::s8},
                                 {"u8", MatrixType::u8},   {"s4", MatrixType::s4},     {"u4", MatrixType::u4},
                                 {"b1", MatrixType::b1},   {"s32", MatrixType::s32}};
  std::vector<MatrixType> types;
  for (const std::string& modifier : context.syntax.modifiers)
    for (const Row& row : rows)
      if (modifier == row.name && context.take(row.name)) types.push_back(row.type);
  return types;
}

bool takeMatrixShape(DecodeContext& context, MatrixShape& shape) {
  static constexpr struct {
    std::string_view name;
    MatrixShape shape;
  } rows[] = {{"m16n16k16", {16, 16, 16}}, {"m32n8k16", {32, 8, 16}},   {"m8n32k16", {8, 32, 16}},
              {"m16n16k8", {16, 16, 8}},   {"m8n8k4", {8, 8, 4}},       {"m16n8k4", {16, 8, 4}},
              {"m16n8k8", {16, 8, 8}},     {"m16n8k16", {16, 8, 16}},   {"m8n8k16", {8, 8, 16}},
              {"m16n8k32", {16, 8, 32}},   {"m8n8k32", {8, 8, 32}},     {"m16n8k64", {16, 8, 64}},
              {"m8n8k128", {8, 8, 128}},   {"m16n8k128", {16, 8, 128}}, {"m16n8k256", {16, 8, 256}}};
  for (const auto& row : rows)
    if (context.take(row.name)) {
      shape = row.shape;
      return true;
    }
  context.fail("not a matrix shape this simulator knows");
  return false;
}

void wholeWarp(DecodeContext& context) { context.warpSync = context.builder.constant(allLanes, 4); }

bool wholeWarpRuns(Warp& warp, const Instruction& instruction) {
  if (warp.mask == allLanes) return true;
  if ((warp.worker->launch.options.tools & static_cast<std::uint32_t>(Tool::synccheck)) != 0)
    warp.worker->report(Tool::synccheck, "matrix instruction without the whole warp",
                        warp.worker->site(warp, instruction, static_cast<unsigned>(__builtin_ctz(warp.mask))), nullptr,
                        "some lanes of the warp do not execute this matrix instruction; its result is undefined");
  return false;
}

namespace {

struct Multiply {
  static void run(Warp& warp, const Instruction& instruction) {
    wholeWarpRuns(warp, instruction);
    const Launch& launch = warp.worker->launch;
    multiplyMatrices(warp, *launch.code.matrixPlans[instruction.plan], moreOperands(warp, instruction),
                     tensorCoreOf(launch.card));
  }
};

bool isInteger(MatrixType type) { return type >= MatrixType::s8 && type <= MatrixType::b1; }

/// The combinations the ISA has: what A and B may be with this accumulator.
bool typesFit(MatrixType d, MatrixType a, MatrixType b, MatrixType c) {
  using T = MatrixType;
  if (isInteger(a) && isInteger(b)) return d == T::s32 && c == T::s32 && bitsOf(a) == bitsOf(b);
  if (a != b) return false;
  if (a == T::f16) return (d == T::f16 || d == T::f32) && (c == T::f16 || c == T::f32);
  if (a == T::bf16 || a == T::tf32) return d == T::f32 && c == T::f32;
  return a == T::f64 && d == T::f64 && c == T::f64;
}

void vectorOperand(DecodeContext& context, std::size_t k, const Fragment& fragment, bool isDestination, unsigned& slot,
                   unsigned& count) {
  const ast::Operand& operand = context.operandAt(k);
  const std::vector<ast::Operand> one{operand};
  const auto& elements = operand.kind == ast::Operand::Kind::vector ? operand.elements : one;
  count = static_cast<unsigned>(elements.size());
  if (fragment.registers == 0 || count % fragment.registers != 0 || count == 0)
    return context.fail("the vector does not have as many registers as the fragment", ErrorCode::invalidPtx);
  const ScalarType type = fragment.type == MatrixType::f64   ? ScalarType::f64
                          : fragment.type == MatrixType::f32 ? ScalarType::f32
                                                             : ScalarType::b32;
  for (const ast::Operand& element : elements)
    isDestination ? context.destination(slot++, element) : context.source(slot++, element, type);
}

void multiply(DecodeContext& context, bool isWmma) {
  context.take("sync");
  context.take("aligned");
  MatrixShape shape;
  if (!takeMatrixShape(context, shape)) return;
  MatrixPlan plan;
  for (int k = 0; k < 2; ++k)
    if (context.takeOne({"row", "col"}) < 0) return context.fail("a layout is missing", ErrorCode::invalidPtx);
  plan.saturate = context.take("satfinite");
  const bool isXor = context.take("xor"), isAnd = !isXor && context.take("and");
  if (isXor || isAnd) context.take("popc");
  plan.andPopulation = isAnd;
  context.take("rn");
  const std::vector<MatrixType> types = takeMatrixTypes(context);  // of D, A, B and C
  const bool isShort = isWmma && types.size() == 2;                // wmma leaves out float16 of A and B
  if (types.size() != 4 && !isShort) return context.fail("not a combination of matrix types");
  const MatrixType d = types.front(), c = types.back(), a = isShort ? MatrixType::f16 : types[1],
                   b = isShort ? MatrixType::f16 : types[2];
  if (!typesFit(d, a, b, c)) return context.fail("not a combination of matrix types");
  if (a == MatrixType::b1 && !isXor && !isAnd) return context.fail(".xor or .and is missing", ErrorCode::invalidPtx);
  if (shape.k == 4 && a == MatrixType::f16)
    return context.fail("the quarter-warp mma of sm_70 is not supported; use m16n8k8");
  if (shape.k % (a == MatrixType::b1 ? 128u : a == MatrixType::f64 ? 4u : 128u / bitsOf(a)) != 0)
    return context.fail("not a shape for these types", ErrorCode::invalidPtx);
  plan.a = makeFragment(MatrixRole::a, a, shape.m, shape.k);
  plan.b = makeFragment(MatrixRole::b, b, shape.k, shape.n);
  plan.c = makeFragment(MatrixRole::c, c, shape.m, shape.n);
  plan.d = makeFragment(MatrixRole::c, d, shape.m, shape.n);
  plan.m = shape.m;
  plan.n = shape.n;
  plan.k = a == MatrixType::b1 ? shape.k / 32 : shape.k;
  unsigned slot = firstMore;
  vectorOperand(context, 0, plan.d, true, slot, plan.operandRegisters[0]);
  vectorOperand(context, 1, plan.a, false, slot, plan.operandRegisters[1]);
  vectorOperand(context, 2, plan.b, false, slot, plan.operandRegisters[2]);
  vectorOperand(context, 3, plan.c, false, slot, plan.operandRegisters[3]);
  wholeWarp(context);
  context.out.plan = static_cast<std::uint32_t>(context.builder.code.matrixPlans.size());
  context.builder.code.matrixPlans.push_back(std::make_shared<const MatrixPlan>(std::move(plan)));
  setHandler(context, Multiply::run);
}

void mma(DecodeContext& context) {
  if (context.takeOne({"sp", "sp::ordered_metadata"}) >= 0) return context.fail("sparse matrices are not supported");
  multiply(context, false);
}

void wmma(DecodeContext& context) {
  if (context.take("mma")) return multiply(context, true);
  if (context.take("load")) return decodeMatrixLoad(context);
  if (context.take("store")) return decodeMatrixStore(context);
  context.fail("not a wmma instruction this simulator knows");
}

constexpr IsaRow rows[] = {{"mma", mma}, {"wmma", wmma}};

}  // namespace

std::span<const IsaRow> matrixRows() { return rows; }

}  // namespace gpusim
