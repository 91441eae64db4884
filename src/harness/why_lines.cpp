#include "harness/why_lines.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

namespace harness {

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

std::string shortName(const std::string& kernel) {
  // The parameter list is the last parenthesis at depth 0; template arguments may hold others.
  std::size_t end = kernel.size();
  int depth = 0;
  for (std::size_t k = kernel.size(); k-- > 0;) {
    if (kernel[k] == ')') ++depth;
    if (kernel[k] == '(' && --depth == 0) {
      end = k;
      break;
    }
  }
  const std::string name = kernel.substr(0, end);
  // A template's demangled name starts with its return type.
  return name.rfind("void ", 0) == 0 ? name.substr(5) : name;
}

std::string extents(const std::array<std::uint64_t, 3>& value) {
  std::string text = grouped(value[0]);
  if (value[1] != 1 || value[2] != 1) text += " x " + grouped(value[1]);
  if (value[2] != 1) text += " x " + grouped(value[2]);
  return text;
}

std::string noteSubject(const Note& note) {
  if (note.cause == Cause::divergence) return "branch";
  if (note.cause == Cause::local) return "local memory";
  return fmt::format("{} {}", note.access.isShared ? "shared" : "global", note.access.kind);
}

std::string noteCounts(const Note& note) {
  if (note.cause == Cause::divergence)
    return fmt::format("branch: split a warp {} time{}", grouped(note.split.splits), note.split.splits == 1 ? "" : "s");
  if (note.cause == Cause::local) return fmt::format("local memory: {} requests", grouped(note.requests));
  const AccessFacts& access = note.access;
  const std::string have = amount(access.perRequest(access.units)),
                    least = amount(access.perRequest(access.idealUnits));
  const char* unit = access.isShared ? "wavefront" : "sector";
  return fmt::format("{}: {} requests, {} {}{} each{}, {} lanes", noteSubject(note), grouped(access.requests), have,
                     unit, have == "1" ? "" : "s", have == least ? "" : fmt::format(" ({} would do)", least),
                     amount(access.perRequest(access.lanes)));
}

std::vector<LineCost> lineCosts(const WhyFacts& facts) {
  std::map<std::uint64_t, LineCost> lines;
  for (const KernelFacts& kernel : facts.kernels)
    for (const LineFacts& line : kernel.lines) lines[line.line].counts.add(line.counts);
  std::vector<LineCost> out;
  for (auto& [number, line] : lines) {
    const Counts& counts = line.counts;
    const auto sum = [&](std::initializer_list<const char*> names) {
      std::uint64_t total = 0;
      for (const char* name : names) total += counts[name];
      return static_cast<double>(total);
    };
    line.line = number;
    line.cost = sum({"global_load_sectors", "global_store_sectors", "global_atomic_sectors"}) +
                4 * sum({"local_load_requests", "local_store_requests"}) +
                wavefrontInSectors * sum({"shared_load_wavefronts", "shared_store_wavefronts"}) +
                issueSlotInSectors * sum({"warp_instructions"});
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace harness
