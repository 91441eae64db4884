#include "harness/why_sizes.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "harness/why_notes.h"

namespace harness {

std::vector<NarrowIndex> findNarrowIndices(const WhyFacts& facts) {
  std::map<unsigned, std::set<std::uint64_t>> lines;
  for (const KernelFacts& kernel : facts.kernels)
    for (const LineFacts& line : kernel.lines)
      for (const AccessFacts& access : line.accesses)
        if (line.line != 0 && access.narrowIndex != 0) lines[access.narrowIndex].insert(line.line);
  std::vector<NarrowIndex> found;
  for (const auto& [bits, of] : lines) found.push_back({bits, {of.begin(), of.end()}});
  return found;
}

std::string narrowIndexSentence(const NarrowIndex& index) {
  std::string where = index.lines.size() == 1 ? "line " : "lines ";
  for (std::size_t k = 0; k < index.lines.size(); ++k)
    where += fmt::format("{}{}", k == 0 ? "" : k + 1 == index.lines.size() ? " and " : ", ", index.lines[k]);
  return fmt::format("{}: the index is a product of 32 bits, which wraps from {} on; a factor of type size_t mends it",
                     where, grouped(std::uint64_t{1} << index.bits));
}

}  // namespace harness
