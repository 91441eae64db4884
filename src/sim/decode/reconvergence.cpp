#include <algorithm>

#include "sim/decode/draft.h"

namespace gpusim {

std::vector<std::uint32_t> Draft::successors(std::size_t index) const {
  const Terminator& end = blocks[index].end;
  switch (end.kind) {
    case Terminator::Kind::fall:
    case Terminator::Kind::barrier:
    case Terminator::Kind::call:
    case Terminator::Kind::yield:
      return {end.next};
    case Terminator::Kind::jump:
      return {end.target};
    case Terminator::Kind::branch:
      return {end.target, end.next};
    case Terminator::Kind::table:
      return end.targets;
    case Terminator::Kind::exit:
    case Terminator::Kind::ret:
    case Terminator::Kind::trap:
      return {};
  }
  return {};
}

namespace {

bool isBareReturn(const DraftBlock& block) {
  return block.instructions.empty() &&
         (block.end.kind == Terminator::Kind::exit || block.end.kind == Terminator::Kind::ret);
}

using Edges = std::vector<std::vector<std::uint32_t>>;

/// Blocks that `from` reaches without entering `barred`, itself included.
std::vector<bool> reachable(const Edges& next, const std::vector<std::uint32_t>& from, std::size_t barred) {
  std::vector<bool> seen(next.size(), false);
  std::vector<std::uint32_t> pending;
  const auto visit = [&](std::uint32_t block) {
    if (block >= seen.size() || block == barred || seen[block]) return;
    seen[block] = true;
    pending.push_back(block);
  };
  for (std::uint32_t block : from) visit(block);
  while (!pending.empty()) {
    const std::uint32_t block = pending.back();
    pending.pop_back();
    for (std::uint32_t to : next[block]) visit(to);
  }
  return seen;
}

/// Where the lanes of a branch meet that do not leave the function before. The branch has no post-dominator, since some
/// path returns early; ptxas lets the lanes that stay wait for each other all the same, and those that exit are waited
/// for no longer. The place is the nearest block that two sides reach and that no lane passes by and still goes on to
/// what follows it.
std::uint32_t meetingPlace(const Draft& draft, const Edges& next, std::uint32_t branch,
                           const std::vector<bool>& isTail) {
  constexpr std::size_t none = ~std::size_t{0}, most = 64;
  std::vector<unsigned> sides(next.size(), 0);
  for (std::uint32_t side : next[branch]) {
    // A way out of a loop is met by later rounds too, but lanes that leave for good do not wait there for those.
    const std::vector<bool> ever = reachable(next, {side}, none), thisRound = reachable(next, {side}, branch);
    for (std::size_t k = 0; k < next.size(); ++k) sides[k] += (isTail[k] ? thisRound[k] : ever[k]) ? 1u : 0u;
  }
  std::uint32_t best = BasicBlock::noBlock;
  std::size_t fewest = none, tried = 0;
  for (std::uint32_t k = 0; k < next.size() && tried < most; ++k) {
    if (sides[k] < 2 || k == branch || isBareReturn(draft.blocks[k])) continue;
    ++tried;
    const std::vector<bool> before = reachable(next, next[branch], k), after = reachable(next, {k}, branch);
    std::size_t size = 0;
    bool passedBy = false;
    for (std::size_t b = 0; b < next.size(); ++b) {
      size += before[b] ? 1 : 0;
      passedBy = passedBy || (before[b] && after[b] && !isTail[b]);
    }
    if (passedBy || size >= fewest) continue;
    best = k;
    fewest = size;
  }
  return best;
}

}  // namespace

void findReconvergence(Draft& draft) {
  // Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph with one virtual exit.
  const std::size_t count = draft.blocks.size(), exit = count;
  const auto bareReturn = [&](std::uint32_t index) { return isBareReturn(draft.blocks[index]); };
  std::vector<std::vector<std::uint32_t>> next(count), previous(count + 1);
  for (std::size_t k = 0; k < count; ++k) {
    auto targets = draft.successors(k);
    if (targets.size() > 1) {
      auto kept = targets;
      kept.erase(std::remove_if(kept.begin(), kept.end(), bareReturn), kept.end());
      if (!kept.empty()) targets = kept;
    }
    if (targets.empty()) targets.push_back(static_cast<std::uint32_t>(exit));
    next[k] = targets;
    for (std::uint32_t target : targets) previous[target].push_back(static_cast<std::uint32_t>(k));
  }

  // Post-order of the reversed graph from the exit; blocks in endless loops are never reached.
  std::vector<std::uint32_t> order;
  std::vector<int> number(count + 1, -1);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{static_cast<std::uint32_t>(exit), 0}};
  std::vector<bool> seen(count + 1, false);
  seen[exit] = true;
  while (!stack.empty()) {
    auto& [block, edge] = stack.back();
    if (edge < previous[block].size()) {
      const std::uint32_t to = previous[block][edge++];
      if (!seen[to]) {
        seen[to] = true;
        stack.emplace_back(to, 0);
      }
    } else {
      number[block] = static_cast<int>(order.size());
      order.push_back(block);
      stack.pop_back();
    }
  }
  std::vector<int> dominator(count + 1, -1);
  dominator[exit] = static_cast<int>(exit);
  const auto meet = [&](int a, int b) {
    while (a != b) {
      while (number[static_cast<std::size_t>(a)] < number[static_cast<std::size_t>(b)])
        a = dominator[static_cast<std::size_t>(a)];
      while (number[static_cast<std::size_t>(b)] < number[static_cast<std::size_t>(a)])
        b = dominator[static_cast<std::size_t>(b)];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const std::size_t block = *it;
      if (block == exit) continue;
      int found = -1;
      for (std::uint32_t target : next[block])
        if (dominator[target] >= 0)
          found = found < 0 ? static_cast<int>(target) : meet(found, static_cast<int>(target));
      if (found != dominator[block]) {
        dominator[block] = found;
        changed = true;
      }
    }
  }
  for (std::size_t k = 0; k < count; ++k)
    draft.blocks[k].reconverge = dominator[k] < 0 || dominator[k] == static_cast<int>(exit)
                                     ? BasicBlock::noBlock
                                     : static_cast<std::uint32_t>(dominator[k]);

  // Blocks that lead to the end and nowhere else.
  std::vector<bool> isTail(count, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = count; k-- > 0;) {
      const bool tail =
          !isTail[k] && next[k].size() == 1 && (next[k][0] == exit || (next[k][0] < count && isTail[next[k][0]]));
      if (tail) isTail[k] = changed = true;
    }
  }
  Edges inside(count);
  for (std::size_t k = 0; k < count; ++k)
    for (std::uint32_t target : next[k])
      if (target < count) inside[k].push_back(target);
  // Meeting at the return itself is no better than not meeting.
  std::vector<std::uint32_t> early, late;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::uint32_t& place = draft.blocks[k].reconverge;
    if (inside[k].size() < 2 || (place != BasicBlock::noBlock && !isBareReturn(draft.blocks[place]))) continue;
    if (const std::uint32_t found = meetingPlace(draft, inside, k, isTail); found != BasicBlock::noBlock) {
      place = found;
      early.push_back(k);
    }
    if (place != BasicBlock::noBlock) late.push_back(k);
  }
  // Lanes wait at one place at a time, so places nest: an inner branch must not make its lanes pass an outer one's.
  for (std::uint32_t outer : early) {
    const std::uint32_t place = draft.blocks[outer].reconverge;
    if (place == BasicBlock::noBlock) continue;
    const std::vector<bool> region = reachable(inside, inside[outer], place);
    for (std::uint32_t inner : late) {
      std::uint32_t& other = draft.blocks[inner].reconverge;
      if (inner == outer || !region[inner] || other == place || other == BasicBlock::noBlock) continue;
      if (reachable(inside, inside[inner], other)[place]) other = BasicBlock::noBlock;
    }
  }
}

}  // namespace gpusim
