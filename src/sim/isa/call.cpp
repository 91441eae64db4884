// Calls and the stack: PTX ISA sections 9.7.12 (call) and 9.7.15 (alloca, stacksave, stackrestore).
#include "sim/decode/call_graph.h"
#include "sim/exec/builtin_calls.h"
#include "sim/exec/worker.h"
#include "sim/isa/lanes.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

/// The parameters named in `(a, b)` of a call, as places in the frame.
std::vector<FramePlace> placesOf(DecodeContext& context, const ast::Operand* list) {
  std::vector<FramePlace> places;
  if (list == nullptr) return places;
  for (const ast::Operand& element : list->elements) {
    const auto found = context.builder.symbols.find(element.name);
    if (found == context.builder.symbols.end() || found->second.kind != Symbol::Kind::frame) {
      context.fail("'" + element.name + "' is no .param variable: other arguments of calls are not supported");
      return places;
    }
    places.push_back(
        {static_cast<std::uint32_t>(found->second.address), static_cast<std::uint32_t>(found->second.bytes)});
  }
  return places;
}

/// A function that the driver supplies runs as one instruction; arguments and result are in the frame.
void callBuiltin(DecodeContext& context, const BuiltinCall& builtin, const std::vector<FramePlace>& arguments,
                 const std::vector<FramePlace>& results) {
  bool fits = arguments.size() == builtin.arguments && results.size() <= 1;
  for (const FramePlace& place : arguments) fits = fits && place.bytes <= 8;
  for (const FramePlace& place : results) fits = fits && place.bytes <= 8;
  if (!fits)
    return context.fail("'" + std::string(builtin.name) + "' takes other arguments or gives another result",
                        ErrorCode::invalidPtx);
  if (!results.empty()) context.out.operand[0] = makeOperand(Operand::frame, results[0].offset);
  for (unsigned k = 0; k < arguments.size(); ++k)
    context.out.operand[k + 1] = makeOperand(Operand::frame, arguments[k].offset);
  context.builder.code.usesHeap = context.builder.code.usesHeap || builtin.usesHeap;
  setHandler(context, builtin.run);
}

/// `call f;`, `call f, (args);`, `call (ret), f, (args);`, and with a register and a prototype in place of f.
void call(DecodeContext& context) {
  context.take("uni");
  const std::size_t at = context.operandAt(0).kind == ast::Operand::Kind::list ? 1 : 0;
  const ast::Operand* callee = calleeOf(context.syntax);
  context.ignoreOperands(0);  // read by calleeOf, or the prototype of an indirect call
  if (callee == nullptr) return context.fail("a call names no function", ErrorCode::invalidPtx);
  const bool hasArguments = context.count() > at + 1 && context.operandAt(at + 1).kind == ast::Operand::Kind::list;
  const auto results = placesOf(context, at == 1 ? &context.operandAt(0) : nullptr);
  const auto arguments = placesOf(context, hasArguments ? &context.operandAt(at + 1) : nullptr);
  if (context.failed()) return;

  KernelBuilder& builder = context.builder;
  CallSite site{CallSite::indirect, arguments, results};
  if (const auto function = builder.functionByName.find(callee->name); function != builder.functionByName.end()) {
    site.function = function->second;
  } else if (builder.registerByName.count(callee->name) != 0) {
    context.source(0, *callee, ScalarType::b64);
  } else if (const BuiltinCall* builtin = findBuiltinCall(callee->name)) {
    return callBuiltin(context, *builtin, arguments, results);
  } else if (callee->name.starts_with("__nv_")) {
    return context.fail(
        "'" + callee->name +
        "' is a function of NVIDIA's device library that the simulator does not have; nvcc brings its code");
  } else {
    return context.fail("function '" + callee->name +
                        "' is in none of the program's modules; -rdc=true links several files");
  }
  builder.frameHead(0);
  context.isTerminator = true;
  context.terminator.kind = Terminator::Kind::call;
  context.terminator.target = static_cast<std::uint32_t>(builder.code.callSites.size());
  builder.code.callSites.push_back(std::move(site));
}

// Operand 0: the address, 1: bytes, 2: the lanes' stack tops; the immediate is the alignment.
void allocate(Warp& warp, const Instruction& instruction) {
  auto* out = warp.at<std::uint64_t>(instruction.operand[0]);
  const auto* bytes = warp.at<const std::uint64_t>(instruction.operand[1]);
  auto* top = warp.at<std::uint64_t>(instruction.operand[2]);
  const auto alignment = static_cast<std::uint64_t>(instruction.immediate);
  const std::uint64_t limit = warp.worker->launch.localBytes;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((warp.mask >> lane & 1) == 0) continue;
    const std::uint64_t base = (top[lane] + alignment - 1) / alignment * alignment;
    if (base > limit || bytes[lane] > limit - base) {
      const std::string what = "the stack of a thread overflows: alloca of " + std::to_string(bytes[lane]) +
                               " bytes with " + std::to_string(limit - std::min(limit, top[lane])) +
                               " left (cudaDeviceSetLimit(cudaLimitStackSize, …) raises the limit)";
      warp.worker->report(Tool::memcheck, "stack overflow", warp.worker->site(warp, instruction, lane), nullptr, what);
      warp.worker->fault(ErrorCode::stackOverflow, what);
      return;
    }
    out[lane] = base;
    top[lane] = base + bytes[lane];
  }
}

struct Copy {
  template <class D, class T>
  static D apply(T a) {
    return a;
  }
};

void allocateDecode(DecodeContext& context) {
  context.take("u64");
  context.destination(0, 0);
  context.source(1, 1, ScalarType::u64);
  context.out.operand[2] = context.builder.frameHead(FrameHead::stackTop);
  const std::uint64_t alignment = context.count() > 2 ? context.literal(context.operandAt(2)) : 8;
  if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 4096)
    return context.fail("the alignment is no power of two up to 4096", ErrorCode::invalidPtx);
  context.out.immediate = static_cast<std::int64_t>(std::max<std::uint64_t>(alignment, 8));
  context.builder.code.stackUnbounded = true;
  setHandler(context, allocate);
}

void saveDecode(DecodeContext& context) {
  context.take("u64");
  context.destination(0, 0);
  context.out.operand[1] = context.builder.frameHead(FrameHead::stackTop);
  setHandlers<Map<Copy, std::uint64_t, std::uint64_t>>(context);
}

void restoreDecode(DecodeContext& context) {
  context.take("u64");
  context.out.operand[0] = context.builder.frameHead(FrameHead::stackTop);
  context.source(1, 0, ScalarType::u64);
  setHandlers<Map<Copy, std::uint64_t, std::uint64_t>>(context);
}

constexpr IsaRow rows[] = {
    {"call", call}, {"alloca", allocateDecode}, {"stacksave", saveDecode}, {"stackrestore", restoreDecode}};

}  // namespace

std::span<const IsaRow> callRows() { return rows; }

}  // namespace gpusim
