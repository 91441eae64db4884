// What the compilers themselves write: nvcc 13 with -lineinfo, and clang's NVPTX back end. Both files also seed the
// fuzzer.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "parse_support.h"

using namespace parse_test;

namespace {

gpusim::ast::Module parseFile(const std::string& name) {
  std::ifstream file(PROJECT_ROOT "/tests/fuzz/corpus/ptx/" + name, std::ios::binary);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return parse(text.str());
}

const gpusim::ast::Instruction& findInstruction(const gpusim::ast::Function& function, const std::string& start) {
  for (const auto& statement : function.body)
    if (show(statement.instruction).starts_with(start)) return statement.instruction;
  FAIL("no instruction starts with " << start);
  return function.body.front().instruction;
}

bool hasVariable(const gpusim::ast::Function& function, const std::string& name) {
  return std::any_of(function.variables.begin(), function.variables.end(),
                     [&](const gpusim::ast::Variable& variable) { return variable.name == name; });
}

}  // namespace

TEST_CASE("parse: nvcc's output with -lineinfo") {
  const auto module = parseFile("nvcc_lineinfo.ptx");
  CHECK(module.version == "9.0");
  CHECK(module.files == std::vector<std::string>{"", "small.cu"});
  REQUIRE(module.variables.size() == 1);
  CHECK(module.variables[0].name == "$str");
  CHECK(show(module.variables[0].initializer) == "i25 i64 ia");
  REQUIRE(module.functions.size() == 3);
  CHECK(module.functions[0].isExtern);
  CHECK(module.functions[1].name == "_Z5twicei");
  const auto& kernel = module.functions[2];
  CHECK(kernel.isEntry);
  CHECK(kernel.maxThreads[0] == 128);
  CHECK(hasVariable(kernel, "_ZZ5smallPfiE4tile"));
  CHECK(hasVariable(kernel, "__local_depot1"));

  // The multiplication was inlined from line 3 into line 7.
  const auto& scaled = findInstruction(kernel, "mul f32");
  CHECK(show(scaled) == "mul f32 | %f2 %f1 f40400000");
  CHECK(scaled.source.line == 3);
  CHECK(scaled.source.column == 73);
  CHECK(scaled.source.inlinedLine == 7);
  CHECK(findInstruction(kernel, "bar sync").source.line == 8);
  CHECK(findInstruction(kernel, "bar sync").source.inlinedLine == 0);

  // Both call sequences have a param0 and a retval0 of their own.
  CHECK(show(findInstruction(kernel, "call uni | (retval0)")) == "call uni | (retval0) _Z5twicei (param0)");
  const auto& print = findInstruction(kernel, "call uni | (retval0@");
  REQUIRE(print.operands.size() == 3);
  CHECK(print.operands[1].name == "vprintf");
  CHECK(hasVariable(kernel, print.operands[0].elements.at(0).name));
  CHECK(hasVariable(kernel, print.operands[2].elements.at(0).name));
  CHECK(print.operands[2].elements.at(0).name.starts_with("param0@"));
  // param1 is only in the second.
  CHECK(print.operands[2].elements.at(1).name == "param1");

  CHECK(show(findInstruction(kernel, "and b32")) == "and b32 | t %r2 iff");
  CHECK(findInstruction(kernel, "bra").guard == "%p1");
  CHECK_FALSE(findInstruction(kernel, "bra").guardNegated);
}

TEST_CASE("parse: clang's output") {
  const auto module = parseFile("clang_nvptx.ptx");
  CHECK(module.version == "6.3");
  REQUIRE(module.variables.size() == 2);
  CHECK(module.variables[0].initializer.size() == 12);
  CHECK(module.variables[1].isExtern);
  REQUIRE(module.functions.size() == 2);
  CHECK(module.functions[1].name == "_Z1kPfi");
  const auto calls = std::count_if(module.functions[1].body.begin(), module.functions[1].body.end(),
                                   [](const auto& statement) { return statement.instruction.opcode == "call"; });
  CHECK(calls == 3);
}
