#pragma once
// Copies from global to shared memory that cp.async started and nobody waited for yet.
//
// A copy lands when the thread that issued it waits for its group, never before: a wait that is missing, too early or
// for the wrong group shows as the bytes that were there before. (A card may land it at any time until then.)
#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/warp.h"

namespace gpusim {

class Worker;

class AsyncCopies {
 public:
  /// A copy as its lanes issued it.
  struct Copy {
    const Instruction* instruction = nullptr;
    std::uint32_t mask = 0;                       // lanes whose part has not landed
    std::array<std::uint32_t, warpSize> to{};     // offset in shared memory
    std::array<std::uint32_t, warpSize> group{};  // the lane's group that it belongs to
    std::array<std::array<char, 16>, warpSize> bytes{};
  };

  /// A block starts with none.
  void start(std::size_t sharedBytes, std::size_t warps);
  bool any() const { return pending_ != 0; }

  /// The copy of one warp instruction; its caller fills it in and has checked `to`.
  Copy& issue(Warp& warp, const Instruction& instruction, std::uint32_t mask, const std::uint64_t* to);
  /// Everything the lanes of warp.mask issued so far becomes a group.
  void commit(Warp& warp);
  /// Lands the lanes' groups but for the `newest` ones.
  void waitForGroups(Warp& warp, unsigned newest);
  /// Lands everything the lanes issued, committed or not.
  void waitForAll(Warp& warp);
  /// Remembers that the barrier at `barrier` is to be arrived at by each lane of warp.mask once what it issued so far
  /// has landed.
  void arriveLater(Warp& warp, const std::uint64_t* barrier);
  /// Lands what arrivals at `barrier` wait for. Returns how many threads arrive thereby.
  std::uint32_t land(Worker& worker, std::uint64_t barrier);

  /// Reports accesses of `mask` to bytes that a copy is still to write.
  void check(Worker& worker, const Warp& warp, const Instruction& instruction, std::uint32_t mask,
             const std::uint64_t* address, bool isLoad) const;

 private:
  struct Arrival {
    std::uint64_t barrier = 0;
    std::uint32_t lane = 0;
    std::uint64_t issued = 0;  // the copies of the warp before this serial number
  };
  struct Queue {
    Warp* warp = nullptr;
    std::uint64_t first = 0;  // serial number of copies[0]
    std::vector<Copy> copies;
    std::vector<Arrival> arrivals;
    std::array<std::uint32_t, warpSize> committed{};  // groups so far
  };
  Queue& queueOf(Warp& warp);
  void reportEarly(Worker& worker, const Warp& warp, const Instruction& instruction, unsigned lane, std::uint64_t from,
                   bool isLoad) const;
  template <class Due>
  void landWhere(Worker& worker, Queue& queue, std::uint32_t lanes, Due&& due);
  void landCopy(Worker& worker, Warp& warp, Copy& copy, std::uint32_t lanes);
  void cover(const Copy& copy, std::uint32_t lanes, int change);

  std::vector<Queue> queues_;           // by warp
  std::vector<std::uint16_t> covered_;  // by shared word: copies that are to write it
  std::uint64_t pending_ = 0;           // lanes of copies that have not landed
};

}  // namespace gpusim
