#pragma once
// The syntax tree of one PTX module. Names are resolved to unique ones by the parser (nested scopes are flattened:
// a register declared in an inner scope that hides or repeats an outer name gets a suffix "@N"); types, opcodes and
// modifiers stay text for src/sim/decode to judge.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/result.h"

namespace gpusim::ast {

/// A place in the PTX text. 1-based.
struct Position {
  unsigned line = 0, column = 0;
};

/// What the last .loc said: a place in the learner's source. With `function_name`/`inlined_at`, the place is the one
/// where the instruction was written, not where it was inlined.
struct SourcePosition {
  unsigned file = 0;  // index of .file; 0: none
  unsigned line = 0, column = 0;
  unsigned inlinedFile = 0;  // of `inlined_at`: where the call stood; 0: not inlined
  unsigned inlinedLine = 0, inlinedColumn = 0;
  unsigned caller = 0;  // 1 + index in Module::callSites of the place of the call, which may itself be inlined
};

struct Operand {
  enum class Kind {
    name,     // register, special register (%tid.x), variable, function or label: `name`; `offset` of variable+4
    integer,  // `bits` holds the value, sign-extended to 64 bits
    real,  // 0f… or 0d… or decimal: `bits` holds the IEEE-754 double; isSingle tells 0f (then the low 32 bits are the
           // float)
    address,  // [name + offset], [offset] with empty name, or [name] ; `offset`; further items, as in [t, {x, y}]:
              // `elements`
    vector,   // {a, b, c, d}: `elements`
    list,     // (a, b): `elements`, in a call
    pair,     // a|b: `elements` holds both (setp p|q, shfl d|p)
    discard,  // _
  };
  Kind kind = Kind::name;
  std::string name;
  bool negated = false;  // !p or -x before a name
  bool isSingle = false;
  bool isGeneric = false;  // generic(name), in an initializer
  std::uint64_t bits = 0;
  std::int64_t offset = 0;
  std::vector<Operand> elements;
  Position at;
};

struct Instruction {
  std::string opcode;                  // "ld", "setp", "bar"
  std::vector<std::string> modifiers;  // "global", "v4", "f32": in order, without dots; "L1::no_allocate" stays one
  std::string guard;                   // predicate register of @p, or empty
  bool guardNegated = false;
  std::vector<Operand> operands;
  Position at;
  SourcePosition source;
};

/// A variable or parameter, at module, function or parameter-list level.
struct Variable {
  std::string space;  // "global", "const", "shared", "local", "param", "reg"
  std::string type;   // "b8", "u32", "f32", "pred"
  std::string name;
  unsigned alignment = 0;                 // of .align, 0 when absent
  unsigned vectorWidth = 1;               // 2 or 4 for .v2, .v4
  std::vector<std::uint64_t> dimensions;  // of [..][..]; a first dimension of 0 means [] (extern, sized at launch)
  bool isArray = false;
  bool isExtern = false, isVisible = false, isWeak = false, isCommon = false;
  bool isManaged = false;  // .attribute(.managed)
  std::vector<Operand>
      initializer;  // flattened in order; a name is an address (generic(x) and x+4 keep name and offset)
  Position at;
};

/// One item of a body: an instruction, or a label that stands before the next one.
struct Statement {
  enum class Kind { instruction, label };
  Kind kind = Kind::instruction;
  Instruction instruction;
  std::string label;
  Position at;
};

/// `L: .branchtargets a, b;` or `L: .calltargets …;` or `L: .callprototype …;`
struct TargetList {
  std::string directive;  // "branchtargets", "calltargets", "callprototype"
  std::string name;
  std::vector<std::string> targets;           // of .branchtargets and .calltargets
  std::vector<Variable> returns, parameters;  // of .callprototype
  Position at;
};

struct Function {
  bool isEntry = false;
  bool isExtern = false;  // a declaration without a body
  bool isVisible = false, isWeak = false;
  bool isNoReturn = false;
  std::string name;
  std::vector<Variable> returns;  // of .func (.param …)
  std::vector<Variable> parameters;
  std::vector<Variable> variables;  // .reg (one entry each; of %r<17>, those of %r0 … %r16 that the body names),
                                    // .shared, .local, .param of the body
  std::vector<Statement> body;
  std::vector<TargetList> targetLists;
  unsigned maxThreads[3] = {0, 0, 0};  // .maxntid or .reqntid; 0: absent
  bool requiresExactThreads = false;   // .reqntid
  unsigned minBlocks = 0;              // .minnctapersm
  std::uint64_t clusterBlocks = 1;     // .reqnctapercluster, all dimensions
  Position at;
};

struct Module {
  std::string version;  // "9.0"
  std::string target;   // "sm_75"
  unsigned addressSize = 64;
  std::vector<std::string> files;  // by .file index; [0] is empty
  std::vector<Variable> variables;
  std::vector<Function> functions;  // a declaration is left out when the module defines the function too
  std::vector<std::pair<std::string, std::string>> aliases;  // .alias name, function
  std::vector<SourcePosition> callSites;                     // of inlined calls; `caller` points to an earlier one
};

}  // namespace gpusim::ast

namespace gpusim {

/// Reads PTX text. Any text is legal input: what is not PTX gives an invalidPtx Error whose message starts
/// "name:line:column: ". Nesting, counts and sizes are bounded; no input makes it recurse without limit or allocate
/// more than a small multiple of its length.
Result<ast::Module> parsePtx(std::string_view text, const std::string& name);

}  // namespace gpusim
