#include "sim/plugins/races_shared.h"

#include <algorithm>
#include <bit>

namespace gpusim {
namespace {

constexpr unsigned threadBits = 10;
constexpr std::uint32_t threadMask = (1u << threadBits) - 1;
constexpr std::uint32_t lastSerial = (1u << 22) - 2;

constexpr unsigned fewestUnits = 4;  // units for which all at once is quicker than one by one

bool sameThread(std::uint32_t a, std::uint32_t b) { return ((a ^ b) & threadMask) == 0; }
bool sameWarp(std::uint32_t a, std::uint32_t b) { return ((a ^ b) & threadMask & ~(warpSize - 1)) == 0; }

}  // namespace

void SharedRaces::begin(std::size_t bytes) {
  const std::size_t units = (bytes + (std::size_t{1} << shift_) - 1) >> shift_;
  if (write_.size() < units)
    for (auto* stamps : {&write_, &read_, &otherRead_, &laneRead_}) stamps->resize(units, 0);
  nextEpoch();
}

void SharedRaces::nextEpoch() {
  if (serial_ > lastSerial / 2) {
    for (auto* stamps : {&write_, &read_, &otherRead_, &laneRead_}) std::fill(stamps->begin(), stamps->end(), 0u);
    serial_ = 1;
  }
  firstSerial_ = serial_;
  base_ = serial_ << threadBits;
  records_.clear();
}

/// Enters the access and returns its stamp for lane 0.
SharedRaces::Stamp SharedRaces::record(const MemoryEvent& event, const BlockSync& order) {
  const Record entry{order.clock(), event.instruction.source, strengthOf(event.instruction, event.kind)};
  // An epoch longer than the serials reach keeps its last one: conflicts are then told with that access's line.
  if (serial_ < lastSerial) {
    records_.push_back(entry);
    ++serial_;
  } else {
    records_.back() = entry;
  }
  return (serial_ - 1) << threadBits | event.warp.index * warpSize;
}

const SharedRaces::Record& SharedRaces::of(Stamp stamp) const { return records_[(stamp >> threadBits) - firstSerial_]; }

void SharedRaces::access(const MemoryEvent& event, const BlockView& block, const BlockSync& order,
                         RaceReporter& reporter) {
  const Visit visit{event, block, order, reporter, record(event, order)};
  const bool isRead = event.kind == AccessKind::load;
  const unsigned unitBytes = 1u << shift_;
  if (event.contiguous && event.bytes == unitBytes) {
    const std::size_t first = event.address[0] >> shift_;
    if (isRead ? readRow(first, visit.id) : writeRow(first, visit.id)) return;
    for (unsigned lane = 0; lane < warpSize; ++lane) visitUnit(visit, lane, first + lane);
    return;
  }
  if (isRead && event.bytes == unitBytes) {
    const Pattern& pattern = patternOf(event);
    const auto first = static_cast<std::ptrdiff_t>(event.address[0] >> shift_);
    for (unsigned k = 0; k < pattern.count; ++k) {
      const Pattern::Run& run = pattern.runs[k];
      const auto unit = static_cast<std::size_t>(first + run.unit);
      if (run.count >= fewestUnits && readUnits(unit, run.count, visit.id + run.first, visit.id + run.last)) continue;
      for (unsigned next = 0; next < run.count; ++next) readRun(visit, unit + next, run.first + next, run.last + next);
    }
    return;
  }
  const unsigned units = std::max(1u, event.bytes >> shift_);
  for (std::uint32_t rest = event.mask; rest != 0;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    rest &= rest - 1;
    const std::uint64_t at = event.address[lane];
    if (!isRead) {
      for (unsigned k = 0; k < units; ++k) visitUnit(visit, lane, (at >> shift_) + k);
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
    for (unsigned k = 0; k < units; ++k) readRun(visit, (at >> shift_) + k, lane, last);
  }
}

const SharedRaces::Pattern& SharedRaces::patternOf(const MemoryEvent& event) {
  const std::size_t index = event.instruction.index;
  if (patterns_.size() <= index) patterns_.resize(index + 1);
  if (patterns_[index] == nullptr) patterns_[index] = std::make_unique<Pattern>();
  Pattern& pattern = *patterns_[index];
  // Shared memory is small, so the lower halves of the addresses say it all.
  std::int32_t relative[warpSize], changed = static_cast<std::int32_t>(pattern.mask ^ event.mask);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    relative[lane] = static_cast<std::int32_t>(event.address[lane]) - static_cast<std::int32_t>(event.address[0]);
    changed |= relative[lane] ^ pattern.relative[lane];
  }
  if (changed == 0) return pattern;
  std::copy(std::begin(relative), std::end(relative), std::begin(pattern.relative));
  pattern.mask = event.mask;
  pattern.count = 0;
  for (std::uint32_t rest = event.mask; rest != 0;) {
    const auto first = static_cast<unsigned>(std::countr_zero(rest));
    std::uint32_t alike = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) alike |= std::uint32_t{relative[lane] == relative[first]} << lane;
    alike &= rest;
    rest &= ~alike;
    const std::int32_t unit = relative[first] >> shift_;
    const auto last = static_cast<unsigned>(warpSize - 1 - std::countl_zero(alike));
    if (pattern.count != 0) {
      Pattern::Run& run = pattern.runs[pattern.count - 1];
      if (unit == run.unit + run.count && first == unsigned{run.first} + run.count &&
          last == unsigned{run.last} + run.count) {
        ++run.count;
        continue;
      }
    }
    pattern.runs[pattern.count++] = {unit, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last), 1};
  }
  return pattern;
}

/// As noteRead for `count` units in a row, by lanes in a row from `first` on, and then from `last` on unless that is
/// the same. False, and nothing is noted, when one was written in this epoch.
bool SharedRaces::readUnits(std::size_t unit, unsigned count, Stamp first, Stamp last) {
  Stamp *write = write_.data() + unit, *read = read_.data() + unit, *other = otherRead_.data() + unit,
        *lanes = laneRead_.data() + unit;
  const Stamp base = base_;
  std::uint32_t written = 0;
  for (unsigned k = 0; k < count; ++k) written |= static_cast<std::uint32_t>(write[k] >= base);
  if (written != 0) return false;
  const bool twice = first != last;
#pragma GCC ivdep
  for (unsigned k = 0; k < count; ++k) {
    const Stamp before = read[k], me = first + k;
    const bool recent = before >= base, ofWarp = sameWarp(before, me);
    other[k] = recent && !ofWarp ? before : other[k];
    const Stamp sibling = recent && ofWarp && !sameThread(before, me) ? before : lanes[k];
    lanes[k] = twice ? me : sibling;
    read[k] = last + k;
  }
  return true;
}

void SharedRaces::readRun(const Visit& visit, std::size_t unit, unsigned first, unsigned last) {
  const Stamp written = write_[unit];
  if (written >= base_) {
    for (unsigned lane = first; lane <= last; ++lane)
      if ((visit.event.mask >> lane & 1) != 0 && visit.event.address[lane] == visit.event.address[first])
        visitUnit(visit, lane, unit);
    return;
  }
  noteRead(unit, visit.id + first);
  if (last != first) noteRead(unit, visit.id + last);
}

void SharedRaces::noteRead(std::size_t unit, Stamp id) {
  const Stamp before = read_[unit];
  if (before >= base_) {
    if (!sameWarp(before, id))
      otherRead_[unit] = before;
    else if (!sameThread(before, id))
      laneRead_[unit] = before;
  }
  read_[unit] = id;
}

/// 32 lanes read 32 units in a row. False, and nothing is noted, when that needs a closer look.
bool SharedRaces::readRow(std::size_t first, Stamp id) {
  Stamp *write = write_.data() + first, *read = read_.data() + first, *other = otherRead_.data() + first;
  const Stamp base = base_;
  std::uint32_t closer = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const Stamp before = read[lane], difference = (before ^ (id + lane)) & threadMask;
    closer |= static_cast<std::uint32_t>(write[lane] >= base) &
              static_cast<std::uint32_t>(((write[lane] ^ (id + lane)) & threadMask) != 0);
    closer |= static_cast<std::uint32_t>(before >= base) & static_cast<std::uint32_t>(difference != 0) &
              static_cast<std::uint32_t>(difference < warpSize);
  }
  if (closer != 0) return false;
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const Stamp before = read[lane];
    const bool keep = before >= base && ((before ^ id) & threadMask & ~(warpSize - 1)) != 0;
    other[lane] = keep ? before : other[lane];
    read[lane] = id + lane;
  }
  return true;
}

/// 32 lanes write 32 units in a row. False, and nothing is noted, when some unit was touched in this epoch by another
/// thread.
bool SharedRaces::writeRow(std::size_t first, Stamp id) {
  Stamp *write = write_.data() + first, *read = read_.data() + first, *other = otherRead_.data() + first,
        *lanes = laneRead_.data() + first;
  const Stamp base = base_;
  std::uint32_t collision = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    const Stamp me = id + lane;
    collision |= (static_cast<std::uint32_t>(write[lane] >= base) &
                  static_cast<std::uint32_t>(((write[lane] ^ me) & threadMask) != 0)) |
                 (static_cast<std::uint32_t>(read[lane] >= base) &
                  static_cast<std::uint32_t>(((read[lane] ^ me) & threadMask) != 0)) |
                 static_cast<std::uint32_t>(other[lane] >= base) | static_cast<std::uint32_t>(lanes[lane] >= base);
  }
  if (collision != 0) return false;
  for (unsigned lane = 0; lane < warpSize; ++lane) write[lane] = id + lane;
  return true;
}

bool SharedRaces::clash(const Visit& visit, unsigned lane, Stamp other, bool otherWrites) const {
  const Stamp me = visit.id + lane;
  if (other < base_ || sameThread(other, me)) return false;
  if (visit.event.kind == AccessKind::load && !otherWrites) return false;
  const Record &mine = of(me), &theirs = of(other);
  if (mayMeet(mine.strength, theirs.strength, true, sameWarp(other, me), true)) return false;
  return !visit.order.orderedHere(me & threadMask, other & threadMask, theirs.clock);
}

/// One lane and one unit, the long way.
void SharedRaces::visitUnit(const Visit& visit, unsigned lane, std::size_t unit) {
  const Stamp me = visit.id + lane;
  std::pair<Stamp, bool> others[] = {
      {write_[unit], true}, {read_[unit], false}, {otherRead_[unit], false}, {laneRead_[unit], false}};
  // Another warp is the better party to name: the barrier that helps there helps within the warp too.
  if (sameWarp(others[1].first, me)) std::swap(others[1], others[2]);
  for (const auto& [other, writes] : others) {
    if (!clash(visit, lane, other, writes)) continue;
    bool sameValue = false;
    if (visit.event.kind == AccessKind::store) {
      const std::uint64_t at = std::uint64_t{unit} << shift_;
      const bool oneStore = other >> threadBits == me >> threadBits;
      sameValue = RaceReporter::keepsValue(visit.event, lane, at, 1u << shift_, visit.block.shared + at,
                                           oneStore ? other % warpSize : warpSize);
    }
    if (sameValue && !writes) continue;
    report(visit, lane, unit, other, writes, sameValue);
    if (!sameValue) break;
  }
  if (visit.event.kind == AccessKind::load)
    noteRead(unit, me);
  else
    write_[unit] = me;
}

void SharedRaces::report(const Visit& visit, unsigned lane, std::size_t unit, Stamp other, bool otherWrites,
                         bool sameValue) const {
  const Stamp me = visit.id + lane;
  const auto party = [&](Stamp stamp, bool writes) {
    return RaceParty{visit.block.index, visit.reporter.threadAt(stamp & threadMask), of(stamp).source, writes,
                     of(stamp).strength};
  };
  Race race;
  race.here = party(me, visit.event.kind != AccessKind::load);
  race.there = party(other, otherWrites);
  race.shared = race.sameBlock = true;
  race.sameWarp = sameWarp(me, other);
  race.sameInstruction = me >> threadBits == other >> threadBits;
  race.sameValue = sameValue;
  if (race.here.writes && otherWrites && visit.reporter.sameLine(race.here.source, race.there.source))
    for (const Stamp read : {read_[unit], otherRead_[unit], laneRead_[unit]})
      race.update = race.update ||
                    (read >= base_ && sameWarp(read, me) && visit.reporter.sameLine(of(read).source, race.here.source));
  visit.reporter.report(race, [&] { return visit.reporter.sharedPlace(unit << shift_, visit.event.instruction); });
}

}  // namespace gpusim
