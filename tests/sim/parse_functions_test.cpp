#include "parse_support.h"

using namespace parse_test;

TEST_CASE("parse: module directives") {
  const auto module = parse(
      ".version 8.7\n.target sm_90a, debug\n.address_size 64\n"
      ".file 2 \"dir/b.cu\"\n.file\t1 \"a \\\"x\\\".cu\", 1700000000, 512\n"
      ".section .debug_str\n{\n$L__s0:\n.b8 95,90,0\n.b64 $L__tmp1-$L__tmp0\n{ } .b32 .debug_abbrev\n}\n"
      ".func g() { ret; }\n.alias f, g;\n");
  CHECK(module.version == "8.7");
  CHECK(module.target == "sm_90a");
  CHECK(module.addressSize == 64);
  CHECK(module.files == std::vector<std::string>{"", "a \"x\".cu", "dir/b.cu"});
  REQUIRE(module.functions.size() == 1);
  CHECK(module.functions[0].name == "g");
  REQUIRE(module.aliases.size() == 1);
  CHECK(module.aliases[0].first == "f");
  CHECK(module.aliases[0].second == "g");
}

TEST_CASE("parse: an entry with its limits and parameters") {
  const auto module = parse(header +
                            ".visible .entry k(\n\t.param .u64 .ptr .global .align 16 k_param_0,\n"
                            "\t.param .align 8 .b8 k_param_1[88]\n)\n.maxntid 256, 2\n.minnctapersm 2\n.maxnreg 64\n"
                            ".pragma \"nounroll\";\n{\n\tret;\n\n}\n");
  REQUIRE(module.functions.size() == 1);
  const auto& function = module.functions[0];
  CHECK(function.isEntry);
  CHECK(function.isVisible);
  CHECK_FALSE(function.isExtern);
  CHECK(function.name == "k");
  CHECK(function.at.line == 4);
  CHECK(function.at.column == 17);
  REQUIRE(function.parameters.size() == 2);
  CHECK(function.parameters[0].space == "param");
  CHECK(function.parameters[0].type == "u64");
  CHECK(function.parameters[0].alignment == 0);  // .ptr's alignment is that of what it points to
  CHECK(function.parameters[1].alignment == 8);
  CHECK(function.parameters[1].dimensions == std::vector<std::uint64_t>{88});
  CHECK(function.maxThreads[0] == 256);
  CHECK(function.maxThreads[1] == 2);
  CHECK(function.maxThreads[2] == 1);
  CHECK_FALSE(function.requiresExactThreads);
  CHECK(function.minBlocks == 2);
  CHECK(function.body.size() == 1);
}

TEST_CASE("parse: .reqntid, and no limit at all") {
  const auto module = parse(header + ".entry a() .reqntid 32 { ret; }\n.entry b { ret; }\n");
  CHECK(module.functions.at(0).maxThreads[0] == 32);
  CHECK(module.functions.at(0).requiresExactThreads);
  CHECK(module.functions.at(1).maxThreads[0] == 0);
  CHECK(module.functions.at(1).minBlocks == 0);
}

TEST_CASE("parse: functions, their results and their declarations") {
  const auto module =
      parse(header +
            ".extern .func  (.param .b32 func_retval0) vprintf\n(\n\t.param .b64 a,\n\t.param .b64 b\n)\n;\n"
            ".func (.reg .b32 r) f (.reg .b32 x);\n"
            ".func __trap() .noreturn;\n"
            ".weak .func (.reg .b32 r) f (.reg .b32 x) { mov.b32 r, x; ret; }\n"
            ".func (.reg .b32 r) f (.reg .b32 x);\n");
  REQUIRE(module.functions.size() == 3);
  CHECK(module.functions[0].name == "vprintf");
  CHECK(module.functions[0].isExtern);
  CHECK_FALSE(module.functions[0].isEntry);
  CHECK(module.functions[0].returns.at(0).name == "func_retval0");
  CHECK(module.functions[0].parameters.size() == 2);
  // The definition stands in its declaration's place.
  CHECK(module.functions[1].name == "f");
  CHECK_FALSE(module.functions[1].isExtern);
  CHECK(module.functions[1].isWeak);
  CHECK(module.functions[1].returns.at(0).space == "reg");
  CHECK(module.functions[1].body.size() == 2);
  CHECK(module.functions[2].name == "__trap");
  CHECK(module.functions[2].isNoReturn);
}

TEST_CASE("parse: labels stand before the instruction they name") {
  const auto function = parseBody("bra $L__BB0_1;\n$L__BB0_1:\n$L2: ret;");
  REQUIRE(function.body.size() == 4);
  using Kind = gpusim::ast::Statement::Kind;
  CHECK(function.body[0].kind == Kind::instruction);
  CHECK(function.body[1].kind == Kind::label);
  CHECK(function.body[1].label == "$L__BB0_1");
  CHECK(function.body[1].at.line == 6);
  CHECK(function.body[2].label == "$L2");
  CHECK(function.body[3].instruction.opcode == "ret");
}

TEST_CASE("parse: target lists") {
  const auto function = parseBody(
      "T: .branchtargets L1, L2, L1;\nC: .calltargets f, g;\n"
      "prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[16]) .noreturn;\n"
      "brx.idx %r1, T;\nL1: L2: ret;");
  REQUIRE(function.targetLists.size() == 3);
  CHECK(function.targetLists[0].directive == "branchtargets");
  CHECK(function.targetLists[0].name == "T");
  CHECK(function.targetLists[0].targets == std::vector<std::string>{"L1", "L2", "L1"});
  CHECK(function.targetLists[0].at.line == 5);
  CHECK(function.targetLists[1].directive == "calltargets");
  CHECK(function.targetLists[1].targets == std::vector<std::string>{"f", "g"});
  CHECK(function.targetLists[2].directive == "callprototype");
  CHECK(function.targetLists[2].name == "prototype_0");
  CHECK(function.targetLists[2].returns.size() == 1);
  REQUIRE(function.targetLists[2].parameters.size() == 2);
  CHECK(function.targetLists[2].parameters[1].dimensions == std::vector<std::uint64_t>{16});
  CHECK(show(function.body.at(0).instruction) == "brx idx | %r1 T");
}

TEST_CASE("parse: .loc holds until the next one, and not into the next function") {
  const auto module = parse(header +
                            ".func f() {\nret;\n.loc 1 10 3\nret;\nret;\n"
                            ".loc\t2 440 9, function_name $L__s0+16, inlined_at 1 58 8\nret;\n}\n.func g() { ret; }\n");
  const auto& body = module.functions.at(0).body;
  REQUIRE(body.size() == 4);
  CHECK(body[0].instruction.source.file == 0);
  CHECK(body[1].instruction.source.line == 10);
  CHECK(body[2].instruction.source.column == 3);
  CHECK(body[2].instruction.source.inlinedFile == 0);
  CHECK(body[3].instruction.source.file == 2);
  CHECK(body[3].instruction.source.line == 440);
  CHECK(body[3].instruction.source.inlinedFile == 1);
  CHECK(body[3].instruction.source.inlinedLine == 58);
  CHECK(body[3].instruction.source.inlinedColumn == 8);
  CHECK(module.functions.at(1).body.at(0).instruction.source.file == 0);
}

TEST_CASE("parse: pragmas and empty statements of a body are skipped") {
  CHECK(show(parseInstruction(".pragma \"nounroll\";\n;;ret;")) == "ret | ");
}

TEST_CASE("parse: the zeros that pad an image in a fat binary end the text") {
  CHECK(parse(header + ".func f() { ret; }\n" + std::string(8, '\0')).functions.size() == 1);
}
