// The order of blocks, warps and lanes: it must not show in a race-free kernel, must show in a racy one, and must let
// everyone make progress.
#include <algorithm>
#include <chrono>
#include <thread>

#include "launch_support.h"
#include "sim/exec/stop.h"

using namespace launch_test;

namespace {

// Blocks reverse their part of a through shared memory into b, and add up in b's last word.
const std::string raceFree = R"(.reg .u64 g;
mov.u32 w, %ntid.x;
mad.lo.u32 i, blk, w, tid;
mul.wide.u32 g, i, 4;
add.u64 v, a, g;
ld.global.u32 x, [v];
mad.lo.u32 t, tid, 4, s;
st.shared.u32 [t], x;
bar.sync 0;
sub.u32 y, 255, tid;
mad.lo.u32 t, y, 4, s;
ld.shared.u32 z, [t];
add.u64 v, b, g;
st.global.u32 [v], z;
setp.lt.u32 p, x, 300;
@p red.global.add.u32 [b+65536], 1;
ret;)";

struct Outcome {
  std::vector<std::uint32_t> values;
  LaunchReport report;
};

Outcome runRaceFree(std::uint64_t seed, unsigned threads) {
  Bench bench(seed, threads);
  std::vector<std::uint32_t> input(16384);
  for (std::size_t k = 0; k < input.size(); ++k) input[k] = static_cast<std::uint32_t>(k * 7 % 1021);
  const DeviceAddress from = bench.buffer(input), to = bench.zeros(16385);
  Outcome outcome;
  outcome.report = bench.launch(raceFree, {{64, 1, 1}, {256, 1, 1}, 1024}, from, to);
  outcome.values = bench.read(to, 16385);
  return outcome;
}

}  // namespace

TEST_CASE("scheduling: values, counters and time do not depend on host threads or the seed") {
  const Outcome expected = runRaceFree(0, 1);
  checkSilent(expected.report);
  CHECK(expected.values[0] == 255 * 7 % 1021);
  CHECK(expected.values[16384] == 4843);
  for (const unsigned threads : {1u, 2u})
    for (const std::uint64_t seed : {0, 2, 7}) {
      CAPTURE(threads);
      CAPTURE(seed);
      const Outcome got = runRaceFree(seed, threads);
      checkSilent(got.report);
      CHECK(got.values == expected.values);
      CHECK(std::memcmp(&got.report.counters, &expected.report.counters, sizeof(gpusim::Counters)) == 0);
      CHECK(got.report.modelledSeconds == expected.report.modelledSeconds);
      REQUIRE(got.report.lines.size() == expected.report.lines.size());
      for (std::size_t k = 0; k < got.report.lines.size(); ++k)
        CHECK(std::memcmp(&got.report.lines[k].counters, &expected.report.lines[k].counters,
                          sizeof(gpusim::Counters)) == 0);
    }
}

TEST_CASE("scheduling: a block that spins on another's flag lets it in") {
  // The block that came first waits for the one that comes second.
  const std::string body = R"(atom.global.add.u32 t, [a], 1;
setp.ne.u32 p, t, 0;
@p bra SET;
SPIN:
ld.volatile.global.u32 x, [b];
setp.eq.u32 q, x, 0;
@q bra SPIN;
st.global.u32 [b+4], x;
ret;
SET:
mov.u32 y, 77;
st.volatile.global.u32 [b], y;
ret;)";
  for (const std::uint64_t seed : {0, 7}) {
    Bench bench(seed);
    const DeviceAddress flag = bench.zeros(2);
    checkSilent(bench.launch(body, {{2, 1, 1}, {1, 1, 1}, 0}, bench.zeros(1), flag));
    CHECK(bench.read(flag, 2) == std::vector<std::uint32_t>{77, 77});
  }
}

TEST_CASE("scheduling: a warp that counts while it waits lets the block's others in, in every order") {
  // No trip is like the one before, so the wait is not seen for what it is: only turns let the second warp in.
  const std::string body = R"(setp.ge.u32 p, tid, 32;
@p bra SET;
WAIT:
add.u32 y, y, 1;
ld.relaxed.gpu.global.u32 x, [a];
setp.eq.u32 q, x, 0;
@q bra WAIT;
ret;
SET:
st.relaxed.gpu.global.u32 [a], 1;
ret;)";
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    CAPTURE(seed);
    for (const bool cooperative : {false, true}) {
      Bench bench(seed);
      const DeviceAddress flag = bench.zeros(1);
      checkSilent(bench.launch(body, {{3, 1, 1}, {64, 1, 1}, 0, cooperative}, flag, bench.zeros(1)));
      CHECK(bench.read(flag, 1)[0] == 1);
    }
  }
}

TEST_CASE("scheduling: a launch that is asked to stop says at which line most threads of a block are") {
  // Thread 0 goes one way and waits alone; the 31 others wait at SPIN.
  const std::string body = R"(setp.eq.u32 p, tid, 0;
@p bra ALONE;
SPIN:
ld.volatile.global.u32 x, [a];
setp.eq.u32 q, x, 0;
@q bra SPIN;
ret;
ALONE:
ld.volatile.global.u32 x, [b];
setp.eq.u32 q, x, 1;
@!q bra ALONE;
ret;)";
  for (const bool checked : {true, false}) {
    Bench bench;
    if (!checked) bench.device.options().tools = 0;
    const DeviceAddress a = bench.zeros(1), b = bench.zeros(1);
    std::thread judge([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      gpusim::stopAsked = true;
    });
    const LaunchReport report = bench.launch(body, blockOf(32), a, b);
    judge.join();
    gpusim::stopAsked = false;
    REQUIRE(report.fault.size() == 1);
    CHECK(report.fault[0].code == gpusim::ErrorCode::launchTimeout);
    REQUIRE(report.findings.size() == (checked ? 1 : 0));
    if (!checked) continue;
    CHECK(report.findings[0].kind == "still running");
    CHECK(report.findings[0].site.where.line >= lineOf(body, "[a]"));
    CHECK(report.findings[0].site.where.line <= lineOf(body, "@q bra SPIN"));
  }
}

TEST_CASE("scheduling: every lane gets a lock that its siblings spin on") {
  const std::string body = R"(AGAIN:
atom.global.cas.b32 x, [a], 0, 1;
setp.ne.u32 p, x, 0;
@p bra AGAIN;
membar.gl;
ld.volatile.global.u32 y, [b];
add.u32 y, y, 1;
st.volatile.global.u32 [b], y;
membar.gl;
atom.global.exch.b32 x, [a], 0;
ret;)";
  for (const std::uint64_t seed : {0, 2, 7}) {
    Bench bench(seed);
    const DeviceAddress count = bench.zeros(1);
    checkSilent(bench.launch(body, {{2, 1, 1}, {64, 1, 1}, 0}, bench.zeros(1), count));
    CHECK(bench.read(count, 1)[0] == 128);
  }
}

TEST_CASE("scheduling: a chain of more blocks than run at once gets on, whichever of them start first") {
  // Block k waits for a[k] and passes its count on to a[k + 1], as a look-back scan does; its other warp waits for it.
  const std::string body = R"(mul.wide.u32 v, blk, 4;
add.u64 v, v, a;
setp.ne.u32 p, tid, 0;
@p bra MEET;
SPIN:
ld.acquire.gpu.global.u32 x, [v];
setp.eq.u32 q, x, 0;
@q bra SPIN;
add.u32 x, x, 1;
st.release.gpu.global.u32 [v+4], x;
MEET:
bar.sync 0;
ret;)";
  constexpr unsigned blocks = 200;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Bench bench(seed);
    std::vector<std::uint32_t> flags(blocks + 1, 0);
    flags[0] = 1;
    const DeviceAddress to = bench.buffer(flags);
    checkSilent(bench.launch(body, {{blocks, 1, 1}, {64, 1, 1}, 0}, to));
    CHECK(bench.read(to, blocks + 1).back() == blocks + 1);
  }
}

TEST_CASE("scheduling: lanes that count, store or draw numbers do not spin: the others wait for them where they meet") {
  // Lane 0 goes around 5,000 times: by a register, by memory, by what an atomic gives back. Then all run the last line.
  const std::string loops[] = {
      "mov.u32 i, 0;\nAGAIN:\nadd.u32 i, i, 1;\nsetp.lt.u32 q, i, 5000;\n@q bra AGAIN;\n",
      "AGAIN:\nld.volatile.global.u32 i, [a];\nadd.u32 i, i, 1;\nst.volatile.global.u32 [a], i;\nmov.u32 i, 0;\n"
      "ld.volatile.global.u32 i, [a];\nsetp.lt.u32 q, i, 5000;\nmov.u32 i, 0;\n@q bra AGAIN;\n",
      "AGAIN:\natom.global.add.u32 i, [a], 1;\nsetp.lt.u32 q, i, 4999;\n@q bra AGAIN;\n",
  };
  for (const std::string& loop : loops) {
    Bench bench;
    const DeviceAddress to = bench.zeros(32);
    const std::string body =
        "setp.ne.u32 p, tid, 0;\n@p bra MEET;\n" + loop + "MEET:\nactivemask.b32 x;\nst.global.u32 [bt], x;\nret;";
    checkSilent(bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 0}, bench.zeros(1), to));
    CHECK(bench.read(to, 32) == std::vector<std::uint32_t>(32, 0xffffffff));
  }
}

TEST_CASE("scheduling: a race that is watched ends alike for any number of host threads") {
  const std::string body = R"(ld.global.u32 x, [a];
add.u32 x, x, 1;
st.global.u32 [a], x;
ret;)";
  const auto ends = [&](unsigned threads) {
    Bench bench(0, threads);
    const DeviceAddress sum = bench.zeros(1);
    const LaunchReport report = bench.launch(body, {{256, 1, 1}, {256, 1, 1}, 0}, sum);
    std::string text = std::to_string(bench.read(sum, 1)[0]);
    for (const auto& finding : report.findings)
      text += " " + finding.kind + " " + std::to_string(finding.site.block.x) + " " +
              std::to_string(finding.site.thread.x) + " " + std::to_string(finding.count);
    return text;
  };
  const std::string one = ends(1);
  CHECK(one.find("race") != std::string::npos);
  for (unsigned turn = 0; turn < 8; ++turn) CHECK(ends(2 + turn % 3) == one);
}

TEST_CASE("scheduling: some odd seed turns a race the other way") {
  const std::string body = R"(st.volatile.global.u32 [a], warp;
ret;)";
  const auto last = [&](std::uint64_t seed) {
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(1);
    bench.launch(body, {{1, 1, 1}, {64, 1, 1}, 0}, to);
    return bench.read(to, 1)[0];
  };
  CHECK(last(0) == 1);  // ascending
  bool turned = false;
  for (std::uint64_t seed = 1; seed < 16 && !turned; seed += 2) turned = last(seed) == 0;
  CHECK(turned);
}

TEST_CASE("scheduling: a seed gives the same order every time, and blocks start in another one") {
  const std::string body = R"(atom.global.add.u32 t, [a], 1;
mul.wide.u32 v, t, 4;
add.u64 v, v, b;
st.global.u32 [v], blk;
ret;)";
  const auto order = [&](std::uint64_t seed) {
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(10);
    bench.launch(body, {{10, 1, 1}, {1, 1, 1}, 0}, bench.zeros(1), to);
    return bench.read(to, 10);
  };
  CHECK(order(0) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(order(7) == order(7));
  CHECK(order(7) != order(0));
  auto sorted = order(7);
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == order(0));  // every block once
}
