// mbarrier objects: phases, counts, transactions, copies that arrive, and phases that nobody completes.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

namespace {

/// Thread 0 initializes the object at offset 1000 for `count` arrivals; then all meet.
std::string initialized(unsigned count) {
  return "setp.ne.u32 q, tid, 0;\n@q bra READY;\nmbarrier.init.shared.b64 [s+1000], " + std::to_string(count) +
         ";\nREADY:\nbar.sync 0;\n";
}

}  // namespace

TEST_CASE("mbarrier: consumers see what producers wrote before they arrived") {
  const std::string body = initialized(64) + R"(shl.b32 x, tid, 2;
add.u32 y, x, s;
st.shared.u32 [y], tid;
mbarrier.arrive.shared.b64 v, [s+1000];
WAIT:
mbarrier.test_wait.shared.b64 p, [s+1000], v;
@!p bra WAIT;
sub.u32 x, 252, x;
add.u32 y, x, s;
ld.shared.u32 z, [y];
st.global.u32 [at], z;
ret;)";
  for (const std::uint64_t seed : {0, 1, 5, 6}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(64);
    checkSilent(bench.launch(body, blockOf(64, 1024), to));
    const auto values = bench.read(to, 64);
    for (std::uint32_t k = 0; k < 64; ++k) CHECK(values[k] == 63 - k);
  }
}

TEST_CASE("mbarrier: a ring of phases by parity, and try_wait") {
  // Warp 0 fills a slot ten times, warp 1 takes each value: "full" at 1000, "empty" at 1008.
  const std::string body = R"(setp.ne.u32 q, tid, 0;
@q bra READY;
mbarrier.init.shared.b64 [s+1000], 32;
mbarrier.init.shared.b64 [s+1008], 32;
READY:
bar.sync 0;
mov.u32 i, 0;
mov.u32 t, 0;
and.b32 x, tid, 31;
shl.b32 x, x, 2;
add.u32 x, x, s;
setp.ge.u32 q, tid, 32;
@q bra TAKE;
FILL:
add.u32 y, i, 1;
and.b32 y, y, 1;
FREE:
mbarrier.try_wait.parity.shared.b64 p, [s+1008], y;
@!p bra FREE;
mad.lo.u32 z, i, 100, lane;
st.shared.u32 [x], z;
mbarrier.arrive.shared.b64 _, [s+1000];
add.u32 i, i, 1;
setp.lt.u32 p, i, 10;
@p bra FILL;
ret;
TAKE:
and.b32 y, i, 1;
FULL:
mbarrier.try_wait.parity.shared.b64 p, [s+1000], y;
@!p bra FULL;
ld.shared.u32 z, [x];
add.u32 t, t, z;
mbarrier.arrive.shared.b64 _, [s+1008];
add.u32 i, i, 1;
setp.lt.u32 p, i, 10;
@p bra TAKE;
st.global.u32 [at], t;
ret;)";
  for (const std::uint64_t seed : {0, 1, 4, 9}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(64);
    checkSilent(bench.launch(body, blockOf(64, 1024), to));
    const auto values = bench.read(to, 64);
    for (std::uint32_t lane = 0; lane < 32; ++lane) CHECK(values[32 + lane] == 4500 + 10 * lane);
  }
}

TEST_CASE("mbarrier: counts, drops, transactions and what is pending") {
  const std::string body = R"(mbarrier.init.shared.b64 [s+1000], 5;
mbarrier.arrive.shared.b64 v, [s+1000], 2;
mbarrier.pending_count.b64 x, v;
st.global.u32 [a], x;
mbarrier.arrive_drop.shared.b64 v, [s+1000];
mbarrier.pending_count.b64 x, v;
st.global.u32 [a+4], x;
mbarrier.arrive.expect_tx.shared.b64 v, [s+1000], 16;
mbarrier.arrive.noComplete.shared.b64 v, [s+1000], 1;
mbarrier.test_wait.shared.b64 p, [s+1000], v;
selp.u32 x, 1, 0, p;
st.global.u32 [a+8], x;
mbarrier.complete_tx.shared.b64 [s+1000], 16;
mbarrier.test_wait.shared.b64 p, [s+1000], v;
selp.u32 x, 1, 0, p;
st.global.u32 [a+12], x;
mbarrier.arrive.shared.b64 v, [s+1000];
mbarrier.pending_count.b64 x, v;
st.global.u32 [a+16], x;
mbarrier.inval.shared.b64 [s+1000];
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(5);
  checkSilent(bench.launch(body, blockOf(1, 1024), to));
  // Before the arrivals 5 and 3 are pending; the phase waits for 16 bytes; the next one expects 4.
  CHECK(bench.read(to, 5) == std::vector<std::uint32_t>{5, 3, 0, 1, 4});
}

TEST_CASE("mbarrier: copies arrive when they land") {
  const auto body = [](const std::string& form, unsigned count) {
    return initialized(count) + "shl.b32 x, tid, 2;\nadd.u32 y, x, s;\ncp.async.ca.shared.global [y], [at], 4;\n" +
           "cp.async.mbarrier.arrive" + form + ".shared.b64 [s+1000];\n" +
           (form.empty() ? "mbarrier.arrive.shared.b64 v, [s+1000];\n" : "") + R"(WAIT:
mbarrier.test_wait.parity.shared.b64 p, [s+1000], 0;
@!p bra WAIT;
sub.u32 x, 252, x;
add.u32 y, x, s;
ld.shared.u32 z, [y];
st.global.u32 [bt], z;
ret;)";
  };
  std::vector<std::uint32_t> input(64);
  for (std::uint32_t k = 0; k < 64; ++k) input[k] = 100 + k;
  for (const std::string form : {"", ".noinc"}) {
    CAPTURE(form);
    Bench bench(2);
    const DeviceAddress to = bench.zeros(64);
    checkSilent(bench.launch(body(form, 64), blockOf(64, 1024), bench.buffer(input), to));
    CHECK(bench.read(to, 64)[10] == 153);
  }
}

TEST_CASE("mbarrier: a phase that nobody completes is named and ends the launch") {
  const std::string body = initialized(65) + R"(mbarrier.arrive.shared.b64 v, [s+1000];
WAIT:
mbarrier.test_wait.shared.b64 p, [s+1000], v;
@!p bra WAIT;
ret;)";
  Bench bench;
  const LaunchReport report = bench.launch(body, blockOf(64, 1024));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == gpusim::ErrorCode::launchTimeout);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].kind == "mbarrier never completes");
}

TEST_CASE("mbarrier: memory that is none, and too many arrivals") {
  Bench bench;
  const std::string none = "mbarrier.arrive.shared.b64 v, [s+1000];\nret;";
  theFinding(bench.launch(none, blockOf(1, 1024)), Tool::synccheck, "mbarrier not initialized", 1);
  const std::string many = "mbarrier.init.shared.b64 [s+1000], 2;\nmbarrier.arrive.shared.b64 v, [s+1000], 3;\nret;";
  theFinding(bench.launch(many, blockOf(1, 1024)), Tool::synccheck, "too many arrivals at an mbarrier", 2);
}
