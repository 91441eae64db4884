#include "sim/parse/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gpusim::parse {

LabelsByBrace collectLabels(Lexer lexer, std::size_t brace) {
  LabelsByBrace labels;
  std::vector<std::size_t> open{brace};
  Token last;
  while (!open.empty()) {
    const Token token = lexer.next();
    if (token.kind == Token::Kind::end || token.kind == Token::Kind::bad) break;
    if (token.kind == Token::Kind::symbol) {
      const char symbol = token.text[0];
      if (symbol == '{') open.push_back(token.begin);
      if (symbol == '}') open.pop_back();
      if (symbol == ':' && last.kind == Token::Kind::name && !open.empty()) labels[open.back()].push_back(last.text);
    }
    last = token;
  }
  return labels;
}

void NameTable::beginFunction(std::vector<ast::Variable>& variables) {
  scopes_.clear();
  taken_.clear();
  variables_ = &variables;
  nextSerial_ = 0;
}

void NameTable::openScope(const std::vector<std::string_view>* labels) {
  scopes_.emplace_back();
  scopes_.back().serial = nextSerial_++;
  if (!labels) return;
  for (const std::string_view label : *labels) {
    if (scopes_.back().names.contains(label)) continue;  // placeLabel() reports the second one, where it stands
    scopes_.back().names[label] = {makeUnique(label, scopes_.size() - 1), true, false};
  }
}

/// `name`, or `name@serial` when an enclosing scope, the module or an earlier sibling scope has the name too.
std::string NameTable::makeUnique(std::string_view name, std::size_t scopeIndex) {
  std::string unique(name);
  bool isHiding = taken_.contains(unique) || moduleNames_.contains(name);
  for (std::size_t i = 0; i < scopeIndex && !isHiding; ++i) isHiding = findRange(scopes_[i], name) != nullptr;
  if (isHiding) unique = fmt::format("{}@{}", name, scopes_[scopeIndex].serial);
  taken_.insert(unique);
  return unique;
}

std::optional<std::string> NameTable::declare(std::string_view name) {
  Scope& scope = scopes_.back();
  if (scope.names.contains(name) || findRange(scope, name)) return std::nullopt;
  std::string unique = makeUnique(name, scopes_.size() - 1);
  scope.names[name] = {unique, false, false};
  return unique;
}

bool NameTable::declareRange(std::string_view prefix, std::uint64_t count, const ast::Variable& pattern) {
  return scopes_.back().ranges.try_emplace(prefix, Range{count, pattern}).second;
}

std::optional<std::string> NameTable::placeLabel(std::string_view name) {
  const auto found = scopes_.back().names.find(name);
  if (found == scopes_.back().names.end()) return std::nullopt;
  Entry& entry = found->second;
  if (!entry.isLabel || entry.isPlaced) return std::nullopt;
  entry.isPlaced = true;
  return entry.unique;
}

const NameTable::Range* NameTable::findRange(const Scope& scope, std::string_view name) const {
  if (scope.ranges.empty()) return nullptr;
  std::size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  // Every split of the digits may be meant: %r10 is of %r<11> and of %r1<1>. More digits than maxRegisters has never
  // fit, and looking at all of them would make a long name quadratic.
  constexpr std::size_t longestNumber = 7;
  if (name.size() > longestNumber) digits = std::max(digits, name.size() - longestNumber);
  for (std::size_t split = digits; split < name.size(); ++split) {
    if (name[split] == '0' && split + 1 < name.size()) continue;
    const auto range = scope.ranges.find(name.substr(0, split));
    if (range == scope.ranges.end()) continue;
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(name.data() + split, name.data() + name.size(), number);
    if (parsed.ec == std::errc() && number < range->second.count) return &range->second;
  }
  return nullptr;
}

std::string NameTable::resolve(std::string_view name) {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].names.find(name);
    if (found != scopes_[i].names.end()) return found->second.unique;
    if (const Range* range = findRange(scopes_[i], name)) {
      ast::Variable variable = range->pattern;
      variable.name = makeUnique(name, i);
      scopes_[i].names[name] = {variable.name, false, false};
      variables_->push_back(variable);
      return variable.name;
    }
  }
  return std::string(name);
}

}  // namespace gpusim::parse
