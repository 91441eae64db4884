#include <algorithm>

#include "sim/decode/draft.h"

namespace gpusim {

std::vector<std::uint32_t> Draft::successors(std::size_t index) const {
  const Terminator& end = blocks[index].end;
  switch (end.kind) {
    case Terminator::Kind::fall:
    case Terminator::Kind::barrier:
    case Terminator::Kind::yield:
      return {end.next};
    case Terminator::Kind::jump:
      return {end.target};
    case Terminator::Kind::branch:
      return {end.target, end.next};
    case Terminator::Kind::table:
      return end.targets;
    case Terminator::Kind::exit:
    case Terminator::Kind::trap:
      return {};
  }
  return {};
}

void findReconvergence(Draft& draft) {
  // Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph with one virtual exit.
  const std::size_t count = draft.blocks.size(), exit = count;
  const auto bareReturn = [&](std::uint32_t index) {
    const DraftBlock& block = draft.blocks[index];
    return block.instructions.empty() && block.end.kind == Terminator::Kind::exit;
  };
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
}

}  // namespace gpusim
