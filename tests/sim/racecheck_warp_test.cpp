// racecheck within one warp: lanes are ordered by warp-level synchronization only.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

namespace {

/// Lane i writes word i, `between`, lane i reads its neighbour's.
std::string neighbours(const std::string& between) {
  return "mad.lo.u32 t, tid, 4, s;\nst.shared.u32 [t], tid;\n" + between +
         "\nxor.b32 x, tid, 1;\nmad.lo.u32 t, x, 4, s;\nld.shared.u32 y, [t];\nret;";
}

const Shape oneWarp{{1, 1, 1}, {32, 1, 1}, 128};

}  // namespace

TEST_CASE("racecheck: lanes of one warp without __syncwarp") {
  const std::string body = neighbours("");
  Bench bench;
  const Finding finding = theFinding(bench.launch(body, oneWarp), Tool::racecheck, "race", lineOf(body, "ld.shared"));
  CHECK(finding.count == 32);
  CHECK(finding.site.thread == Dim3{0, 0, 0});
  REQUIRE(finding.other.size() == 1);
  CHECK(finding.other[0].thread == Dim3{1, 0, 0});
  CHECK(finding.other[0].where.line == lineOf(body, "st.shared"));
  CHECK(finding.message.find("__syncwarp()") != std::string::npos);
}

TEST_CASE("racecheck: __syncwarp or a barrier orders the lanes") {
  Bench bench;
  checkSilent(bench.launch(neighbours("bar.warp.sync 0xffffffff;"), oneWarp));
  checkSilent(bench.launch(neighbours("bar.sync 0;"), oneWarp));
}

TEST_CASE("racecheck: __syncwarp does not order two warps") {
  const std::string body =
      "mad.lo.u32 t, tid, 4, s;\nst.shared.u32 [t], tid;\nbar.warp.sync 0xffffffff;\n"
      "xor.b32 x, tid, 32;\nmad.lo.u32 t, x, 4, s;\nld.shared.u32 y, [t];\nret;";
  Bench bench;
  const LaunchReport report = bench.launch(body, {{1, 1, 1}, {64, 1, 1}, 256});
  INFO(show(report));
  bool raced = false;
  for (const Finding& finding : report.findings) raced = raced || finding.tool == Tool::racecheck;
  CHECK(raced);
}

TEST_CASE("racecheck: a thread does not race with itself") {
  const std::string body = R"(mad.lo.u32 t, tid, 4, s;
st.shared.u32 [t], tid;
ld.shared.u32 x, [t];
add.u32 x, x, 1;
st.shared.u32 [t], x;
ret;)";
  Bench bench;
  checkSilent(bench.launch(body, oneWarp));
}

TEST_CASE("racecheck: lanes of one instruction that write one word agree only on one value") {
  Bench bench;
  checkSilent(bench.launch("mov.u32 x, 9;\nst.shared.u32 [s], x;\nret;", oneWarp));
  checkSilent(bench.launch("mov.u32 x, 1;\nst.shared.u8 [s], x;\nret;", oneWarp));
  checkSilent(bench.launch("mov.u64 v, 1;\nst.shared.u64 [s], v;\nret;", oneWarp));
  checkSilent(bench.launch("mov.u32 x, 1;\nst.shared.v4.u32 [s], {x, x, x, x};\nret;", oneWarp));
  // A word stored from a 64-bit register is its low half, whatever the high half holds.
  checkSilent(bench.launch("mov.u64 v, 8589934593;\nst.shared.u32 [s], v;\nret;", oneWarp));
  const auto races = [&](const std::string& body) {
    theFinding(bench.launch("mov.u32 x, 9;\n" + body + "\nret;", oneWarp), Tool::racecheck, "race", 2);
  };
  races("st.shared.u32 [s], tid;");
  races("st.shared.u8 [s], tid;");
  races("st.shared.v4.u32 [s], {x, x, tid, x};");
  races("st.shared.u64 [s], at;");
}
