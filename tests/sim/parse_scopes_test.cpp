#include "parse_support.h"

using namespace parse_test;

TEST_CASE("parse: a call sequence's parameters are of its scope") {
  const auto function = parseBody(
      ".reg .b32 %r<4>;\n"
      "{ // callseq 0, 0\n.param .b32 param0;\nst.param.b32 [param0+0], %r1;\n} // callseq 0\n"
      "{ // callseq 1, 0\n.param .b32 param0;\nst.param.b32 [param0+0], %r2;\n} // callseq 1\n");
  REQUIRE(function.body.size() == 2);
  CHECK(show(function.body[0].instruction) == "st param b32 | [param0] %r1");
  CHECK(show(function.body[1].instruction) == "st param b32 | [param0@3] %r2");
  std::vector<std::string> names;
  for (const auto& variable : function.variables) names.push_back(variable.name);
  CHECK(names == std::vector<std::string>{"param0", "%r1", "param0@3", "%r2"});
}

TEST_CASE("parse: an inner register hides an outer one, and only inside") {
  const auto function = parseBody(
      ".reg .u32 r; .reg .pred p;\n{ .reg .f32 r; @p mov.f32 r, 1; { mov.f32 r, 2; .reg .b64 r; mov.b64 r, 3; } "
      "}\nmov.u32 r, 4;");
  REQUIRE(function.body.size() == 4);
  CHECK(show(function.body[0].instruction) == "mov f32 | r@2 i1");
  CHECK(function.body[0].instruction.guard == "p");
  CHECK(show(function.body[1].instruction) == "mov f32 | r@2 i2");
  CHECK(show(function.body[2].instruction) == "mov b64 | r@3 i3");
  CHECK(show(function.body[3].instruction) == "mov u32 | r i4");
  CHECK(function.variables.at(2).name == "r@2");
  CHECK(function.variables.at(2).type == "f32");
}

TEST_CASE("parse: an inner range hides registers of an outer one that nothing named yet") {
  const auto function = parseBody(".reg .u32 r<4>;\n{ .reg .f32 r3; mov.f32 r3, 1; }\nmov.u32 r3, 2;");
  CHECK(show(function.body.at(0).instruction) == "mov f32 | r3@2 i1");
  CHECK(show(function.body.at(1).instruction) == "mov u32 | r3 i2");
}

TEST_CASE("parse: labels are of their scope, also before they stand") {
  // What inline assembly with a loop becomes when its function is inlined twice.
  const auto function =
      parseBody("{ @%p1 bra DONE; W: bra W; DONE: }\n{ @%p1 bra DONE; W: bra W; DONE: }\nbra DONE;\nDONE: ret;");
  REQUIRE(function.body.size() == 11);
  CHECK(show(function.body[0].instruction) == "bra | DONE@2");
  CHECK(function.body[1].label == "W");
  CHECK(show(function.body[2].instruction) == "bra | W");
  CHECK(function.body[3].label == "DONE@2");
  CHECK(show(function.body[4].instruction) == "bra | DONE@3");
  CHECK(function.body[5].label == "W@3");
  CHECK(show(function.body[6].instruction) == "bra | W@3");
  CHECK(show(function.body[8].instruction) == "bra | DONE");
  CHECK(function.body[9].label == "DONE");
}

TEST_CASE("parse: an inner scope branches to an outer label") {
  const auto function = parseBody("{ { bra OUT; } }\nOUT: ret;");
  CHECK(show(function.body.at(0).instruction) == "bra | OUT");
}

TEST_CASE("parse: a local name that hides the module's gets a suffix; the module's stays as it is") {
  const auto module = parse(header + ".global .u32 x;\n.func f() { { .reg .u32 x; mov.u32 x, 1; } st.u32 [x], 2; }\n");
  const auto& body = module.functions.at(0).body;
  CHECK(show(body.at(0).instruction) == "mov u32 | x@2 i1");
  CHECK(show(body.at(1).instruction) == "st u32 | [x] i2");
}

TEST_CASE("parse: functions share no names") {
  const auto module =
      parse(header + ".func f() { .reg .u32 r; mov.u32 r, 1; }\n.func g() { .reg .f32 r; mov.f32 r, 1; }\n");
  CHECK(show(module.functions.at(1).body.at(0).instruction) == "mov f32 | r i1");
}
