#pragma once
// Which declaration a name means. Scopes of a function body are flattened: every declared name gets one that is unique
// in its function, so that the rest of the simulator needs no scopes.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/parse/ast.h"
#include "sim/parse/lexer.h"

namespace gpusim::parse {

constexpr std::size_t maxScopeDepth = 64;          // nvcc nests 2 or 3
constexpr std::uint64_t maxRegisters = 1'000'000;  // of one function

/// Labels by the offset of the brace that opens their scope. A branch may name a label that follows it, also one that
/// hides a label outside, so the labels of a scope must be known when it opens.
using LabelsByBrace = std::unordered_map<std::size_t, std::vector<std::string_view>>;

/// Reads on from just after a body's opening brace, which stands at offset `brace`, to its closing one.
LabelsByBrace collectLabels(Lexer lexer, std::size_t brace);

class NameTable {
 public:
  /// A module-level name. The text it views must outlive the table.
  void declareInModule(std::string_view name) { moduleNames_.insert(name); }

  /// Starts a function with no scope open. Registers of a range (%r<17>) are added to `variables` when first named.
  void beginFunction(std::vector<ast::Variable>& variables);
  void openScope(const std::vector<std::string_view>* labels);
  void closeScope() { scopes_.pop_back(); }
  std::size_t depth() const { return scopes_.size(); }

  /// The unique name of a new declaration in the innermost scope; nothing when the scope has that name already.
  std::optional<std::string> declare(std::string_view name);
  /// `pattern` is what each register is, but for its name. False when the scope has that range already.
  bool declareRange(std::string_view prefix, std::uint64_t count, const ast::Variable& pattern);
  /// The unique name of a label about to be placed in the innermost scope; nothing when it was placed before.
  std::optional<std::string> placeLabel(std::string_view name);

  /// What `name` stands for here; `name` itself when no scope of the function declares it.
  std::string resolve(std::string_view name);

 private:
  struct Entry {
    std::string unique;
    bool isLabel = false;
    bool isPlaced = false;
  };
  struct Range {
    std::uint64_t count = 0;
    ast::Variable pattern;
  };
  struct Scope {
    unsigned serial = 0;
    std::unordered_map<std::string_view, Entry> names;
    std::unordered_map<std::string_view, Range> ranges;
  };

  const Range* findRange(const Scope& scope, std::string_view name) const;
  std::string makeUnique(std::string_view name, std::size_t scopeIndex);

  std::unordered_set<std::string_view> moduleNames_;
  std::vector<Scope> scopes_;
  std::unordered_set<std::string> taken_;
  std::vector<ast::Variable>* variables_ = nullptr;
  unsigned nextSerial_ = 0;
};

}  // namespace gpusim::parse
