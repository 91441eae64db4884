#include "sim/decode/link.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "sim/decode/decode.h"

namespace gpusim {
namespace {

using Renames = std::unordered_map<std::string, std::string>;

bool hasLinkage(const ast::Variable& variable) {
  return variable.isExtern || variable.isVisible || variable.isWeak || variable.isCommon;
}
// A kernel's name is the program's, whatever its linkage says: the host asks for it.
bool hasLinkage(const ast::Function& function) {
  return function.isExtern || function.isVisible || function.isWeak || function.isEntry;
}

void rename(std::string& name, const Renames& renames) {
  if (const auto found = renames.find(name); found != renames.end()) name = found->second;
}

void rename(std::vector<ast::Operand>& operands, const Renames& renames) {
  for (ast::Operand& operand : operands) {
    rename(operand.name, renames);
    rename(operand.elements, renames);
  }
}

/// Gives a module's own names another one. Names of a body are unique against the module's, so no scope matters.
void rename(ast::Module& module, const Renames& renames) {
  if (renames.empty()) return;
  for (ast::Variable& variable : module.variables) {
    rename(variable.name, renames);
    rename(variable.initializer, renames);
  }
  for (ast::Function& function : module.functions) {
    rename(function.name, renames);
    for (ast::Statement& statement : function.body) rename(statement.instruction.operands, renames);
  }
  for (auto& [name, target] : module.aliases) {
    rename(name, renames);
    rename(target, renames);
  }
}

/// File and call-site numbers of a module's positions count from those of the modules before it.
void relocate(ast::SourcePosition& source, unsigned firstFile, unsigned firstCall) {
  source.file += firstFile;
  if (source.inlinedLine != 0) source.inlinedFile += firstFile;
  if (source.caller != 0) source.caller += firstCall;
}

/// Which of two symbols of one name is kept.
enum class Kept { first, second, clash };

template <class T>
Kept choose(const T& first, const T& second, bool firstIsCommon, bool secondIsCommon) {
  if (second.isExtern) return Kept::first;
  if (first.isExtern) return Kept::second;
  if (firstIsCommon && secondIsCommon) return Kept::first;
  if (second.isWeak || secondIsCommon) return Kept::first;
  if (first.isWeak || firstIsCommon) return Kept::second;
  return Kept::clash;
}

class Linker {
 public:
  Status add(ast::Module module, const std::string& name, std::size_t number) {
    rename(module, clashes(module, number));
    const auto firstFile = static_cast<unsigned>(linked_.module.files.size());
    for (std::string& file : module.files) linked_.module.files.push_back(std::move(file));
    const auto firstCall = static_cast<unsigned>(linked_.module.callSites.size());
    for (ast::SourcePosition& site : module.callSites) {
      relocate(site, firstFile, firstCall);
      linked_.module.callSites.push_back(site);
    }
    if (number == 0) {
      linked_.module.version = module.version;
      linked_.module.target = module.target;
      linked_.module.addressSize = module.addressSize;
    }
    for (ast::Variable& variable : module.variables)
      if (auto status = addVariable(std::move(variable), name); !status) return status;
    for (ast::Function& function : module.functions) {
      for (ast::Statement& statement : function.body) {
        relocate(statement.instruction.source, firstFile, firstCall);
      }
      if (auto status = addFunction(std::move(function), name); !status) return status;
    }
    for (auto& alias : module.aliases) linked_.module.aliases.push_back(std::move(alias));
    return ok();
  }

  LinkedModule take() { return std::move(linked_); }

 private:
  /// New names for what is the module's own and called like something of an earlier module.
  Renames clashes(const ast::Module& module, std::size_t number) {
    Renames renames;
    const auto consider = [&](const std::string& name, bool linkage) {
      if (!linkage && number != 0) renames[name] = fmt::format("{}@unit{}", name, number);
    };
    for (const ast::Variable& variable : module.variables) consider(variable.name, hasLinkage(variable));
    std::unordered_set<std::string_view> aliased;  // a function behind a visible alias keeps its name
    for (const auto& [name, target] : module.aliases) aliased.insert(target);
    for (const ast::Function& function : module.functions)
      consider(function.name, hasLinkage(function) || aliased.count(function.name) != 0);
    return renames;
  }

  Status addVariable(ast::Variable variable, const std::string& unit) {
    auto& variables = linked_.module.variables;
    const auto [known, isNew] = variableByName_.try_emplace(variable.name, variables.size());
    if (isNew) {
      variables.push_back(std::move(variable));
      return ok();
    }
    ast::Variable& first = variables[known->second];
    const Kept kept = choose(first, variable, first.isCommon, variable.isCommon);
    if (kept == Kept::clash)
      return Error{ErrorCode::invalidPtx, fmt::format("{}:{}:{}: '{}' is defined in another module too", unit,
                                                      variable.at.line, variable.at.column, variable.name)};
    const bool larger = first.isCommon && variable.isCommon && variableBytes(variable) > variableBytes(first);
    if (kept == Kept::second || larger) first = std::move(variable);
    return ok();
  }

  Status addFunction(ast::Function function, const std::string& unit) {
    auto& functions = linked_.module.functions;
    const auto [known, isNew] = functionByName_.try_emplace(function.name, functions.size());
    if (isNew) {
      functions.push_back(std::move(function));
      linked_.units.push_back(unit);
      return ok();
    }
    ast::Function& first = functions[known->second];
    const Kept kept = choose(first, function, false, false);
    if (kept == Kept::clash)
      return Error{ErrorCode::invalidPtx, fmt::format("{}:{}:{}: '{}' is defined in another module too", unit,
                                                      function.at.line, function.at.column, function.name)};
    if (kept == Kept::second) {
      first = std::move(function);
      linked_.units[known->second] = unit;
    }
    return ok();
  }

  LinkedModule linked_;
  std::unordered_map<std::string, std::size_t> variableByName_, functionByName_;
};

}  // namespace

Result<LinkedModule> linkModules(std::vector<ast::Module> modules, const std::vector<std::string>& names) {
  Linker linker;
  for (std::size_t k = 0; k < modules.size(); ++k)
    if (auto status = linker.add(std::move(modules[k]), names[k], k); !status) return status.error();
  return linker.take();
}

}  // namespace gpusim
