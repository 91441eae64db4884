#include "sim/exec/launch.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <thread>

#include "sim/exec/block_runner.h"
#include "sim/exec/order.h"
#include "sim/observe/collect.h"
#include "sim/observe/sampler.h"
#include "sim/plugins/checkers.h"

namespace gpusim {
namespace {

constexpr std::uint64_t blockBudget = std::uint64_t{1}
                                      << 22;      // basic blocks before a spinning block lets another one in
constexpr std::uint64_t cooperativeBudget = 256;  // the same where blocks are known to wait for each other
constexpr std::size_t residentPerThread = 64;     // blocks at once on one host thread, unless all of them wait
constexpr std::uint64_t manyThreads = std::uint64_t{1} << 20;  // up to here a drawn order is kept to the letter

/// %tid, %laneid and their kin for each warp of a block; the same for every block.
void fillThreadPool(Launch& launch) {
  const Dim3 shape = launch.config.block;
  const auto threads = static_cast<std::uint32_t>(shape.count());
  const std::uint32_t warps = (threads + warpSize - 1) / warpSize;
  launch.threadPoolStride = static_cast<std::size_t>(ThreadSlot::count) * laneBytes32;
  launch.threadPool.assign(launch.threadPoolStride * warps, 0);
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    for (std::uint32_t lane = 0; lane < warpSize; ++lane) {
      const std::uint32_t linear = warp * warpSize + lane;
      const auto set = [&](ThreadSlot slot, std::uint32_t value) {
        char* at =
            launch.threadPool.data() + warp * launch.threadPoolStride + static_cast<std::size_t>(slot) * laneBytes32;
        std::memcpy(at + lane * 4, &value, 4);
      };
      set(ThreadSlot::tidX, linear % shape.x);
      set(ThreadSlot::tidY, linear / shape.x % shape.y);
      set(ThreadSlot::tidZ, linear / shape.x / shape.y);
      set(ThreadSlot::laneId, lane);
      set(ThreadSlot::warpId, warp);
      set(ThreadSlot::nwarpId, warps);
      set(ThreadSlot::maskEq, 1u << lane);
      set(ThreadSlot::maskLt, (1u << lane) - 1);
      set(ThreadSlot::maskLe, (2u << lane) - 1);
      set(ThreadSlot::maskGt, ~((2u << lane) - 1));
      set(ThreadSlot::maskGe, ~((1u << lane) - 1));
    }
}

class BlockQueue {
 public:
  explicit BlockQueue(const LaunchConfig& config, std::uint64_t seed, unsigned threads)
      : grid_(config.grid),
        count_(config.grid.count()),
        order_(count_, seed),
        chunk_(config.cooperative ? 1 : std::clamp<std::uint64_t>(count_ / (threads * 16), 1, 64)) {}

  /// Fetches the next blocks as a range of positions in the order; empty at the end.
  std::pair<std::uint64_t, std::uint64_t> take() {
    const std::uint64_t first = next_.fetch_add(chunk_);
    return {std::min(first, count_), std::min(first + chunk_, count_)};
  }
  Dim3 block(std::uint64_t position) const {
    const std::uint64_t linear = order_[position];
    return {static_cast<std::uint32_t>(linear % grid_.x), static_cast<std::uint32_t>(linear / grid_.x % grid_.y),
            static_cast<std::uint32_t>(linear / grid_.x / grid_.y)};
  }
  std::atomic<bool> stop{false};

 private:
  Dim3 grid_;
  std::uint64_t count_;
  BlockOrder order_;
  std::uint64_t chunk_;
  std::atomic<std::uint64_t> next_{0};
};

void runBlocks(Worker& worker, BlockQueue& queue) {
  const std::uint64_t seed = worker.launch.options.seed;
  const bool cooperative = worker.launch.config.cooperative;
  const bool interleaved = orderPolicy(seed) == OrderPolicy::blocksInterleaved;
  constexpr std::size_t interleavedAtOnce = 8;
  std::size_t resident = cooperative   ? worker.launch.config.grid.count()
                         : interleaved ? interleavedAtOnce
                                       : residentPerThread;
  const std::uint64_t budget = cooperative ? cooperativeBudget : blockBudget;
  std::uint64_t state = seed;
  std::vector<std::unique_ptr<BlockRunner>> runners;
  std::deque<BlockRunner*> active, idle;
  std::uint64_t at = 0, past = 0;
  std::size_t waiting = 0;  // turns in a row that got nowhere
  while (!queue.stop.load(std::memory_order_relaxed)) {
    // Start a block when none runs, or beside those that spin.
    if (at == past) std::tie(at, past) = queue.take();
    if (at < past && active.size() < resident) {
      if (idle.empty()) {
        runners.push_back(std::make_unique<BlockRunner>(worker, static_cast<unsigned>(runners.size())));
        idle.push_back(runners.back().get());
      }
      BlockRunner* runner = idle.back();
      idle.pop_back();
      runner->start(queue.block(at++), seed);
      active.push_front(runner);
    }
    if (active.empty()) return;
    BlockRunner* runner = active.front();
    active.pop_front();
    constexpr std::uint64_t mostAtOnce = 64;
    const bool finished = runner->run(interleaved ? 1 + nextRandom(state) % mostAtOnce : budget);
    if (worker.faulted()) {
      queue.stop = true;
      return;
    }
    if (finished) {
      idle.push_back(runner);
      waiting = 0;
    } else {
      active.push_back(runner);
      // When all of them wait, it may be for one that has not started.
      waiting = runner->stuck() ? waiting + 1 : 0;
      if (waiting >= active.size()) ++resident, waiting = 0;
    }
    // Blocks that gave way go on in turn with new ones.
    if (!finished && at == past && active.size() > 1) continue;
  }
}

}  // namespace

LaunchReport runLaunch(Launch& launch) {
  fillThreadPool(launch);
  unsigned threads =
      launch.options.threads != 0 ? launch.options.threads : std::max(1u, std::thread::hardware_concurrency());
  const std::uint64_t blocks = launch.config.grid.count();
  const std::uint64_t deviceThreads = blocks * launch.config.block.count();
  if (blocks < 4 || deviceThreads < 16384 || launch.code.usesHeap) threads = 1;
  // What blocks see of each other must not depend on how many host threads there are.
  if (launch.code.blocksInteract) threads = 1;
  // Host threads would mix blocks in an order that no seed gives again, and a race could not be replayed.
  const bool watchesRaces = (launch.options.tools & static_cast<std::uint32_t>(Tool::racecheck)) != 0;
  if ((launch.options.seed != 0 || watchesRaces) && deviceThreads <= manyThreads) threads = 1;
  launch.options.threads = threads;

  BlockQueue queue(launch.config, launch.options.seed, threads);
  std::unique_ptr<RaceLaunch> races;
  if ((launch.options.tools & static_cast<std::uint32_t>(Tool::racecheck)) != 0)
    races = std::make_unique<RaceLaunch>(launch.memory, launch.config);
  std::vector<std::unique_ptr<Worker>> workers;
  std::vector<const Sampler*> samplers;
  for (unsigned k = 0; k < threads; ++k) {
    auto worker = std::make_unique<Worker>(launch);
    if ((launch.options.tools & static_cast<std::uint32_t>(Tool::initcheck)) != 0)
      worker->observers.push_back(makeInitcheck(*worker));
    if (races != nullptr) worker->observers.push_back(makeRacecheck(*worker, *races));
    if (launch.memory.pages() != nullptr) worker->observers.push_back(makePageFaults(*launch.memory.pages()));
    if (launch.options.samples) {
      auto sampler = std::make_unique<Sampler>(launch);
      samplers.push_back(sampler.get());
      worker->observers.push_back(std::move(sampler));
    }
    workers.push_back(std::move(worker));
  }
  std::vector<std::thread> others;
  for (unsigned k = 1; k < threads; ++k) others.emplace_back([&, k] { runBlocks(*workers[k], queue); });
  runBlocks(*workers[0], queue);
  for (std::thread& other : others) other.join();
  LaunchReport report = collect(launch, workers);
  addSamples(samplers, report);
  return report;
}

}  // namespace gpusim
