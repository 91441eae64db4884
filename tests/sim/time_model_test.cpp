// Modelled time grows with what is asked of the card, and resident blocks are what the occupancy calculator says.
#include "sim/model/time_model.h"

#include <doctest/doctest.h>

using gpusim::Card;
using gpusim::Counters;
using gpusim::Kernel;
using gpusim::modelSeconds;
using gpusim::residentBlocks;
using gpusim::Traffic;

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

TEST_CASE("time model: an empty launch takes the overhead") {
  const Card card = cardCalled("t4");
  CHECK(modelSeconds(card, Counters{}, Traffic{}) == card.launchOverheadSeconds);
}

TEST_CASE("time model: one resource alone takes its rate's time") {
  const Card card = cardCalled("t4");
  Traffic traffic;
  traffic.dramBytes = 1e9;
  CHECK(modelSeconds(card, Counters{}, traffic) - card.launchOverheadSeconds ==
        doctest::Approx(1e9 / card.dramBytesPerSecond));
  Counters counters;
  counters.warpInstructions = 1'000'000'000;
  CHECK(modelSeconds(card, counters, Traffic{}) - card.launchOverheadSeconds ==
        doctest::Approx(1e9 / (card.multiprocessors * card.sustainedClockHertz * card.issueSlotsPerCycle)));
  Traffic waiting;
  waiting.memoryRounds = 1e6;
  waiting.residentWarps = 100;
  CHECK(modelSeconds(card, Counters{}, waiting) - card.launchOverheadSeconds ==
        doctest::Approx(1e4 * card.memoryLatencySeconds));
}

TEST_CASE("time model: more of anything never takes less time, and more of most things takes more") {
  Counters counters;
  counters.globalLoadRequests = counters.globalStoreRequests = 1'000'000;
  counters.globalLoadSectors = counters.globalStoreSectors = 4'000'000;
  counters.globalAtomicSectors = 100'000;
  counters.sharedLoadWavefronts = counters.sharedStoreWavefronts = 1'000'000;
  counters.warpInstructions = 20'000'000;
  counters.barriers = 100'000;
  Traffic traffic;
  traffic.dramBytes = 256e6;
  traffic.memoryRounds = 1e6;
  traffic.residentWarps = 1280;
  for (const std::string& id : gpusim::cardIds()) {
    CAPTURE(id);
    const Card card = cardCalled(id.c_str());
    const double before = modelSeconds(card, counters, traffic);
    using C = Counters;
    for (const auto field : {&C::globalStoreSectors, &C::globalAtomicSectors, &C::sharedLoadWavefronts,
                             &C::sharedStoreWavefronts, &C::warpInstructions, &C::barriers}) {
      Counters more = counters;
      more.*field *= 2;
      CHECK(modelSeconds(card, more, traffic) > before);
    }
    for (const auto field : {&Traffic::dramBytes, &Traffic::partialStoreSectors, &Traffic::memoryRounds}) {
      Traffic more = traffic;
      more.*field = 2 * (more.*field) + 1e6;
      CHECK(modelSeconds(card, counters, more) > before);
    }
    Traffic hidden = traffic;
    hidden.residentWarps *= 2;
    CHECK(modelSeconds(card, counters, hidden) < before);
  }
}

TEST_CASE("time model: a load of one word for all lanes takes the L1 as long as one of 32 neighbors") {
  const Card card = cardCalled("t4");
  Counters broadcast, neighbors, strided;
  broadcast.globalLoadRequests = neighbors.globalLoadRequests = strided.globalLoadRequests = 1'000'000;
  broadcast.globalLoadSectors = 1'000'000;
  neighbors.globalLoadSectors = 4'000'000;
  strided.globalLoadSectors = 32'000'000;
  const Traffic cached;
  CHECK(modelSeconds(card, broadcast, cached) == modelSeconds(card, neighbors, cached));
  CHECK(modelSeconds(card, strided, cached) > modelSeconds(card, neighbors, cached));
}

TEST_CASE("time model: a faster memory gives a shorter time") {
  Card card = cardCalled("t4");
  Traffic traffic;
  traffic.dramBytes = 1e9;
  const double slow = modelSeconds(card, Counters{}, traffic);
  card.dramBytesPerSecond *= 2;
  CHECK(modelSeconds(card, Counters{}, traffic) < slow);
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
