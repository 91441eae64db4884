// Shared loads that ptxas would merge into 8- and 16-byte ones count as those.
#include "launch_support.h"

using namespace launch_test;

namespace {

std::string loads(const std::string& from, unsigned first, unsigned count, const std::string& how = "ld.shared.u32") {
  std::string text;
  for (unsigned k = first; k < first + count; ++k) text += how + " x, [" + from + "+" + std::to_string(4 * k) + "];\n";
  return text;
}

std::uint64_t requests(const std::string& body) {
  Bench bench;
  bench.device.options().tools = 0;
  return bench.launch(body + "ret;", {{1, 1, 1}, {32, 1, 1}, 4096}).counters.sharedLoadRequests;
}

std::string baseOf(unsigned stride) { return "mad.lo.u32 t, tid, " + std::to_string(stride) + ", s;\n"; }

}  // namespace

TEST_CASE("shared merge: 16 neighbouring loads are 4 of 16 bytes") {
  CHECK(requests(loads("s", 0, 16)) == 4);
  CHECK(requests(baseOf(64) + loads("t", 0, 16)) == 4);
  CHECK(requests(baseOf(16) + loads("t", 0, 16)) == 4);
}

TEST_CASE("shared merge: a broadcast of 16 bytes is 2 wavefronts") {
  Bench bench;
  bench.device.options().tools = 0;
  const auto counters = bench.launch(loads("s", 0, 16) + "ret;", {{1, 1, 1}, {32, 1, 1}, 64}).counters;
  CHECK(counters.sharedLoadWavefronts == 8);
  CHECK(counters.sharedLoadConflicts == 0);
}

TEST_CASE("shared merge: as wide as the base's alignment is known") {
  CHECK(requests(baseOf(8) + loads("t", 0, 16)) == 8);
  CHECK(requests(baseOf(4) + loads("t", 0, 16)) == 16);
  CHECK(requests(baseOf(12) + loads("t", 0, 16)) == 16);
}

TEST_CASE("shared merge: the offset counts too") {
  CHECK(requests(loads("s", 1, 4)) == 3);  // 4; 8 and 12 as one; 16
  CHECK(requests(loads("s", 0, 3)) == 2);  // 0 and 4 as one; 8
  CHECK(requests(loads("s", 2, 6)) == 2);  // 8 and 12; 16 to 28
  CHECK(requests(loads("s", 0, 1) + loads("s", 2, 1)) == 2);
}

TEST_CASE("shared merge: a store between stops it, one to global memory does not") {
  CHECK(requests(loads("s", 0, 2) + loads("s", 2, 2)) == 1);
  CHECK(requests(loads("s", 0, 2) + "st.shared.u32 [s+64], tid;\n" + loads("s", 2, 2)) == 2);
  CHECK(requests(loads("s", 0, 1) + "st.shared.u32 [s+64], tid;\n" + loads("s", 1, 1)) == 2);
  CHECK(requests(loads("s", 0, 1) + "atom.shared.add.u32 y, [s+64], tid;\n" + loads("s", 1, 1)) == 2);
}

TEST_CASE("shared merge: not across a barrier, a change of the base, or volatile loads") {
  CHECK(requests(loads("s", 0, 1) + "bar.sync 0;\n" + loads("s", 1, 1)) == 2);
  CHECK(requests(baseOf(16) + loads("t", 0, 1) + "add.u32 t, t, 16;\n" + loads("t", 1, 1)) == 2);
  CHECK(requests(loads("s", 0, 16, "ld.volatile.shared.u32")) == 16);
  CHECK(requests("setp.lt.u32 p, tid, 40;\n" + loads("s", 0, 16, "@p ld.shared.u32")) == 16);
}

TEST_CASE("shared merge: the values are those of single loads") {
  const std::string body = R"(st.shared.u32 [s], 100;
st.shared.u32 [s+4], 20;
st.shared.u32 [s+8], 3;
st.shared.u32 [s+12], 5000;
ld.shared.u32 w, [s+12];
ld.shared.u32 x, [s];
ld.shared.u32 z, [s+8];
ld.shared.u32 y, [s+4];
add.u32 x, x, y;
add.u32 z, z, w;
add.u32 x, x, z;
st.global.u32 [at], x;
ret;)";
  Bench bench;
  const DeviceAddress to = bench.zeros(1);
  const LaunchReport report = bench.launch(body, {{1, 1, 1}, {1, 1, 1}, 64}, to);
  CHECK(report.counters.sharedLoadRequests == 1);
  CHECK(bench.read(to, 1)[0] == 5123);
}

TEST_CASE("shared merge: a store through the base does not hide its alignment") {
  CHECK(requests(baseOf(8) + loads("t", 0, 2) + "st.shared.u32 [t], x;\n") == 1);
}

TEST_CASE("shared merge: neighbouring stores are wide ones too, until something may read them") {
  const auto stores = [](const std::string& body) {
    Bench bench;
    bench.device.options().tools = 0;
    return bench.launch(body + "ret;", {{1, 1, 1}, {32, 1, 1}, 4096}).counters.sharedStoreRequests;
  };
  const std::string base = baseOf(16), first = "st.shared.u32 [t], tid;\n", second = "st.shared.u32 [t+4], lane;\n";
  CHECK(stores(base + first + second) == 1);
  CHECK(stores(base + first + "add.u32 x, tid, 1;\n" + second) == 1);
  CHECK(stores(base + first + "ld.shared.u32 x, [t];\n" + second) == 2);
  CHECK(stores(base + first + "bar.sync 0;\n" + second) == 2);
  CHECK(stores(baseOf(4) + first + second) == 2);
  CHECK(stores(base + first + "st.volatile.shared.u32 [t+4], lane;\n") == 2);
  CHECK(stores(base + first + "st.shared.u32 [t+12], lane;\n") == 2);
}
