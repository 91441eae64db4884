// cp.async: when copies land, what they fill with zeros, and what is said of a stage that is read too early.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

namespace {

std::vector<std::uint32_t> numbers(std::uint32_t first, std::size_t count) {
  std::vector<std::uint32_t> values(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = first + static_cast<std::uint32_t>(k);
  return values;
}

}  // namespace

TEST_CASE("cp.async: a copy lands at the wait for its group, not before") {
  const std::string body = R"(shl.b32 x, tid, 2;
add.u32 x, x, s;
st.shared.u32 [x], tid;
cp.async.ca.shared.global [x], [at], 4;
cp.async.commit_group;
ld.shared.u32 y, [x];  // early
st.global.u32 [bt], y;
cp.async.wait_group 0;
ld.shared.u32 z, [x];
st.global.u32 [bt+128], z;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(64);
  const LaunchReport report = bench.launch(body, blockOf(32, 1024), bench.buffer(numbers(100, 32)), to);
  const Finding finding =
      theFinding(report, Tool::racecheck, "stage read before its copy landed", lineOf(body, "// early"));
  REQUIRE(finding.other.size() == 1);
  CHECK(finding.other[0].where.line == 4);
  CHECK(finding.message.find("has not waited") != std::string::npos);
  CHECK(finding.count == 32);
  const auto values = bench.read(to, 64);
  CHECK(values[5] == 5);
  CHECK(values[32 + 5] == 105);
}

TEST_CASE("cp.async: committed after the wait is told apart") {
  const std::string body = R"(shl.b32 x, tid, 2;
add.u32 x, x, s;
cp.async.ca.shared.global [x], [at], 4;
cp.async.wait_group 0;
cp.async.commit_group;
cp.async.ca.shared.global [x+128], [at], 4;
cp.async.wait_group 0;
ld.shared.u32 y, [x];
ld.shared.u32 z, [x+128];  // early
st.global.u32 [bt], y;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  const LaunchReport report = bench.launch(body, blockOf(32, 1024), bench.buffer(numbers(100, 32)), to);
  bool named = false;
  for (const Finding& finding : report.findings)
    if (finding.kind == "stage read before its copy was committed") {
      named = true;
      CHECK(finding.site.where.line == lineOf(body, "// early"));
      CHECK(finding.message.find("was never committed: a wait for groups does not wait for it") != std::string::npos);
      REQUIRE(finding.other.size() == 1);
      CHECK(finding.other[0].where.line == 6);
    }
  CHECK(named);
  CHECK(bench.read(to, 32)[7] == 107);
}

TEST_CASE("cp.async: wait_group leaves the newest groups under way") {
  const std::string body = R"(shl.b32 x, tid, 2;
add.u32 x, x, s;
cp.async.ca.shared.global [x], [at], 4;
cp.async.commit_group;
cp.async.ca.shared.global [x+128], [at+128], 4;
cp.async.commit_group;
cp.async.wait_group 1;
ld.shared.u32 y, [x];
st.global.u32 [bt], y;
ld.shared.u32 z, [x+128];  // second
st.global.u32 [bt+128], z;
cp.async.wait_all;
ld.shared.u32 z, [x+128];
st.global.u32 [bt+256], z;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(96);
  const LaunchReport report = bench.launch(body, blockOf(32, 1024), bench.buffer(numbers(100, 64)), to);
  bool named = false;
  for (const Finding& finding : report.findings)
    if (finding.tool == Tool::racecheck) {
      named = true;
      CHECK(finding.site.where.line == lineOf(body, "// second"));
    }
  CHECK(named);
  const auto values = bench.read(to, 96);
  CHECK(values[3] == 103);
  CHECK(values[64 + 3] == 135);
}

TEST_CASE("cp.async: what is not read becomes zero") {
  const std::string body = R"(shl.b32 x, tid, 4;
add.u32 x, x, s;
mul.wide.u32 v, tid, 16;
add.u64 v, v, a;
shr.u32 y, tid, 1;
and.b32 y, y, 15;
setp.eq.u32 p, tid, 31;
cp.async.cg.shared.global.L2::128B [x], [v], 16, y;
cp.async.commit_group;
cp.async.wait_group 0;
@p cp.async.ca.shared.global [x], [v], 16, p;
cp.async.wait_all;
ld.shared.v4.u32 {x, y, z, w}, [x];
mul.wide.u32 v, tid, 16;
add.u64 v, v, b;
st.global.v4.u32 [v], {x, y, z, w};
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(128);
  const auto input = numbers(0x01020304, 128);
  checkSilent(bench.launch(body, blockOf(32, 1024), bench.buffer(input), to));
  std::vector<std::uint32_t> expected(128);
  for (std::size_t lane = 0; lane < 31; ++lane) std::memcpy(&expected[4 * lane], &input[4 * lane], (lane / 2) & 15);
  CHECK(bench.read(to, 128) == expected);
}

TEST_CASE("cp.async: another thread needs a barrier after the wait, and one is enough") {
  const auto body = [](bool barrier) {
    return std::string(R"(shl.b32 x, tid, 2;
add.u32 y, x, s;
cp.async.ca.shared.global [y], [at], 4;
cp.async.commit_group;
cp.async.wait_group 0;
)") + (barrier ? "bar.sync 0;\n" : "\n") +
           R"(sub.u32 x, 252, x;
add.u32 y, x, s;
ld.shared.u32 z, [y];
st.global.u32 [bt], z;
ret;)";
  };
  for (const std::uint64_t seed : {0, 3, 8}) {
    CAPTURE(seed);
    Bench bench(seed);
    const DeviceAddress to = bench.zeros(64), from = bench.buffer(numbers(100, 64));
    checkSilent(bench.launch(body(true), blockOf(64, 1024), from, to));
    CHECK(bench.read(to, 64)[10] == 153);
    bool named = false;
    for (const Finding& finding : bench.launch(body(false), blockOf(64, 1024), from, to).findings)
      named = named || finding.tool == Tool::racecheck;
    CHECK(named);
  }
}

TEST_CASE("cp.async: bounds and alignment are the copy's") {
  const std::string body = R"(mov.u32 x, s;
add.u32 x, x, 1020;
cp.async.ca.shared.global [x], [a], 8;
cp.async.wait_all;
ret;)";
  Bench bench;
  const LaunchReport report = bench.launch(body, blockOf(1, 1024), bench.buffer(numbers(0, 32)));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == gpusim::ErrorCode::misalignedAddress);
  CHECK(report.findings.at(0).site.where.line == 3);
}
