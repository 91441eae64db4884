// Atomics of every kind of float and of vectors, and one result for any number of host threads.
#include <bit>

#include "launch_support.h"

using namespace launch_test;

namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// `instruction` with one thread: memory at a holds `memory`, operands come from b; returns memory after it.
std::vector<std::uint32_t> after(const std::string& instruction, const std::vector<std::uint32_t>& memory,
                                 const std::vector<std::uint32_t>& operands) {
  std::string body = ".reg .b16 h0, h1, h2, h3;\n.reg .f32 f0, f1, f2, f3, g0, g1, g2, g3;\n";
  body += "ld.global.u16 h0, [b];\nld.global.u16 h1, [b+2];\nld.global.u32 x, [b];\n";
  for (std::size_t k = 0; k < operands.size(); ++k)
    body += "ld.global.f32 f" + std::to_string(k) + ", [b+" + std::to_string(4 * k) + "];\n";
  Bench bench;
  const DeviceAddress at = bench.buffer(memory);
  checkSilent(bench.launch(body + instruction + "\nret;", {{1, 1, 1}, {1, 1, 1}, 64}, at, bench.buffer(operands)));
  return bench.read(at, memory.size());
}

using Words = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("atomics: halves, alone and in pairs") {
  // 1.5 + 0.25 = 1.75: 0x3e00, 0x3400, 0x3f00. The other half of the word stays.
  CHECK(after("atom.global.add.noftz.f16 h2, [a], h0;", {0xabcd3e00}, {0x3400}) == Words{0xabcd3f00});
  CHECK(after("red.global.add.noftz.f16 [a+2], h0;", {0x3e00abcd}, {0x3400}) == Words{0x3f00abcd});
  // 2048 + 1 = 2049 is a tie: to even, 2048. Subnormals are kept.
  CHECK(after("red.global.add.noftz.f16x2 [a], x;", {0x68000001}, {0x3c000001}) == Words{0x68000002});
  CHECK(after("red.global.add.noftz.bf16 [a], h0;", {0x3fc0}, {0x3e80}) == Words{0x3fe0});
  CHECK(after("red.global.add.noftz.bf16x2 [a], x;", {0x3fc03fc0}, {0x3e80bfc0}) == Words{0x3fe00000});
  CHECK(after("red.global.min.noftz.f16x2 [a], x;", {0x3c00bc00}, {0x38003800}) == Words{0x3800bc00});
  CHECK(after("red.global.max.noftz.bf16x2 [a], x;", {0x3f80bf80}, {0x7fff3f00}) == Words{0x3f803f00});
}

TEST_CASE("atomics: vectors are element by element") {
  CHECK(after("atom.global.v2.f32.add {g0, g1}, [a], {f0, f1};\nst.global.v2.f32 [a+8], {g0, g1};",
              {bits(1), bits(2), 0, 0}, {bits(10), bits(20)}) == Words{bits(11), bits(22), bits(1), bits(2)});
  CHECK(after("red.global.add.v4.f32 [a], {f0, f1, f2, f3};", {bits(1), bits(2), bits(3), bits(4)},
              {bits(1), bits(1), bits(1), bits(1)}) == Words{bits(2), bits(3), bits(4), bits(5)});
  CHECK(after("red.global.add.noftz.v2.f16 [a], {h0, h1};", {0x3c003e00}, {0x3c003400}) == Words{0x40003f00});
}

TEST_CASE("atomics: 16-bit compare and swap") {
  CHECK(after("atom.global.cas.b16 h2, [a], h0, h1;\nst.global.u16 [a+4], h2;", {0x12345678, 0}, {0xbeef5678}) ==
        Words{0x1234beef, 0x5678});
}

TEST_CASE("atomics: float32 in global memory flushes subnormals, in shared memory it does not") {
  CHECK(after("red.global.add.f32 [a], f0;", {1}, {1}) == Words{0});
  CHECK(after("st.shared.u32 [s], x;\nred.shared.add.f32 [s], f0;\nld.shared.u32 y, [s];\nst.global.u32 [a], y;", {0},
              {1}) == Words{2});
}

TEST_CASE("atomics: what does not exist is refused") {
  Bench bench;
  for (const std::string text : {"atom.global.min.f32 f, [a], f;", "atom.global.and.f16 x, [a], x;",
                                 "redux.sync.min.f32 f, f, 0xffffffff;", "atom.global.cas.b128 x, [a], x, x;"}) {
    CAPTURE(text);
    CHECK(!bench.device.loadModule(kernelText(text + "\nret;"), "k.ptx"));
  }
}

TEST_CASE("atomics: sums of floats and tickets do not depend on the number of host threads") {
  // 512 blocks of 64 add numbers of very different size, and each block takes a ticket.
  const std::string body = R"(cvt.rn.f32.u32 f, tid;
mad.lo.u32 x, blk, 64, tid;
mul.lo.u32 x, x, 2654435761;
shr.u32 x, x, 8;
cvt.rn.f32.u32 f, x;
atom.global.add.f32 f, [a], f;
setp.ne.u32 p, tid, 0;
@p bra OUT;
atom.global.add.u32 x, [a+4], 1;
mul.wide.u32 v, blk, 4;
add.u64 v, v, b;
st.global.u32 [v], x;
OUT:
ret;)";
  for (const std::uint64_t seed : {0, 7}) {
    std::vector<Words> results;
    for (const unsigned threads : {1u, 2u, 4u}) {
      Bench bench(seed, threads);
      const DeviceAddress sum = bench.zeros(2), tickets = bench.zeros(512);
      checkSilent(bench.launch(body, {{512, 1, 1}, {64, 1, 1}, 0}, sum, tickets));
      Words all = bench.read(tickets, 512);
      all.push_back(bench.read(sum, 1)[0]);
      results.push_back(all);
    }
    CHECK(results[0] == results[1]);
    CHECK(results[0] == results[2]);
  }
}
