#include "harness/why_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/html.h"

namespace harness {
namespace {

constexpr int pitch = 26, box = 22;  // of lanes, sectors and banks, in the picture's units

std::int64_t floorDivide(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

/// The frame of a picture: readers that show none read the title and the description.
std::string picture(const std::string& id, int width, int height, const std::string& title,
                    const std::string& description, const std::string& body) {
  return fmt::format(
      "<svg class=\"map\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" role=\"img\" aria-labelledby=\"{2}-t {2}-d\">"
      "<title id=\"{2}-t\">{3}</title><desc id=\"{2}-d\">{4}</desc>{5}</svg>\n",
      width, height, id, htmlText(title), htmlText(description), body);
}

std::string rectangle(const char* style, double x, double y, double width, double height) {
  return fmt::format("<rect class=\"{}\" x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"/>", style, x, y, width,
                     height);
}

std::string label(const char* style, double x, double y, const std::string& text) {
  return fmt::format("<text class=\"{}\" x=\"{:g}\" y=\"{:g}\">{}</text>", style, x, y, htmlText(text));
}

std::string laneRow(std::uint32_t mask, int y) {
  std::string out;
  for (unsigned lane = 0; lane < warpLanes; ++lane) {
    const int x = static_cast<int>(lane) * pitch;
    out += rectangle((mask >> lane & 1) != 0 ? "lane" : "idle", x, y, box, box);
    out += label("number", x + box / 2.0, y + 15, std::to_string(lane));
  }
  return out;
}

}  // namespace

std::string laneMap(const Note& note, const std::string& id) {
  const AccessFacts& access = note.access;
  std::map<std::int64_t, std::set<std::int64_t>> sectors;  // bytes asked for, by sector
  for (unsigned lane = 0; lane < warpLanes; ++lane)
    for (std::int64_t byte = 0; access.active(lane) && byte < access.bytes; ++byte) {
      const std::int64_t at = access.address[lane] + byte;
      sectors[floorDivide(at, sectorBytes)].insert(at - floorDivide(at, sectorBytes) * sectorBytes);
    }
  // Neighboring sectors touch; others stand apart, as far as the width of the lanes above lets them.
  constexpr int top = 34, bottom = 190;
  constexpr double lanesWidth = warpLanes * pitch - (pitch - box);
  std::size_t gaps = 0;
  for (auto at = sectors.begin(); at != sectors.end(); ++at)
    gaps += at != sectors.begin() && std::prev(at)->first + 1 != at->first ? 1 : 0;
  const double room = lanesWidth - static_cast<double>(sectors.size()) * box;
  const double gap = gaps == 0 ? 0 : std::clamp(room / static_cast<double>(gaps), 4.0, 3.0 * box);
  std::map<std::int64_t, double> place;
  double x = 0;
  for (auto at = sectors.begin(); at != sectors.end(); ++at) {
    if (at != sectors.begin()) x += box + (std::prev(at)->first + 1 == at->first ? 0 : gap);
    place[at->first] = x;
  }
  const double used = x + box;
  const double shift = used < lanesWidth ? (lanesWidth - used) / 2 : 0;  // few sectors: centered under the lanes

  std::string body = label("caption", 0, 14, "lanes of the warp") + laneRow(access.worst.mask, 22);
  for (unsigned lane = 0; lane < warpLanes; ++lane) {
    if (!access.active(lane)) continue;
    const double from = lane * pitch + box / 2.0;
    const std::int64_t sector = floorDivide(access.address[lane], sectorBytes);
    const double to = place[sector] + shift +
                      static_cast<double>(access.address[lane] - sector * sectorBytes) * box / sectorBytes +
                      access.bytes * box / (2.0 * sectorBytes);
    body += fmt::format("<path class=\"wire\" d=\"M{:g} {}C{:g} {} {:g} {} {:g} {}\"/>", from, top + 12, from, top + 80,
                        to, bottom - 70, to, bottom);
  }
  for (const auto& [sector, bytes] : sectors) {
    const double at = place[sector] + shift;
    body += rectangle("sector", at, bottom, box, box);
    for (const std::int64_t byte : bytes)
      body +=
          rectangle("asked", at + static_cast<double>(byte) * box / sectorBytes, bottom, box * 1.0 / sectorBytes, box);
  }
  const auto edge = [&](std::int64_t sector) {
    return fmt::format("{}{}", sector < 0 ? "-" : "",
                       grouped(static_cast<std::uint64_t>(sector < 0 ? -sector : sector) * sectorBytes));
  };
  const double firstAt = shift + box / 2.0, lastAt = place.rbegin()->second + shift + box / 2.0;
  body += label("number", std::max(firstAt, 24.0), bottom + box + 14, "byte " + edge(sectors.begin()->first));
  if (sectors.size() > 4)
    body +=
        label("number", std::min(lastAt, lanesWidth - 30), bottom + box + 14, "byte " + edge(sectors.rbegin()->first));
  const std::size_t bytesAsked = [&] {
    std::size_t total = 0;
    for (const auto& [sector, bytes] : sectors) total += bytes.size();
    return total;
  }();
  const std::string sum =
      fmt::format("{} sector{} of 32 bytes: {} bytes moved, {} asked for", sectors.size(),
                  sectors.size() == 1 ? "" : "s", grouped(sectors.size() * 32), grouped(bytesAsked));
  body += label("caption", 0, bottom + box + 36, sum);
  return picture(id, static_cast<int>(std::max(used, lanesWidth)) + 1, bottom + box + 44, "From lanes to sectors",
                 fmt::format("Line {}, {}: {}. {}.", note.line, note.access.kind, sum, note.sentence), body);
}

std::string bankMap(const Note& note, const std::string& id) {
  const AccessFacts& access = note.access;
  constexpr int left = 64, top = 46, height = 20;
  std::map<std::int64_t, std::map<std::int64_t, std::vector<unsigned>>> rows;  // lanes by row of 32 words and bank
  const unsigned lanesPerGroup = warpLanes / note.meeting.groups;
  const unsigned group = note.meeting.lanes.empty() ? 0 : note.meeting.lanes.front() / lanesPerGroup;
  for (unsigned lane = 0; lane < warpLanes; ++lane) {
    if (!access.active(lane) || lane / lanesPerGroup != group) continue;
    for (std::int64_t word = access.address[lane] / 4; word <= (access.address[lane] + access.bytes - 1) / 4; ++word) {
      std::vector<unsigned>& lanes = rows[word / 32][word % 32];
      if (lanes.empty() || lanes.back() != lane) lanes.push_back(lane);
    }
  }
  std::string body = label("caption", 0, 14, "banks across, words of shared memory down; a number is the lane");
  for (int bank = 0; bank < 32; ++bank)
    body += label("number", left + bank * pitch + box / 2.0, top - 8, std::to_string(bank));
  int y = top;
  std::int64_t before = -1;
  for (const auto& [row, banks] : rows) {
    if (before >= 0 && row != before + 1) y += 8;
    before = row;
    body += label("word", left - 8, y + 14, "word " + grouped(static_cast<std::uint64_t>(row * 32)));
    for (int bank = 0; bank < 32; ++bank) {
      const auto found = banks.find(bank);
      const bool busiest = note.meeting.words > 1 && static_cast<unsigned>(bank) == note.meeting.bank;
      const char* style = found == banks.end() ? "free" : busiest ? "meets" : "taken";
      body += rectangle(style, left + bank * pitch, y, box, height - 2);
      if (found == banks.end()) continue;
      const std::string text =
          found->second.size() == 1 ? std::to_string(found->second[0]) : fmt::format("{}x", found->second.size());
      body += label("number", left + bank * pitch + box / 2.0, y + 13, text);
    }
    y += height;
  }
  const std::string part = note.meeting.groups == 1
                               ? ""
                               : fmt::format(" Shown: lanes {} to {}, served together.", group * lanesPerGroup,
                                             (group + 1) * lanesPerGroup - 1);
  const std::string sum = note.meeting.words > 1
                              ? fmt::format("Bank {} is asked for {} different words: {} passes.{}", note.meeting.bank,
                                            note.meeting.words, note.meeting.words, part)
                              : fmt::format("No bank is asked for two words: one pass.{}", part);
  body += label("caption", 0, y + 18, sum);
  return picture(id, left + 32 * pitch, y + 26, "From lanes to banks",
                 fmt::format("Line {}, {}: {} {}.", note.line, note.access.kind, sum, note.sentence), body);
}

std::string splitStrip(const Note& note, const std::string& id) {
  std::string body;
  for (unsigned lane = 0; lane < warpLanes; ++lane) {
    const bool met = (note.split.most.mask >> lane & 1) != 0, taken = (note.split.taken >> lane & 1) != 0;
    body += rectangle(!met ? "idle" : taken ? "lane" : "other", lane * pitch, 22, box, box);
    body += label("number", lane * pitch + box / 2.0, 37, std::to_string(lane));
  }
  body += label("caption", 0, 14, "lanes of the warp: two colors, two ways; pale ones sit out");
  return picture(id, static_cast<int>(warpLanes) * pitch, 50, "A warp that splits",
                 fmt::format("Line {}: {}.", note.line, note.sentence), body);
}

std::string wrongCells(const WrongMap& map, const std::string& id) {
  const int size = 12;
  const auto across = static_cast<int>(map.wrong[0].size()), down = static_cast<int>(map.wrong.size());
  std::string body;
  std::uint64_t wrong = 0, firstRow = map.rows, lastRow = 0, firstCol = map.cols, lastCol = 0;
  for (int row = 0; row < down; ++row)
    for (int col = 0; col < across; ++col) {
      const std::uint64_t fieldRow = static_cast<std::uint64_t>(row) * map.fieldRows,
                          fieldCol = static_cast<std::uint64_t>(col) * map.fieldCols;
      const std::uint64_t rows = std::min(map.fieldRows, map.rows - std::min(fieldRow, map.rows)),
                          cols = std::min(map.fieldCols, map.cols - std::min(fieldCol, map.cols));
      const std::uint64_t here = map.wrong[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
      const std::uint64_t empty = map.unwritten[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
      const char* style = here == 0 ? "right" : 2 * empty >= here ? "unwritten" : "wrong";
      const double share = rows * cols == 0 ? 0 : static_cast<double>(here) / static_cast<double>(rows * cols);
      body += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>", style, col * size,
                          row * size, size - 1, size - 1,
                          here == 0 ? "" : fmt::format(" opacity=\"{:.2f}\"", 0.35 + 0.65 * std::min(share, 1.0)));
      if (here == 0) continue;
      wrong += here;
      firstRow = std::min(firstRow, fieldRow), lastRow = std::max(lastRow, fieldRow + rows - 1);
      firstCol = std::min(firstCol, fieldCol), lastCol = std::max(lastCol, fieldCol + cols - 1);
    }
  const std::string description =
      fmt::format("{} of {} cells of {} are wrong, in rows {} to {} and columns {} to {}.", grouped(wrong),
                  grouped(map.rows * map.cols), map.array, firstRow, lastRow, firstCol, lastCol);
  return picture(id, across * size, down * size, "Where the wrong cells lie", description, body);
}

}  // namespace harness
