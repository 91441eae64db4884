#include "parse_support.h"

using namespace parse_test;

namespace {

/// The error of a module that continues `header`: line 4 is the first of `text`.
std::string moduleError(const std::string& text) { return errorOf(header + text); }
/// The error of a body that starts on line 5.
std::string bodyError(const std::string& text) { return moduleError(".entry k() {\n" + text); }

}  // namespace

TEST_CASE("parse errors: the module's frame") {
  CHECK(errorOf("") == "t.ptx:1:1: expected .version, found the end of the text");
  CHECK(errorOf("hello") == "t.ptx:1:1: expected .version, found 'hello'");
  CHECK(errorOf(".version nine") == "t.ptx:1:10: expected a version, found 'nine'");
  CHECK(errorOf(".version 9.0 .target 75") == "t.ptx:1:22: expected a target, found '75'");
  CHECK(moduleError("add.u32 a, b, c;") == "t.ptx:4:1: expected a directive, found 'add'");
  CHECK(moduleError(".visible .address_size 64") == "t.ptx:4:10: expected a directive, found '.address_size'");
  CHECK(moduleError(".alias f;") == "t.ptx:4:9: expected ',', found ';'");
  CHECK(moduleError(".file x") == "t.ptx:4:7: expected a file index of at most 65536, found 'x'");
  CHECK(moduleError(".file 4000000000 \"a\"") ==
        "t.ptx:4:7: expected a file index of at most 65536, found '4000000000'");
  CHECK(moduleError(".file 1 a.cu") == "t.ptx:4:9: expected a file name in quotes, found 'a'");
  CHECK(moduleError(".pragma nounroll;") == "t.ptx:4:9: expected a pragma in quotes, found 'nounroll'");
  CHECK(moduleError(".section .debug_str {\n{ .b8 1 }") == "t.ptx:5:10: expected '}', found the end of the text");
}

TEST_CASE("parse errors: tokens") {
  CHECK(moduleError("/* no end") == "t.ptx:4:1: expected a directive, found a comment that never ends, '/* no end'");
  CHECK(moduleError(".file 1 \"a.cu\n\"") ==
        "t.ptx:4:9: expected a file name in quotes, found a string that does not end on its line, '\"a.cu'");
  CHECK(bodyError("mov.u32 a, 12ab;") == "t.ptx:5:12: expected an operand, found a malformed number, '12ab'");
  CHECK(bodyError("mov.u32 a, 0x;") == "t.ptx:5:12: expected an operand, found a malformed number, '0x'");
  CHECK(bodyError("mov.u32 a, 089;") == "t.ptx:5:12: expected an operand, found a malformed number, '089'");
  CHECK(bodyError("mov.u32 a, 18446744073709551616;") ==
        "t.ptx:5:12: expected an operand, found an integer of more than 64 bits, '18446744073709551616'");
  CHECK(bodyError("mov.u32 a, 0f3F80;") ==
        "t.ptx:5:12: expected an operand, found a float without its 8 digits, '0f3F80'");
  CHECK(bodyError("mov.u32 a, 0d3Fg0000000000000;") ==
        "t.ptx:5:12: expected an operand, found a double without its 16 digits, '0d3Fg0000000000000'");
  CHECK(bodyError("mov.u32 a, 1e999;") == "t.ptx:5:12: expected an operand, found a malformed number, '1e999'");
  CHECK(bodyError("mov.u32 a, #;") == "t.ptx:5:12: expected an operand, found a character that PTX does not use, '#'");
  CHECK(bodyError(std::string("mov.u32 a, \0;", 13)) ==
        "t.ptx:5:12: expected an operand, found a character that PTX does not use, '\\x00'");
  CHECK(bodyError("mov.u32 a, %;") == "t.ptx:5:12: expected an operand, found a name without letters, '%'");
}

TEST_CASE("parse errors: instructions") {
  CHECK(bodyError("ret }") == "t.ptx:5:5: expected an operand, found '}'");
  CHECK(bodyError("ret\n") == "t.ptx:6:1: expected an operand, found the end of the text");
  CHECK(bodyError("add.u32 a, b c;") == "t.ptx:5:14: expected ',' or ';', found 'c'");
  CHECK(bodyError("add.u32 a,;") == "t.ptx:5:11: expected an operand, found ';'");
  CHECK(bodyError("ld.u32 a, [b;") == "t.ptx:5:13: expected ']', found ';'");
  CHECK(bodyError("ld.u32 a, [];") == "t.ptx:5:12: expected an address, found ']'");
  CHECK(bodyError("ld.u32 a, [b+c];") == "t.ptx:5:14: expected an offset, found 'c'");
  CHECK(bodyError("ld.u32 {a, b, [c];") == "t.ptx:5:15: expected an operand, found '['");
  CHECK(bodyError("ld.u32 {a, {b}}, [c];") == "t.ptx:5:12: expected an operand, found '{'");
  CHECK(bodyError("ld.u32 {a b}, [c];") == "t.ptx:5:11: expected ',' or '}', found 'b'");
  CHECK(bodyError("call (a, f;") == "t.ptx:5:11: expected ',' or ')', found ';'");
  CHECK(bodyError("mov.s64 a, -9223372036854775809;") ==
        "t.ptx:5:13: expected an integer of at most 64 bits, found '9223372036854775809'");
  CHECK(bodyError("@1 bra L;") == "t.ptx:5:2: expected a predicate, found '1'");
  CHECK(bodyError("@p L: ret;") == "t.ptx:5:5: expected an operand, found ':'");
  CHECK(bodyError(".loc 1 2 ret;") == "t.ptx:5:10: expected a file, a line and a column, found 'ret'");
  CHECK(bodyError(".loc 1 2 3, here 4") == "t.ptx:5:13: expected function_name or inlined_at, found 'here'");
  CHECK(bodyError("12: ret;") == "t.ptx:5:1: expected an instruction, a label or '}', found '12'");
  CHECK(bodyError("ret; ") == "t.ptx:5:6: expected an instruction, a label or '}', found the end of the text");
  CHECK(bodyError("ret; }\n}") == "t.ptx:6:1: expected a directive, found '}'");
}

TEST_CASE("parse errors: declarations") {
  CHECK(moduleError(".global x;") == "t.ptx:4:9: expected a type, found 'x'");
  CHECK(moduleError(".global .u32;") == "t.ptx:4:13: expected a name, found ';'");
  CHECK(moduleError(".global .u32 .u64 x;") == "t.ptx:4:14: expected a name, found '.u64'");
  CHECK(moduleError(".global .u32 x[-1];") == "t.ptx:4:16: expected a dimension, found '-'");
  CHECK(moduleError(".global .u32 x[99999999999999999];") ==
        "t.ptx:4:16: expected a dimension, found '99999999999999999'");
  CHECK(moduleError(".global .align x .u32 y;") == "t.ptx:4:16: expected an alignment, found 'x'");
  CHECK(moduleError(".global .u32 x y;") == "t.ptx:4:16: expected ',' or ';', found 'y'");
  CHECK(moduleError(".global .u32 x[2] = {1, 2, 3};") == "t.ptx:4:28: expected '}'; the array is full, found '3'");
  CHECK(moduleError(".global .u32 x[2] = {1, };") == "t.ptx:4:25: expected a value, found '}'");
  CHECK(moduleError(".global .u32 x[2] = {{1}};") ==
        "t.ptx:4:22: expected a value; the braces nest deeper than the array, found '{'");
  CHECK(moduleError(".global .u32 x[2] = {1, 2;") == "t.ptx:4:26: expected ',' or '}', found ';'");
  CHECK(moduleError(".global .u32 x = -y;") == "t.ptx:4:19: expected a number, found 'y'");
  CHECK(moduleError(".global .b8 x[9] = {0xff(y)};") ==
        "t.ptx:4:21: masked addresses in initializers are not supported");
  CHECK(moduleError(".global .b8 x[9] = {mask(0xff, y)};") ==
        "t.ptx:4:21: masked addresses in initializers are not supported");
  CHECK(moduleError(".reg .u32 x;") == "t.ptx:4:1: a .reg variable outside a function");
  CHECK(moduleError(".global .u32 x;\n.global .f32 x;") == "t.ptx:5:14: 'x' is declared twice");
  CHECK(bodyError(".reg .u32 x;\n .reg .f32 x;") == "t.ptx:6:12: 'x' is declared twice in this scope");
  CHECK(bodyError(".reg .u32 x<2>;\n .reg .f32 x<3>;") == "t.ptx:6:12: 'x<' is declared twice in this scope");
  CHECK(bodyError(".reg .u32 x<2>;\n .reg .f32 x1;") == "t.ptx:6:12: 'x1' is declared twice in this scope");
  CHECK(bodyError("L: ret;\nL: ret;") == "t.ptx:6:1: 'L' is declared twice in this scope");
  CHECK(bodyError("L: ret;\n.reg .u32 L;\n}") == "t.ptx:6:11: 'L' is declared twice in this scope");
  CHECK(bodyError(".reg .u32 %r<1000001>;") ==
        "t.ptx:5:14: expected a count of at most 1000000 registers, found '1000001'");
}

TEST_CASE("parse errors: functions") {
  CHECK(moduleError(".entry (") == "t.ptx:4:8: expected a function's name, found '('");
  CHECK(moduleError(".func f(.global .u32 x);") == "t.ptx:4:9: expected a .param or .reg parameter, found '.global'");
  CHECK(moduleError(".func f(.param .u32 x") == "t.ptx:4:22: expected ',' or ')', found the end of the text");
  CHECK(moduleError(".func f(.param .u32 x, .param .u32 x);") == "t.ptx:4:36: 'x' is declared twice in this scope");
  CHECK(moduleError(".func f() ret;") == "t.ptx:4:11: expected '{' or ';', found 'ret'");
  CHECK(moduleError(".entry f() .maxntid { ret; }") == "t.ptx:4:21: expected a number, found '{'");
  CHECK(moduleError(".func f() { ret; }\n.func f() { ret; }") == "t.ptx:5:7: 'f' is defined twice");
}

TEST_CASE("parse errors: the code tells what PTX is not from what is not supported") {
  const auto bad = gpusim::parsePtx("x", "t.ptx");
  REQUIRE(!bad);
  CHECK(bad.error().code == gpusim::ErrorCode::invalidPtx);
  const auto refused = gpusim::parsePtx(header + ".global .b8 x[9] = {0xff(y)};", "t.ptx");
  REQUIRE(!refused);
  CHECK(refused.error().code == gpusim::ErrorCode::unsupportedPtx);
}
