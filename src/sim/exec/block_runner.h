#pragma once
// Runs the warps of one block: divergence, reconvergence, barriers, and an order drawn from a seed.
//
// Diverged lanes are separate splits that wait for each other at the immediate post-dominator of the branch (a Join).
// Every split makes progress: one that spins on something a waiting sibling must do gives way, and the waiting lanes go
// on without it, as threads of sm_70 and later may. It spins for certain when a trip around its loop changed no
// register; of a loop that counts or takes the time it is assumed after a while. A block of which all spin lets others
// in.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/exec/async_copies.h"
#include "sim/exec/order.h"
#include "sim/exec/worker.h"

namespace gpusim {

class BlockRunner {
 public:
  /// `slot` tells the resident blocks of one host thread apart.
  BlockRunner(Worker& worker, unsigned slot);

  /// Makes `index` the block to run. `seed` 0: warps in ascending order, each as far as it gets.
  void start(Dim3 index, std::uint64_t seed);
  /// Runs until every thread has exited (true), the launch faulted (true), or `budget` basic blocks are spent (false).
  bool run(std::uint64_t budget);
  /// Whether all that the last run saw was loops that wait for other blocks.
  bool stuck() const { return stuck_; }

 private:
  struct Barrier {
    std::uint32_t arrived = 0;   // threads
    std::uint32_t expected = 0;  // 0: all that have not exited
    std::uint32_t warps = 0;     // that some lane came from; a warp's lanes that are gone count as come with it
  };

  bool runWarp(Warp& warp, std::uint64_t& budget);
  bool runSplit(Warp& warp, std::size_t index, std::uint64_t& budget);
  bool spins(Warp& warp);
  bool stillStuck(Warp& warp);
  void releaseWaiting(Warp& warp);
  bool parkAtWarpSync(Warp& warp, Split& split);
  void announceWarpSync(const Warp& warp, const Split& split, const BasicBlock& block) const;
  bool arriveAtJoin(Warp& warp, Split& split);
  void diverge(Warp& warp, Split& split, std::uint32_t taken, std::uint32_t target, std::uint32_t other,
               std::uint32_t reconverge);
  std::int32_t addJoin(Warp& warp, const Split& split, std::uint32_t block);
  void leave(Warp& warp, const Split& split);
  void forgetLanes(Warp& warp, std::int32_t from, std::int32_t past, std::uint32_t lanes);
  // calls.cpp
  void enterFrame(Warp& warp, std::uint32_t frame) const;
  void resetStack(Warp& warp) const;
  bool call(Warp& warp, Split& split, const Terminator& end);
  void enterFunction(Warp& warp, Split& split, const Terminator& end, std::uint32_t function);
  void returnToCaller(Warp& warp, Split& split);
  void leaveFrames(Warp& warp, std::uint32_t frame, std::uint32_t past, std::uint32_t lanes) const;
  void releaseJoin(Warp& warp, std::int32_t join);
  void arriveAtBarrier(Warp& warp, const Split& split, const Terminator& end);
  void arriveAtBarrier(Warp& warp, const Split& split, const Terminator& end, unsigned number);
  void tryBarrier(unsigned number);
  void openBarrier(unsigned number);
  void breakDeadlock();
  bool pollsForever();
  std::uint32_t sourceOf(const BasicBlock& block) const;
  void endLaunch(const Warp* warp, const Split* split, const char* kind, const std::string& what);
  bool stopHere();
  // synccheck.cpp
  bool watchesSync() const;
  void checkBarrier(unsigned number, bool complete);
  void checkMembers(const Warp& warp, std::uint32_t lanes, std::uint32_t members, const BasicBlock& block) const;
  void checkAbandoned(const Warp& warp, const Split& split) const;
  std::string missingLanes(const std::vector<std::uint32_t>& missing) const;

  Worker& worker_;
  const DecodedKernel& code_;
  BlockView view_;
  std::vector<Warp> warps_;
  std::vector<char> registers_, launchPool_, shared_;
  std::unique_ptr<char, void (*)(void*)> local_;  // of calloc: stacks are large and mostly untouched
  char* sharedBase_ = nullptr;
  std::size_t sharedBytes_ = 0;
  std::vector<std::uint32_t> order_;
  Barrier barriers_[barriersOfBlock];
  bool barrierBroken_ = false;  // once some did not meet, who is early or late afterwards says nothing
  AsyncCopies async_;
  std::uint64_t turns_ = 0, polls_ = 0;   // of splits, in this round; those that ended waiting for an mbarrier
  bool gaveWay_ = false, slept_ = false;  // the last turn was not used up; by nanosleep
  std::size_t resumeAt_ = 0;              // the place in order_ that has the next turn
  bool stuck_ = false;
  std::vector<char> before_;      // registers, a trip around a loop ago
  std::uint64_t idleRounds_ = 0;  // over all warps, in a row, in which every turn was such a wait
  std::uint32_t threads_ = 0, liveThreads_ = 0;
  OrderPolicy policy_ = OrderPolicy::ascending;
  std::uint64_t randomState_ = 0;
  unsigned patienceLeft_ = 0;     // of the others, for a warp that stays behind
  std::uint32_t exitSource_ = 0;  // where a thread left while others stayed,
  std::uint32_t exitThread_ = 0;  // and which
};

}  // namespace gpusim
