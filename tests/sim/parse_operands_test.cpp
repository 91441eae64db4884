#include "parse_support.h"

using namespace parse_test;

TEST_CASE("parse: an opcode's dotted words are its modifiers, in order") {
  CHECK(show(parseInstruction("ld.global.nc.L1::no_allocate.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];")) ==
        "ld global nc L1::no_allocate v4 u32 | {%r1,%r2,%r3,%r4} [%rd1]");
  CHECK(show(parseInstruction("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%rd1];")) ==
        "cp async mbarrier arrive noinc shared::cta b64 | [%rd1]");
  CHECK(show(parseInstruction("mov .u32 %r1 , %r2 ;")) == "mov u32 | %r1 %r2");
  CHECK(show(parseInstruction("ret;")) == "ret | ");
}

TEST_CASE("parse: integer literals") {
  const auto value = [](const std::string& literal) {
    const auto instruction = parseInstruction("mov.b64 %rd1, " + literal + ";");
    REQUIRE(instruction.operands.size() == 2);
    return show(instruction.operands[1]);
  };
  CHECK(value("0") == "i0");
  CHECK(value("42") == "i2a");
  CHECK(value("42U") == "i2a");
  CHECK(value("0x1fU") == "i1f");
  CHECK(value("0XAb") == "iab");
  CHECK(value("017") == "if");
  CHECK(value("0b1011") == "ib");
  CHECK(value("18446744073709551615") == "iffffffffffffffff");
  CHECK(value("0xffffffffffffffff") == "iffffffffffffffff");
  CHECK(value("-1") == "iffffffffffffffff");
  CHECK(value("- 5") == "ifffffffffffffffb");
  CHECK(value("-9223372036854775808") == "i8000000000000000");
}

TEST_CASE("parse: real literals") {
  const auto value = [](const std::string& literal) {
    return show(parseInstruction("mov.f64 %fd1, " + literal + ";").operands.at(1));
  };
  CHECK(value("0f3F800000") == "f3f800000");
  CHECK(value("0F7fc00000") == "f7fc00000");
  CHECK(value("0d3FF0000000000000") == "d3ff0000000000000");
  CHECK(value("1.5") == "d3ff8000000000000");
  CHECK(value("25e-2") == "d3fd0000000000000");
  CHECK(value("-1.0") == "dbff0000000000000");
  CHECK(value("-0f3F800000") == "fbf800000");
}

TEST_CASE("parse: names, special registers and signs") {
  CHECK(show(parseInstruction("mov.u32 %r1, %ctaid.x;")) == "mov u32 | %r1 %ctaid.x");
  CHECK(show(parseInstruction("mov.u64 %rd1, table+8;")) == "mov u64 | %rd1 table+8");
  CHECK(show(parseInstruction("setp.lt.and.s32 p|q, %r1, -5, !r;")) ==
        "setp lt and s32 | pair<p,q> %r1 ifffffffffffffffb neg r");
  CHECK(show(parseInstruction("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;")) ==
        "shfl sync down b32 | pair<%r1,%p1> %r2 i10 i1f iffffffffffffffff");
  CHECK(show(parseInstruction("atom.add.u32 _, [a], 1;")) == "atom add u32 | discard [a] i1");
  CHECK(show(parseInstruction("neg.s32 %r1, -%r2;")) == "neg s32 | %r1 neg %r2");
}

TEST_CASE("parse: addresses") {
  const auto address = [](const std::string& text) {
    return show(parseInstruction("ld.u32 %r1, " + text + ";").operands.at(1));
  };
  CHECK(address("[%rd1]") == "[%rd1]");
  CHECK(address("[%rd1+24]") == "[%rd1+24]");
  CHECK(address("[%rd1+-24]") == "[%rd1-24]");
  CHECK(address("[%rd1-0x10]") == "[%rd1-16]");
  CHECK(address("[param0+0]") == "[param0]");
  CHECK(address("[4096]") == "[+4096]");
  CHECK(address("[-8]") == "[-8]");
  CHECK(address("[texture, {%f1, %f2}]") == "[texture;{%f1,%f2}]");
  CHECK(address("[texture, sampler, {%f1}]") == "[texture;sampler,{%f1}]");
}

TEST_CASE("parse: vectors may hold literals and gaps") {
  CHECK(show(parseInstruction("st.v4.f32 [a], {%f1, 0f00000000, 2, _};")) == "st v4 f32 | [a] {%f1,f0,i2,discard}");
  CHECK(show(parseInstruction("mov.b64 {%r1, %r2}, %rd1;")) == "mov b64 | {%r1,%r2} %rd1");
}

TEST_CASE("parse: calls") {
  CHECK(show(parseInstruction("call.uni (retval0),\nf,\n(\nparam0,\nparam1\n)\n;")) ==
        "call uni | (retval0) f (param0,param1)");
  CHECK(show(parseInstruction("call (r), %rd1, (p), proto;")) == "call | (r) %rd1 (p) proto");
  CHECK(show(parseInstruction("call f, ();")) == "call | f ()");
  CHECK(show(parseInstruction("call f;")) == "call | f");
}

TEST_CASE("parse: guards") {
  const auto plain = parseInstruction("@%p1 bra L;");
  CHECK(plain.guard == "%p1");
  CHECK_FALSE(plain.guardNegated);
  CHECK(show(plain) == "bra | L");
  const auto negated = parseInstruction("@!%p1 bra.uni L;");
  CHECK(negated.guard == "%p1");
  CHECK(negated.guardNegated);
  CHECK(parseInstruction("bra L;").guard.empty());
}

TEST_CASE("parse: positions are those of the text") {
  const auto instruction = parseInstruction("\n\t@%p1 add.u32\t%r1, [%rd1],\n  {%r2};");
  CHECK(instruction.at.line == 6);
  CHECK(instruction.at.column == 2);
  REQUIRE(instruction.operands.size() == 3);
  CHECK(instruction.operands[0].at.line == 6);
  CHECK(instruction.operands[0].at.column == 15);
  CHECK(instruction.operands[1].at.column == 20);
  CHECK(instruction.operands[2].at.line == 7);
  CHECK(instruction.operands[2].at.column == 3);
  CHECK(instruction.operands[2].elements.at(0).at.column == 4);
}

TEST_CASE("parse: comments count as blanks, and their lines count") {
  const auto instruction = parseInstruction("// add.u32 a, b;\n/* one\n two */ mov/**/.u32 %r1, // to the end\n %r2;");
  CHECK(show(instruction) == "mov u32 | %r1 %r2");
  CHECK(instruction.at.line == 7);
  CHECK(instruction.at.column == 9);
}
