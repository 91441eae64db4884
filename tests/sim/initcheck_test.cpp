// initcheck: reads of memory that nobody wrote, and silence on every way of writing it.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

namespace {

const std::string copyOne = R"(ld.global.u32 x, [at];
st.global.u32 [bt], x;
ret;)";
constexpr const char* ofGlobal = "read of unwritten global memory";
constexpr const char* ofShared = "read of unwritten shared memory";

}  // namespace

TEST_CASE("initcheck: global memory that nobody wrote") {
  Bench bench;
  const DeviceAddress from = bench.unwritten(128), to = bench.zeros(32);
  const Finding finding = theFinding(bench.launch(copyOne, {}, from, to), Tool::initcheck, ofGlobal, 1);
  CHECK(finding.site.thread == Dim3{0, 0, 0});
  CHECK(finding.count == 32);
}

TEST_CASE("initcheck: the one element that a copy left out") {
  Bench bench;
  const DeviceAddress from = bench.unwritten(128), to = bench.zeros(32);
  const std::vector<std::uint32_t> values(32, 3);
  valueOf(bench.device.copyToDevice(from, values.data(), 17 * 4));
  valueOf(bench.device.copyToDevice(from + 18 * 4, values.data(), 14 * 4));
  const Finding finding = theFinding(bench.launch(copyOne, {}, from, to), Tool::initcheck, ofGlobal, 1);
  CHECK(finding.site.thread == Dim3{17, 0, 0});
  CHECK(finding.count == 1);
}

TEST_CASE("initcheck is silent after a copy, a fill, a copy on the device, and a kernel") {
  Bench bench;
  const DeviceAddress to = bench.unwritten(128);
  const std::vector<std::uint32_t> values(32, 3);
  SUBCASE("copyToDevice") {
    const DeviceAddress from = bench.buffer(values);
    checkSilent(bench.launch(copyOne, {}, from, to));
  }
  SUBCASE("fill") {
    const DeviceAddress from = bench.unwritten(128);
    valueOf(bench.device.fill(from, 0, 128));
    checkSilent(bench.launch(copyOne, {}, from, to));
  }
  SUBCASE("copyOnDevice") {
    const DeviceAddress from = bench.unwritten(128), before = bench.buffer(values);
    valueOf(bench.device.copyOnDevice(from, before, 128));
    checkSilent(bench.launch(copyOne, {}, from, to));
  }
  SUBCASE("kernel, in a row") {
    const DeviceAddress from = bench.unwritten(128);
    checkSilent(bench.launch("st.global.u32 [at], tid;\nret;", {}, from));
    checkSilent(bench.launch(copyOne, {}, from, to));
  }
  SUBCASE("kernel, strided and vectors") {
    const DeviceAddress from = bench.unwritten(1024);
    const std::string store = R"(mul.wide.u32 v, tid, 32;
add.u64 v, v, a;
st.global.v4.u32 [v+16], {tid, tid, tid, tid};
ret;)";
    const std::string read = R"(mul.wide.u32 v, tid, 32;
add.u64 v, v, a;
ld.global.u32 x, [v+28];
st.global.u32 [bt], x;
ret;)";
    checkSilent(bench.launch(store, {}, from));
    checkSilent(bench.launch(read, {}, from, to));
  }
}

TEST_CASE("initcheck: a strided store writes nothing between its elements") {
  Bench bench;
  const DeviceAddress from = bench.unwritten(256), to = bench.zeros(32);
  const std::string store = R"(mul.wide.u32 v, tid, 8;
add.u64 v, v, a;
st.global.u32 [v], tid;
ret;)";
  checkSilent(bench.launch(store, {}, from));
  CHECK(theFinding(bench.launch(copyOne, {}, from, to), Tool::initcheck, ofGlobal, 1).count == 16);
}

TEST_CASE("initcheck: bytes of one word are told apart") {
  Bench bench;
  const DeviceAddress from = bench.unwritten(4), to = bench.zeros(1);
  const std::string store = R"(st.global.u8 [a], tid;
st.global.u8 [a+1], tid;
st.global.u8 [a+3], tid;
ret;)";
  const std::string written = R"(ld.global.u16 x, [a];
ld.global.u8 y, [a+3];
ret;)";
  const std::string hole = R"(ld.global.u8 x, [a+3];
ld.global.u8 y, [a+2];
ret;)";
  checkSilent(bench.launch(store, blockOf(1), from));
  checkSilent(bench.launch(written, blockOf(1), from));
  theFinding(bench.launch(hole, blockOf(1), from), Tool::initcheck, ofGlobal, 2);
  theFinding(bench.launch(copyOne, blockOf(1), from, to), Tool::initcheck, ofGlobal, 1);
}

TEST_CASE("initcheck: an atomic reads, and what it leaves is written") {
  Bench bench;
  const DeviceAddress from = bench.unwritten(4);
  const std::string body = R"(atom.global.add.u32 x, [a], 1;
ld.global.u32 y, [a];
ret;)";
  theFinding(bench.launch(body, blockOf(1), from), Tool::initcheck, ofGlobal, 1);
}

TEST_CASE("initcheck: markUnwritten makes written memory unwritten, wholly or in part") {
  Bench bench;
  const DeviceAddress from = bench.zeros(32), to = bench.zeros(32);
  valueOf(bench.device.markUnwritten(from + 8, 12));
  const Finding part = theFinding(bench.launch(copyOne, {}, from, to), Tool::initcheck, ofGlobal, 1);
  CHECK(part.site.thread == Dim3{2, 0, 0});
  CHECK(part.count == 3);
  valueOf(bench.device.markUnwritten(from, 128));
  CHECK(theFinding(bench.launch(copyOne, {}, from, to), Tool::initcheck, ofGlobal, 1).count == 32);
  CHECK(bench.read(to, 32) == std::vector<std::uint32_t>(32, 0));  // the values stay
}

TEST_CASE("initcheck: managed and pinned memory is the host's to write unseen") {
  Bench bench;
  const DeviceAddress to = bench.zeros(32);
  for (const auto kind : {gpusim::MemoryKind::managed, gpusim::MemoryKind::pinned})
    checkSilent(bench.launch(copyOne, {}, valueOf(bench.device.allocate(128, kind)), to));
}

TEST_CASE("initcheck: shared memory that nobody wrote, and the block before does not count") {
  const std::string body = R"(setp.ne.u32 p, blk, 1;
@p bra WRITE;
ld.shared.u32 x, [s];
WRITE:
st.shared.u32 [s], blk;
ret;)";
  Bench bench;
  const Finding finding = theFinding(bench.launch(body, {{3, 1, 1}, {1, 1, 1}, 64}), Tool::initcheck, ofShared, 3);
  CHECK(finding.site.block == Dim3{1, 0, 0});
  CHECK(finding.count == 1);
}

TEST_CASE("initcheck is silent on shared memory that another thread wrote before the barrier") {
  const std::string body = R"(mad.lo.u32 t, tid, 4, s;
st.shared.u32 [t], tid;
bar.sync 0;
xor.b32 x, tid, 63;
mad.lo.u32 t, x, 4, s;
ld.shared.u32 y, [t];
st.global.u32 [at], y;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.unwritten(256);
  checkSilent(bench.launch(body, blockOf(64, 256), to));
  CHECK(bench.read(to, 2) == std::vector<std::uint32_t>{63, 62});
}

TEST_CASE("initcheck: the shared element that a guarded store skipped") {
  const std::string body = R"(mad.lo.u32 t, tid, 4, s;
setp.ne.u32 p, tid, 9;
@p st.shared.u32 [t], tid;
bar.sync 0;
ld.shared.u32 y, [t];
ret;)";
  Bench bench;
  const Finding finding = theFinding(bench.launch(body, blockOf(32, 128)), Tool::initcheck, ofShared, 5);
  CHECK(finding.site.thread == Dim3{9, 0, 0});
  CHECK(finding.count == 1);
}

TEST_CASE("initcheck: a wide shared read with one unwritten word; bytes of a shared word") {
  const std::string wide = R"(st.shared.v2.u32 [s], {tid, tid};
st.shared.u32 [s+8], tid;
ld.shared.v2.u32 {x, y}, [s];
ld.shared.v4.u32 {x, y, z, w}, [s];
ret;)";
  const std::string bytes = R"(st.shared.u8 [s+1], tid;
ld.shared.u8 x, [s+1];
ld.shared.u8 x, [s+2];
ret;)";
  Bench bench;
  theFinding(bench.launch(wide, blockOf(1, 64)), Tool::initcheck, ofShared, 4);
  theFinding(bench.launch(bytes, blockOf(1, 64)), Tool::initcheck, ofShared, 3);
}
