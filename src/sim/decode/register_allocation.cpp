#include <algorithm>
#include <bitset>
#include <queue>

#include "sim/decode/draft.h"

namespace gpusim {
namespace {

class BitSet {
 public:
  explicit BitSet(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t k) { words_[k / 64] |= std::uint64_t{1} << (k % 64); }
  void clear(std::size_t k) { words_[k / 64] &= ~(std::uint64_t{1} << (k % 64)); }
  bool test(std::size_t k) const { return (words_[k / 64] >> (k % 64) & 1) != 0; }
  bool add(const BitSet& other) {
    std::uint64_t news = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      news |= other.words_[w] & ~words_[w];
      words_[w] |= other.words_[w];
    }
    return news != 0;
  }
  template <class F>
  void each(F&& use) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        use(w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

template <class F>
void eachRead(const DraftInstruction& item, F&& use) {
  for (unsigned slot : item.reads)
    if (item.at(slot).base == Operand::registers) use(item.at(slot).offset);
  if (item.instruction.guard.base == Operand::registers) use(item.instruction.guard.offset);
}
template <class F>
void eachWrite(const DraftInstruction& item, F&& use) {
  for (unsigned slot : item.writes) use(item.at(slot).offset);
}
template <class F>
void eachEndRead(const DraftBlock& block, F&& use) {
  if (block.end.predicate.base == Operand::registers) use(block.end.predicate.offset);
  if (block.end.threads.base == Operand::registers) use(block.end.threads.offset);
  if (block.end.number.base == Operand::registers) use(block.end.number.offset);
}

struct Interval {
  std::size_t from = ~std::size_t{0}, to = 0;
  void include(std::size_t at) {
    from = std::min(from, at);
    to = std::max(to, at);
  }
};

/// Live intervals on the line of all instructions: instruction k reads at 2k and writes at 2k + 1.
std::vector<Interval> liveIntervals(const Draft& draft, std::size_t registers) {
  const std::size_t count = draft.blocks.size();
  std::vector<BitSet> in(count, BitSet(registers)), out(count, BitSet(registers));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = count; k-- > 0;) {
      const DraftBlock& block = draft.blocks[k];
      for (std::uint32_t target : draft.successors(k))
        if (target < count) out[k].add(in[target]);
      BitSet live = out[k];
      if (block.end.result.base == Operand::registers) live.clear(block.end.result.offset);
      eachEndRead(block, [&](std::uint32_t r) { live.set(r); });
      for (auto item = block.instructions.rbegin(); item != block.instructions.rend(); ++item) {
        // A guarded write leaves the old value in the lanes that sit out, so the register stays live above it.
        if (item->instruction.guard.base == Operand::none)
          eachWrite(*item, [&](std::uint32_t r) { live.clear(r); });
        else
          eachWrite(*item, [&](std::uint32_t r) { live.set(r); });
        eachRead(*item, [&](std::uint32_t r) { live.set(r); });
      }
      if (block.warpSync.base == Operand::registers) live.set(block.warpSync.offset);
      changed = in[k].add(live) || changed;
    }
  }
  std::vector<Interval> intervals(registers);
  std::size_t at = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const DraftBlock& block = draft.blocks[k];
    const std::size_t first = 2 * at;
    in[k].each([&](std::size_t r) { intervals[r].include(first); });
    if (block.warpSync.base == Operand::registers) intervals[block.warpSync.offset].include(first);
    for (const DraftInstruction& item : block.instructions) {
      eachRead(item, [&](std::uint32_t r) { intervals[r].include(2 * at); });
      eachWrite(item, [&](std::uint32_t r) {
        intervals[r].include(2 * at + 1);
        intervals[r].include(2 * at + 2);
      });
      ++at;
    }
    eachEndRead(block, [&](std::uint32_t r) { intervals[r].include(2 * at); });
    if (block.end.result.base == Operand::registers) {
      intervals[block.end.result.offset].include(2 * at + 1);
      intervals[block.end.result.offset].include(2 * at + 2);
    }
    ++at;
    out[k].each([&](std::size_t r) { intervals[r].include(2 * at); });
  }
  return intervals;
}

}  // namespace

unsigned allocateRegisters(KernelBuilder& builder, Draft& draft) {
  const std::size_t count = builder.registers.size();
  const std::vector<Interval> intervals = liveIntervals(draft, count);

  std::vector<std::uint32_t> order;
  for (std::uint32_t r = 0; r < count; ++r)
    if (intervals[r].from <= intervals[r].to) order.push_back(r);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return intervals[a].from < intervals[b].from; });

  // One pool a width, so that no place is ever shared by parts: predicates (4 bytes), 32 lanes of 4, 32 lanes of 8.
  struct Pool {
    std::size_t used = 0;
    std::vector<std::uint32_t> vacant;
    std::size_t live = 0;
  } pools[3];
  const auto poolOf = [&](std::uint32_t r) {
    const ScalarType type = builder.registers[r].type;
    return type == ScalarType::pred ? 0 : bytesOf(type) == 8 ? 2 : 1;
  };
  using Active = std::pair<std::size_t, std::uint32_t>;  // end, register
  std::priority_queue<Active, std::vector<Active>, std::greater<>> active;
  std::vector<std::uint32_t> place(count, 0);
  std::size_t most = 0;
  for (std::uint32_t r : order) {
    while (!active.empty() && active.top().first <= intervals[r].from) {
      const std::uint32_t done = active.top().second;
      Pool& pool = pools[poolOf(done)];
      pool.vacant.push_back(place[done]);
      --pool.live;
      active.pop();
    }
    Pool& pool = pools[poolOf(r)];
    if (pool.vacant.empty()) {
      place[r] = static_cast<std::uint32_t>(pool.used++);
    } else {
      place[r] = pool.vacant.back();
      pool.vacant.pop_back();
    }
    ++pool.live;
    most = std::max(most, pools[1].live + 2 * pools[2].live);
    active.emplace(intervals[r].to, r);
  }

  // Layout: 64-bit registers, 32-bit registers, predicates.
  const std::size_t wide = pools[2].used * 256, narrow = pools[1].used * 128;
  builder.code.registerBytes = (wide + narrow + pools[0].used * 4 + 63) / 64 * 64;
  const auto patch = [&](Operand& operand) {
    if (operand.base != Operand::registers) return;
    const std::uint32_t r = operand.offset;
    const int pool = poolOf(r);
    const std::size_t offset = pool == 2   ? place[r] * std::size_t{256}
                               : pool == 1 ? wide + place[r] * std::size_t{128}
                                           : wide + narrow + place[r] * std::size_t{4};
    operand.offset = static_cast<std::uint32_t>(offset) & 0x1fffffff;
  };
  for (DraftBlock& block : draft.blocks) {
    for (DraftInstruction& item : block.instructions) {
      for (Operand& operand : item.instruction.operand) patch(operand);
      for (Operand& operand : item.more) patch(operand);
      patch(item.instruction.guard);
    }
    patch(block.warpSync);
    patch(block.end.predicate);
    patch(block.end.result);
    patch(block.end.threads);
    patch(block.end.number);
  }
  return static_cast<unsigned>(most);
}

}  // namespace gpusim
