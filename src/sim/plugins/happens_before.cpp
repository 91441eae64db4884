#include "sim/plugins/happens_before.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace gpusim {
namespace {

constexpr std::size_t maxNodes = std::size_t{1} << 21;         // of one host thread: some 200 MB
constexpr std::size_t maxIncarnations = std::size_t{1} << 26;  // of one launch: 1 GB
constexpr std::size_t shortWalk = 128;                         // nodes to look at before an index is made
constexpr std::size_t maxIndices = 256;
constexpr std::size_t maxWalked = std::size_t{1} << 22;  // nodes looked at in a launch by a host thread: some seconds
constexpr std::uint32_t clocksPerIncarnation = 512;

bool covers(const SyncNode& node, std::uint32_t thread, std::uint32_t clock) {
  if (clock < node.epoch) return true;
  return std::any_of(node.parts.begin(), node.parts.end(), [&](const SyncNode::Part& part) {
    return part.warp == thread / warpSize && (part.lanes >> thread % warpSize & 1) != 0 && clock <= part.clock;
  });
}

/// Calls `visit` for each node from `from` on, the newest first, until it says stop.
template <class F>
void walk(const SyncNode* from, F&& visit) {
  std::unordered_set<const SyncNode*> seen{from};
  std::vector<const SyncNode*> stack{from};
  while (!stack.empty()) {
    const SyncNode* node = stack.back();
    stack.pop_back();
    if (visit(*node)) return;
    for (const SyncNode* before : node->before)
      if (seen.insert(before).second) stack.push_back(before);
  }
}

}  // namespace

const SyncNode* SyncBoard::at(std::uint64_t address) {
  Shard& shard = shards_[address / 8 % shardCount];
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.nodes.find(address);
  return found == shard.nodes.end() ? nullptr : found->second;
}

std::uint64_t SyncBoard::enter(Incarnation incarnation) {
  const std::lock_guard lock(mutex_);
  if (incarnations_.size() >= maxIncarnations) {
    lost = true;
    return first_ + incarnations_.size() - 1;
  }
  incarnations_.push_back(incarnation);
  return first_ + incarnations_.size() - 1;
}

SyncBoard::Incarnation SyncBoard::of(std::uint64_t incarnation) {
  const std::lock_guard lock(mutex_);
  return incarnations_[incarnation - first_];
}

const SyncNode* SyncGraph::add(SyncNode node) {
  if (nodes_.size() >= maxNodes) {
    board_.lost = true;
    return &nodes_.back();
  }
  nodes_.push_back(std::move(node));
  return &nodes_.back();
}

const SyncNode* SyncGraph::join(const SyncNode* a, const SyncNode* b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  if (std::find(b->before.begin(), b->before.end(), a) != b->before.end()) return b;
  if (a == joined_[0] && b == joined_[1]) return joined_[2];  // lanes of a warp ask alike
  SyncNode both;
  both.before = {a, b};
  joined_[0] = a;
  joined_[1] = b;
  return joined_[2] = add(std::move(both));
}

bool SyncGraph::covers(const SyncNode* from, std::uint64_t block, std::uint32_t thread, std::uint32_t clock) {
  if (board_.lost) return true;
  if (from == nullptr) return false;
  // Threads of many blocks ask in turns, each from what it knows: one index would be made anew for every question.
  auto known = indices_.find(from);
  if (known == indices_.end()) {
    bool found = false, exhausted = true;
    std::size_t looked = 0;
    walk(from, [&](const SyncNode& node) {
      found = node.block == block && gpusim::covers(node, thread, clock);
      exhausted = ++looked < shortWalk;
      return found || !exhausted;
    });
    walked_ += looked;
    // A launch must end: thousands of blocks that meet again and again ask more than can be answered.
    if (walked_ > maxWalked) board_.lost = true;
    if (found || exhausted) return found;
    if (indices_.size() >= maxIndices) indices_.clear();
    known = indices_.emplace(from, Index{}).first;
    walk(from, [&](const SyncNode& node) {
      ++walked_;
      if (node.block != SyncNode::noBlock) known->second[node.block].push_back(&node);
      return false;
    });
  }
  const auto nodes = known->second.find(block);
  if (nodes == known->second.end()) return false;
  return std::any_of(nodes->second.begin(), nodes->second.end(),
                     [&](const SyncNode* node) { return gpusim::covers(*node, thread, clock); });
}

void BlockSync::begin(const BlockView& block, std::uint64_t number, SyncGraph& graph, SyncBoard& board) {
  graph_ = &graph;
  board_ = &board;
  number_ = number;
  clock_ = 1;
  clockBase_ = 0;
  epoch_ = 0;
  incarnation_ = board.enter({number, 0});
  const std::size_t threads = block.dimensions.count(), warps = (threads + warpSize - 1) / warpSize;
  if (warps_.size() != warps) {
    warps_.clear();
    warps_.resize(warps);
    due_.assign(warps, {});
    known_.assign(warps * warpSize, nullptr);
    fences_.assign(warps * warpSize, {});
  } else {
    for (WarpOrder& warp : warps_) warp = {};
    if (anyDue_)
      for (Due& due : due_) due.lanes = 0;
    if (anyKnown_) std::fill(known_.begin(), known_.end(), nullptr);
    if (fenced_) std::fill(fences_.begin(), fences_.end(), Fence{});
  }
  base_ = fencedBase_ = nullptr;
  fenced_ = anyKnown_ = anyDue_ = newFence_ = false;
  sharedBoard_.clear();
  objects_.clear();
  for (unsigned k = 0; k < 16; ++k) resetBarrier(k);
}

void BlockSync::tick() {
  if (++clock_ - clockBase_ < clocksPerIncarnation) return;
  clockBase_ = clock_;
  incarnation_ = board_->enter({number_, clock_});
}

void BlockSync::wholeBarrier() {
  if (anyDue_)
    for (std::uint32_t warp = 0; warp < due_.size(); ++warp) settle(warp);
  anyDue_ = false;
  if (newFence_) {
    SyncNode node;
    node.block = number_;
    for (std::uint32_t thread = 0; thread < fences_.size(); ++thread) {
      const Fence& fence = fences_[thread];
      if (!fence.valid) continue;
      node.epoch = std::max(node.epoch, fence.epoch);
      const std::uint32_t warp = thread / warpSize, lane = 1u << thread % warpSize;
      if (!node.parts.empty() && node.parts.back().warp == warp && node.parts.back().clock == fence.clock)
        node.parts.back().lanes |= lane;
      else
        node.parts.push_back({warp, lane, fence.clock});
    }
    fencedBase_ = graph_->join(fencedBase_, graph_->add(std::move(node)));
    newFence_ = false;
  }
  if (anyKnown_) {
    SyncNode all;
    if (base_ != nullptr) all.before.push_back(base_);
    for (const SyncNode*& node : known_) {
      if (node != nullptr && (all.before.empty() || all.before.back() != node)) all.before.push_back(node);
      node = nullptr;
    }
    base_ = all.before.size() == 1 ? all.before[0] : graph_->add(std::move(all));
    anyKnown_ = false;
  }
  tick();
  epoch_ = clock_;
}

/// What `lanes` did until now, and what they know, comes with their arrival.
void BlockSync::enter(Pending& pending, std::uint32_t warp, std::uint32_t lanes) {
  settle(warp);
  pending.arrived.push_back({warp, lanes, clock_});
  const WarpOrder& order = warps_[warp];
  if (order.matrix == nullptr) {
    if (order.sync != 0) pending.arrived.push_back({warp, allLanes, order.sync - 1});
  } else {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      for (unsigned of = 0; of < warpSize; ++of)
        if (const std::uint32_t clock = (*order.matrix)[std::countr_zero(rest)][of]; clock != 0)
          pending.arrived.push_back({warp, 1u << of, clock - 1});
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const SyncNode* known = knownTo(warp * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest)));
    if (known != nullptr && (pending.known.empty() || pending.known.back() != known)) pending.known.push_back(known);
  }
}

const SyncNode* BlockSync::nodeOf(const Pending& pending) {
  SyncNode node;
  node.block = number_;
  node.epoch = epoch_;
  node.parts = pending.arrived;
  node.before = pending.known;
  return graph_->add(std::move(node));
}

void BlockSync::arrive(unsigned barrier, std::uint32_t warp, std::uint32_t lanes, bool goesOn) {
  enter(pending_[barrier], warp, lanes);
  if (goesOn) tick();
}

void BlockSync::pass(unsigned barrier, std::uint32_t warp, std::uint32_t lanes) {
  Pending& pending = pending_[barrier];
  if (pending.node == nullptr) {
    pending.node = nodeOf(pending);
    tick();
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    acquire(warp * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest)), pending.node);
}

void BlockSync::resetBarrier(unsigned barrier) {
  pending_[barrier].arrived.clear();
  pending_[barrier].known.clear();
  pending_[barrier].node = nullptr;
}

void BlockSync::objectArrival(std::uint64_t offset, std::uint32_t warp, std::uint32_t lanes) {
  enter(objects_[offset].pending, warp, lanes);
  tick();
}

void BlockSync::objectPhase(std::uint64_t offset) {
  Object& object = objects_[offset];
  object.done = graph_->join(object.done, nodeOf(object.pending));
  object.pending = {};
}

void BlockSync::objectPass(std::uint64_t offset, std::uint32_t warp, std::uint32_t lanes) {
  const auto object = objects_.find(offset);
  if (object == objects_.end() || object->second.done == nullptr) return;
  settle(warp);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    acquire(warp * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest)), object->second.done);
}

void BlockSync::warpSync(const Warp& warp, std::uint32_t lanes) {
  settle(warp.index);
  tick();
  WarpOrder& order = warps_[warp.index];
  if ((warp.live & ~lanes) == 0) {
    order.sync = clock_;
    order.matrix.reset();
  } else {
    if (order.matrix == nullptr) {
      order.matrix.reset(new Matrix[1]);
      for (auto& row : *order.matrix) std::fill(std::begin(row), std::end(row), order.sync);
    }
    Matrix& matrix = *order.matrix;
    std::uint32_t joined[warpSize] = {};
    for (unsigned of = 0; of < warpSize; ++of) {
      for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
        joined[of] = std::max(joined[of], matrix[std::countr_zero(rest)][of]);
      if ((lanes >> of & 1) != 0) joined[of] = clock_;
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      std::copy(std::begin(joined), std::end(joined), std::begin(matrix[std::countr_zero(rest)]));
  }
  if (!anyKnown_) return;
  const SyncNode* all = nullptr;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const SyncNode* one = known_[warp.index * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest))];
    if (one != nullptr) all = graph_->join(all, one);
  }
  if (all == nullptr) return;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    known_[warp.index * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest))] = all;
}

void BlockSync::fence(std::uint32_t warp, std::uint32_t lanes) {
  settle(warp);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    fences_[warp * warpSize + static_cast<std::uint32_t>(std::countr_zero(rest))] = {clock_, epoch_, true};
  fenced_ = newFence_ = true;
  tick();
}

void BlockSync::acquireLater(std::uint32_t warp, std::uint32_t lanes, const std::uint64_t* address, bool shared) {
  Due& due = due_[warp];
  due.lanes = lanes;
  due.shared = shared;
  std::copy(address, address + warpSize, due.address);
  anyDue_ = true;
}

void BlockSync::settleNow(std::uint32_t warp) {
  Due& due = due_[warp];
  const std::uint32_t lanes = std::exchange(due.lanes, 0);
  if (due.shared ? sharedBoard_.empty() : board_->empty()) return;
  std::uint64_t last = ~due.address[std::countr_zero(lanes)];
  const SyncNode* node = nullptr;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (due.address[lane] != last) {
      last = due.address[lane];
      if (due.shared) {
        const auto found = sharedBoard_.find(last);
        node = found == sharedBoard_.end() ? nullptr : found->second;
      } else {
        node = board_->at(last);
      }
    }
    if (node != nullptr) acquire(warp * warpSize + lane, node);
  }
}

void BlockSync::acquire(std::uint32_t thread, const SyncNode* node) {
  const SyncNode* known = knownTo(thread);
  // A loop that polls sees the same node again and again.
  if (known == node || (known != nullptr && !known->before.empty() && known->before.back() == node)) return;
  known_[thread] = graph_->join(known, node);
  anyKnown_ = true;
}

const SyncNode* BlockSync::releaseNode(std::uint32_t thread, bool itself) {
  const Fence& fence = fences_[thread];
  if (!itself && !fence.valid && fencedBase_ == nullptr) return nullptr;
  SyncNode node;
  node.block = number_;
  const std::uint32_t warp = thread / warpSize, lane = thread % warpSize;
  if (itself || fence.valid) {
    node.epoch = itself ? epoch_ : fence.epoch;
    node.parts.push_back({warp, 1u << lane, itself ? clock_ : fence.clock});
    const WarpOrder& order = warps_[warp];
    if (order.matrix != nullptr) {
      for (unsigned of = 0; of < warpSize; ++of)
        if ((*order.matrix)[lane][of] != 0) node.parts.push_back({warp, 1u << of, (*order.matrix)[lane][of] - 1});
    } else if (order.sync != 0) {
      node.parts.push_back({warp, allLanes, order.sync - 1});
    }
  }
  for (const SyncNode* before : {fencedBase_, knownTo(thread)})
    if (before != nullptr) node.before.push_back(before);
  return graph_->add(std::move(node));
}

void BlockSync::release(std::uint32_t thread, std::uint64_t address, bool shared, bool isAtomic, bool itself) {
  const SyncNode* mine = releaseNode(thread, itself);
  // An atomic that releases nothing leaves what others released; a store that releases nothing hides it.
  if (mine == nullptr && (isAtomic || (shared ? sharedBoard_.empty() : board_->empty()))) return;
  if (shared) {
    const SyncNode*& node = sharedBoard_[address];
    node = isAtomic ? graph_->join(node, mine) : mine;
    if (node == nullptr) sharedBoard_.erase(address);
  } else {
    board_->change(address, [&](const SyncNode* old) { return isAtomic ? graph_->join(old, mine) : mine; });
  }
  if (itself) tick();
}

bool BlockSync::orderedHere(std::uint32_t thread, std::uint32_t other, std::uint32_t clock) const {
  if (thread == other || clock < epoch_) return true;
  if (thread / warpSize == other / warpSize) {
    const WarpOrder& order = warps_[thread / warpSize];
    const std::uint32_t known =
        order.matrix != nullptr ? (*order.matrix)[thread % warpSize][other % warpSize] : order.sync;
    if (clock < known) return true;
  }
  return graph_->covers(knownTo(thread), number_, other, clock);
}

bool BlockSync::orderedElsewhere(std::uint32_t thread, std::uint64_t block, std::uint32_t other,
                                 std::uint32_t clock) const {
  return graph_->covers(knownTo(thread), block, other, clock);
}

}  // namespace gpusim
