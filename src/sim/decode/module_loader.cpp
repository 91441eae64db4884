#include "sim/decode/module_loader.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "sim/decode/decode.h"

namespace gpusim {
namespace {

Result<std::uint64_t> initialValue(const ast::Operand& operand, ScalarType type,
                                   const std::unordered_map<std::string, Symbol>& symbols, const std::string& where) {
  using Kind = ast::Operand::Kind;
  if (operand.kind == Kind::integer) return operand.bits;
  if (operand.kind == Kind::real) {
    if (bytesOf(type) == 8)
      return operand.isSingle ? std::bit_cast<std::uint64_t>(
                                    static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))))
                              : operand.bits;
    return operand.isSingle ? operand.bits & 0xffffffff
                            : std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
  }
  const auto symbol = symbols.find(operand.name);
  if (symbol == symbols.end())
    return Error{ErrorCode::unsupportedPtx,
                 fmt::format("{}: initializer '{}' is not an address known here", where, operand.name)};
  return symbol->second.address + static_cast<std::uint64_t>(operand.offset);
}

Status initialise(AddressSpace& memory, const ast::Variable& variable, const Symbol& symbol,
                  const std::unordered_map<std::string, Symbol>& symbols, const std::string& name) {
  const ScalarType type = scalarType(variable.type).value_or(ScalarType::b8);
  const unsigned bytes = bytesOf(type);
  std::memset(memory.bytes(symbol.address), 0, symbol.bytes);
  if (variable.initializer.size() * bytes > symbol.bytes)
    return Error{ErrorCode::invalidPtx, fmt::format("{}:{}:{}: more initial values than '{}' has room for", name,
                                                    variable.at.line, variable.at.column, variable.name)};
  for (std::size_t k = 0; k < variable.initializer.size(); ++k) {
    const auto value = initialValue(variable.initializer[k], type, symbols,
                                    fmt::format("{}:{}:{}", name, variable.at.line, variable.at.column));
    if (!value) return value.error();
    std::memcpy(memory.bytes(symbol.address) + k * bytes, &*value, bytes);
  }
  memory.markWritten(symbol.address, symbol.bytes);
  return ok();
}

}  // namespace

Result<LoadedModule> loadModuleInto(AddressSpace& memory, LinkedModule linked, const std::string& name) {
  LoadedModule loaded;
  loaded.syntax = std::make_unique<LoadedSyntax>(std::move(linked));
  loaded.module = std::make_shared<Module>();
  const ast::Module& syntax = loaded.syntax->module;
  auto& symbols = loaded.syntax->symbols;
  for (const ast::Function& function : syntax.functions)
    if (!function.isExtern)
      symbols[function.name] = {Symbol::Kind::function, memory.nextCodeAddress(), 0, ScalarType::b64};
  for (const auto& [alias, target] : syntax.aliases)
    if (const auto found = symbols.find(target); found != symbols.end()) symbols[alias] = found->second;
  for (const ast::Variable& variable : syntax.variables) {
    if ((variable.space != "global" && variable.space != "const") || variable.isExtern) continue;
    const std::size_t bytes = variableBytes(variable);
    const auto address = memory.allocate(bytes, variable.isManaged ? MemoryKind::managed : MemoryKind::device,
                                         variable.name, variable.space == "const");
    if (!address) return address.error();
    symbols[variable.name] = {variable.space == "const" ? Symbol::Kind::constant : Symbol::Kind::global, *address,
                              bytes, scalarType(variable.type).value_or(ScalarType::b8)};
    loaded.module->variables.push_back({variable.name, *address, bytes});
  }
  for (const ast::Variable& variable : syntax.variables)
    if (const auto symbol = symbols.find(variable.name);
        symbol != symbols.end() && (variable.space == "global" || variable.space == "const") && !variable.isExtern)
      if (auto status = initialise(memory, variable, symbol->second, symbols, name); !status) return status.error();
  for (const ast::Function& function : syntax.functions) {
    if (!function.isEntry || function.isExtern) continue;
    loaded.module->kernels.push_back(describeKernel(function));
    loaded.kernels.push_back(&function);
  }
  return loaded;
}

}  // namespace gpusim
