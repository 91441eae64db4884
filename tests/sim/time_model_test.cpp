// Modelled time grows with what is asked of the card, and resident blocks are what the occupancy calculator says.
#include "sim/model/time_model.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "../model/table.h"

using gpusim::Card;
using gpusim::Kernel;
using gpusim::modelSeconds;
using gpusim::residentBlocks;
using gpusim::timeParts;
using gpusim::Work;

namespace {

Card cardCalled(const char* id) {
  auto card = gpusim::findCard(id);
  REQUIRE(card);
  return *card;
}

Kernel kernelWith(unsigned registers, std::size_t staticShared = 0) {
  Kernel kernel;
  kernel.registersPerThread = registers;
  kernel.staticSharedBytes = staticShared;
  return kernel;
}

}  // namespace

TEST_CASE("time model: an empty launch takes the overhead, and a block's start") {
  const Card card = cardCalled("t4");
  CHECK(modelSeconds(card, Work{}) == doctest::Approx(card.launchOverheadSeconds).epsilon(0.2));
  CHECK(modelSeconds(card, Work{}) >= card.launchOverheadSeconds);
}

TEST_CASE("time model: one part alone takes its rate's time") {
  const Card card = cardCalled("t4");
  Work full;
  full.blocks = 1000.0 * card.multiprocessors;
  full.warpsPerBlock = 8;
  full.residentBlocks = 4;
  Work work = full;
  work.dramLoadBytes = 1e9;
  CHECK(timeParts(card, work).dram == doctest::Approx(1e9 / card.dramBytesPerSecond));
  work = full;
  work.issued = 1e9;
  const double clocks = card.multiprocessors * card.sustainedClockHertz;
  CHECK(timeParts(card, work).issue == doctest::Approx(1e9 / (clocks * card.issueSlotsPerCycle)));
  work = full;
  work.special = 1e9;
  CHECK(timeParts(card, work).special == doctest::Approx(32e9 / (clocks * card.specialLanesPerCycle)));
  work = full;
  work.fp64 = 1e9;
  CHECK(timeParts(card, work).fp64 == doctest::Approx(32e9 / (clocks * card.fp64LanesPerCycle)));
}

TEST_CASE("time model: a grid of one block has one multiprocessor") {
  const Card card = cardCalled("h200");
  Work one;
  one.blocks = 1, one.warpsPerBlock = 32, one.residentBlocks = 2;
  one.sharedWavefronts = 1e6;
  Work all = one;
  all.blocks = card.multiprocessors;
  CHECK(timeParts(card, one).l1 == doctest::Approx(card.multiprocessors * timeParts(card, all).l1));
}

TEST_CASE("time model: a last wave that is not full takes as long as one that is") {
  const Card card = cardCalled("h200");
  Work work;
  work.blocks = 2.0 * card.multiprocessors, work.warpsPerBlock = 32, work.residentBlocks = 2;
  work.issued = 1e8;
  const double two = timeParts(card, work).issue;
  // As many instructions a block, and one block more: one multiprocessor has three.
  work.issued *= (work.blocks + 1) / work.blocks;
  work.blocks += 1;
  CHECK(timeParts(card, work).issue == doctest::Approx(1.5 * two));
}

TEST_CASE("time model: more of anything never takes less time") {
  Work work;
  for (const gpusim::WorkField& field : gpusim::workFields) work.*field.value = 1e6;
  work.warpsPerBlock = 8, work.residentBlocks = 4;
  work.atomicChunk = work.atomicAddress = 1e3;
  for (const std::string& id : gpusim::cardIds()) {
    CAPTURE(id);
    const Card card = cardCalled(id.c_str());
    const double before = modelSeconds(card, work);
    for (const gpusim::WorkField& field : gpusim::workFields) {
      const std::string name = field.name;
      if (name == "blocks" || name == "warps_per_block" || name == "resident_blocks") continue;
      CAPTURE(name);
      Work more = work;
      more.*field.value = more.*field.value * 100;
      CHECK(modelSeconds(card, more) > before);
    }
    // Where loads come from costs more the farther away it is.
    Work far = work;
    far.roundsL1 = 0, far.roundsDram += work.roundsL1;
    CHECK(modelSeconds(card, far) > before);
    Work hidden = work;
    hidden.residentBlocks *= 2;
    CHECK(modelSeconds(card, hidden) <= before);
  }
}

TEST_CASE("time model: a faster memory gives a shorter time") {
  Card card = cardCalled("t4");
  Work work;
  work.dramLoadBytes = 1e9;
  const double slow = modelSeconds(card, work);
  card.dramBytesPerSecond *= 2;
  CHECK(modelSeconds(card, work) < slow);
}

TEST_CASE("time model: docs/time-model.md has the table and the errors that the kept counts give") {
  const std::string root = PROJECT_ROOT, kept = root + "/evidence/time-model";
  std::ifstream file(root + "/docs/time-model.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  const std::vector<model::Row> rows =
      model::compare(cardCalled("h200"), kept + "/measured-h200.csv", kept + "/work-h200.csv");
  REQUIRE(rows.size() >= 40);
  const std::string table = model::table(rows);
  INFO("`make model` prints the table that belongs there");
  CHECK(page.find(table) != std::string::npos);
  const std::string published =
      model::publishedTable(cardCalled("t4"), kept + "/published-t4.csv", kept + "/work-t4.csv");
  CHECK(page.find(published) != std::string::npos);
  // What the page promises in words.
  for (const bool half : {true, false}) {
    std::size_t all = 0, within = 0;
    for (const model::Row& row : rows)
      if (row.fitted == half) ++all, within += std::abs(row.error()) <= 0.15;
    CHECK(within * 100 >= all * 75);
  }
}

TEST_CASE("time model: the table refuses a row that the simulator did not count") {
  const std::string kept = std::string(PROJECT_ROOT) + "/evidence/time-model";
  CHECK(model::compare(cardCalled("h200"), kept + "/measured-h200.csv", kept + "/work-t4.csv").empty());
}

TEST_CASE("occupancy: threads of compute capability 8.9, 1,536 a multiprocessor") {
  const Card card = cardCalled("rtx4090");
  const Kernel kernel = kernelWith(32);
  CHECK(residentBlocks(card, kernel, 1024, 0) == 1);
  CHECK(residentBlocks(card, kernel, 768, 0) == 2);
  CHECK(residentBlocks(card, kernel, 512, 0) == 3);
  CHECK(residentBlocks(card, kernel, 256, 0) == 6);
  CHECK(residentBlocks(card, kernel, 100, 0) == 12);  // 4 warps each
  CHECK(residentBlocks(card, kernel, 32, 0) == 24);   // the limit of blocks
  CHECK(residentBlocks(card, kernel, 1025, 0) == 0);
  CHECK(residentBlocks(card, kernel, 0, 0) == 0);
}

TEST_CASE("occupancy: shared memory, with the system's 1 KiB a block from 8.x on") {
  const Card ada = cardCalled("rtx4090"), turing = cardCalled("t4");
  CHECK(residentBlocks(ada, kernelWith(32), 64, 20480) == 4);  // 102,400 / 21,504
  CHECK(residentBlocks(ada, kernelWith(32, 16384), 64, 4096) == 4);
  CHECK(residentBlocks(ada, kernelWith(32), 64, 101376) == 1);
  CHECK(residentBlocks(ada, kernelWith(32), 64, 50176) == 2);
  CHECK(residentBlocks(ada, kernelWith(32), 64, 51200) == 1);  // two would fit but for the reserve
  CHECK(residentBlocks(turing, kernelWith(32), 64, 16384) == 4);
  CHECK(residentBlocks(turing, kernelWith(32), 64, 32768) == 2);
}

TEST_CASE("occupancy: a T4 holds 1,024 threads and 16 blocks") {
  const Card card = cardCalled("t4");
  CHECK(residentBlocks(card, kernelWith(32), 1024, 0) == 1);
  CHECK(residentBlocks(card, kernelWith(32), 256, 0) == 4);
  CHECK(residentBlocks(card, kernelWith(32), 64, 0) == 16);
  CHECK(residentBlocks(card, kernelWith(32), 32, 0) == 16);
}

TEST_CASE("occupancy: registers are handed out 256 at a time, a warp") {
  const Card card = cardCalled("rtx4090");
  CHECK(residentBlocks(card, kernelWith(128), 256, 0) == 2);
  CHECK(residentBlocks(card, kernelWith(40), 256, 0) == 6);
  CHECK(residentBlocks(card, kernelWith(41), 256, 0) == 5);  // 48 a thread
  CHECK(residentBlocks(card, kernelWith(65), 1024, 0) == 0);
}

TEST_CASE("occupancy: a block's warps are counted four at a time against its registers, as an H200 does") {
  const Card card = cardCalled("h200");
  // 127 a thread are 4,096 a warp: 16 warps fit exactly, and 17 count as 20. From evidence/day06-device-properties.
  CHECK(residentBlocks(card, kernelWith(127), 512, 0) == 1);
  CHECK(residentBlocks(card, kernelWith(127), 544, 0) == 0);
  // 80 a thread are 2,560 a warp: 25 warps would be 64,000, and count as 28.
  CHECK(residentBlocks(card, kernelWith(80), 768, 0) == 1);
  CHECK(residentBlocks(card, kernelWith(80), 800, 0) == 0);
}
