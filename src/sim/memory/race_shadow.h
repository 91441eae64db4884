#pragma once
// What racecheck remembers of global memory: for each unit of it the last write and two reads, each a 64-bit stamp.
//
// A stamp says who, when and where. Its incarnation grows from launch to launch, so stamps of earlier launches compare
// below a launch's first one and nothing is ever cleared. Only what a kernel touches costs memory.
//
// Most launches read one part of memory and write another, so groups of units remember which launch last wrote or read
// any of them: where none did, the stamps need not be looked at.
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpusim {

/// incarnation (30 bits) | clock (9) | source (12) | kind (3) | thread (10)
using RaceStamp = std::uint64_t;

class RaceShadow {
 public:
  static constexpr unsigned incarnationShift = 34, clockShift = 25, sourceShift = 13, kindShift = 10;
  static constexpr RaceStamp threadMask = (1u << 10) - 1, clockLimit = 1u << 9, sourceLimit = 1u << 12;
  static constexpr RaceStamp incarnationLimit = RaceStamp{1} << 30;

  /// Reserves addresses for `span` bytes of device memory; null when the host refuses.
  static std::unique_ptr<RaceShadow> create(std::uint64_t begin, std::uint64_t span);
  ~RaceShadow();
  RaceShadow(const RaceShadow&) = delete;
  RaceShadow& operator=(const RaceShadow&) = delete;

  /// One launch uses one unit, 1, 2 or 4 bytes (`shift` 0, 1, 2): stamps of `address` are at this index.
  std::size_t index(std::uint64_t address, unsigned shift) const { return (address - begin_) >> shift; }
  RaceStamp* write() const { return arrays_[0]; }
  RaceStamp* read() const { return arrays_[1]; }
  RaceStamp* otherRead() const { return arrays_[2]; }

  /// A group's last launch that wrote (read) there, as its first stamp; unit k belongs to group k >> groupShift.
  static constexpr unsigned groupShift = 8;
  RaceStamp* groupWritten() const { return arrays_[3]; }
  RaceStamp* groupRead() const { return arrays_[4]; }

  /// Moves what remembers the units of four bytes of [from, from + bytes), offsets from the begin, to where `to`'s lie.
  /// Stamps tell nothing after their launch, so whose they were does not matter. Whole large pages only.
  void movePages(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);

  /// The first incarnation of the next launch, at least `room` below the limit; forgets everything to make room.
  std::uint64_t firstIncarnation(std::uint64_t room);
  void endLaunch(std::uint64_t nextIncarnation) { next_ = nextIncarnation; }

 private:
  RaceShadow() = default;
  static constexpr std::size_t ofUnits = 3, all = 5;
  std::uint64_t bytesOf(std::size_t array) const { return array < ofUnits ? bytes_ : (bytes_ >> groupShift) + 16; }
  std::uint64_t begin_ = 0, bytes_ = 0, next_ = 1;
  RaceStamp* arrays_[all] = {};
};

}  // namespace gpusim
