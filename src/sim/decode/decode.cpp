#include "sim/decode/decode.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "sim/decode/draft.h"
#include "sim/exec/warp.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

std::string demangle(const std::string& name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : name;
  std::free(text);
  return result;
}

std::size_t roundUp(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

/// Runs the handler with the lanes whose guard holds.
void runGuarded(Warp& warp, const Instruction& instruction) {
  const std::uint32_t before = warp.mask;
  warp.mask &= warp.predicate(instruction.guard) ^ (instruction.guardNegated ? allLanes : 0);
  if (warp.mask != 0) instruction.inner(warp, instruction);
  warp.mask = before;
}

class KernelDecoder {
 public:
  KernelDecoder(const ast::Module& module, const ast::Function& function,
                const std::unordered_map<std::string, Symbol>& symbols, const std::string& moduleName)
      : module_(module), function_(function), code_(std::make_shared<DecodedKernel>()), builder_{*code_, {},
                                                                                                 {},     symbols,
                                                                                                 {},     {},
                                                                                                 {},     moduleName,
                                                                                                 {}} {}

  Result<Kernel> run() {
    code_->name = function_.name;
    code_->launchPoolBytes = static_cast<std::size_t>(LaunchSlot::count) * laneBytes32;
    code_->sources.push_back({});
    Kernel kernel;
    kernel.name = function_.name;
    kernel.demangled = demangle(function_.name);
    declareParameters(kernel);
    declareVariables();
    if (auto status = decodeBody(); !status) return status.error();
    if (auto status = resolveLabels(); !status) return status.error();
    builder_.alignment = knownAlignment(function_, builder_);
    propagateCopies(builder_, draft_);
    findReconvergence(draft_);
    mergeSharedLoads(builder_, draft_);
    markLoadRounds(draft_);
    code_->blocksInteract = blocksInteract(draft_);
    const unsigned live = allocateRegisters(builder_, draft_);
    flatten();
    kernel.staticSharedBytes = code_->staticSharedBytes;
    kernel.localBytesPerThread = code_->localBytes;
    // ptxas allocates in units of 8 and keeps some for itself; the figure only feeds the occupancy estimate.
    kernel.registersPerThread = std::max(16u, std::min(255u, (live + 4 + 7) / 8 * 8));
    const unsigned limit =
        function_.maxThreads[0] * std::max(1u, function_.maxThreads[1]) * std::max(1u, function_.maxThreads[2]);
    if (limit != 0) kernel.maxThreadsPerBlock = limit;
    kernel.code = code_;
    return kernel;
  }

 private:
  void declareParameters(Kernel& kernel) {
    std::size_t at = 0;
    for (const ast::Variable& parameter : function_.parameters) {
      const std::size_t bytes = variableBytes(parameter), alignment = variableAlignment(parameter);
      at = roundUp(at, alignment);
      builder_.symbols[parameter.name] = {Symbol::Kind::parameter, at, bytes,
                                          scalarType(parameter.type).value_or(ScalarType::b8)};
      kernel.parameters.push_back({at, bytes, alignment});
      at += bytes;
    }
    kernel.parameterBytes = at;
  }

  void declareVariables() {
    std::set<std::string> named;
    for (const ast::Statement& statement : function_.body) collectNames(statement.instruction.operands, named);
    std::size_t shared = 0, local = 0;
    const auto place = [](std::size_t& at, const ast::Variable& variable) {
      // ptxas lays shared arrays out on 16-byte boundaries where it helps; a known boundary is what merging loads
      // relies on.
      at = roundUp(at, std::max(16u, variableAlignment(variable)));
      const std::size_t offset = at;
      at += variableBytes(variable);
      return offset;
    };
    const auto declareShared = [&](const ast::Variable& variable) {
      if (!variable.isExtern)
        builder_.symbols[variable.name] = {Symbol::Kind::shared, place(shared, variable), variableBytes(variable),
                                           ScalarType::b8};
    };
    for (const ast::Variable& variable : module_.variables)
      if (variable.space == "shared" && named.count(variable.name) != 0) declareShared(variable);
    for (const ast::Variable& variable : function_.variables) {
      if (variable.space == "reg")
        builder_.addRegister(variable.name, scalarType(variable.type).value_or(ScalarType::b32));
      else if (variable.space == "shared")
        declareShared(variable);
      else if (variable.space == "local")
        builder_.symbols[variable.name] = {Symbol::Kind::local, place(local, variable), variableBytes(variable),
                                           ScalarType::b8};
      else if (variable.space == "param")
        builder_.symbols[variable.name] = {Symbol::Kind::callParameter, 0, variableBytes(variable), ScalarType::b8};
    }
    code_->staticSharedBytes = shared;
    code_->dynamicSharedOffset = roundUp(shared, 16);
    code_->localBytes = roundUp(local, 16);
    const auto declareDynamic = [&](const ast::Variable& variable) {
      if (variable.space == "shared" && variable.isExtern)
        builder_.symbols[variable.name] = {Symbol::Kind::shared, code_->dynamicSharedOffset, 0, ScalarType::b8};
    };
    for (const ast::Variable& variable : module_.variables) declareDynamic(variable);
    for (const ast::Variable& variable : function_.variables) declareDynamic(variable);
  }

  static void collectNames(const std::vector<ast::Operand>& operands, std::set<std::string>& named) {
    for (const ast::Operand& operand : operands) {
      named.insert(operand.name);
      collectNames(operand.elements, named);
    }
  }

  DraftBlock& current() { return draft_.blocks.back(); }
  void startBlock() { draft_.blocks.emplace_back(); }

  std::uint32_t sourceOf(const ast::Instruction& instruction) {
    if (instruction.source.line == 0) return 0;
    const auto key = std::pair(instruction.source.file, instruction.source.line);
    const auto [found, isNew] = sourceIndex_.try_emplace(key, static_cast<std::uint32_t>(code_->sources.size()));
    if (isNew) {
      const std::string file = key.first < module_.files.size() ? module_.files[key.first] : std::string();
      code_->sources.push_back({file, key.second});
    }
    return found->second;
  }

  Status decodeBody() {
    startBlock();
    for (const ast::Statement& statement : function_.body) {
      if (statement.kind == ast::Statement::Kind::label) {
        if (!current().instructions.empty() || current().warpSync.base != Operand::none) startBlock();
        current().labels.push_back(statement.label);
      } else if (auto status = decodeInstruction(statement.instruction); !status) {
        return status;
      }
    }
    // Falling off the end returns.
    current().end.kind = Terminator::Kind::exit;
    return ok();
  }

  Status decodeInstruction(const ast::Instruction& syntax) {
    DraftInstruction draft;
    DecodeContext context(builder_, syntax, draft.instruction);
    const IsaRow* row = findIsaRow(syntax.opcode);
    if (row == nullptr)
      context.fail("this instruction is not supported");
    else
      row->decode(context);
    context.finish();
    Operand guard = noOperand;
    if (!syntax.guard.empty() && !context.failed()) {
      const auto found = builder_.registerByName.find(syntax.guard);
      if (found == builder_.registerByName.end() || builder_.registers[found->second].type != ScalarType::pred)
        context.fail("guard '" + syntax.guard + "' is not a predicate register", ErrorCode::invalidPtx);
      else
        guard = makeOperand(Operand::registers, found->second);
    }
    if (context.failed()) return context.failure();
    draft.instruction.source = sourceOf(syntax);
    if (context.isTerminator) {
      // A table branch may run several times for one arrival, so it shares its block with nothing.
      if (context.terminator.kind == Terminator::Kind::table && !current().instructions.empty()) startBlock();
      endBlock(context, draft.instruction, guard, syntax.guardNegated);
      return ok();
    }
    if (context.warpSync.base != Operand::none) {
      if (!current().instructions.empty() || current().warpSync.base != Operand::none) startBlock();
      current().warpSync = context.warpSync;
    }
    draft.reads = std::move(context.reads);
    draft.writes = std::move(context.writes);
    draft.more = std::move(context.more);
    if (guard.base != Operand::none) {
      draft.instruction.guard = guard;
      draft.instruction.guardNegated = syntax.guardNegated;
      draft.instruction.isCopy = false;
    }
    current().instructions.push_back(std::move(draft));
    if (context.mayYield) current().end.kind = Terminator::Kind::yield;
    if (context.warpSync.base != Operand::none || context.mayYield) startBlock();
    return ok();
  }

  void endBlock(DecodeContext& context, const Instruction& instruction, Operand guard, bool guardNegated) {
    Terminator end = context.terminator;
    end.source = instruction.source;
    if (end.kind == Terminator::Kind::barrier) {
      end.result = instruction.operand[0];
      end.predicate = instruction.operand[1];
      end.threads = instruction.operand[2];
      end.number = instruction.operand[3];
    } else if (end.kind == Terminator::Kind::table) {
      end.predicate = instruction.operand[0];
    }
    if (guard.base != Operand::none) {
      if (end.kind == Terminator::Kind::jump) {
        end.kind = Terminator::Kind::branch;
        end.predicate = guard;
        end.negated = guardNegated;
      } else {
        // A guarded exit or barrier: branch around a block that holds it.
        Terminator branch;
        branch.kind = Terminator::Kind::branch;
        branch.predicate = guard;
        branch.negated = !guardNegated;
        branch.source = end.source;
        const std::string after = fmt::format("$after_guard_{}", draft_.blocks.size());
        current().end = branch;
        current().targetLabel = after;
        startBlock();
        current().end = end;
        current().endWeight = 1;
        current().targetLabel = context.targetLabel;
        startBlock();
        current().labels.push_back(after);
        return;
      }
    }
    current().end = end;
    current().endWeight = 1;
    current().targetLabel = context.targetLabel;
    startBlock();
  }

  Status resolveLabels() {
    std::unordered_map<std::string, std::uint32_t> index;
    for (std::size_t k = 0; k < draft_.blocks.size(); ++k)
      for (const std::string& label : draft_.blocks[k].labels) index[label] = static_cast<std::uint32_t>(k);
    const auto resolve = [&](const std::string& label, std::uint32_t& to) {
      const auto found = index.find(label);
      if (found != index.end()) to = found->second;
      return found != index.end();
    };
    for (std::size_t k = 0; k < draft_.blocks.size(); ++k) {
      DraftBlock& block = draft_.blocks[k];
      block.end.next = static_cast<std::uint32_t>(k + 1);
      const auto kind = block.end.kind;
      std::string missing;
      if (kind == Terminator::Kind::jump || kind == Terminator::Kind::branch) {
        if (!resolve(block.targetLabel, block.end.target)) missing = block.targetLabel;
      } else if (kind == Terminator::Kind::table) {
        const auto list = std::find_if(function_.targetLists.begin(), function_.targetLists.end(),
                                       [&](const auto& l) { return l.name == block.targetLabel; });
        if (list == function_.targetLists.end())
          missing = block.targetLabel;
        else
          for (const std::string& label : list->targets) {
            block.end.targets.push_back(0);
            if (!resolve(label, block.end.targets.back())) missing = label;
          }
      }
      if (!missing.empty())
        return Error{ErrorCode::invalidPtx,
                     fmt::format("{}: {}: label '{}' is not defined", builder_.moduleName, function_.name, missing)};
    }
    return ok();
  }

  void flatten() {
    for (DraftBlock& draft : draft_.blocks) {
      BasicBlock block;
      block.first = static_cast<std::uint32_t>(code_->instructions.size());
      for (DraftInstruction& item : draft.instructions) {
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
      block.weight += draft.endWeight;
      block.reconverge = draft.reconverge;
      block.warpSync = draft.warpSync;
      block.end = draft.end;
      code_->blocks.push_back(std::move(block));
    }
  }

  const ast::Module& module_;
  const ast::Function& function_;
  std::shared_ptr<DecodedKernel> code_;
  KernelBuilder builder_;
  Draft draft_;
  std::map<std::pair<unsigned, unsigned>, std::uint32_t> sourceIndex_;
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

Result<Kernel> decodeKernel(const ast::Module& module, const ast::Function& function,
                            const std::unordered_map<std::string, Symbol>& symbols, const std::string& moduleName) {
  return KernelDecoder(module, function, symbols, moduleName).run();
}

}  // namespace gpusim
