// racecheck: threads of different warps without a barrier between them.
#include "launch_support.h"

using namespace launch_test;
using gpusim::Finding;
using gpusim::Tool;

namespace {

/// Thread i writes word i, `between`, thread i reads word i ^ 32: the other warp's.
std::string exchange(const std::string& between) {
  return "mad.lo.u32 t, tid, 4, s;\nst.shared.u32 [t], tid;\n" + between +
         "\nxor.b32 x, tid, 32;\nmad.lo.u32 t, x, 4, s;\nld.shared.u32 y, [t];\nret;";
}

/// There are races, all between these two lines; which of the two comes second, and reports, is the schedule's affair.
std::vector<Finding> theRaces(const LaunchReport& report, unsigned one, unsigned other) {
  INFO(show(report));
  REQUIRE(!report.findings.empty());
  for (const Finding& finding : report.findings) {
    CHECK(finding.tool == Tool::racecheck);
    CHECK(finding.kind == "race");
    REQUIRE(finding.other.size() == 1);
    const unsigned here = finding.site.where.line, there = finding.other[0].where.line;
    CHECK(((here == one && there == other) || (here == other && there == one)));
  }
  return report.findings;
}

}  // namespace

TEST_CASE("racecheck: write and read by different warps") {
  const std::string body = exchange("");
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const LaunchReport report = bench.launch(body, blockOf(64, 256));
    INFO(show(report));
    bool found = false;
    // Whichever warp comes second reports: its read against a write, or its write against a read.
    for (const Finding& finding : report.findings) {
      if (finding.tool != Tool::racecheck) continue;
      REQUIRE(finding.other.size() == 1);
      const unsigned here = finding.site.where.line, there = finding.other[0].where.line;
      const unsigned write = lineOf(body, "st.shared"), read = lineOf(body, "ld.shared");
      CHECK(finding.kind == "race");
      CHECK(((here == write && there == read) || (here == read && there == write)));
      CHECK((finding.site.thread.x ^ finding.other[0].thread.x) == 32);
      CHECK(finding.message.find("__syncthreads()") != std::string::npos);
      found = true;
    }
    CHECK(found);
  }
}

TEST_CASE("racecheck is silent with a barrier between") {
  for (const std::uint64_t seed : {0, 2, 7}) {
    Bench bench(seed);
    checkSilent(bench.launch(exchange("bar.sync 0;"), blockOf(64, 256)));
  }
}

TEST_CASE("racecheck: the second barrier of a loop over one tile") {
  const auto loop = [](const std::string& second) {
    return "mov.u32 i, 0;\nLOOP:\nmad.lo.u32 t, tid, 4, s;\nadd.u32 x, i, tid;\nst.shared.u32 [t], x;\nbar.sync 0;\n"
           "xor.b32 x, tid, 32;\nmad.lo.u32 t, x, 4, s;\nld.shared.u32 y, [t];\n" +
           second + "\nadd.u32 i, i, 1;\nsetp.lt.u32 p, i, 40;\n@p bra LOOP;\nret;";
  };
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const std::string body = loop("");
    const LaunchReport report = bench.launch(body, blockOf(64, 256));
    for (const Finding& finding : theRaces(report, lineOf(body, "st.shared"), lineOf(body, "ld.shared")))
      CHECK((finding.site.thread.x ^ finding.other[0].thread.x) == 32);
    checkSilent(bench.launch(loop("bar.sync 0;"), blockOf(64, 256)));
  }
}

TEST_CASE("racecheck: of several readers, one that is not the writer is remembered") {
  // All warps read one word; then one of them writes it. Whichever runs first, the others' reads race with the write.
  const std::string body = R"(mov.u32 x, 5;
setp.eq.u32 p, tid, 0;
@p st.shared.u32 [s], x;
bar.sync 0;
ld.shared.u32 y, [s];
add.u32 y, y, 1;
setp.eq.u32 p, tid, WRITER;
@p st.shared.u32 [s], y;
ret;)";
  for (const char* writer : {"0", "32", "64"}) {
    std::string text = body;
    text.replace(text.find("WRITER"), 6, writer);
    Bench bench;
    const LaunchReport report = bench.launch(text, blockOf(96, 64));
    // The writer's own warp has read too, and may be the only one that did so far.
    bool otherWarp = false;
    for (const Finding& finding : theRaces(report, 5, 8))
      otherWarp = otherWarp || finding.site.thread.x / 32 != finding.other[0].thread.x / 32;
    CHECK(otherWarp);
  }
}

TEST_CASE("racecheck: atomics with each other are ordered, with plain accesses they are not") {
  const std::string zero = "mov.u32 x, 0;\nsetp.eq.u32 p, tid, 0;\n@p st.shared.u32 [s], x;\nbar.sync 0;\n";
  const std::string add = zero + "atom.shared.add.u32 y, [s], 1;\n";
  Bench bench;
  checkSilent(bench.launch(add + "ret;", blockOf(96, 64)));
  checkSilent(bench.launch(add + "bar.sync 0;\nld.shared.u32 z, [s];\nst.global.u32 [at], z;\nret;", blockOf(96, 64),
                           bench.zeros(96)));

  const std::string body = zero + R"(setp.ge.u32 p, tid, 32;
@p bra READ;
atom.shared.add.u32 y, [s], 1;
ret;
READ:
ld.shared.u32 z, [s];
ret;)";
  const LaunchReport report = bench.launch(body, blockOf(64, 64));
  for (const Finding& finding : theRaces(report, lineOf(body, "atom.shared"), lineOf(body, "ld.shared"))) {
    CHECK(finding.message.find("an atomic") != std::string::npos);
    CHECK(finding.message.find("a read") != std::string::npos);
  }
}

TEST_CASE("racecheck: two warps that write the same value agree, different values do not") {
  const std::string same = R"(mov.u32 x, 9;
and.b32 y, tid, 31;
mad.lo.u32 t, y, 4, s;
st.shared.u32 [t], x;
ret;)";
  const std::string different = R"(and.b32 y, tid, 31;
mad.lo.u32 t, y, 4, s;
st.shared.u32 [t], tid;
ret;)";
  Bench bench;
  checkSilent(bench.launch(same, blockOf(64, 128)));
  const Finding finding = theFinding(bench.launch(different, blockOf(64, 128)), Tool::racecheck, "race", 3);
  CHECK(finding.count == 32);
  REQUIRE(finding.other.size() == 1);
  CHECK(finding.other[0].where.line == 3);
  CHECK(finding.site.thread.x == finding.other[0].thread.x + 32);
}

TEST_CASE("racecheck: different bytes of one word belong to different threads") {
  const auto bytes = [](const std::string& index) {
    return "shr.u32 x, tid, " + index + ";\nadd.u32 t, s, x;\nst.shared.u8 [t], tid;\nret;";
  };
  Bench bench;
  checkSilent(bench.launch(bytes("0"), blockOf(64, 64)));
  // One thread of each warp, at one byte or at two of one word.
  const auto two = [](const std::string& offset) {
    return "and.b32 x, tid, 31;\nsetp.ne.u32 p, x, 0;\n@p ret;\nmul.lo.u32 x, warp, " + offset +
           ";\nadd.u32 t, s, x;\nst.shared.u8 [t], tid;\nret;";
  };
  checkSilent(bench.launch(two("1"), blockOf(64, 64)));
  checkSilent(bench.launch(two("3"), blockOf(64, 64)));
  theFinding(bench.launch(two("0"), blockOf(64, 64)), Tool::racecheck, "race", 6);
  // A tile of bytes read reversed.
  const std::string reversed =
      "add.u32 t, s, tid;\nst.shared.u8 [t], tid;\nsub.u32 x, 63, tid;\nadd.u32 t, s, x;\nld.shared.u8 y, [t];\nret;";
  bench.device.options().tools = static_cast<std::uint32_t>(Tool::racecheck);
  theRaces(bench.launch(reversed, blockOf(64, 64)), 2, 5);
}

TEST_CASE("racecheck: blocks in turn, many barriers and uniform reads raise no alarm") {
  Bench bench;
  // Block k writes other words than block k - 1 read, in the same shared memory of the simulator.
  const std::string turns = R"(add.u32 x, tid, blk;
and.b32 x, x, 63;
mad.lo.u32 t, x, 4, s;
st.shared.u32 [t], tid;
bar.sync 0;
ld.shared.u32 y, [s];
mad.lo.u32 t, tid, 4, s;
ld.shared.u32 z, [t];
ret;)";
  checkSilent(bench.launch(turns, {{50, 1, 1}, {64, 1, 1}, 256}));
  const std::string uniform = R"(mov.u32 i, 0;
LOOP:
setp.eq.u32 p, tid, i;
@p st.shared.u32 [s], i;
bar.sync 0;
ld.shared.u32 y, [s];
bar.sync 0;
add.u32 i, i, 1;
setp.lt.u32 p, i, 64;
@p bra LOOP;
ret;)";
  checkSilent(bench.launch(uniform, blockOf(64, 64)));
}

TEST_CASE("racecheck: every word of a vector access counts") {
  const auto vectors = [](const std::string& offset) {
    return "mad.lo.u32 t, tid, 16, s;\nst.shared.v4.u32 [t], {tid, tid, tid, tid};\nsetp.ne.u32 p, tid, 0;\n@p ret;\n"
           "ld.shared.u32 x, [s+" +
           offset + "];\nret;";
  };
  Bench bench(0);
  checkSilent(bench.launch(vectors("12"), blockOf(64, 1024)));  // its own last word
  const std::string wide = R"(setp.lt.u32 p, tid, 32;
@p bra WRITE;
ld.shared.v2.u32 {x, y}, [s+8];
ret;
WRITE:
setp.ne.u32 p, tid, 3;
@p ret;
st.shared.u32 [s+12], tid;
ret;)";
  Bench check(0);
  check.device.options().tools = static_cast<std::uint32_t>(Tool::racecheck);
  const LaunchReport report = check.launch(wide, blockOf(33, 64));
  INFO(show(report));
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].site.where.line == 3);
  REQUIRE(report.findings[0].other.size() == 1);
  CHECK(report.findings[0].other[0].where.line == 8);
  CHECK(report.findings[0].other[0].thread == Dim3{3, 0, 0});
  CHECK(report.findings[0].site.thread == Dim3{32, 0, 0});
}

TEST_CASE("racecheck: of a row that both halves of a warp read, either reader is remembered") {
  // Word k is read by lanes k and k + 16 of warp 0; then one other thread writes word 5.
  const auto body = [](unsigned writer, const std::string& between) {
    return "mad.lo.u32 t, tid, 4, s;\nst.shared.u32 [t], tid;\nbar.sync 0;\nsetp.gt.u32 p, tid, 31;\n@p bra WRITE;\n"
           "and.b32 x, tid, 15;\nmad.lo.u32 t, x, 4, s;\nld.shared.u32 y, [t];\nWRITE:\n" +
           between + "\nsetp.ne.u32 q, tid, " + std::to_string(writer) +
           ";\n@q bra END;\nmov.u32 z, 77;\nst.shared.u32 [s+20], z;\n" + "END:\nret;";
  };
  for (const std::uint64_t seed : {0, 2, 7})
    for (const unsigned writer : {5u, 20u, 21u, 40u}) {
      CAPTURE(seed);
      CAPTURE(writer);
      Bench bench(seed);
      const std::string racy = body(writer, "");
      for (const Finding& finding : theRaces(bench.launch(racy, blockOf(64, 256)), lineOf(racy, "ld.shared"),
                                             lineOf(racy, "st.shared.u32 [s+20]"))) {
        const unsigned one = finding.site.thread.x, other = finding.other[0].thread.x;
        CHECK(((one == writer) != (other == writer)));
        CHECK((one == writer ? other : one) % 16 == 5);
      }
      checkSilent(bench.launch(body(writer, "bar.sync 0;"), blockOf(64, 256)));
    }
}

TEST_CASE("racecheck: rows of half a warp in global memory belong to their lanes") {
  // Each half of block 0 has a row of 16 words, 256 bytes from the other's; block 1 touches one word of the second row.
  const auto body = [](const std::string& row, const std::string& one) {
    return "and.b32 x, tid, 15;\nshr.u32 y, tid, 4;\nmul.lo.u32 y, y, 64;\nadd.u32 x, x, y;\nmul.wide.u32 v, x, 4;\n"
           "add.u64 v, v, a;\nsetp.ne.u32 p, blk, 0;\n@p bra ONE;\n" +
           row + " // row\nret;\nONE:\nsetp.ne.u32 q, tid, 0;\n@q bra END;\n" + one + " // one\nEND:\nret;";
  };
  const std::string load = "ld.global.u32 z, [v];", store = "st.global.u32 [v], tid;",
                    loadOne = "ld.global.u32 z, [a+268];", storeOne = "mov.u32 z, 77; st.global.u32 [a+268], z;";
  for (const std::uint64_t seed : {0, 2, 7}) {
    CAPTURE(seed);
    Bench bench(seed);
    const gpusim::DeviceAddress to = bench.zeros(128);
    for (const auto& [row, one] : {std::pair{load, storeOne}, {store, loadOne}, {store, storeOne}}) {
      const std::string racy = body(row, one);
      for (const Finding& finding :
           theRaces(bench.launch(racy, {{2, 1, 1}, {32, 1, 1}, 0}, to), lineOf(racy, "// row"), lineOf(racy, "// one")))
        CHECK((finding.site.thread.x == 19 || finding.other[0].thread.x == 19));
    }
    checkSilent(bench.launch(body(load, loadOne), {{2, 1, 1}, {32, 1, 1}, 0}, to));
  }
}

TEST_CASE("racecheck: of two rows in global memory the one word in common is a race, wherever the rows lie") {
  const std::string body = R"(setp.ne.u32 p, blk, 0;
@p bra READ;
add.u32 x, tid, 1;
st.global.u32 [at], x;
ret;
READ:
ld.global.u32 x, [bt];
ret;)";
  constexpr unsigned words = 512, row = 32;
  for (const std::uint64_t seed : {0, 2}) {  // the write first, the read first
    Bench bench(seed);
    const std::vector<std::uint32_t> zeros(words, 0);
    const DeviceAddress buffer = bench.buffer(zeros);
    const auto races = [&](unsigned write, unsigned read) {
      valueOf(bench.device.copyToDevice(buffer, zeros.data(), words * 4));  // writing what is there is no race
      return bench.launch(body, {{2, 1, 1}, {row, 1, 1}, 0}, buffer + 4 * write, buffer + 4 * read).findings.size();
    };
    for (unsigned write = 64; write < 64 + 320; write += 8) {
      CAPTURE(write);
      CHECK(races(write, write + row - 1) == 1);
      CHECK(races(write, write - row + 1) == 1);
      CHECK(races(write, write + row) == 0);
      CHECK(races(write, write - row) == 0);
    }
  }
}
