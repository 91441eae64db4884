// memcheck: accesses outside an allocation, through a stale pointer, misaligned; and silence on good ones.
#include "launch_support.h"

using namespace launch_test;
using gpusim::ErrorCode;
using gpusim::Finding;
using gpusim::Tool;

namespace {

bool says(const Finding& finding, const std::string& text) { return finding.message.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("memcheck is silent on the first and the last element") {
  const std::string body = R"(ld.global.u32 x, [at];
add.u32 x, x, 1;
st.global.u32 [bt], x;
ret;)";
  Bench bench;
  const DeviceAddress from = bench.zeros(32), to = bench.zeros(32);
  checkSilent(bench.launch(body, {}, from, to));
  CHECK(bench.read(to, 32) == std::vector<std::uint32_t>(32, 1));
}

TEST_CASE("memcheck: a write 4 bytes past the end, by the last thread") {
  const std::string body = R"(mov.u32 x, 7;
st.global.u32 [at+4], x;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  const LaunchReport report = bench.launch(body, {}, to);
  const Finding finding = theFinding(report, Tool::memcheck, "out-of-bounds write", lineOf(body, "st.global"));
  CHECK(finding.site.thread == Dim3{31, 0, 0});
  CHECK(finding.site.block == Dim3{0, 0, 0});
  CHECK(finding.count == 1);
  CAPTURE(finding.message);
  CHECK(says(finding, "write of 4 bytes of global memory"));
  CHECK(says(finding, "right past the end of a 128-byte allocation"));
  CHECK(report.fault.empty());  // a card does not fault here either
  CHECK(bench.read(to, 32)[31] == 7);
}

TEST_CASE("memcheck: a read past the end, 3 threads of it") {
  const std::string body = R"(ld.global.u32 x, [at];
st.global.u32 [bt], x;
ret;)";
  Bench bench;
  const DeviceAddress from = bench.zeros(29), to = bench.zeros(32);
  const Finding finding =
      theFinding(bench.launch(body, {}, from, to), Tool::memcheck, "out-of-bounds read", lineOf(body, "ld.global"));
  CHECK(finding.site.thread == Dim3{29, 0, 0});
  CHECK(finding.count == 3);
}

TEST_CASE("memcheck: a write before the start, by the first thread") {
  const std::string body = R"(st.global.u32 [at+-4], tid;
ret;)";
  Bench bench;
  const Finding finding = theFinding(bench.launch(body, {}, bench.zeros(32)), Tool::memcheck, "out-of-bounds write", 1);
  CHECK(finding.site.thread == Dim3{0, 0, 0});
  CHECK(finding.count == 1);
  CHECK(says(finding, "4 bytes before the start of a 128-byte allocation"));
}

TEST_CASE("memcheck: an access that straddles the end") {
  const std::string body = R"(setp.ne.u32 p, tid, 0;
@p ret;
ld.global.v2.u32 {x, y}, [a+128];
ret;)";
  Bench bench;
  theFinding(bench.launch(body, {}, bench.zeros(33)), Tool::memcheck, "out-of-bounds read", 3);
}

TEST_CASE("memcheck: the null pointer faults and ends the run") {
  const std::string body = R"(st.global.u32 [at], tid;
bar.sync 0;
st.global.u32 [bt], tid;
ret;)";
  Bench bench;
  const DeviceAddress other = bench.zeros(32);
  const LaunchReport report = bench.launch(body, {}, 0, other);
  const Finding finding = theFinding(report, Tool::memcheck, "write through a null pointer", 1);
  CHECK(says(finding, "the null pointer"));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::illegalAddress);
  CHECK(bench.read(other, 32) == std::vector<std::uint32_t>(32, 0));
}

TEST_CASE("memcheck: use after free") {
  const std::string body = R"(st.global.u32 [at], tid;
ret;)";
  Bench bench;
  const DeviceAddress gone = bench.zeros(32), neighbour = bench.zeros(32);
  valueOf(bench.device.free(gone));
  const Finding finding = theFinding(bench.launch(body, {}, gone), Tool::memcheck, "write after free", 1);
  CHECK(says(finding, "byte 0 of a 128-byte allocation that was freed before the first launch (allocation 1)"));
  CHECK(finding.count == 32);
  CHECK(bench.read(neighbour, 32) == std::vector<std::uint32_t>(32, 0));
}

TEST_CASE("memcheck: a host pointer is told apart") {
  const std::string body = R"(st.global.u32 [at], tid;
ret;)";
  Bench bench;
  std::vector<std::uint32_t> host(32, 5);
  const LaunchReport report = bench.launch(body, {}, reinterpret_cast<DeviceAddress>(host.data()));
  CHECK(says(theFinding(report, Tool::memcheck, "write through a host pointer", 1), "a host pointer?"));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::illegalAddress);
  CHECK(host == std::vector<std::uint32_t>(32, 5));
}

TEST_CASE("memcheck: a v4 load that is 4 bytes off faults as misaligned") {
  const std::string body = R"(setp.ne.u32 p, tid, 5;
@p ret;
ld.global.v4.u32 {x, y, z, w}, [a+4];
ret;)";
  Bench bench;
  const LaunchReport report = bench.launch(body, {}, bench.zeros(32));
  const Finding finding = theFinding(report, Tool::memcheck, "misaligned read", 3);
  CHECK(finding.site.thread == Dim3{5, 0, 0});
  CHECK(says(finding, "not a multiple of 16 (it is 4 past one)"));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::misalignedAddress);
}

TEST_CASE("memcheck: shared memory past its end faults") {
  const std::string body = R"(mad.lo.u32 t, tid, 4, s;
st.shared.u32 [t], tid;
ret;)";
  Bench bench;
  checkSilent(bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 128}));
  const LaunchReport report = bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 124});
  const Finding finding = theFinding(report, Tool::memcheck, "out-of-bounds write of shared memory", 2);
  CHECK(finding.site.thread == Dim3{31, 0, 0});
  CHECK(says(finding, "offset 124 is outside the block's 124 bytes"));
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::illegalAddress);
}

TEST_CASE("memcheck: shared memory before its start, and misaligned") {
  const std::string before = R"(mov.u32 x, 0;
ld.shared.u32 x, [s+-4];
ret;)";
  const std::string off = R"(st.shared.u32 [s], tid;
ld.shared.u32 x, [s+2];
ret;)";
  Bench bench;
  const Shape one{{1, 1, 1}, {1, 1, 1}, 64};
  theFinding(bench.launch(before, one), Tool::memcheck, "out-of-bounds read of shared memory", 2);
  const LaunchReport report = bench.launch(off, one);
  theFinding(report, Tool::memcheck, "misaligned read of shared memory", 2);
  REQUIRE(report.fault.size() == 1);
  CHECK(report.fault[0].code == ErrorCode::misalignedAddress);
}

TEST_CASE("memcheck: local memory before its start and past its end") {
  Bench bench;
  const Shape one{{1, 1, 1}, {1, 1, 1}, 0};
  const std::string frame = ".local .align 4 .b8 frame[8];\nmov.u64 v, frame;\nst.local.u32 [v+4], tid;\n";
  checkSilent(bench.launch(frame + "ld.local.u32 x, [v+4];\nret;", one));
  for (const char* load : {"ld.local.u32 x, [v+-4];\nret;", "ld.local.u32 x, [v+64];\nret;"}) {
    CAPTURE(std::string(load));
    const LaunchReport report = bench.launch(frame + load, one);
    theFinding(report, Tool::memcheck, "out-of-bounds read of local memory", 4);
    CHECK(report.fault.size() == 1);
  }
}

TEST_CASE("memcheck: an atomic out of bounds") {
  const std::string body = R"(atom.global.add.u32 x, [at+4], 1;
ret;)";
  Bench bench;
  const Finding finding =
      theFinding(bench.launch(body, {}, bench.zeros(32)), Tool::memcheck, "out-of-bounds atomic", 1);
  CHECK(finding.site.thread == Dim3{31, 0, 0});
}

TEST_CASE("memcheck off: nothing is reported, what a card faults on still faults") {
  const std::string body = R"(st.global.u32 [at], tid;
ret;)";
  Bench bench;
  bench.device.options().tools = 0;
  checkSilent(bench.launch(body, {}, bench.zeros(31)));
  const LaunchReport report = bench.launch(body, {}, 0);
  CHECK(report.findings.empty());
  CHECK(report.fault.size() == 1);
}
