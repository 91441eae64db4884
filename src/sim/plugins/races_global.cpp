#include "sim/plugins/races_global.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>

namespace gpusim {
namespace {

constexpr RaceStamp blockMask = ~((RaceStamp{1} << RaceShadow::incarnationShift) - 1);
constexpr RaceStamp whoMask = blockMask | RaceShadow::threadMask;

RaceStamp stampOf(const MemoryEvent& event, const BlockSync& order) {
  const std::uint64_t source = event.instruction.source < RaceShadow::sourceLimit ? event.instruction.source : 0;
  return order.incarnation() << RaceShadow::incarnationShift |
         std::uint64_t{order.clock() - order.clockBase()} << RaceShadow::clockShift |
         source << RaceShadow::sourceShift |
         static_cast<std::uint64_t>(strengthOf(event.instruction, event.kind)) << RaceShadow::kindShift |
         event.warp.index * warpSize;
}

/// How many active lanes from `lane` on access memory in a row. An idle lane repeats an active one's address.
unsigned lanesInRow(const MemoryEvent& event, unsigned lane) {
  unsigned last = lane;
  while (last + 1 < warpSize && event.address[last + 1] == event.address[last] + event.bytes &&
         (event.mask >> (last + 1) & 1) != 0)
    ++last;
  return last - lane + 1;
}
constexpr unsigned fewestLanes = 4;  // lanes for which a row is quicker than one by one

}  // namespace

GlobalRaces::GlobalRaces(const Launch& launch, RaceShadow& shadow, SyncBoard& board, unsigned unitShift)
    : launch_(launch),
      shadow_(shadow),
      board_(board),
      shift_(unitShift),
      fenced_(launch.options.threads > 1),
      base_(board.firstIncarnation() << RaceShadow::incarnationShift),
      write_(shadow.write()),
      read_(shadow.read()),
      other_(shadow.otherRead()),
      groupWritten_(shadow.groupWritten()),
      groupRead_(shadow.groupRead()) {}

void GlobalRaces::access(const MemoryEvent& event, const BlockView& block, const BlockSync& order,
                         RaceReporter& reporter) {
  const Visit visit{event, block, order, reporter, stampOf(event, order)};
  const bool isRead = event.kind == AccessKind::load;
  const unsigned units = std::max(1u, event.bytes >> shift_);
  const auto laneShift = static_cast<unsigned>(std::countr_zero(units));
  if (event.contiguous && event.bytes >> shift_ != 0 && launch_.memory.owns(event.address[0])) {
    const std::size_t first = shadow_.index(event.address[0], shift_), count = std::size_t{warpSize} * units;
    if (isRead ? readRow(first, count, visit.id, laneShift) : writeRow(first, count, visit.id, laneShift)) return;
  }
  for (std::uint32_t rest = event.mask; rest != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    rest &= rest - 1;
    const std::uint64_t at = event.address[lane];
    if (!launch_.memory.owns(at)) continue;  // another device's or the host's: nobody remembers
    const std::size_t unit = shadow_.index(at, shift_);
    const unsigned count = lanesInRow(event, lane);
    if (count >= fewestLanes && event.bytes >> shift_ != 0) {
      const std::size_t rowUnits = std::size_t{count} * units;
      const RaceStamp id = visit.id + lane;
      if (isRead ? readRow(unit, rowUnits, id, laneShift) : writeRow(unit, rowUnits, id, laneShift)) {
        rest &= ~(((1u << (count - 1)) - 1) << lane << 1);
        continue;
      }
    }
    if (!isRead) {
      for (unsigned k = 0; k < units; ++k) visitUnit(visit, lane, unit + k, at + (std::uint64_t{k} << shift_));
      continue;
    }
    // Lanes in a row that read one place: the first and the last stand for all.
    unsigned last = lane;
    if (event.uniform) {
      last = warpSize - 1 - static_cast<unsigned>(std::countl_zero(event.mask));
      rest = 0;
    } else {
      while (rest != 0 && event.address[std::countr_zero(rest)] == at) {
        last = static_cast<unsigned>(std::countr_zero(rest));
        rest &= rest - 1;
      }
    }
    for (unsigned k = 0; k < units; ++k) readRun(visit, unit + k, lane, last);
  }
}

/// Lanes read units in a row. False when some unit was written in this launch by another thread: the reads are then
/// still to be noted.
bool GlobalRaces::readRow(std::size_t first, std::size_t count, RaceStamp id, unsigned laneShift) {
  RaceStamp *write = write_ + first, *read = read_ + first, *other = other_ + first;
  const RaceStamp base = base_;
  const std::size_t last = first + count - 1;
  RaceStamp mixed = 0;
  const auto stamp = [&](std::size_t k) { return id + (k >> laneShift); };
  if (anyIn(groupRead_, first, last))
    for (std::size_t k = 0; k < count; ++k)
      mixed |= static_cast<RaceStamp>(read[k] >= base) & static_cast<RaceStamp>(((read[k] ^ stamp(k)) & whoMask) != 0);
  if (mixed == 0) {
    for (std::size_t k = 0; k < count; ++k) read[k] = stamp(k);
  } else {
    for (std::size_t k = 0; k < count; ++k) {
      const RaceStamp before = read[k], me = stamp(k), kept = other[k];
      const bool another = before >= base && ((before ^ me) & whoMask) != 0;
      const bool elsewhere = ((before ^ me) & blockMask) != 0;
      const bool keptElsewhere = kept >= base && ((kept ^ me) & blockMask) != 0;
      other[k] = another && (elsewhere || !keptElsewhere) ? before : kept;
      read[k] = me;
    }
  }
  markIn(groupRead_, first, last);
  if (fenced_) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!anyIn(groupWritten_, first, last)) return true;
  RaceStamp clash = 0;
  for (std::size_t k = 0; k < count; ++k)
    clash |= static_cast<RaceStamp>(write[k] >= base) & static_cast<RaceStamp>(((write[k] ^ stamp(k)) & whoMask) != 0);
  return clash == 0;
}

/// Lanes write units in a row. False, and nothing is noted, when some unit was touched in this launch by another
/// thread.
bool GlobalRaces::writeRow(std::size_t first, std::size_t count, RaceStamp id, unsigned laneShift) {
  RaceStamp *write = write_ + first, *read = read_ + first, *other = other_ + first;
  const RaceStamp base = base_;
  const std::size_t last = first + count - 1;
  const auto stamp = [&](std::size_t k) { return id + (k >> laneShift); };
  RaceStamp clash = 0;
  if (anyIn(groupWritten_, first, last))
    for (std::size_t k = 0; k < count; ++k)
      clash |=
          static_cast<RaceStamp>(write[k] >= base) & static_cast<RaceStamp>(((write[k] ^ stamp(k)) & whoMask) != 0);
  if (clash != 0) return false;
  for (std::size_t k = 0; k < count; ++k) write[k] = stamp(k);
  markIn(groupWritten_, first, last);
  if (fenced_) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!anyIn(groupRead_, first, last)) return true;
  for (std::size_t k = 0; k < count; ++k)
    clash |=
        (static_cast<RaceStamp>(read[k] >= base) & static_cast<RaceStamp>(((read[k] ^ stamp(k)) & whoMask) != 0)) |
        (static_cast<RaceStamp>(other[k] >= base) & static_cast<RaceStamp>(((other[k] ^ stamp(k)) & whoMask) != 0));
  return clash == 0;
}

void GlobalRaces::noteRead(std::size_t unit, RaceStamp id) {
  const RaceStamp before = anyIn(groupRead_, unit, unit) ? read_[unit] : 0;
  if (recent(before) && ((before ^ id) & whoMask) != 0) {
    const bool elsewhere = ((before ^ id) & blockMask) != 0;
    if (elsewhere || !recent(other_[unit]) || ((other_[unit] ^ id) & blockMask) == 0) other_[unit] = before;
  }
  read_[unit] = id;
  markIn(groupRead_, unit, unit);
}

void GlobalRaces::readRun(const Visit& visit, std::size_t unit, unsigned first, unsigned last) {
  noteRead(unit, visit.id + first);
  if (last != first) noteRead(unit, visit.id + last);
  if (fenced_) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!anyIn(groupWritten_, unit, unit) || !recent(write_[unit])) return;
  for (unsigned lane = first; lane <= last; ++lane)
    if ((visit.event.mask >> lane & 1) != 0 && visit.event.address[lane] == visit.event.address[first])
      if (clash(visit, lane, write_[unit], true))
        report(visit, lane, unit, visit.event.address[lane], write_[unit], true, false);
}

GlobalRaces::Party GlobalRaces::partyOf(RaceStamp stamp) const {
  const SyncBoard::Incarnation incarnation = board_.of(stamp >> RaceShadow::incarnationShift);
  Party party;
  party.block = incarnation.block;
  party.clock = incarnation.clockBase +
                static_cast<std::uint32_t>(stamp >> RaceShadow::clockShift & (RaceShadow::clockLimit - 1));
  party.source = static_cast<std::uint32_t>(stamp >> RaceShadow::sourceShift & (RaceShadow::sourceLimit - 1));
  party.strength = static_cast<AccessStrength>(stamp >> RaceShadow::kindShift & 7);
  party.thread = static_cast<std::uint32_t>(stamp & RaceShadow::threadMask);
  return party;
}

bool GlobalRaces::clash(const Visit& visit, unsigned lane, RaceStamp other, bool otherWrites) const {
  const RaceStamp me = visit.id + lane;
  if (!recent(other) || ((other ^ me) & whoMask) == 0) return false;
  if (visit.event.kind == AccessKind::load && !otherWrites) return false;
  const auto strength = strengthOf(visit.event.instruction, visit.event.kind);
  const Party theirs = partyOf(other);
  const bool sameBlock = theirs.block == visit.order.number();
  const bool sameWarp = sameBlock && theirs.thread / warpSize == visit.event.warp.index;
  if (mayMeet(strength, theirs.strength, sameBlock, sameWarp, false)) return false;
  const auto thread = static_cast<std::uint32_t>(me & RaceShadow::threadMask);
  return sameBlock ? !visit.order.orderedHere(thread, theirs.thread, theirs.clock)
                   : !visit.order.orderedElsewhere(thread, theirs.block, theirs.thread, theirs.clock);
}

/// One lane and one unit of a store or an atomic.
void GlobalRaces::visitUnit(const Visit& visit, unsigned lane, std::size_t unit, std::uint64_t address) {
  const RaceStamp me = visit.id + lane, written = anyIn(groupWritten_, unit, unit) ? write_[unit] : 0;
  write_[unit] = me;
  markIn(groupWritten_, unit, unit);
  if (fenced_) std::atomic_thread_fence(std::memory_order_seq_cst);
  const RaceStamp read = anyIn(groupRead_, unit, unit) ? read_[unit] : 0;
  if (!recent(written) && !recent(read)) return;  // there is no other read without a last one
  const std::pair<RaceStamp, bool> others[] = {{written, true}, {read, false}, {other_[unit], false}};
  for (const auto& [other, writes] : others) {
    if (!clash(visit, lane, other, writes)) continue;
    bool sameValue = false;
    if (visit.event.kind == AccessKind::store) {
      // Lanes of one store have one stamp but for the thread. So have two stores of a loop that nothing interrupts:
      // then what memory holds decides as well.
      const auto otherLane = static_cast<unsigned>(other % warpSize);
      const bool oneStore = writes && ((other ^ me) & ~RaceStamp{warpSize - 1}) == 0 &&
                            (visit.event.mask >> otherLane & 1) != 0 && otherLane < lane &&
                            address - visit.event.address[otherLane] < visit.event.bytes;
      const std::uint64_t at = address & ~((std::uint64_t{1} << shift_) - 1);
      sameValue = RaceReporter::keepsValue(visit.event, lane, at, 1u << shift_, launch_.memory.bytes(at),
                                           oneStore ? otherLane : warpSize);
    }
    if (sameValue && !writes) continue;
    report(visit, lane, unit, address, other, writes, sameValue);
    if (!sameValue) break;
  }
}

void GlobalRaces::report(const Visit& visit, unsigned lane, std::size_t unit, std::uint64_t address, RaceStamp other,
                         bool otherWrites, bool sameValue) const {
  const RaceStamp me = visit.id + lane;
  const Party mine = partyOf(me), theirs = partyOf(other);
  const auto party = [&](const Party& one, bool writes) {
    return RaceParty{visit.reporter.blockAt(one.block), visit.reporter.threadAt(one.thread), one.source, writes,
                     one.strength};
  };
  Race race;
  race.here = party(mine, visit.event.kind != AccessKind::load);
  race.there = party(theirs, otherWrites);
  race.sameBlock = mine.block == theirs.block;
  race.sameWarp = race.sameBlock && mine.thread / warpSize == theirs.thread / warpSize;
  race.sameInstruction = otherWrites && race.here.writes && ((other ^ me) & ~RaceStamp{warpSize - 1}) == 0;
  race.sameValue = sameValue;
  if (race.here.writes && otherWrites && visit.reporter.sameLine(race.here.source, race.there.source))
    for (const RaceStamp read : {read_[unit], other_[unit]})
      race.update = race.update || (recent(read) && ((read ^ me) & whoMask & ~RaceStamp{warpSize - 1}) == 0 &&
                                    visit.reporter.sameLine(partyOf(read).source, race.here.source));
  visit.reporter.report(race, [&] { return launch_.memory.describe(address); });
}

}  // namespace gpusim
