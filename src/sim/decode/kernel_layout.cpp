#include "sim/decode/kernel_layout.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "sim/decode/decode.h"
#include "sim/decode/demangle.h"

namespace gpusim {
namespace {

std::size_t roundUp(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

/// Puts `variable` at the next boundary and moves past it. ptxas lays shared arrays out on 16-byte boundaries where it
/// helps; a known boundary is what merging loads relies on.
std::size_t placeAt(std::size_t& at, const ast::Variable& variable) {
  at = roundUp(at, std::max(16u, variableAlignment(variable)));
  const std::size_t offset = at;
  at += variableBytes(variable);
  return offset;
}

void collectNames(const std::vector<ast::Operand>& operands, std::set<std::string>& named) {
  for (const ast::Operand& operand : operands) {
    named.insert(operand.name);
    collectNames(operand.elements, named);
  }
}

ScalarType typeOf(const ast::Variable& variable) { return scalarType(variable.type).value_or(ScalarType::b8); }

}  // namespace

SharedLayout::SharedLayout(const ast::Module& module, const std::vector<const ast::Function*>& functions) {
  std::set<std::string> named;
  for (const ast::Function* function : functions)
    for (const ast::Statement& statement : function->body) collectNames(statement.instruction.operands, named);
  for (const ast::Variable& variable : module.variables)
    if (variable.space == "shared" && !variable.isExtern && named.count(variable.name) != 0) place(variable, ofModule_);
  for (const ast::Function* function : functions)
    for (const ast::Variable& variable : function->variables)
      if (variable.space == "shared" && !variable.isExtern) place(variable, ofFunction_[function]);
  // All extern arrays start where the static ones end.
  const Symbol dynamic{Symbol::Kind::shared, dynamicOffset(), 0, ScalarType::b8};
  for (const ast::Variable& variable : module.variables)
    if (variable.space == "shared" && variable.isExtern) ofModule_[variable.name] = dynamic;
  for (const ast::Function* function : functions)
    for (const ast::Variable& variable : function->variables)
      if (variable.space == "shared" && variable.isExtern) ofFunction_[function][variable.name] = dynamic;
}

void SharedLayout::place(const ast::Variable& variable, std::unordered_map<std::string, Symbol>& to) {
  to[variable.name] = {Symbol::Kind::shared, placeAt(staticBytes_, variable), variableBytes(variable), ScalarType::b8};
}

void SharedLayout::declare(const ast::Function& function, std::unordered_map<std::string, Symbol>& symbols) const {
  for (const auto& [name, symbol] : ofModule_) symbols[name] = symbol;
  if (const auto own = ofFunction_.find(&function); own != ofFunction_.end())
    for (const auto& [name, symbol] : own->second) symbols[name] = symbol;
}

std::vector<DecodedKernel::SharedVariable> SharedLayout::variables() const {
  std::vector<DecodedKernel::SharedVariable> found;
  const auto add = [&](const std::unordered_map<std::string, Symbol>& symbols) {
    for (const auto& [name, symbol] : symbols) {
      const std::size_t dynamic = std::numeric_limits<std::size_t>::max() - symbol.address;
      found.push_back({variableName(name), symbol.address, symbol.bytes == 0 ? dynamic : symbol.bytes});
    }
  };
  add(ofModule_);
  for (const auto& [function, symbols] : ofFunction_) add(symbols);
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return std::tie(a.offset, a.name) < std::tie(b.offset, b.name); });
  return found;
}

std::size_t layOutParameters(const ast::Function& kernel, std::vector<Parameter>& parameters,
                             std::unordered_map<std::string, Symbol>& symbols) {
  std::size_t at = 0;
  for (const ast::Variable& parameter : kernel.parameters) {
    const std::size_t bytes = variableBytes(parameter), alignment = variableAlignment(parameter);
    at = roundUp(at, alignment);
    symbols[parameter.name] = {Symbol::Kind::parameter, at, bytes, typeOf(parameter)};
    parameters.push_back({at, bytes, alignment});
    at += bytes;
  }
  return at;
}

void declareVariables(const ast::Function& function, KernelBuilder& builder, DecodedFunction& decoded) {
  std::size_t local = 0;
  const auto declareFramePlace = [&](const ast::Variable& variable) {
    const FramePlace place = builder.addFramePlace(variableBytes(variable));
    builder.symbols[variable.name] = {Symbol::Kind::frame, place.offset, place.bytes, typeOf(variable)};
    return place;
  };
  if (!builder.isEntry) {
    builder.frameHead(0);
    for (const ast::Variable& result : function.returns) decoded.results.push_back(declareFramePlace(result));
    for (const ast::Variable& parameter : function.parameters)
      decoded.parameters.push_back(declareFramePlace(parameter));
  }
  for (const ast::Variable& variable : function.variables) {
    if (variable.space == "reg" && variable.type == "b128") {
      for (const char* half : wideHalfNames) builder.addRegister(variable.name + half, ScalarType::b64);
    } else if (variable.space == "reg")
      builder.addRegister(variable.name, scalarType(variable.type).value_or(ScalarType::b32));
    else if (variable.space == "local")
      builder.symbols[variable.name] = {Symbol::Kind::local, placeAt(local, variable), variableBytes(variable),
                                        ScalarType::b8};
    else if (variable.space == "param")
      declareFramePlace(variable);
  }
  decoded.localBytes = static_cast<std::uint32_t>(roundUp(local, 16));
}

}  // namespace gpusim
