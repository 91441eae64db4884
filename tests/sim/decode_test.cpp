// What decoding changes must not show: copies it removes still count, values keep apart, diverged lanes meet again.
#include "launch_support.h"

using namespace launch_test;

namespace {

const Shape oneWarp{{1, 1, 1}, {32, 1, 1}, 0};

gpusim::Counters atLine(const LaunchReport& report, unsigned line) {
  gpusim::Counters sum;
  for (const auto& item : report.lines)
    if (item.where.line == line) sum += item.counters;
  return sum;
}

}  // namespace

TEST_CASE("copy propagation: every PTX instruction counts, removed or not") {
  const std::string body = R"(mov.u32 x, tid;
mov.u32 y, x;
mov.u32 z, y;
mov.u32 w, 5;
add.u32 i, z, w;
mov.u32 t, i;
st.global.u32 [at], t;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  const LaunchReport report = bench.launch(body, oneWarp, to);
  CHECK(report.counters.warpInstructions == preludeInstructions + 8);
  CHECK(report.counters.threadInstructions == (preludeInstructions + 8) * 32);
  const auto got = bench.read(to, 32);
  for (std::uint32_t k = 0; k < 32; ++k) CHECK(got[k] == k + 5);
}

TEST_CASE("copy propagation: a copy keeps the value when its source changes") {
  const std::string body = R"(mov.u32 x, tid;
mov.u32 y, x;
add.u32 x, x, 100;
add.u32 z, x, y;
st.global.u32 [at], z;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  bench.launch(body, oneWarp, to);
  const auto got = bench.read(to, 32);
  for (std::uint32_t k = 0; k < 32; ++k) CHECK(got[k] == 2 * k + 100);
}

TEST_CASE("copy propagation: the value of the iteration before") {
  // As a compiler writes `if (i > 0) sum += now - before; before = now;`: x has no value before the loop.
  const std::string body = R"(mov.u32 i, 0;
mov.u32 z, 0;
LOOP:
mul.lo.u32 y, i, 10;
setp.eq.u32 p, i, 0;
@p bra FIRST;
sub.u32 w, y, x;
add.u32 z, z, w;
FIRST:
mov.u32 x, y;
add.u32 i, i, 1;
setp.lt.u32 q, i, 5;
@q bra LOOP;
st.global.u32 [at], z;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  bench.launch(body, oneWarp, to);
  CHECK(bench.read(to, 32) == std::vector<std::uint32_t>(32, 40));
}

TEST_CASE("copy propagation: a copied predicate still guards") {
  const std::string body = R"(setp.lt.u32 p, tid, 3;
mov.pred q, p;
@q st.global.u32 [at], 9;
@!q bra OUT;
st.global.u32 [bt], 9;
OUT:
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32), other = bench.zeros(32);
  bench.launch(body, oneWarp, to, other);
  std::vector<std::uint32_t> expected(32, 0);
  expected[0] = expected[1] = expected[2] = 9;
  CHECK(bench.read(to, 32) == expected);
  CHECK(bench.read(other, 32) == expected);
}

TEST_CASE("copy propagation: a copy made before its source's only write") {
  const std::string body = R"(mov.u32 i, 0;
mov.u32 z, 0;
LOOP:
mov.u32 x, y;  // the iteration before
mul.lo.u32 y, i, 10;
setp.eq.u32 p, i, 0;
@p bra FIRST;
add.u32 z, z, x;
FIRST:
add.u32 i, i, 1;
setp.lt.u32 q, i, 5;
@q bra LOOP;
st.global.u32 [at], z;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  bench.launch(body, oneWarp, to);
  CHECK(bench.read(to, 32) == std::vector<std::uint32_t>(32, 0 + 10 + 20 + 30));
}

TEST_CASE("reconvergence: each side of an if counts once, and so does the code after it") {
  const std::string body = R"(setp.ge.u32 p, tid, 10;
@p bra ELSE;
mov.u32 x, 1;
add.u32 x, x, tid;  // then
bra.uni AFTER;
ELSE:
mov.u32 x, 2;
sub.u32 x, x, tid;  // else
AFTER:
add.u32 y, x, 1;  // after
st.global.u32 [at], y;
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const LaunchReport report = bench.launch(body, oneWarp, bench.zeros(32));
    const auto then = atLine(report, lineOf(body, "// then")), other = atLine(report, lineOf(body, "// else")),
               after = atLine(report, lineOf(body, "// after"));
    CHECK(then.warpInstructions == 1);
    CHECK(then.threadInstructions == 10);
    CHECK(other.warpInstructions == 1);
    CHECK(other.threadInstructions == 22);
    CHECK(after.warpInstructions == 1);
    CHECK(after.threadInstructions == 32);
    CHECK(report.counters.globalStoreRequests == 1);
    CHECK(report.counters.branches == 1);
    CHECK(report.counters.divergentBranches == 1);
  }
}

TEST_CASE("reconvergence: lanes that return from inside a loop do not keep the others apart") {
  // Odd lanes take a detour; lane 5 returns from it in the fourth iteration.
  const std::string body = R"(mov.u32 i, 0;
mov.u32 z, 0;
and.b32 w, lane, 1;
LOOP:
setp.eq.u32 p, w, 0;
@p bra REST;
add.u32 y, i, 2;
setp.eq.u32 q, y, lane;
@q bra OUT;
REST:
add.u32 z, z, 1;  // rest
add.u32 i, i, 1;
setp.lt.u32 p, i, 4;
@p bra LOOP;
st.global.u32 [at], z;
OUT:
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(32);
    const LaunchReport report = bench.launch(body, oneWarp, to);
    const auto rest = atLine(report, lineOf(body, "// rest"));
    CHECK(rest.warpInstructions == 4);
    CHECK(rest.threadInstructions == 4 * 32 - 3 - 1);  // lane 3 leaves in iteration 1, lane 5 in iteration 3
    CHECK(report.counters.globalStoreRequests == 1);
    const auto got = bench.read(to, 32);
    for (std::uint32_t k = 0; k < 32; ++k) CHECK(got[k] == (k == 3 || k == 5 ? 0 : 4));
  }
}

TEST_CASE("register allocation: 200 values alive at once keep apart, in both widths") {
  std::string body = ".reg .u32 r<100>;\n.reg .u64 d<100>;\nmov.u32 z, 0;\n";
  std::uint32_t expected = 0;
  std::vector<std::uint32_t> values;
  for (std::uint32_t k = 0; k < 200; ++k) {
    const std::string number = std::to_string(k / 2);
    values.push_back(k * k + 3);
    expected += (k + 1) * values.back();
    body += k % 2 == 0 ? "ld.global.u32 r" : "ld.global.u32 d";
    body += number + ", [a+" + std::to_string(4 * k) + "];\n";
  }
  for (std::uint32_t k = 200; k-- > 0;) {
    const std::string number = std::to_string(k / 2);
    if (k % 2 == 1) body += "cvt.u32.u64 x, d" + number + ";\n";
    body += "mad.lo.u32 z, " + std::string(k % 2 == 0 ? "r" + number : "x") + ", " + std::to_string(k + 1) + ", z;\n";
  }
  body += "add.u32 z, z, tid;\nst.global.u32 [bt], z;\nret;";
  Bench bench;
  CHECK(bench.load(body).registersPerThread == 255);  // 300 words, and no thread has more than 255
  const DeviceAddress from = bench.buffer(values), to = bench.zeros(32);
  checkSilent(bench.launch(body, oneWarp, from, to));
  const auto got = bench.read(to, 32);
  for (std::uint32_t k = 0; k < 32; ++k) CHECK(got[k] == expected + k);
}

TEST_CASE("register allocation: what lanes hold on one side of a branch survives the other side") {
  // x is dead on the way to ELSE, y is not written on the way to THEN: they may share a place, the lanes may not.
  const std::string body = R"(add.u32 x, tid, 1000;
setp.ge.u32 p, tid, 16;
@p bra ELSE;
bar.warp.sync 0xffff;
add.u32 z, x, 1;
bra.uni AFTER;
ELSE:
add.u32 y, tid, 2000;
add.u32 z, y, 2;
AFTER:
st.global.u32 [at], z;
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(32);
    bench.launch(body, oneWarp, to);
    const auto got = bench.read(to, 32);
    for (std::uint32_t k = 0; k < 32; ++k) CHECK(got[k] == (k < 16 ? k + 1001 : k + 2002));
  }
}

TEST_CASE("a generic access counts by the space it goes to, whatever went before") {
  // One instruction, first to shared memory with conflicts, then to global memory in the same pattern.
  const std::string body = R"(mov.u32 i, 0;
cvt.u64.u32 v, s;
cvta.shared.u64 v, v;
LOOP:
.reg .u64 g;
mul.wide.u32 g, tid, 128;
add.u64 v, v, g;
st.u32 [v], tid;
mov.u64 v, a;
add.u32 i, i, 1;
setp.lt.u32 p, i, 2;
@p bra LOOP;
ret;)";
  Bench bench;
  const auto counters = bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 4096}, bench.zeros(1024)).counters;
  CHECK(counters.sharedStoreWavefronts == 32);
  CHECK(counters.sharedStoreConflicts == 31);
  CHECK(counters.globalStoreRequests == 1);
  CHECK(counters.globalStoreSectors == 32);
}
