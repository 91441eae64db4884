#include "sim/decode/body_decoder.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/decode/narrow_index.h"
#include "sim/isa/table.h"

namespace gpusim {
namespace {

class BodyDecoder {
 public:
  BodyDecoder(const ast::Module& module, const ast::Function& function, KernelBuilder& builder, SourceTable& sources)
      : module_(module),
        function_(function),
        builder_(builder),
        sources_(sources),
        narrowIndices_(narrowIndices(function)) {}

  Result<Draft> run() {
    if (auto status = decodeBody(); !status) return status.error();
    if (auto status = resolveLabels(); !status) return status.error();
    return std::move(draft_);
  }

 private:
  DraftBlock& current() { return draft_.blocks.back(); }
  void startBlock() { draft_.blocks.emplace_back(); }

  std::uint32_t sourceOf(const ast::Instruction& instruction) {
    if (instruction.source.line == 0) return 0;
    const ast::SourcePosition& at = instruction.source;
    auto& places = builder_.code.sources;
    const auto [found, isNew] =
        sources_.try_emplace({at.file, at.line, at.caller}, static_cast<std::uint32_t>(places.size()));
    if (isNew) {
      places.push_back(lineOf(at));
      // A call site's own caller is an earlier one, so this ends.
      std::vector<SourceLine> calls;
      for (unsigned k = at.caller; k != 0; k = module_.callSites[k - 1].caller)
        calls.push_back(lineOf(module_.callSites[k - 1]));
      builder_.code.inlinedAt.push_back(std::move(calls));
    }
    return found->second;
  }

  SourceLine lineOf(const ast::SourcePosition& at) const {
    return {at.file < module_.files.size() ? module_.files[at.file] : std::string(), at.line};
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
    current().end.kind = builder_.isEntry ? Terminator::Kind::exit : Terminator::Kind::ret;
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
    draft.instruction.cost = machineCost(syntax);
    if (const auto narrow = narrowIndices_.find(&syntax); narrow != narrowIndices_.end())
      draft.instruction.narrowIndex = static_cast<std::uint8_t>(narrow->second);
    const auto pastL1 = [](const std::string& modifier) {
      return modifier == "cg" || modifier == "cv" || modifier == "volatile" || modifier == "relaxed" ||
             modifier == "acquire";
    };
    draft.instruction.bypassesL1 = std::any_of(syntax.modifiers.begin(), syntax.modifiers.end(), pastL1);
    if (context.isTerminator) {
      // These may run several times for one arrival, target by target, so they share their block with nothing.
      const bool repeats =
          context.terminator.kind == Terminator::Kind::table || context.terminator.kind == Terminator::Kind::call;
      if (repeats && !current().instructions.empty()) startBlock();
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
    } else if (end.kind == Terminator::Kind::table || end.kind == Terminator::Kind::call) {
      end.predicate = instruction.operand[0];
    }
    if (guard.base != Operand::none) {
      if (end.kind == Terminator::Kind::jump) {
        end.kind = Terminator::Kind::branch;
        end.predicate = guard;
        end.negated = guardNegated;
      } else {
        // A guarded exit, call or barrier: branch around a block that holds it.
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

  const ast::Module& module_;
  const ast::Function& function_;
  KernelBuilder& builder_;
  SourceTable& sources_;
  const std::unordered_map<const ast::Instruction*, unsigned> narrowIndices_;
  Draft draft_;
};

}  // namespace

Result<Draft> decodeBody(const ast::Module& module, const ast::Function& function, KernelBuilder& builder,
                         SourceTable& sources) {
  return BodyDecoder(module, function, builder, sources).run();
}

}  // namespace gpusim
