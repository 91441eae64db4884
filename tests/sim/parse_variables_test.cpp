#include "parse_support.h"

using namespace parse_test;

TEST_CASE("parse: a module variable with everything") {
  const auto module = parse(header + ".visible .global .align 8 .v2 .f32 a[4][2];\n");
  REQUIRE(module.variables.size() == 1);
  const auto& variable = module.variables[0];
  CHECK(variable.space == "global");
  CHECK(variable.type == "f32");
  CHECK(variable.name == "a");
  CHECK(variable.alignment == 8);
  CHECK(variable.vectorWidth == 2);
  CHECK(variable.dimensions == std::vector<std::uint64_t>{4, 2});
  CHECK(variable.isArray);
  CHECK(variable.isVisible);
  CHECK_FALSE(variable.isExtern);
  CHECK(variable.initializer.empty());
  CHECK(variable.at.line == 4);
  CHECK(variable.at.column == 36);
}

TEST_CASE("parse: linkage, spaces and defaults") {
  const auto module = parse(header +
                            ".extern .shared .align 16 .b8 dyn[];\n"
                            ".weak .const .u32 w = 7;\n"
                            ".common .global .u64 c;\n"
                            ".global .attribute(.managed) .align 4 .u32 m, n = -1;\n"
                            ".global .texref t;\n");
  REQUIRE(module.variables.size() == 6);
  CHECK(module.variables[0].isExtern);
  CHECK(module.variables[0].space == "shared");
  CHECK(module.variables[0].dimensions == std::vector<std::uint64_t>{0});
  CHECK(module.variables[1].isWeak);
  CHECK(show(module.variables[1].initializer) == "i7");
  CHECK(module.variables[2].isCommon);
  CHECK_FALSE(module.variables[2].isArray);
  CHECK(module.variables[2].alignment == 0);
  CHECK(module.variables[2].vectorWidth == 1);
  CHECK(module.variables[3].name == "m");
  CHECK(module.variables[4].name == "n");
  CHECK(module.variables[4].alignment == 4);
  CHECK(show(module.variables[4].initializer) == "iffffffffffffffff");
  CHECK(module.variables[5].type == "texref");
}

TEST_CASE("parse: initializers keep names with their offsets") {
  const auto module = parse(header +
                            ".global .u32 x;\n"
                            ".global .align 8 .u64 p[6] = {3, generic(x)+8, x, x-4, generic(x+2), 0x3fU};\n"
                            ".global .f32 f[3] = {0f3F800000, -0f3F800000, 2.0};\n"
                            ".global .u64 one = generic(x);\n");
  CHECK(show(module.variables[1].initializer) == "i3 generic x+8 x x-4 generic x+2 i3f");
  CHECK(show(module.variables[2].initializer) == "f3f800000 fbf800000 d4000000000000000");
  CHECK(show(module.variables[3].initializer) == "generic x");
}

TEST_CASE("parse: nested braces fill their dimension when more follows") {
  const auto initializer = [](const std::string& text) {
    return show(parse(header + ".global " + text + ";\n").variables.at(0).initializer);
  };
  CHECK(initializer(".u32 a[2][3] = {{1, 2, 3}, {4, 5, 6}}") == "i1 i2 i3 i4 i5 i6");
  CHECK(initializer(".u32 a[2][3] = {{1}, {4}}") == "i1 i0 i0 i4");
  CHECK(initializer(".u32 a[2][3] = {{}, {4}}") == "i0 i0 i0 i4");
  CHECK(initializer(".u32 a[3][2][2] = {{{1}, {2}}, {{3, 4}}, {{5}}}") == "i1 i0 i2 i0 i3 i4 i0 i0 i5");
  CHECK(initializer(".v4 .u32 a[2] = {{1, 2}, {3}}") == "i1 i2 i0 i0 i3");
  CHECK(initializer(".u32 a[2][3] = {1, 2, 3, 4}") == "i1 i2 i3 i4");
  CHECK(initializer(".u32 a[] = {1, 2}") == "i1 i2");
  CHECK(initializer(".u32 a[4] = {}") == "");
}

TEST_CASE("parse: variables of a body") {
  const auto function = parseBody(
      ".reg .pred %p<3>;\n.reg .b32 a, %r<17>;\n.local .align 4 .b8 depot[28];\n.shared .align 4 .f32 tile[32][33];\n"
      "@%p2 mov.u32 %r16, %r0;");
  REQUIRE(function.variables.size() == 6);
  CHECK(function.variables[0].name == "a");
  CHECK(function.variables[0].space == "reg");
  CHECK(function.variables[0].type == "b32");
  CHECK(function.variables[1].name == "depot");
  CHECK(function.variables[1].space == "local");
  CHECK(function.variables[1].dimensions == std::vector<std::uint64_t>{28});
  CHECK(function.variables[2].name == "tile");
  CHECK(function.variables[2].dimensions == std::vector<std::uint64_t>{32, 33});
  // Registers of a range, as the body names them.
  CHECK(function.variables[3].name == "%p2");
  CHECK(function.variables[3].type == "pred");
  CHECK(function.variables[4].name == "%r16");
  CHECK(function.variables[4].type == "b32");
  CHECK(function.variables[4].space == "reg");
  CHECK(function.variables[5].name == "%r0");
}

TEST_CASE("parse: a range ends before its count, and numbers are written without leading zeros") {
  const auto function = parseBody(".reg .b32 %r<3>;\nmov.b32 %r2, %r3; mov.b32 %r01, %r;");
  REQUIRE(function.variables.size() == 1);
  CHECK(function.variables[0].name == "%r2");
}

TEST_CASE("parse: every split of a name's digits may be the range meant") {
  const auto function = parseBody(".reg .b32 %r1<4>;\n.reg .b64 %r<4>;\nmov.b32 %r13, %r3;");
  REQUIRE(function.variables.size() == 2);
  CHECK(function.variables[0].name == "%r13");
  CHECK(function.variables[0].type == "b32");
  CHECK(function.variables[1].name == "%r3");
  CHECK(function.variables[1].type == "b64");
}

TEST_CASE("parse: a promise gives way to the variable it promised") {
  const auto module =
      parse(header + ".extern .global .u32 a;\n.visible .global .u32 a = 4;\n.extern .global .u32 a;\n");
  REQUIRE(module.variables.size() == 1);
  CHECK_FALSE(module.variables[0].isExtern);
  CHECK(show(module.variables[0].initializer) == "i4");
}
