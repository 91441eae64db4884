// DeviceOptions::samples: the sums behind each line, the costliest access lane by lane, and the most even split.
#include <numeric>

#include "launch_support.h"

using namespace launch_test;

namespace {

constexpr std::uint32_t everyLane = 0xffffffff;

struct Sampled : Bench {
  explicit Sampled(unsigned threads = 1) : Bench(0, threads) { device.options().samples = true; }
};

const gpusim::AccessSample& accessAt(const LaunchReport& report, unsigned line, bool isShared) {
  const gpusim::AccessSample* found = nullptr;
  for (const auto& sample : report.accesses)
    if (sample.where.line == line && sample.isShared == isShared) {
      REQUIRE(found == nullptr);
      found = &sample;
    }
  REQUIRE(found != nullptr);
  return *found;
}

// Lane k loads word 8 k of a and stores word k of b: 32 sectors where 4 would do, then 4.
const std::string strided = R"(shl.b32 x, lane, 5;
cvt.u64.u32 v, x;
add.u64 v, v, a;
ld.global.u32 y, [v];
st.global.u32 [bt], y;
ret;)";

}  // namespace

TEST_CASE("samples: off by default, and then nothing is kept") {
  Bench bench;
  const LaunchReport report = bench.launch(strided, {{1, 1, 1}, {32, 1, 1}, 0}, bench.zeros(256), bench.zeros(32));
  CHECK(report.accesses.empty());
  CHECK(report.splits.empty());
}

TEST_CASE("samples: a strided load is kept lane by lane, with its ideal") {
  Sampled bench;
  const DeviceAddress a = bench.zeros(256), b = bench.zeros(64);
  const LaunchReport report = bench.launch(strided, {{3, 1, 1}, {64, 1, 1}, 0}, a, b);
  const auto& load = accessAt(report, lineOf(strided, "ld.global"), false);
  CHECK(load.kind == gpusim::AccessKind::load);
  CHECK(load.bytes == 4);
  CHECK_FALSE(load.isReal);
  CHECK(load.requests == 6);
  CHECK(load.units == 6 * 32);
  CHECK(load.idealUnits == 6 * 4);
  CHECK(load.lanes == 6 * 32);
  CHECK(load.worst.mask == everyLane);
  CHECK(load.worst.exists == everyLane);
  CHECK(load.worst.block == Dim3{0, 0, 0});
  CHECK(load.allocationBytes == 1024);
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(load.address[lane] == 32 * lane);
  const auto& store = accessAt(report, lineOf(strided, "st.global"), false);
  CHECK(store.kind == gpusim::AccessKind::store);
  CHECK(store.units == store.idealUnits);
}

TEST_CASE("samples: their sums are the launch's counters, on one host thread and on two") {
  const std::string body = R"(shl.b32 x, lane, 3;
add.u32 x, x, s;
st.shared.u32 [x], tid;
ld.shared.u32 y, [x];
rem.u32 z, tid, 3;
setp.eq.u32 p, z, 0;
@p bra SKIP;
st.global.u32 [at], y;
atom.global.add.u32 w, [a], 1;
SKIP:
ret;)";
  LaunchReport reports[2];
  for (unsigned threads : {1U, 2U}) {
    Sampled bench(threads);
    bench.device.options().tools = 0;
    LaunchReport report = bench.launch(body, {{512, 1, 1}, {96, 1, 1}, 1024}, bench.zeros(96));
    gpusim::Counters sum;
    for (const auto& sample : report.accesses) {
      const bool load = sample.kind == gpusim::AccessKind::load, atomic = sample.kind == gpusim::AccessKind::atomic;
      auto& requests = sample.isShared ? (load ? sum.sharedLoadRequests : sum.sharedStoreRequests)
                       : atomic        ? sum.globalAtomicRequests
                       : load          ? sum.globalLoadRequests
                                       : sum.globalStoreRequests;
      auto& units = sample.isShared ? (load ? sum.sharedLoadWavefronts : sum.sharedStoreWavefronts)
                    : atomic        ? sum.globalAtomicSectors
                    : load          ? sum.globalLoadSectors
                                    : sum.globalStoreSectors;
      requests += sample.requests;
      units += sample.units;
      CHECK(sample.idealUnits <= sample.units);
    }
    CHECK(sum.sharedLoadRequests == report.counters.sharedLoadRequests);
    CHECK(sum.sharedLoadWavefronts == report.counters.sharedLoadWavefronts);
    CHECK(sum.sharedStoreWavefronts == report.counters.sharedStoreWavefronts);
    CHECK(sum.globalStoreRequests == report.counters.globalStoreRequests);
    CHECK(sum.globalStoreSectors == report.counters.globalStoreSectors);
    CHECK(sum.globalAtomicRequests == report.counters.globalAtomicRequests);
    CHECK(sum.globalAtomicSectors == report.counters.globalAtomicSectors);
    REQUIRE(report.splits.size() == 1);
    CHECK(report.splits[0].splits == report.counters.divergentBranches);
    CHECK(report.splits[0].where.line == lineOf(body, "bra SKIP"));
    CHECK(report.splits[0].most.mask == everyLane);
    reports[threads - 1] = std::move(report);
  }
  // Which host thread ran a block must not show.
  REQUIRE(reports[0].accesses.size() == reports[1].accesses.size());
  for (std::size_t k = 0; k < reports[0].accesses.size(); ++k) {
    const auto &one = reports[0].accesses[k], &two = reports[1].accesses[k];
    CHECK(one.requests == two.requests);
    CHECK(one.worst.block == two.worst.block);
    CHECK(one.worst.mask == two.worst.mask);
    CHECK(one.address == two.address);
  }
  CHECK(reports[0].splits[0].most.block == reports[1].splits[0].most.block);
}

TEST_CASE("samples: the ideal of shared bytes, of idle lanes and of a broadcast") {
  // Line 3: 8 lanes, 8 words apart. Line 6: all lanes one word. Line 9: 16-byte loads, neighbors.
  const std::string body = R"(shl.b32 x, lane, 5;
setp.lt.u32 p, lane, 8;
@p ld.global.u32 y, [a];
cvt.u64.u32 v, x;
add.u64 v, v, a;
@p ld.global.u32 y, [v];
shr.u64 v, v, 1;
mul.wide.u32 v, lane, 16;
add.u64 v, v, a;
ld.global.v4.u32 {x, y, z, w}, [v];
ret;)";
  Sampled bench;
  const LaunchReport report = bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 0}, bench.zeros(256));
  const auto& broadcast = accessAt(report, 3, false);
  CHECK(broadcast.units == 1);
  CHECK(broadcast.idealUnits == 1);
  const auto& apart = accessAt(report, 6, false);
  CHECK(apart.units == 8);
  CHECK(apart.idealUnits == 1);
  CHECK(apart.lanes == 8);
  CHECK(apart.worst.mask == 0xff);
  CHECK(apart.address[31] == 0);
  const auto& wide = accessAt(report, 10, false);
  CHECK(wide.bytes == 16);
  CHECK(wide.elementBytes == 4);
  CHECK(wide.units == 16);
  CHECK(wide.idealUnits == 16);
}

TEST_CASE("samples: loads that ptxas merges are one wide access") {
  const std::string body = R"(shl.b32 x, lane, 4;
add.u32 x, x, s;
ld.shared.u32 y, [x];
ld.shared.u32 z, [x+4];
ld.shared.u32 w, [x+8];
ld.shared.u32 i, [x+12];
ret;)";
  Sampled bench;
  bench.device.options().tools = 0;
  const LaunchReport report = bench.launch(body, {{1, 1, 1}, {32, 1, 1}, 512});
  REQUIRE(report.accesses.size() == report.counters.sharedLoadRequests);
  const auto& sample = report.accesses[0];
  CHECK(sample.bytes == (report.counters.sharedLoadRequests == 1 ? 16 : 4));
  CHECK(sample.units == report.counters.sharedLoadWavefronts);
}

TEST_CASE("samples: an inlined instruction knows the calls around it") {
  const std::string text = R"(.version 8.0
.target sm_75
.address_size 64
.file 1 "k.cu"
.file 2 "library.h"
.visible .entry k(.param .u64 p)
{
.reg .u64 a; .reg .u32 x;
ld.param.u64 a, [p];
.loc 1 30 3
.loc 1 12 5, function_name $L0, inlined_at 1 30 3
.loc 2 99 1, function_name $L1, inlined_at 1 12 5
ld.global.u32 x, [a];
.loc 1 31 3
.loc 1 12 5, function_name $L0, inlined_at 1 31 3
.loc 2 99 1, function_name $L1, inlined_at 1 12 5
st.global.u32 [a], x;
ret;
}
)";
  Sampled bench;
  const auto module = valueOf(bench.device.loadModule(text, "k.ptx"));
  const DeviceAddress a = bench.zeros(1);
  std::vector<std::byte> parameters(8);
  std::memcpy(parameters.data(), &a, 8);
  const LaunchReport report = valueOf(bench.device.launch(module->kernels[0], {}, parameters));
  REQUIRE(report.accesses.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& sample = report.accesses[k];
    CHECK(sample.where.file == "library.h");
    CHECK(sample.where.line == 99);
    REQUIRE(sample.inlinedAt.size() == 2);
    CHECK(sample.inlinedAt[0].file == "k.cu");
    CHECK(sample.inlinedAt[0].line == 12);
    CHECK(sample.inlinedAt[1].line == 30 + k);
  }
  unsigned atLine99 = 0;
  for (const auto& line : report.lines) atLine99 += line.where.line == 99 ? 1 : 0;
  CHECK(atLine99 == 2);
}

TEST_CASE("a place inlined into itself, over and over, is a chain of bounded length") {
  std::string text = ".version 8.0\n.target sm_75\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k()\n{\n";
  for (int k = 0; k < 5000; ++k) text += ".loc 1 2 3, function_name $L0, inlined_at 1 2 3\nbar.sync 0;\n";
  text += "ret;\n}\n";
  Sampled bench;
  const auto module = valueOf(bench.device.loadModule(text, "k.ptx"));
  const LaunchReport report = valueOf(bench.device.launch(module->kernels[0], {}, {}));
  REQUIRE_FALSE(report.lines.empty());
  for (const auto& line : report.lines) CHECK(line.inlinedAt.size() <= 65);
}
