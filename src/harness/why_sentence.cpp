#include "harness/why_sentence.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>

namespace harness {
namespace {

std::uint64_t magnitude(std::int64_t value) { return static_cast<std::uint64_t>(value < 0 ? -value : value); }

/// "2,003 floats", "1 double", "12 bytes": a distance in the access's own elements where it is a whole number of them.
std::string distance(const AccessFacts& access, std::uint64_t bytes) {
  const std::uint64_t size = access.elementBytes;
  if (size == 1 || bytes % size != 0) return fmt::format("{} byte{}", grouped(bytes), bytes == 1 ? "" : "s");
  const char* name = access.isReal && size == 4   ? "float"
                     : access.isReal && size == 8 ? "double"
                     : access.isReal && size == 2 ? "half"
                     : size == 4                  ? "4-byte word"
                                                  : nullptr;
  const std::uint64_t count = bytes / size;
  if (name == nullptr) return fmt::format("{} element{} of {} bytes", grouped(count), count == 1 ? "" : "s", size);
  if (size == 2 && access.isReal) return fmt::format("{} {}", grouped(count), count == 1 ? "half" : "halves");
  return fmt::format("{} {}{}", grouped(count), name, count == 1 ? "" : "s");
}

/// "all 32 lanes", "lanes 0 and 16", "lanes 0, 8, 16 and 24", "16 lanes (0, 2, 4, ...)"
std::string lanesText(const std::vector<unsigned>& lanes) {
  if (lanes.size() == warpLanes) return "all 32 lanes";
  std::string text;
  if (lanes.size() > 4) {
    for (std::size_t k = 0; k < 3; ++k) text += fmt::format("{}, ", lanes[k]);
    return fmt::format("{} lanes ({}...)", lanes.size(), text);
  }
  for (std::size_t k = 0; k < lanes.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : k + 1 == lanes.size() ? " and " : ", ", lanes[k]);
  return (lanes.size() == 1 ? "lane " : "lanes ") + text;
}

std::string counted(const Note& note) {
  const AccessFacts& access = note.access;
  const double have = access.perRequest(access.units), ideal = access.perRequest(access.idealUnits);
  const char* unit = access.isShared ? "wavefront" : "sector";
  const std::string first = amount(have), least = amount(ideal);
  return fmt::format("{} {}{} a request, {} would do: ", first, unit, first == "1" ? "" : "s", least);
}

std::string strideText(const Note& note) {
  const AccessFacts& access = note.access;
  const std::uint64_t stride = magnitude(note.pattern.stride);
  const std::string apart = fmt::format("lanes are {} apart", distance(access, stride));
  if (stride >= std::uint64_t{sectorBytes}) return apart + " (each has a sector to itself, as down a column)";
  return apart + fmt::format(" (of every {} bytes it uses {})", stride, access.bytes);
}

std::string bankText(const Note& note) {
  const BankMeeting& meeting = note.meeting;
  const std::string meet = fmt::format("{} meet in bank {}", lanesText(meeting.lanes), meeting.bank);
  if (note.cause == Cause::bankStride) {
    const std::uint64_t words = magnitude(note.pattern.stride) / 4;
    std::string text = fmt::format("lanes are {} words apart, so {}", grouped(words), meet);
    if (words % 2 == 0) text += fmt::format("; {} apart would not meet", grouped(words + 1));
    return text;
  }
  const std::string apart = meeting.wordStride != 0 ? fmt::format(", {} words apart", grouped(meeting.distance)) : "";
  if (note.cause == Cause::wideBanks)
    return fmt::format("{} bytes a lane go {} lanes at a time, of which {}{}", note.access.bytes,
                       warpLanes / meeting.groups, meet, apart);
  return fmt::format("{} in {} different words{}", meet, meeting.words, apart);
}

std::string partialText(const AccessFacts& access) {
  const std::string average = amount(access.perRequest(access.lanes));
  const auto exist = std::popcount(access.worst.exists);
  if (exist < static_cast<int>(warpLanes))
    return fmt::format("{} of 32 lanes take part: the block's last warp has {} thread{}", average, exist,
                       exist == 1 ? "" : "s");
  return fmt::format("{} of 32 lanes take part: the rest of the warp idles", average);
}

}  // namespace

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string amount(double value) {
  std::string text = fmt::format("{:.{}f}", value, value >= 9.995 ? 1 : 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string accessSentence(const Note& note) {
  const AccessFacts& access = note.access;
  const Pattern& pattern = note.pattern;
  const char* unit = access.isShared ? "wavefront" : "sector";
  const std::string have = amount(access.perRequest(access.units));
  switch (note.cause) {
    case Cause::ideal:
      return fmt::format("{} {}{} a request, as few as can be", have, unit, have == "1" ? "" : "s");
    case Cause::broadcast:
      return fmt::format("{} {}{} a request, as few as can be: all lanes share one address", have, unit,
                         have == "1" ? "" : "s");
    case Cause::stride:
      return counted(note) + strideText(note);
    case Cause::misaligned:
      return counted(note) +
             fmt::format("a warp's first address lies {} past a sector's edge", distance(access, pattern.pastSector));
    case Cause::gaps:
      return counted(note) + fmt::format("{} of 32 lanes take part, and idle ones lie between them", pattern.lanes);
    case Cause::rows:
      return counted(note) + fmt::format("a warp spans {} runs of {} lanes, {} apart", pattern.runs, pattern.runLanes,
                                         distance(access, magnitude(pattern.stride)));
    case Cause::repeated:
      return counted(note) + fmt::format("a warp asks for {} addresses, {} apart, {} lanes each", pattern.runs,
                                         distance(access, magnitude(pattern.stride)), pattern.runLanes);
    case Cause::scattered:
      return counted(note) +
             fmt::format("{} lanes go to {} addresses without a pattern", pattern.lanes, pattern.distinct);
    case Cause::partialWarp:
      return partialText(access);
    case Cause::contended:
      return fmt::format("{} lanes of a warp update {} address{}: those that share one take turns", pattern.lanes,
                         pattern.distinct, pattern.distinct == 1 ? "" : "es");
    case Cause::bankStride:
    case Cause::bankMeeting:
    case Cause::wideBanks:
      return counted(note) + bankText(note);
    case Cause::local:
    case Cause::divergence:
      break;
  }
  return "";
}

std::string splitSentence(const SplitFacts& split, std::uint64_t branches) {
  const int all = std::popcount(split.most.mask), taken = std::popcount(split.most.mask & split.taken);
  const double share = branches == 0 ? 0 : 100.0 * static_cast<double>(split.splits) / static_cast<double>(branches);
  return fmt::format("{}% of branches split a warp: {} lanes go one way while {} wait",
                     amount(std::round(share * 10) / 10), std::max(taken, all - taken), std::min(taken, all - taken));
}

std::string localSentence(std::uint64_t requests) {
  return fmt::format("{} requests of local memory: an array indexed at run time has no registers", grouped(requests));
}

}  // namespace harness
