#include "sim/decode/decode.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/decode/body_decoder.h"
#include "sim/decode/demangle.h"
#include "sim/decode/kernel_layout.h"
#include "sim/exec/warp.h"

namespace gpusim {
namespace {

/// Runs the handler with the lanes whose guard holds.
void runGuarded(Warp& warp, const Instruction& instruction) {
  const std::uint32_t before = warp.mask;
  warp.mask &= warp.predicate(instruction.guard) ^ (instruction.guardNegated ? allLanes : 0);
  if (warp.mask != 0) instruction.inner(warp, instruction);
  warp.mask = before;
}

class KernelDecoder {
 public:
  KernelDecoder(const LoadedSyntax& syntax, const ast::Function& kernel)
      : syntax_(syntax),
        reach_(syntax.functions.reachableFrom(kernel)),
        shared_(syntax.module, reach_.functions),
        code_(std::make_shared<DecodedKernel>()),
        builder_(*code_) {}

  Status run(Kernel& kernel) {
    code_->name = kernel.name;
    code_->launchPoolBytes = static_cast<std::size_t>(LaunchSlot::count) * laneBytes32;
    code_->sources.push_back({});
    code_->inlinedAt.push_back({});
    code_->staticSharedBytes = shared_.staticBytes();
    code_->dynamicSharedOffset = shared_.dynamicOffset();
    code_->sharedVariables = shared_.variables();
    for (std::uint32_t k = 0; k < reach_.functions.size(); ++k) {
      builder_.functionByName[reach_.functions[k]->name] = k;
      code_->functions.emplace_back().name = demangle(reach_.functions[k]->name);
    }
    for (const auto& [name, target] : syntax_.module.aliases)
      if (const auto found = builder_.functionByName.find(target); found != builder_.functionByName.end())
        builder_.functionByName[name] = found->second;
    if (reach_.indirect) listAddresses();
    for (const auto& [name, symbol] : syntax_.symbols)
      if (symbol.kind == Symbol::Kind::constant)
        code_->constantRanges.emplace_back(symbol.address, symbol.address + symbol.bytes);
    unsigned live = 0;
    for (std::uint32_t k = 0; k < reach_.functions.size(); ++k)
      if (auto status = decodeFunction(k, live); !status) return status;
    measureStack();
    // ptxas allocates in units of 8 and keeps some for itself; the figure only feeds the occupancy estimate.
    kernel.registersPerThread = std::max(16u, std::min(255u, (live + 4 + 7) / 8 * 8));
    kernel.staticSharedBytes = code_->staticSharedBytes;
    kernel.localBytesPerThread = code_->localBytes;
    kernel.code = code_;
    return ok();
  }

 private:
  void listAddresses() {
    for (const ast::Function* function : syntax_.functions.addressTaken())
      if (const auto symbol = syntax_.symbols.find(function->name); symbol != syntax_.symbols.end())
        code_->functionByAddress[symbol->second.address] = builder_.functionByName[function->name];
  }

  /// What the function may name: its own variables hide the module's.
  void startFunction(const ast::Function& function, DecodedFunction& decoded) {
    builder_.moduleName = syntax_.unitOf(function);
    builder_.isEntry = function.isEntry;
    builder_.frameBytes = 0;
    builder_.registers.clear();
    builder_.registerByName.clear();
    builder_.symbols.clear();
    builder_.alignment.clear();
    for (const ast::Statement& statement : function.body) declareNamed(statement.instruction.operands);
    shared_.declare(function, builder_.symbols);
    if (function.isEntry) {
      std::vector<Parameter> parameters;
      layOutParameters(function, parameters, builder_.symbols);
    }
    declareVariables(function, builder_, decoded);
  }

  void declareNamed(const std::vector<ast::Operand>& operands) {
    for (const ast::Operand& operand : operands) {
      if (const auto symbol = syntax_.symbols.find(operand.name); symbol != syntax_.symbols.end())
        builder_.symbols[operand.name] = symbol->second;
      declareNamed(operand.elements);
    }
  }

  Status decodeFunction(std::uint32_t index, unsigned& live) {
    const ast::Function& function = *reach_.functions[index];
    DecodedFunction decoded = code_->functions[index];
    if (index != 0 && function.isEntry)
      return Error{ErrorCode::unsupportedPtx,
                   fmt::format("{}:{}:{}: a kernel that is called as a function", syntax_.unitOf(function),
                               function.at.line, function.at.column)};
    if (function.clusterBlocks != 1)
      return Error{ErrorCode::unsupportedPtx,
                   fmt::format("{}:{}:{}: a kernel for clusters of {} blocks: only clusters of one are simulated",
                               syntax_.unitOf(function), function.at.line, function.at.column, function.clusterBlocks)};
    startFunction(function, decoded);
    auto draft = decodeBody(syntax_.module, function, builder_, sources_);
    if (!draft) return draft.error();
    builder_.alignment = knownAlignment(function, builder_);
    propagateCopies(builder_, *draft);
    findReconvergence(*draft);
    mergeSharedAccesses(builder_, *draft);
    markPredicated(*draft);
    markLoadRounds(*draft);
    code_->blocksInteract = code_->blocksInteract || blocksInteract(*draft);
    live = std::max(live, allocateRegisters(builder_, *draft));
    decoded.frameOffset = static_cast<std::uint32_t>(code_->registerBytes);
    decoded.frameBytes = builder_.frameBytes;
    if (index == 0) registerBytes_ = code_->registerBytes + builder_.frameBytes;
    decoded.entry = static_cast<std::uint32_t>(code_->blocks.size());
    code_->functions[index] = decoded;
    flatten(*draft);
    code_->registerBytes = registerBytes_;
    return ok();
  }

  void flatten(Draft& draft) {
    const auto base = static_cast<std::uint32_t>(code_->blocks.size());
    for (DraftBlock& part : draft.blocks) {
      BasicBlock block;
      block.first = static_cast<std::uint32_t>(code_->instructions.size());
      for (DraftInstruction& item : part.instructions) {
        Instruction& instruction = item.instruction;
        instruction.index = static_cast<std::uint32_t>(code_->instructions.size());
        block.weight += instruction.weight;
        instruction.more = static_cast<std::uint32_t>(code_->moreOperands.size());
        code_->moreOperands.insert(code_->moreOperands.end(), item.more.begin(), item.more.end());
        if (instruction.guard.base != Operand::none) {
          instruction.inner = instruction.run[0];
          instruction.run[0] = instruction.run[1] = runGuarded;
        }
        code_->instructions.push_back(instruction);
      }
      block.last = static_cast<std::uint32_t>(code_->instructions.size());
      block.weight += part.endWeight;
      block.reconverge = part.reconverge == BasicBlock::noBlock ? part.reconverge : part.reconverge + base;
      block.warpSync = part.warpSync;
      block.isPredicated = part.isPredicated;
      block.end = part.end;
      block.end.next += base;
      if (block.end.kind != Terminator::Kind::call) block.end.target += base;
      for (std::uint32_t& target : block.end.targets) target += base;
      code_->blocks.push_back(std::move(block));
    }
  }

  /// The deepest stack that calls by name make. Where calls go round in a circle or through pointers, no depth is
  /// known.
  void measureStack() {
    std::vector<std::vector<std::uint32_t>> callees(code_->functions.size());
    for (std::uint32_t k = 0; k < callees.size(); ++k) {
      const std::uint32_t first = code_->functions[k].entry;
      const std::size_t past = k + 1 < callees.size() ? code_->functions[k + 1].entry : code_->blocks.size();
      for (std::size_t b = first; b < past; ++b)
        if (code_->blocks[b].end.kind == Terminator::Kind::call)
          callees[k].push_back(code_->callSites[code_->blocks[b].end.target].function);
    }
    code_->stackUnbounded = code_->stackUnbounded || reach_.indirect;
    enum class State : std::uint8_t { unseen, onPath, done };
    std::vector<State> state(callees.size(), State::unseen);
    std::vector<std::size_t> depth(callees.size(), 0), next(callees.size(), 0);
    // Depth first without recursion: the text decides how deep calls nest.
    for (std::vector<std::uint32_t> path{0}; !path.empty();) {
      const std::uint32_t at = path.back();
      state[at] = State::onPath;
      if (next[at] < callees[at].size()) {
        const std::uint32_t callee = callees[at][next[at]++];
        if (callee == CallSite::indirect) continue;
        if (state[callee] == State::onPath) code_->stackUnbounded = true;
        if (state[callee] == State::unseen) path.push_back(callee);
        continue;
      }
      std::size_t most = 0;
      for (std::uint32_t callee : callees[at])
        if (callee != CallSite::indirect) most = std::max(most, depth[callee] + callOverheadBytes);
      depth[at] = code_->functions[at].localBytes + most;
      state[at] = State::done;
      path.pop_back();
    }
    code_->localBytes = depth[0];
  }

  const LoadedSyntax& syntax_;
  const FunctionTable::Reach reach_;
  const SharedLayout shared_;
  std::shared_ptr<DecodedKernel> code_;
  KernelBuilder builder_;
  SourceTable sources_;
  std::size_t registerBytes_ = 0;
};

}  // namespace

std::size_t variableBytes(const ast::Variable& variable) {
  std::size_t bytes = bytesOf(scalarType(variable.type).value_or(ScalarType::b8)) * variable.vectorWidth;
  for (std::uint64_t dimension : variable.dimensions) bytes *= dimension;
  return bytes;
}

unsigned variableAlignment(const ast::Variable& variable) {
  return variable.alignment != 0
             ? variable.alignment
             : std::max(1u, bytesOf(scalarType(variable.type).value_or(ScalarType::b8)) * variable.vectorWidth);
}

Kernel describeKernel(const ast::Function& function) {
  Kernel kernel;
  kernel.name = function.name;
  kernel.demangled = demangle(function.name);
  std::unordered_map<std::string, Symbol> ignored;
  kernel.parameterBytes = layOutParameters(function, kernel.parameters, ignored);
  const unsigned limit =
      function.maxThreads[0] * std::max(1u, function.maxThreads[1]) * std::max(1u, function.maxThreads[2]);
  if (limit != 0) kernel.maxThreadsPerBlock = limit;
  return kernel;
}

Status decodeKernel(const LoadedSyntax& syntax, const ast::Function& function, Kernel& kernel) {
  return KernelDecoder(syntax, function).run(kernel);
}

}  // namespace gpusim
