#pragma once
// Races in the shared memory of one block.
//
// A unit of memory (4 bytes, or as few as the kernel's narrowest access) remembers its last write and three reads: the
// last, the last by another warp than that one's, the last by another lane of that warp. Each is a stamp: serial number
// of the warp access (22 bits), warp (5), lane (5). A barrier of the block starts a new epoch, serials only grow, so
// "in this epoch" is one comparison and nothing is cleared between blocks. What else there is to know of an access lies
// in a table of this epoch's accesses, looked at only when stamps collide.
#include <memory>
#include <vector>

#include "sim/plugins/happens_before.h"
#include "sim/plugins/race_report.h"

namespace gpusim {

class SharedRaces {
 public:
  /// `unitShift`: 0, 1 or 2; no access of the kernel is narrower than 1 << unitShift bytes.
  explicit SharedRaces(unsigned unitShift) : shift_(unitShift) {}

  void begin(std::size_t bytes);
  void nextEpoch();
  void access(const MemoryEvent& event, const BlockView& block, const BlockSync& order, RaceReporter& reporter);

 private:
  using Stamp = std::uint32_t;
  struct Record {
    std::uint32_t clock = 0, source = 0;
    AccessStrength strength = AccessStrength::weak;
  };
  struct Visit {
    const MemoryEvent& event;
    const BlockView& block;
    const BlockSync& order;
    RaceReporter& reporter;
    Stamp id;  // of lane 0
  };

  /// Which units, relative to lane 0's, the lanes of a load read, each with the first and the last lane that reads it.
  /// A run is `count` units in a row with lanes in a row.
  struct Pattern {
    std::uint32_t mask = 0;
    std::int32_t relative[warpSize] = {};  // bytes, by lane
    struct Run {
      std::int32_t unit;
      std::uint8_t first, last, count;
    };
    unsigned count = 0;
    Run runs[warpSize];
  };

  const Pattern& patternOf(const MemoryEvent& event);
  Stamp record(const MemoryEvent& event, const BlockSync& order);
  const Record& of(Stamp stamp) const;
  void noteRead(std::size_t unit, Stamp id);
  void readRun(const Visit& visit, std::size_t unit, unsigned first, unsigned last);
  bool readUnits(std::size_t unit, unsigned count, Stamp first, Stamp last);
  bool readRow(std::size_t first, Stamp id);
  bool writeRow(std::size_t first, Stamp id);
  void visitUnit(const Visit& visit, unsigned lane, std::size_t unit);
  bool clash(const Visit& visit, unsigned lane, Stamp other, bool otherWrites) const;
  void report(const Visit& visit, unsigned lane, std::size_t unit, Stamp other, bool otherWrites, bool sameValue) const;

  unsigned shift_;
  std::vector<std::unique_ptr<Pattern>> patterns_;  // by Instruction::index: most repeat one
  std::vector<Stamp> write_, read_, otherRead_, laneRead_;
  std::vector<Record> records_;  // of this epoch, by serial - firstSerial
  std::uint32_t serial_ = 1, firstSerial_ = 1;
  Stamp base_ = 1u << 10;  // stamps at or above it belong to this epoch
};

}  // namespace gpusim
