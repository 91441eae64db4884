// Named barriers: numbers in registers, counts of whole warps, and who never came.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Tool;

TEST_CASE("barrier: the number may be in a register, pairs of warps meet apart") {
  // Warps 0 and 1 exchange values through barrier 1, warps 2 and 3 through barrier 2.
  const std::string body = R"(shr.u32 x, warp, 1;
add.u32 x, x, 1;
shl.b32 y, tid, 2;
add.u32 y, y, s;
st.shared.u32 [y], tid;
barrier.sync.aligned x, 64;
xor.b32 z, tid, 32;
shl.b32 y, z, 2;
add.u32 y, y, s;
ld.shared.u32 z, [y];
st.global.u32 [at], z;
ret;)";
  for (const std::uint64_t seed : {0, 3, 6}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(128);
    checkSilent(bench.launch(body, blockOf(128, 1024), to));
    const auto values = bench.read(to, 128);
    for (std::uint32_t k = 0; k < 128; ++k) CHECK(values[k] == (k ^ 32));
  }
}

TEST_CASE("barrier: lanes that a block does not have count with their warp") {
  const std::string body = "bar.sync 3, 64;\nst.global.u32 [at], tid;\nret;";
  Bench bench;
  const DeviceAddress to = bench.zeros(48);
  checkSilent(bench.launch(body, blockOf(48, 1024), to));
  CHECK(bench.read(to, 48)[47] == 47);
}

TEST_CASE("barrier: producers arrive and go on, consumers wait") {
  const std::string body = R"(setp.lt.u32 p, tid, 32;
shl.b32 y, lane, 2;
add.u32 y, y, s;
@p bra PRODUCE;
bar.sync 1, 64;
ld.shared.u32 z, [y];
st.global.u32 [at], z;
ret;
PRODUCE:
st.shared.u32 [y], tid;
bar.arrive 1, 64;
ret;)";
  for (const std::uint64_t seed : {0, 3, 6}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(64);
    checkSilent(bench.launch(body, blockOf(64, 1024), to));
    CHECK(bench.read(to, 64)[40] == 8);
  }
}

TEST_CASE("barrier: who never arrives is named") {
  const std::string body = R"(setp.ge.u32 p, tid, 96;
@p bra OUT;
bar.sync 0, 256;
OUT:
ret;)";
  Bench bench;
  const auto finding =
      theFinding(bench.launch(body, blockOf(256, 1024)), Tool::synccheck, "barrier not reached by all", 3);
  CHECK(finding.message.find("96 of 256 threads") != std::string::npos);
  CHECK(finding.message.find("warps 3-7 never come") != std::string::npos);
}

TEST_CASE("elect: the lowest lane of the mask leads") {
  const std::string body = R"(setp.lt.u32 q, lane, 5;
@q bra OUT;
elect.sync x|p, 0xffffffe0;
selp.u32 y, 1, 0, p;
mad.lo.u32 y, x, 10, y;
st.global.u32 [at], y;
OUT:
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  checkSilent(bench.launch(body, blockOf(32, 1024), to));
  const auto values = bench.read(to, 32);
  for (std::size_t lane = 0; lane < 32; ++lane) CHECK(values[lane] == (lane < 5 ? 0u : lane == 5 ? 51u : 50u));
}
