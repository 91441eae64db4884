// synccheck: barriers and shuffles that not all threads reach.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

TEST_CASE("synccheck: a barrier in a divergent branch is reported once and the run ends") {
  const std::string body = R"(setp.ge.u32 p, tid, 16;
@p bra AFTER;
bar.sync 0;
AFTER:
st.global.u32 [at], tid;
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(32);
    const LaunchReport report = bench.launch(body, blockOf(32, 64), to);
    const Finding finding = theFinding(report, Tool::synccheck, "barrier not reached by all", lineOf(body, "bar.sync"));
    CHECK(finding.count == 1);
    CHECK(finding.site.thread == Dim3{0, 0, 0});
    CHECK(finding.message.find("16 of 32 threads") != std::string::npos);
    CHECK(report.fault.empty());
    CHECK(bench.read(to, 32)[31] == 31);
  }
}

TEST_CASE("synccheck: a return before the barrier") {
  const std::string body = R"(setp.ge.u32 p, tid, 20;
@p bra OUT;
bar.sync 0;
st.global.u32 [at], tid;
ret;
OUT:
ret;)";
  Bench bench;
  const LaunchReport report = bench.launch(body, blockOf(64, 64), bench.zeros(64));
  const Finding finding = theFinding(report, Tool::synccheck, "barrier left early", lineOf(body, "bar.sync"));
  CHECK(finding.message.find("44 of 64 threads returned") != std::string::npos);
  REQUIRE(finding.other.size() == 1);
  CHECK(finding.other[0].where.line == 7);
  CHECK(finding.site.thread.x < 20);
  CHECK(finding.other[0].thread.x >= 20);
}

TEST_CASE("synccheck: two barriers that meet") {
  const std::string body = R"(setp.ge.u32 p, tid, 32;
@p bra OTHER;
bar.sync 0;
ret;
OTHER:
bar.sync 0;  // other
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    Bench bench(seed);
    const Finding finding =
        theFinding(bench.launch(body, blockOf(64, 64)), Tool::synccheck, "barrier met at two places", 3);
    CHECK(finding.site.thread == Dim3{0, 0, 0});
    REQUIRE(finding.other.size() == 1);
    CHECK(finding.other[0].where.line == lineOf(body, "// other"));
    CHECK(finding.other[0].thread == Dim3{32, 0, 0});
  }
}

TEST_CASE("synccheck: once a barrier was met at two places, who left before the next one is not told") {
  const std::string body = R"(setp.ne.u32 p, tid, 0;
@p bra OTHER;
bar.sync 0;
OTHER:
bar.sync 0;
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    Bench bench(seed);
    theFinding(bench.launch(body, blockOf(64, 64)), Tool::synccheck, "barrier met at two places", 3);
  }
}

TEST_CASE("synccheck: two barriers that meet within one warp") {
  const std::string body = R"(setp.ge.u32 p, tid, 16;
@p bra OTHER;
bar.sync 0;
ret;
OTHER:
bar.sync 0;  // other
ret;)";
  Bench bench;
  const Finding finding = theFinding(bench.launch(body, blockOf(32, 64)), Tool::synccheck, "barrier met at two places",
                                     lineOf(body, "// other"));
  REQUIRE(finding.other.size() == 1);
  CHECK(finding.other[0].where.line == 3);
}

TEST_CASE("synccheck: a shuffle from a lane that does not take part") {
  const std::string body = R"(mov.u32 x, 7;
setp.ge.u32 p, tid, 16;
@p bra OUT;
shfl.sync.down.b32 y, x, 1, 31, 0xffff;
OUT:
ret;)";
  Bench bench;
  const Finding finding =
      theFinding(bench.launch(body, blockOf(32, 64)), Tool::synccheck, "shuffle from an inactive lane", 4);
  CHECK(finding.site.thread == Dim3{15, 0, 0});
  CHECK(finding.count == 1);
}

TEST_CASE("synccheck: a member mask that names lanes which never come") {
  const std::string body = R"(setp.ge.u32 p, tid, 16;
@p bra AFTER;
bar.warp.sync 0xffffffff;
AFTER:
st.global.u32 [at], tid;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  theFinding(bench.launch(body, blockOf(32, 64), to), Tool::synccheck, "warp synchronization not reached by all", 3);
  CHECK(bench.read(to, 32)[31] == 31);
}

TEST_CASE("synccheck is silent on barriers that all reach, and on warps that leave when none follows") {
  const std::string loop = R"(mov.u32 i, 0;
LOOP:
bar.sync 0;
add.u32 i, i, 1;
setp.lt.u32 p, i, 30;
@p bra LOOP;
ret;)";
  const std::string leaving = R"(bar.sync 0;
setp.lt.u32 p, tid, 32;
@p ret;
st.global.u32 [at], tid;
ret;)";
  // Lanes diverge and meet again before the barrier.
  const std::string meeting = R"(setp.ge.u32 p, lane, 9;
@p bra ELSE;
mov.u32 x, 1;
bra.uni THERE;
ELSE:
mov.u32 x, 2;
THERE:
bar.sync 0;
ret;)";
  const std::string shuffle = R"(mov.u32 x, 7;
setp.ge.u32 p, tid, 16;
@p bra OUT;
shfl.sync.bfly.b32 y, x, 1, 31, 0xffff;
OUT:
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    for (const unsigned threads : {32u, 40u, 96u}) {
      const LaunchReport report = bench.launch(loop, blockOf(threads, 64));
      checkSilent(report);
      CHECK(report.counters.barriers == 30 * ((threads + 31) / 32));
      checkSilent(bench.launch(meeting, blockOf(threads, 64)));
    }
    checkSilent(bench.launch(leaving, blockOf(96, 64), bench.zeros(96)));
    checkSilent(bench.launch(shuffle, blockOf(32, 64)));
  }
}
