#pragma once
// Which order of blocks and warps a seed stands for. Seed 0: both ascending, each as far as it gets, as code that leans
// on the order is mostly tried. Any other: its lowest three bits choose a policy, the rest who is singled out and how
// the others are mixed. The same seed gives the same order every time, on any machine.
#include <cstdint>
#include <numeric>
#include <vector>

namespace gpusim {

enum class OrderPolicy : std::uint8_t {
  shuffled = 0,           // blocks and warps mixed, each as far as it gets
  interleaved = 1,        // mixed, and warps take turns of a few basic blocks
  reversed = 2,           // the last block and the last warp first
  loneWarpAhead = 3,      // one warp of each block goes on whenever it can; the others creep
  loneWarpBehind = 4,     // one warp of each block moves only when no other can
  blocksInterleaved = 5,  // several blocks at once, in turns of a few basic blocks
  oneBlockLast = 6,       // a block in the middle waits for all others
  oneBlockFirst = 7,
  ascending,
};

constexpr OrderPolicy orderPolicy(std::uint64_t seed) {
  return seed == 0 ? OrderPolicy::ascending : static_cast<OrderPolicy>(seed & 7);
}

/// splitmix64.
inline std::uint64_t nextRandom(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// The k-th block to start.
class BlockOrder {
 public:
  BlockOrder(std::uint64_t count, std::uint64_t seed) : count_(count), policy_(orderPolicy(seed)) {
    if (policy_ == OrderPolicy::ascending) return;
    std::uint64_t state = seed;
    chosen_ = nextRandom(state) % count;
    step_ = nextRandom(state) % count | 1;
    while (std::gcd(step_, count) != 1) ++step_;
  }

  std::uint64_t operator[](std::uint64_t k) const {
    switch (policy_) {
      case OrderPolicy::ascending:
        return k;
      case OrderPolicy::reversed:
        return count_ - 1 - k;
      case OrderPolicy::oneBlockLast:
        return k < chosen_ ? k : k + 1 < count_ ? k + 1 : chosen_;
      case OrderPolicy::oneBlockFirst:
        return k == 0 ? chosen_ : k <= chosen_ ? k - 1 : k;
      case OrderPolicy::shuffled:
      case OrderPolicy::interleaved:
      case OrderPolicy::loneWarpAhead:
      case OrderPolicy::loneWarpBehind:
      case OrderPolicy::blocksInterleaved:
        break;
    }
    // An affine walk over all of them, its step coprime to the count.
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(k) * step_ + chosen_) % count_);
  }

 private:
  std::uint64_t count_;
  OrderPolicy policy_;
  std::uint64_t chosen_ = 0, step_ = 1;
};

/// Puts the warps of a block into their order. The lone one comes first when it runs ahead, last when it stays behind.
inline void orderWarps(std::vector<std::uint32_t>& order, OrderPolicy policy, std::uint64_t& state) {
  const std::size_t count = order.size();
  for (std::size_t k = 0; k < count; ++k)
    order[k] = static_cast<std::uint32_t>(policy == OrderPolicy::reversed ? count - 1 - k : k);
  if (policy == OrderPolicy::ascending || policy == OrderPolicy::reversed) return;
  for (std::size_t k = count; k > 1; --k) std::swap(order[k - 1], order[nextRandom(state) % k]);
}

/// Basic blocks that a warp may run before another gets its turn. `whole` is as far as it gets.
inline std::uint64_t warpTurn(OrderPolicy policy, bool lone, std::uint64_t whole, std::uint64_t& state) {
  constexpr std::uint64_t most = 48, patient = 256;  // a lone warp that spins must not keep the others for long
  switch (policy) {
    case OrderPolicy::interleaved:
    case OrderPolicy::blocksInterleaved:
      return 1 + nextRandom(state) % most;
    case OrderPolicy::loneWarpAhead:
      return lone ? patient : 1;
    case OrderPolicy::loneWarpBehind:
      return lone ? 1 : patient;
    case OrderPolicy::ascending:
    case OrderPolicy::shuffled:
    case OrderPolicy::reversed:
    case OrderPolicy::oneBlockLast:
    case OrderPolicy::oneBlockFirst:
      break;
  }
  return whole;
}

}  // namespace gpusim
