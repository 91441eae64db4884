// Which indices are said to be too narrow for a larger array, and which are not.
#include "sim/decode/narrow_index.h"

#include "parse_support.h"

using namespace parse_test;

namespace {

/// The bits said of the last access of global memory in `body`; 0 when nothing is said.
unsigned bitsOf(const std::string& body) {
  const gpusim::ast::Function function = parseBody(body);
  const auto found = gpusim::narrowIndices(function);
  for (auto statement = function.body.rbegin(); statement != function.body.rend(); ++statement)
    if (const std::string& op = statement->instruction.opcode; op == "ld" || op == "st" || op == "atom")
      if (const auto at = found.find(&statement->instruction); at != found.end()) return at->second;
  return 0;
}

const std::string threadOfGrid = "mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x; mov.u32 %t, %tid.x;\n";
const std::string row =
    "mov.u32 %cy, %ctaid.y; mov.u32 %ny, %ntid.y; mov.u32 %ty, %tid.y;\n"
    "mad.lo.s32 %row, %cy, %ny, %ty; ld.param.u32 %cols, [cols]; ld.param.u64 %p, [p];\n";
const std::string load = "mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o; ld.global.f32 %x, [%a];";

}  // namespace

TEST_CASE("narrow index: a thread's number in the grid, with and without sign") {
  CHECK(bitsOf(threadOfGrid + "mad.lo.s32 %i, %c, %n, %t;\n" + load) == 31);
  CHECK(bitsOf(threadOfGrid + "mad.lo.s32 %i, %c, %n, %t;\n"
                              "mul.wide.u32 %o, %i, 4; add.s64 %a, %p, %o; st.global.f32 [%a+8], %x;") == 32);
  CHECK(bitsOf(threadOfGrid + "mad.lo.s32 %i, %c, %n, %t;\n"
                              "cvt.u64.u32 %w, %i; shl.b64 %o, %w, 2; add.s64 %a, %p, %o; ld.f32 %x, [%a];") == 32);
  CHECK(bitsOf(threadOfGrid + "shl.b32 %m, %c, 8; or.b32 %u, %m, %t; add.s32 %i, %m, %t;\n" + load) == 31);
  CHECK(bitsOf(threadOfGrid + "mul.lo.s32 %m, %c, %n; add.s32 %i, %m, %t;\n"
                              "mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o; atom.global.add.u32 %x, [%a], 1;") == 31);
}

TEST_CASE("narrow index: a row times the columns, which the caller chooses") {
  CHECK(bitsOf(row + "mad.lo.s32 %i, %row, %cols, %t;\n" + load) == 31);
  CHECK(bitsOf(row + "mul.lo.s32 %m, %row, %cols; mov.u32 %k, %m; add.s32 %i, %k, %t;\n" + load) == 31);
}

TEST_CASE("narrow index: what a grid along y can reach fits") {
  CHECK(bitsOf(row + "mov.u32 %i, %row;\n" + load) == 0);
  CHECK(bitsOf(row + "mul.lo.s32 %i, %row, 16;\n" + load) == 0);
  CHECK(bitsOf(row + "mul.lo.s32 %i, %row, 64;\n" + load) == 31);
}

TEST_CASE("narrow index: products of 64 bits, and no product at all, fit") {
  CHECK(bitsOf(threadOfGrid + "cvt.u64.u32 %c8, %c; cvt.u64.u32 %n8, %n; cvt.u64.u32 %t8, %t;\n"
                              "mad.lo.s64 %i8, %c8, %n8, %t8; shl.b64 %o, %i8, 2; add.s64 %a, %p, %o;\n"
                              "ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf(threadOfGrid + "mul.wide.u32 %w, %c, %n; cvt.u64.u32 %t8, %t; add.s64 %i8, %w, %t8;\n"
                              "shl.b64 %o, %i8, 2; add.s64 %a, %p, %o; ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf("ld.param.u32 %i, [n]; add.s32 %i2, %i, -1; mul.wide.s32 %o, %i2, 4; add.s64 %a, %p, %o;\n"
               "ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf("mov.u32 %t, %tid.x; mul.lo.s32 %i, %t, 33;\n" + load) == 0);
}

TEST_CASE("narrow index: a row or a column may be a product of 32 bits where the index is one of 64") {
  const std::string coordinates = row + "mul.wide.u32 %r8, %row, 1; cvt.u64.u32 %c8, %cols;\n" + threadOfGrid +
                                  "mad.lo.s32 %col, %c, %n, %t; cvt.u64.u32 %x8, %col;\n";
  CHECK(bitsOf(coordinates + "mad.lo.s64 %i8, %r8, %c8, %x8; shl.b64 %o, %i8, 2; add.s64 %a, %p, %o;\n"
                             "ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf(coordinates + "mul.lo.s64 %m, %r8, %c8; add.s64 %i8, %m, %x8; shl.b64 %o, %i8, 2; add.s64 %a, %p, %o;\n"
                             "ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf(coordinates + "mul.lo.s64 %m, %x8, %c8; add.s64 %i8, %m, %r8; shl.b64 %o, %i8, 2; add.s64 %a, %p, %o;\n"
                             "ld.global.f32 %x, [%a];") == 0);
  CHECK(bitsOf(coordinates + "shl.b64 %o, %x8, 2; add.s64 %a, %p, %o; ld.global.f32 %x, [%a];") == 32);
}

TEST_CASE("narrow index: what is cut down again was meant to wrap") {
  const std::string hash = "ld.global.u32 %k, [%p]; mul.lo.s32 %h, %k, -1640531527;\n";
  CHECK(bitsOf(hash + "shr.u32 %i, %h, 20;\n" + load) == 0);
  CHECK(bitsOf("ld.global.u32 %k, [%p]; mul.lo.s32 %h, %k, 40503; and.b32 %i, %h, 1023;\n" + load) == 0);
  CHECK(bitsOf("ld.global.u32 %k, [%p]; mul.lo.s32 %h, %k, 40503; rem.u32 %i, %h, 1000;\n" + load) == 0);
  CHECK(bitsOf("ld.global.u32 %k, [%p]; mul.lo.s32 %i, %k, 40503;\n" + load) == 31);
}

TEST_CASE("narrow index: a loop counter is small, a grid's stride is not") {
  const std::string loop =
      "mov.u32 %i, 0;\nL: mul.lo.s32 %m, %i, 16; mul.wide.s32 %o, %m, 4; add.s64 %a, %p, %o;\n"
      "ld.global.f32 %x, [%a]; add.s32 %i, %i, ";
  CHECK(bitsOf(loop + "1; @%q bra L; ret;") == 0);
  const std::string stride = threadOfGrid +
                             "mov.u32 %g, %nctaid.x; mul.lo.s32 %s, %g, %n; mov.u32 %i, %t;\n"
                             "L: mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o; ld.global.f32 %x, [%a];\n"
                             "add.s32 %i, %i, %s; @%q bra L; ret;";
  CHECK(bitsOf(stride) == 31);
}

TEST_CASE("narrow index: only of global memory") {
  CHECK(bitsOf(threadOfGrid + "mad.lo.s32 %i, %c, %n, %t; mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o;\n"
                              "ld.shared.f32 %x, [%a];") == 0);
  CHECK(bitsOf(threadOfGrid + "mad.lo.s32 %i, %c, %n, %t; mul.wide.s32 %o, %i, 4; add.s64 %a, %p, %o;\n"
                              "ld.const.f32 %x, [%a];") == 0);
}

TEST_CASE("narrow index: a chain of any length is read without recursion") {
  std::string body = threadOfGrid + "mad.lo.s32 %i, %c, %n, %t; mul.wide.s32 %o0, %i, 4;\n";
  for (int k = 0; k < 100000; ++k) body += fmt::format("add.s64 %o{}, %o{}, 4;\n", k + 1, k);
  CHECK(bitsOf(body + "ld.global.f32 %x, [%o100000];") == 31);
}
