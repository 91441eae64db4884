// Any text is legal input. These are the ones that would exhaust the stack, the memory or the patience of a careless
// parser.
#include "parse_support.h"

using namespace parse_test;

namespace {

std::string repeat(const std::string& text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("parse hostile: a million braces in every place") {
  const std::string braces(1'000'000, '{');
  CHECK(errorOf(braces) == "t.ptx:1:1: expected .version, found '{'");
  CHECK(errorOf(header + ".entry k() " + braces) == "t.ptx:4:76: expected at most 64 nested scopes, found '{'");
  CHECK(errorOf(header + ".entry k() {\nmov.b32 a, " + braces) == "t.ptx:5:13: expected an operand, found '{'");
  CHECK(errorOf(header + ".global .u32 x[1] = " + braces) ==
        "t.ptx:4:22: expected a value; the braces nest deeper than the array, found '{'");
  CHECK(errorOf(header + ".section .debug_str " + braces) ==
        "t.ptx:4:1000021: expected '}', found the end of the text");
  CHECK(errorOf(header + ".entry k() {\ncall " + std::string(1'000'000, '(')) ==
        "t.ptx:5:7: expected an operand, found '('");
  CHECK(errorOf(header + ".entry k() {\nld.u32 a, " + std::string(1'000'000, '[')) ==
        "t.ptx:5:12: expected an address, found '['");
}

TEST_CASE("parse hostile: 64 scopes are fine, and the 65th is named") {
  const std::string open(64, '{'), close(64, '}');
  CHECK(parse(header + ".entry k() " + open + "ret;" + close).functions.at(0).body.size() == 1);
  CHECK(errorOf(header + ".entry k() {" + open + "ret;" + close + "}") ==
        "t.ptx:4:76: expected at most 64 nested scopes, found '{'");
}

TEST_CASE("parse hostile: registers that nothing names cost nothing") {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += fmt::format(".reg .b32 %a{}x<1000000>;\n", i);
  CHECK(parseBody(body + "mov.b32 %a7x999999, 1;").variables.size() == 1);
}

TEST_CASE("parse hostile: gaps of an initializer are bounded") {
  CHECK(errorOf(header + ".global .u8 x[1000][100000] = {{1}, {2}};") ==
        "t.ptx:4:37: expected an initializer with fewer gaps, found '{'");
  CHECK(parse(header + ".global .u8 x[1000][1000000000000] = {{1}};").variables.at(0).initializer.size() == 1);
  CHECK(
      parse(header + ".global .u8 x[281474976710656][281474976710656][281474976710656] = {{{1}}};").variables.size() ==
      1);
}

TEST_CASE("parse hostile: long names and numbers") {
  const std::string digits(1'000'000, '1');
  const auto function = parseBody(".reg .b32 %r<5>;\nmov.b32 %r" + digits + ", 1;");
  CHECK(function.body.at(0).instruction.operands.at(0).name == "%r" + digits);
  const std::string error = errorOf(header + ".entry k() {\nmov.b32 a, " + digits + ";");
  CHECK(error.starts_with("t.ptx:5:12: expected an operand, found an integer of more than 64 bits, '1111"));
  CHECK(error.size() < 200);
}

TEST_CASE("parse hostile: many scopes, labels and statements take time in proportion") {
  const auto function = parseBody(repeat("{ .reg .u32 a; A: bra A; }\n", 20'000));
  CHECK(function.body.size() == 40'000);
  CHECK(function.variables.size() == 20'000);
  CHECK(function.body[3].instruction.operands.at(0).name == "A@3");
}

TEST_CASE("parse hostile: a large table is read whole") {
  const auto module = parse(header + ".global .b8 table[100000] = {" + repeat("255, ", 99'999) + "1};");
  CHECK(module.variables.at(0).initializer.size() == 100'000);
  CHECK(module.variables.at(0).initializer.back().bits == 1);
}

TEST_CASE("parse hostile: cut anywhere, a module is an error or a shorter module, never a crash") {
  const std::string whole =
      header +
      ".file 1 \"a.cu\", 17, 5\n.global .align 8 .u64 s[3] = {3, generic(x)+8, -1};\n"
      ".func (.param .b32 r) f(.param .b32 a) .noreturn;\n"
      ".entry k(.param .u64 p) .maxntid 1, 2, 3 {\n.reg .b32 %r<4>;\n.loc 1 2 3, inlined_at 1 2 3\n"
      "L: @!%p1 ld.global.v2.u32 {%r1, _}, [%rd1+-4]; { call.uni (r), f, (p); }\n"
      "P: .callprototype (.param .b32 _) _ (.param .b32 _);\nadd.f32 %f1|p, 0f3F800000, !a; /* c */ }\n";
  REQUIRE(gpusim::parsePtx(whole, "t.ptx"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto cut = gpusim::parsePtx(whole.substr(0, length), "t.ptx");
    if (!cut) CHECK(cut.error().message.starts_with("t.ptx:"));
    // One byte replaced by another.
    std::string changed = whole;
    changed[length] = static_cast<char>(static_cast<unsigned char>(changed[length]) ^ 0x95);
    const auto odd = gpusim::parsePtx(changed, "t.ptx");
    if (!odd) CHECK(odd.error().message.starts_with("t.ptx:"));
  }
}
