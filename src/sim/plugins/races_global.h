#pragma once
// Races in global memory, within a block and between the blocks of one launch.
//
// A unit of memory (4 bytes, or as few as the kernel's narrowest access) remembers its last write and two reads: the
// last, and one by another thread, of another block where there is one. A launch writes each stamp before it looks at
// the others', so of two accesses that collide on two host threads at least one sees the other.
#include "sim/memory/race_shadow.h"
#include "sim/plugins/happens_before.h"
#include "sim/plugins/race_report.h"

namespace gpusim {

class GlobalRaces {
 public:
  GlobalRaces(const Launch& launch, RaceShadow& shadow, SyncBoard& board, unsigned unitShift);

  void access(const MemoryEvent& event, const BlockView& block, const BlockSync& order, RaceReporter& reporter);

 private:
  struct Visit {
    const MemoryEvent& event;
    const BlockView& block;
    const BlockSync& order;
    RaceReporter& reporter;
    RaceStamp id;  // of lane 0
  };
  struct Party {
    std::uint64_t block = 0;
    std::uint32_t thread = 0, clock = 0, source = 0;
    AccessStrength strength = AccessStrength::weak;
  };

  bool recent(RaceStamp stamp) const { return stamp >= base_; }

  /// Whether a unit of [first, last] may have a stamp of this launch. A row is shorter than a group.
  bool anyIn(const RaceStamp* groups, std::size_t first, std::size_t last) const {
    return recent(groups[first >> RaceShadow::groupShift]) || recent(groups[last >> RaceShadow::groupShift]);
  }
  void markIn(RaceStamp* groups, std::size_t first, std::size_t last) const {
    for (const std::size_t unit : {first, last})
      if (RaceStamp& group = groups[unit >> RaceShadow::groupShift]; group != base_) group = base_;
  }
  // laneShift: log2 of a lane's units.
  bool readRow(std::size_t first, std::size_t count, RaceStamp id, unsigned laneShift);
  bool writeRow(std::size_t first, std::size_t count, RaceStamp id, unsigned laneShift);
  void noteRead(std::size_t unit, RaceStamp id);
  void readRun(const Visit& visit, std::size_t unit, unsigned first, unsigned last);
  void visitUnit(const Visit& visit, unsigned lane, std::size_t unit, std::uint64_t address);
  Party partyOf(RaceStamp stamp) const;
  bool clash(const Visit& visit, unsigned lane, RaceStamp other, bool otherWrites) const;
  void report(const Visit& visit, unsigned lane, std::size_t unit, std::uint64_t address, RaceStamp other,
              bool otherWrites, bool sameValue) const;

  const Launch& launch_;
  RaceShadow& shadow_;
  SyncBoard& board_;
  unsigned shift_;
  bool fenced_;  // several host threads: look only after the own stamp can be seen
  RaceStamp base_;
  RaceStamp *write_, *read_, *other_, *groupWritten_, *groupRead_;
};

}  // namespace gpusim
