#pragma once
// What is ordered before what in a launch: the happens-before relation that racecheck asks.
//
// A block keeps one clock that ticks at every synchronization. Barriers of the whole block, warp-level operations and
// program order are comparisons of clocks. Everything else (flags and locks, tickets, barriers of a part of the block)
// is a graph of SyncNodes: a release makes a node, an acquire makes it known to a thread, and a question walks the
// graph. Questions come only when two accesses collide, so what is not shared costs nothing.
//
// A release is a release operation, or a fence and any later strong access (volatile, relaxed, atomic) of that thread,
// or of its block after a barrier. An acquire is any strong read. That is wider than PTX's memory model, which wants a
// fence on the acquiring side too: CUDA programs leave it out, and cards order there.
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "sim/exec/worker.h"

namespace gpusim {

/// Accesses that happened before whatever knows this node: of one block, and all that `before` covers.
struct SyncNode {
  std::uint64_t block = noBlock;  // number in the grid
  std::uint32_t epoch = 0;        // all accesses of the block with a lower clock
  struct Part {
    std::uint32_t warp, lanes, clock;  // accesses of these lanes up to this clock
  };
  std::vector<Part> parts;
  std::vector<const SyncNode*> before;
  static constexpr std::uint64_t noBlock = ~std::uint64_t{0};
};

/// What the blocks of a launch publish for each other, by address, and which block an incarnation was.
class SyncBoard {
 public:
  explicit SyncBoard(std::uint64_t firstIncarnation) : first_(firstIncarnation) {}

  const SyncNode* at(std::uint64_t address);
  /// Replaces what is published at `address`; `update` turns the old node into the new one. Null forgets.
  template <class F>
  void change(std::uint64_t address, F&& update) {
    Shard& shard = shards_[address / 8 % shardCount];
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.nodes.find(address);
    const SyncNode* next = update(found == shard.nodes.end() ? nullptr : found->second);
    if (next != nullptr) {
      shard.nodes[address] = next;
      any_.store(true);
    } else if (found != shard.nodes.end()) {
      shard.nodes.erase(found);
    }
  }
  bool empty() const { return !any_.load(); }
  /// Set once a graph is too large to keep: a checker that has lost the thread stays silent.
  std::atomic<bool> lost{false};

  struct Incarnation {
    std::uint64_t block = 0;
    std::uint32_t clockBase = 0;
  };
  std::uint64_t enter(Incarnation incarnation);
  Incarnation of(std::uint64_t incarnation);
  std::uint64_t firstIncarnation() const { return first_; }
  std::uint64_t nextIncarnation() const { return first_ + incarnations_.size(); }

 private:
  static constexpr std::size_t shardCount = 64;
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, const SyncNode*> nodes;
  };
  Shard shards_[shardCount];
  std::atomic<bool> any_{false};
  std::uint64_t first_;
  std::mutex mutex_;
  std::deque<Incarnation> incarnations_;
};

/// Nodes of one host thread, alive until the launch ends, and walks through the graph.
class SyncGraph {
 public:
  explicit SyncGraph(SyncBoard& board) : board_(board) {}
  const SyncNode* add(SyncNode node);
  const SyncNode* join(const SyncNode* a, const SyncNode* b);
  /// Whether `from` covers the access of `thread` of `block` at `clock`. True for all once the board is lost.
  bool covers(const SyncNode* from, std::uint64_t block, std::uint32_t thread, std::uint32_t clock);

 private:
  SyncBoard& board_;
  std::deque<SyncNode> nodes_;
  const SyncNode* joined_[3] = {nullptr, nullptr, nullptr};                       // the last two, and what they became
  using Index = std::unordered_map<std::uint64_t, std::vector<const SyncNode*>>;  // what a node covers, by block
  std::unordered_map<const SyncNode*, Index> indices_;  // of nodes that many questions began at
  std::size_t walked_ = 0;                              // nodes looked at so far
};

/// One resident block.
class BlockSync {
 public:
  void begin(const BlockView& block, std::uint64_t number, SyncGraph& graph, SyncBoard& board);

  void wholeBarrier();
  void arrive(unsigned barrier, std::uint32_t warp, std::uint32_t lanes, bool goesOn);
  void pass(unsigned barrier, std::uint32_t warp, std::uint32_t lanes);
  void resetBarrier(unsigned barrier);
  /// An mbarrier, by its offset in shared memory: who arrives, that its phase is over, who waited for that.
  void objectArrival(std::uint64_t offset, std::uint32_t warp, std::uint32_t lanes);
  void objectPhase(std::uint64_t offset);
  void objectPass(std::uint64_t offset, std::uint32_t warp, std::uint32_t lanes);
  void warpSync(const Warp& warp, std::uint32_t lanes);
  void fence(std::uint32_t warp, std::uint32_t lanes);

  /// A strong read by these lanes takes effect after the event that announces it: it is an acquire from the warp's next
  /// event on. `shared`: the addresses are offsets into the block's shared memory.
  void acquireLater(std::uint32_t warp, std::uint32_t lanes, const std::uint64_t* address, bool shared);
  /// Makes good the acquires of `warp` that are due.
  void settle(std::uint32_t warp) {
    if (warp < due_.size() && due_[warp].lanes != 0) settleNow(warp);
  }
  /// A strong store (or atomic, which continues what others released there) by one lane.
  void release(std::uint32_t thread, std::uint64_t address, bool shared, bool isAtomic, bool itself);
  bool mayRelease() const { return fenced_; }

  /// Whether an access of this block's `other` at `clock` happened before what `thread` does now.
  bool orderedHere(std::uint32_t thread, std::uint32_t other, std::uint32_t clock) const;
  bool orderedElsewhere(std::uint32_t thread, std::uint64_t block, std::uint32_t other, std::uint32_t clock) const;

  std::uint32_t clock() const { return clock_; }
  std::uint64_t number() const { return number_; }
  std::uint64_t incarnation() const { return incarnation_; }
  std::uint32_t clockBase() const { return clockBase_; }

 private:
  using Matrix = std::uint32_t[warpSize][warpSize];
  struct WarpOrder {
    std::uint32_t sync = 0;          // lower clocks of the warp are ordered before each of its lanes
    std::unique_ptr<Matrix> matrix;  // [lane][of lane], once lanes have synchronized in part
  };
  struct Fence {
    std::uint32_t clock = 0, epoch = 0;
    bool valid = false;
  };
  struct Due {
    std::uint32_t lanes = 0;
    bool shared = false;
    std::uint64_t address[warpSize];
  };
  struct Pending {
    std::vector<SyncNode::Part> arrived;
    std::vector<const SyncNode*> known;  // to those that arrived
    const SyncNode* node = nullptr;      // of all of them, once it is asked for
  };

  void tick();
  void enter(Pending& pending, std::uint32_t warp, std::uint32_t lanes);
  const SyncNode* nodeOf(const Pending& pending);
  void settleNow(std::uint32_t warp);
  const SyncNode* knownTo(std::uint32_t thread) const { return known_[thread] != nullptr ? known_[thread] : base_; }
  void acquire(std::uint32_t thread, const SyncNode* node);
  const SyncNode* releaseNode(std::uint32_t thread, bool itself);

  SyncGraph* graph_ = nullptr;
  SyncBoard* board_ = nullptr;
  std::uint64_t number_ = 0, incarnation_ = 0;
  std::uint32_t clock_ = 1, clockBase_ = 0, epoch_ = 0;
  std::vector<WarpOrder> warps_;
  std::vector<const SyncNode*> known_;    // by thread; null: what the whole block knows
  const SyncNode* base_ = nullptr;        // known to all threads since the last barrier
  const SyncNode* fencedBase_ = nullptr;  // what threads had fenced by the last barrier
  std::vector<Fence> fences_;             // by thread
  std::vector<Due> due_;                  // by warp
  std::unordered_map<std::uint64_t, const SyncNode*> sharedBoard_;
  Pending pending_[barriersOfBlock];
  struct Object {
    Pending pending;
    const SyncNode* done = nullptr;  // what phases so far brought
  };
  std::unordered_map<std::uint64_t, Object> objects_;
  bool fenced_ = false, anyKnown_ = false, anyDue_ = false, newFence_ = false;
};

}  // namespace gpusim
