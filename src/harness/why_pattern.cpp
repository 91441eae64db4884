#include "harness/why_pattern.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace harness {
namespace {

constexpr std::int64_t wordBytes = 4;
constexpr unsigned banks = 32;

std::vector<unsigned> activeLanes(const AccessFacts& access) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < warpLanes; ++lane)
    if (access.active(lane)) lanes.push_back(lane);
  return lanes;
}

/// Bytes from each active lane's address to the next one's, when all are the same. `perLane`: for each lane of
/// distance, so that lanes between them that sit out count.
std::optional<std::int64_t> constantStride(const AccessFacts& access, const std::vector<unsigned>& lanes,
                                           bool perLane) {
  std::optional<std::int64_t> stride;
  for (std::size_t k = 1; k < lanes.size(); ++k) {
    const std::int64_t difference = access.address[lanes[k]] - access.address[lanes[k - 1]];
    const std::int64_t distance = perLane ? static_cast<std::int64_t>(lanes[k] - lanes[k - 1]) : 1;
    if (difference % distance != 0) return std::nullopt;
    if (stride && *stride != difference / distance) return std::nullopt;
    stride = difference / distance;
  }
  return stride;
}

/// Runs of lanes `step` bytes apart; true when there are several of two lanes or more, as long as each other except at
/// the ends, and their starts the same distance apart.
bool findRuns(const AccessFacts& access, const std::vector<unsigned>& lanes, std::int64_t step, Pattern& pattern) {
  std::vector<std::vector<unsigned>> runs;
  for (const unsigned lane : lanes) {
    const bool goesOn = !runs.empty() && access.address[lane] - access.address[runs.back().back()] ==
                                             step * static_cast<std::int64_t>(lane - runs.back().back());
    if (!goesOn) runs.emplace_back();
    runs.back().push_back(lane);
  }
  if (runs.size() < 2) return false;
  std::size_t longest = 0;
  for (const auto& run : runs) longest = std::max(longest, run.size());
  if (longest < 2) return false;
  for (std::size_t k = 1; k + 1 < runs.size(); ++k)
    if (runs[k].size() != longest) return false;
  // A first run that began before the mask, or a last one that ends early, may be shorter; starts are compared by the
  // whole runs between them.
  const auto start = [&](std::size_t k) { return access.address[runs[k].front()]; };
  const std::int64_t pitch = runs.size() == 2 || runs[0].size() == longest ? start(1) - start(0) : start(2) - start(1);
  for (std::size_t k = runs[0].size() == longest ? 1 : 2; k < runs.size(); ++k)
    if (start(k) - start(k - 1) != pitch) return false;
  pattern.runs = static_cast<unsigned>(runs.size());
  pattern.runLanes = static_cast<unsigned>(longest);
  pattern.stride = pitch;
  return true;
}

}  // namespace

Pattern findPattern(const AccessFacts& access) {
  const std::vector<unsigned> lanes = activeLanes(access);
  const std::int64_t bytes = access.bytes;
  Pattern pattern;
  pattern.lanes = static_cast<unsigned>(lanes.size());
  std::set<std::int64_t> distinct;
  for (const unsigned lane : lanes) distinct.insert(access.address[lane]);
  pattern.distinct = static_cast<unsigned>(distinct.size());
  pattern.pastSector = static_cast<unsigned>((*distinct.begin() % sectorBytes + sectorBytes) % sectorBytes);
  const bool hasGaps = lanes.back() - lanes.front() + 1 != lanes.size();
  const std::optional<std::int64_t> inOrder = constantStride(access, lanes, false),
                                    byLane = constantStride(access, lanes, true);
  if (lanes.size() == 1) {
    pattern.kind = Pattern::Kind::single;
  } else if (hasGaps && byLane && (*byLane == bytes || *byLane == -bytes)) {
    pattern.kind = Pattern::Kind::gaps;
  } else if (inOrder || byLane) {
    pattern.stride = inOrder ? *inOrder : *byLane;
    pattern.kind = pattern.stride == 0                                   ? Pattern::Kind::broadcast
                   : pattern.stride == bytes || pattern.stride == -bytes ? Pattern::Kind::contiguous
                                                                         : Pattern::Kind::stride;
  } else if (*distinct.rbegin() - *distinct.begin() == bytes * static_cast<std::int64_t>(distinct.size() - 1) &&
             std::adjacent_find(distinct.begin(), distinct.end(),
                                [&](std::int64_t a, std::int64_t b) { return b - a != bytes; }) == distinct.end()) {
    pattern.kind = Pattern::Kind::contiguous;
  } else if (findRuns(access, lanes, bytes, pattern)) {
    pattern.kind = Pattern::Kind::rows;
  } else if (findRuns(access, lanes, 0, pattern)) {
    pattern.kind = Pattern::Kind::repeated;
  }
  return pattern;
}

BankMeeting findMeeting(const AccessFacts& access) {
  BankMeeting meeting;
  // As src/sim/exec/access.cpp counts: up to 4 bytes the whole warp at once, 8 in halves, 16 in quarters; loads whose
  // neighboring lanes pair up on equal addresses in half as many parts.
  meeting.groups = access.bytes <= 4 ? 1 : access.bytes <= 8 ? 2 : 4;
  if (access.kind == "load" && meeting.groups > 1)
    for (const unsigned step : {1U, 2U}) {
      bool paired = true;
      for (unsigned lane = 0; lane < warpLanes; ++lane)
        if (access.active(lane) && access.active(lane ^ step))
          paired = paired && access.address[lane] == access.address[lane ^ step];
      if (!paired) continue;
      meeting.groups /= 2;
      break;
    }
  const unsigned lanesPerGroup = warpLanes / meeting.groups;
  for (unsigned group = 0; group < meeting.groups; ++group) {
    std::array<std::vector<std::pair<std::int64_t, unsigned>>, banks> wanted;  // word and the first lane that wants it
    for (unsigned lane = group * lanesPerGroup; lane < (group + 1) * lanesPerGroup; ++lane) {
      if (!access.active(lane)) continue;
      const std::int64_t first = access.address[lane] / wordBytes;
      const std::int64_t last = (access.address[lane] + access.bytes - 1) / wordBytes;
      for (std::int64_t word = first; word <= last; ++word) {
        auto& list = wanted[static_cast<std::size_t>(word % banks)];
        if (std::none_of(list.begin(), list.end(), [&](const auto& item) { return item.first == word; }))
          list.emplace_back(word, lane);
      }
    }
    for (unsigned bank = 0; bank < banks; ++bank) {
      const auto& list = wanted[bank];
      if (list.size() <= meeting.words) continue;
      meeting.words = static_cast<unsigned>(list.size());
      meeting.bank = bank;
      meeting.lanes.clear();
      for (const auto& [word, lane] : list) meeting.lanes.push_back(lane);
      meeting.wordStride = 0;
      meeting.distance = 0;
      if (list.size() < 2) continue;
      const std::int64_t stride = list[1].first - list[0].first;
      meeting.distance = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
      bool constant = true;
      for (std::size_t k = 1; k < list.size(); ++k) constant = constant && list[k].first - list[k - 1].first == stride;
      meeting.wordStride = constant ? stride : 0;
    }
  }
  return meeting;
}

}  // namespace harness
