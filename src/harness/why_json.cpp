#include <fmt/ranges.h>

#include "harness/json.h"
#include "harness/why.h"
#include "harness/why_lines.h"
#include "harness/why_sizes.h"

namespace harness {
namespace {

std::string countsJson(const Counts& counts) {
  std::string out;
  for (const auto& [name, value] : counts.all())
    if (value != 0) out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", jsonString(name), value);
  return "{" + out + "}";
}

std::string triple(const std::array<std::uint64_t, 3>& value) {
  return fmt::format("[{}, {}, {}]", value[0], value[1], value[2]);
}

std::string accessJson(const AccessFacts& access) {
  std::string address;
  for (unsigned lane = 0; lane < warpLanes; ++lane)
    address += (lane == 0 ? "" : ", ") + (access.active(lane) ? std::to_string(access.address[lane]) : "null");
  return fmt::format(
      "{{\"space\": {}, \"kind\": {}, \"bytes\": {}, \"requests\": {}, \"units\": {}, \"ideal_units\": {}, \"lanes\": "
      "{}, "
      "\"worst\": {{\"block\": {}, \"thread\": {}, \"units\": {}, \"ideal_units\": {}, \"address\": [{}]}}}}",
      access.isShared ? "\"shared\"" : "\"global\"", jsonString(access.kind), access.bytes, access.requests,
      access.units, access.idealUnits, access.lanes, triple(access.worst.block), triple(access.worst.thread),
      access.worstUnits, access.worstIdeal, address);
}

std::string noteJson(const Note& note) {
  std::string detail;
  if (note.isAccess()) detail = ", \"access\": " + accessJson(note.access);
  if (note.cause == Cause::divergence)
    detail = fmt::format(", \"splits\": {}, \"mask\": {}, \"taken\": {}", note.split.splits, note.split.most.mask,
                         note.split.taken);
  if (note.cause == Cause::local) detail = fmt::format(", \"requests\": {}", note.requests);
  return fmt::format(
      "{{\"line\": {}, \"kernel\": {}, \"cause\": {}, \"sentence\": {}, \"worth_saying\": {}, \"waste\": {:.6g}{}}}",
      note.line, jsonString(note.kernel), jsonString(causeName(note.cause)), jsonString(note.sentence),
      isWorthSaying(note), note.waste, detail);
}

template <class Items, class Format>
std::string array(const Items& items, Format format) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + format(item);
  return "[" + out + "]";
}

}  // namespace

std::string whyJson(const WhyReport& report) {
  const WhyFacts& facts = report.facts;
  return fmt::format(
      "{{\"case\": {}, \"seed\": {}, \"problem\": {}, \"wrong\": {}, \"total\": {}, \"kernels\": {}, \"lines\": {}, "
      "\"notes\": {}, \"narrow_indices\": {}, \"html\": {}}}",
      jsonString(facts.shape), facts.seed, report.problem.empty() ? "null" : jsonString(report.problem), facts.wrong,
      facts.total,
      array(facts.kernels,
            [](const KernelFacts& kernel) {
              return fmt::format(
                  "{{\"kernel\": {}, \"launches\": {}, \"grid\": {}, \"block\": {}, \"modelled_ms\": "
                  "{:.6g}, \"counters\": {}}}",
                  jsonString(kernel.name), kernel.launches, triple(kernel.grid), triple(kernel.block),
                  kernel.modelledMilliseconds, countsJson(kernel.counts));
            }),
      array(lineCosts(facts),
            [](const LineCost& line) {
              return fmt::format("{{\"line\": {}, \"cost\": {:.6g}, \"counters\": {}}}",
                                 line.line == 0 ? "null" : std::to_string(line.line), line.cost,
                                 countsJson(line.counts));
            }),
      array(report.notes, noteJson),
      array(findNarrowIndices(facts),
            [](const NarrowIndex& index) {
              return fmt::format("{{\"bits\": {}, \"lines\": [{}]}}", index.bits, fmt::join(index.lines, ", "));
            }),
      report.htmlFile.empty() ? "null" : jsonString(report.htmlFile));
}

}  // namespace harness
