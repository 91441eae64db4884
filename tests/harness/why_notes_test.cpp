// A fixture for each cause: the access or branch that has it, the cause that is named, and the whole sentence.
#include <doctest/doctest.h>

#include "why_support.h"

using namespace harness;
using namespace why_test;

namespace {

Note theNote(const WhyFacts& facts) {
  const std::vector<Note> notes = findNotes(facts);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].line == 14);
  return notes[0];
}

void expectGlobal(const AccessRule& rule, Cause cause, const std::string& sentence) {
  const Note note = theNote(factsOf(globalAccess(rule)));
  CAPTURE(note.sentence);
  CHECK(causeName(note.cause) == causeName(cause));
  CHECK(note.sentence == sentence);
}

void expectShared(const AccessRule& rule, unsigned units, unsigned ideal, Cause cause, const std::string& sentence) {
  const Note note = theNote(factsOf(sharedAccess(rule, units, ideal)));
  CAPTURE(note.sentence);
  CHECK(causeName(note.cause) == causeName(cause));
  CHECK(note.sentence == sentence);
}

}  // namespace

TEST_CASE("why: neighbors from a sector's edge are as good as can be, in either order") {
  expectGlobal({[](unsigned lane) { return 64 + 4 * lane; }}, Cause::ideal, "4 sectors a request, as few as can be");
  expectGlobal({[](unsigned lane) { return 124 - 4 * lane; }}, Cause::ideal, "4 sectors a request, as few as can be");
  expectGlobal({[](unsigned lane) { return 4 * (lane ^ 5); }}, Cause::ideal, "4 sectors a request, as few as can be");
  expectGlobal({[](unsigned lane) { return 16 * lane; }, 16, 4}, Cause::ideal,
               "16 sectors a request, as few as can be");
}

TEST_CASE("why: one address for all lanes is a broadcast") {
  expectGlobal({[](unsigned) { return 100; }}, Cause::broadcast,
               "1 sector a request, as few as can be: all lanes share one address");
}

TEST_CASE("why: a constant stride, in the elements of the access") {
  expectGlobal({[](unsigned lane) { return 8012 * lane; }}, Cause::stride,
               "32 sectors a request, 4 would do: lanes are 2,003 floats apart (each has a sector to itself, as down a "
               "column)");
  expectGlobal({[](unsigned lane) { return 16 * lane; }}, Cause::stride,
               "16 sectors a request, 4 would do: lanes are 4 floats apart (of every 16 bytes it uses 4)");
  expectGlobal({[](unsigned lane) { return 1600 * lane; }, 8, 8}, Cause::stride,
               "32 sectors a request, 8 would do: lanes are 200 doubles apart (each has a sector to itself, as down a "
               "column)");
  expectGlobal({[](unsigned lane) { return 3 * lane; }, 1, 1, everyLane, everyLane, "store", false}, Cause::stride,
               "3 sectors a request, 1 would do: lanes are 3 bytes apart (of every 3 bytes it uses 1)");
  // Backwards down a column, and of idle lanes at the warp's end.
  expectGlobal({[](unsigned lane) { return 40000 - 400 * static_cast<std::int64_t>(lane); }, 4, 4, 0xffff},
               Cause::stride,
               "16 sectors a request, 2 would do: lanes are 100 floats apart (each has a sector to itself, as down a "
               "column)");
}

TEST_CASE("why: neighbors that start inside a sector") {
  expectGlobal({[](unsigned lane) { return 12 + 4 * lane; }}, Cause::misaligned,
               "5 sectors a request, 4 would do: a warp's first address lies 3 floats past a sector's edge");
}

TEST_CASE("why: rows shorter than a warp") {
  // 4 rows of 8 lanes, 37 floats apart: three of the four do not start at a sector's edge.
  expectGlobal({[](unsigned lane) { return 4 * (37 * (lane / 8) + lane % 8); }}, Cause::rows,
               "7 sectors a request, 4 would do: a warp spans 4 runs of 8 lanes, 37 floats apart");
}

TEST_CASE("why: runs of lanes that share an address") {
  expectGlobal({[](unsigned lane) { return 4 * 37 * (lane / 16); }}, Cause::repeated,
               "2 sectors a request, 1 would do: a warp asks for 2 addresses, 37 floats apart, 16 lanes each");
}

TEST_CASE("why: no pattern") {
  expectGlobal({[](unsigned lane) { return 4 * (lane * lane * 977 % 10007); }}, Cause::scattered,
               "32 sectors a request, 4 would do: 32 lanes go to 32 addresses without a pattern");
}

TEST_CASE("why: idle lanes, between the others or beside them, and lanes that do not exist") {
  expectGlobal({[](unsigned lane) { return 4 * lane; }, 4, 4, 0x11111111}, Cause::gaps,
               "4 sectors a request, 1 would do: 8 of 32 lanes take part, and idle ones lie between them");
  expectGlobal({[](unsigned lane) { return 4 * lane; }, 4, 4, 0x1}, Cause::partialWarp,
               "1 of 32 lanes take part: the rest of the warp idles");
  expectGlobal({[](unsigned lane) { return 4 * lane; }, 4, 4, 0xff, 0xff}, Cause::partialWarp,
               "8 of 32 lanes take part: the block's last warp has 8 threads");
}

TEST_CASE("why: atomics that share addresses") {
  expectGlobal({[](unsigned) { return 0; }, 4, 4, everyLane, everyLane, "atomic", false}, Cause::contended,
               "32 lanes of a warp update 1 address: those that share one take turns");
  expectGlobal({[](unsigned lane) { return 4 * (lane % 8); }, 4, 4, everyLane, everyLane, "atomic", false},
               Cause::contended, "32 lanes of a warp update 8 addresses: those that share one take turns");
  expectGlobal({[](unsigned lane) { return 4 * lane; }, 4, 4, everyLane, everyLane, "atomic", false}, Cause::ideal,
               "4 sectors a request, as few as can be");
}

TEST_CASE("why: shared memory without a conflict") {
  expectShared({[](unsigned lane) { return 132 * lane; }}, 1, 1, Cause::ideal,
               "1 wavefront a request, as few as can be");
  expectShared({[](unsigned) { return 8; }}, 1, 1, Cause::broadcast,
               "1 wavefront a request, as few as can be: all lanes share one address");
}

TEST_CASE("why: bank conflicts of a constant pitch") {
  expectShared(
      {[](unsigned lane) { return 128 * lane + 20; }}, 32, 1, Cause::bankStride,
      "32 wavefronts a request, 1 would do: lanes are 32 words apart, so all 32 lanes meet in bank 5; 33 apart "
      "would not meet");
  expectShared({[](unsigned lane) { return 8 * lane; }}, 2, 1, Cause::bankStride,
               "2 wavefronts a request, 1 would do: lanes are 2 words apart, so lanes 0 and 16 meet in bank 0; 3 apart "
               "would not meet");
}

TEST_CASE("why: bank conflicts of another kind") {
  // Two rows of 16 lanes, 32 words apart.
  expectShared(
      {[](unsigned lane) { return 4 * (32 * (lane / 16) + lane % 16); }}, 2, 1, Cause::bankMeeting,
      "2 wavefronts a request, 1 would do: lanes 0 and 16 meet in bank 0 in 2 different words, 32 words apart");
}

TEST_CASE("why: wide shared accesses meet within their part of the warp") {
  // 16 bytes a lane, 128 bytes apart: 8 lanes at a time, all in banks 0 to 3.
  expectShared({[](unsigned lane) { return 128 * lane; }, 16, 4}, 32, 4, Cause::wideBanks,
               "32 wavefronts a request, 4 would do: 16 bytes a lane go 8 lanes at a time, of which 8 lanes (0, 1, 2, "
               "...) meet in bank 0, 32 words apart");
  expectShared(
      {[](unsigned lane) { return 16 * lane; }, 8, 4}, 4, 2, Cause::wideBanks,
      "4 wavefronts a request, 2 would do: 8 bytes a lane go 16 lanes at a time, of which lanes 0 and 8 meet in "
      "bank 0, 32 words apart");
}

TEST_CASE("why: a branch that splits warps, and arrays in local memory") {
  WhyFacts facts = factsOf(globalAccess({[](unsigned lane) { return 4 * lane; }}));
  LineFacts& line = facts.kernels[0].lines[0];
  line.accesses.clear();
  line.counts.add("branches", 8);
  line.counts.add("divergent_branches", 6);
  line.splits.push_back({6, {{}, {}, everyLane, everyLane}, 0x55555555});
  facts.kernels[0].counts.add("warp_instructions", 1000);
  facts.kernels[0].counts.add("thread_instructions", 16000);
  Note note = theNote(facts);
  CHECK(causeName(note.cause) == "divergence");
  CHECK(note.sentence == "75% of branches split a warp: 16 lanes go one way while 16 wait");
  CHECK(isWorthSaying(note));

  line.splits.clear();
  line.counts.add("local_load_requests", 1234);
  line.counts.add("local_store_requests", 100);
  note = theNote(facts);
  CHECK(causeName(note.cause) == "local");
  CHECK(note.sentence == "1,334 requests of local memory: an array indexed at run time has no registers");
}

TEST_CASE("why: an unrolled loop's accesses are one note, and the worst comes first") {
  WhyFacts facts = factsOf(globalAccess({[](unsigned lane) { return 8012 * lane; }}));
  LineFacts& line = facts.kernels[0].lines[0];
  line.accesses.push_back(line.accesses[0]);
  line.accesses.push_back(globalAccess({[](unsigned lane) { return 4 * lane; }}));
  LineFacts other;
  other.line = 20;
  other.accesses.push_back(sharedAccess({[](unsigned lane) { return 128 * lane; }}, 32, 1));
  facts.kernels[0].lines.push_back(other);
  const std::vector<Note> notes = findNotes(facts);
  REQUIRE(notes.size() == 3);
  CHECK(notes[0].cause == Cause::stride);
  CHECK(notes[0].access.requests == 2);
  CHECK(notes[0].access.units == 64);
  CHECK(notes[1].line == 20);
  CHECK(notes[2].cause == Cause::ideal);
  CHECK_FALSE(isWorthSaying(notes[2]));
}

TEST_CASE("why: a twentieth above the ideal is not worth a word") {
  AccessFacts access = globalAccess({[](unsigned lane) { return 12 + 4 * lane; }});
  access.requests = 100;
  access.units = 412;
  access.idealUnits = 400;
  access.lanes = 3200;
  CHECK_FALSE(isWorthSaying(theNote(factsOf(access))));
  access.units = 424;
  CHECK(isWorthSaying(theNote(factsOf(access))));
}

TEST_CASE("why: numbers as people write them") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(6011003) == "6,011,003");
  CHECK(amount(4) == "4");
  CHECK(amount(4.866) == "4.87");
  CHECK(amount(31.926) == "31.9");
  CHECK(amount(32) == "32");
  CHECK(amount(9.999) == "10");
}
