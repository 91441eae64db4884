#include "cudart/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cudart/json.h"

namespace gpusim::cudart {
namespace {

/// A program that never takes its launches must not grow without end.
constexpr std::size_t maxLaunches = 65536;

struct CounterField {
  const char* name;
  std::uint64_t Counters::*value;
};
constexpr std::array<CounterField, 22> counterFields{{
    {"global_load_requests", &Counters::globalLoadRequests},
    {"global_load_sectors", &Counters::globalLoadSectors},
    {"global_load_ideal_sectors", &Counters::globalLoadIdealSectors},
    {"global_store_requests", &Counters::globalStoreRequests},
    {"global_store_sectors", &Counters::globalStoreSectors},
    {"global_store_ideal_sectors", &Counters::globalStoreIdealSectors},
    {"global_atomic_requests", &Counters::globalAtomicRequests},
    {"global_atomic_sectors", &Counters::globalAtomicSectors},
    {"local_load_requests", &Counters::localLoadRequests},
    {"local_store_requests", &Counters::localStoreRequests},
    {"shared_load_requests", &Counters::sharedLoadRequests},
    {"shared_load_wavefronts", &Counters::sharedLoadWavefronts},
    {"shared_load_conflicts", &Counters::sharedLoadConflicts},
    {"shared_store_requests", &Counters::sharedStoreRequests},
    {"shared_store_wavefronts", &Counters::sharedStoreWavefronts},
    {"shared_store_conflicts", &Counters::sharedStoreConflicts},
    {"shared_atomic_requests", &Counters::sharedAtomicRequests},
    {"warp_instructions", &Counters::warpInstructions},
    {"thread_instructions", &Counters::threadInstructions},
    {"branches", &Counters::branches},
    {"divergent_branches", &Counters::divergentBranches},
    {"barriers", &Counters::barriers},
}};
static_assert(sizeof(Counters) == counterFields.size() * sizeof(std::uint64_t), "a counter is missing from the list");

const char* toolName(Tool tool) {
  switch (tool) {
    case Tool::memcheck:
      return "memcheck";
    case Tool::initcheck:
      return "initcheck";
    case Tool::racecheck:
      return "racecheck";
    case Tool::synccheck:
      return "synccheck";
  }
  return "check";
}

std::string siteFields(const Site& site) {
  return fmt::format("\"block\":{},\"thread\":{},\"file\":{},\"line\":{}", json::triple(site.block),
                     json::triple(site.thread), json::quoted(site.where.file), site.where.line);
}

std::string describe(const Site& site) {
  const std::string where =
      site.where.line == 0 ? std::string() : fmt::format("{}:{}, ", site.where.file, site.where.line);
  return fmt::format("{}thread ({},{},{}) of block ({},{},{})", where, site.thread.x, site.thread.y, site.thread.z,
                     site.block.x, site.block.y, site.block.z);
}

}  // namespace

std::string counterFieldsJson(const Counters& counters, bool onlyNonZero) {
  std::string text;
  for (const CounterField& field : counterFields)
    if (!onlyNonZero || counters.*field.value != 0)
      text += fmt::format(",\"{}\":{}", field.name, counters.*field.value);
  return text;
}

std::string keyOf(const Finding& finding) {
  std::string key = fmt::format("{}\n{}\n{}\n{}:{}", toolName(finding.tool), finding.kind, finding.kernel,
                                finding.site.where.file, finding.site.where.line);
  for (const Site& site : finding.other) key += fmt::format("\n{}:{}", site.where.file, site.where.line);
  return key;
}

std::string describe(const Finding& finding) {
  std::string text =
      fmt::format("{}{}: {}: {}", toolName(finding.tool), finding.note ? " (note)" : "", finding.kind, finding.message);
  if (finding.kernel.empty()) return text;  // of the host's doing: no thread, no line
  text += fmt::format(", in {} at {}", finding.kernel, describe(finding.site));
  if (!finding.other.empty()) text += fmt::format(", and {}", describe(finding.other.front()));
  if (finding.count > 1) text += fmt::format("; {} times", finding.count);
  if (finding.site.where.line == 0) text += " (build with -lineinfo for the source line)";
  return text;
}

std::string describe(const LaunchReport& report) {
  const Counters& counters = report.counters;
  const Dim3& grid = report.config.grid;
  const Dim3& block = report.config.block;
  return fmt::format(
      "{}<<<({},{},{}), ({},{},{}), {}>>> {:.4g} ms modelled; global load {} requests, {} sectors; store {}, {}; "
      "shared load {} wavefronts, {} conflicts; store {}, {}; {} warp instructions",
      report.kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, report.config.dynamicSharedBytes,
      report.modelledSeconds * 1e3, counters.globalLoadRequests, counters.globalLoadSectors,
      counters.globalStoreRequests, counters.globalStoreSectors, counters.sharedLoadWavefronts,
      counters.sharedLoadConflicts, counters.sharedStoreWavefronts, counters.sharedStoreConflicts,
      counters.warpInstructions);
}

void Journal::add(const Finding& finding) {
  const std::string key = keyOf(finding);
  const auto alike =
      std::find_if(findings_.begin(), findings_.end(), [&](const Finding& known) { return keyOf(known) == key; });
  if (alike != findings_.end())
    alike->count += finding.count;
  else
    findings_.push_back(finding);
}

void Journal::add(const LaunchReport& report, std::uint64_t stream) {
  for (const Finding& finding : report.findings) add(finding);
  if (launches_.size() == maxLaunches) launches_.pop_front();
  launches_.push_back(
      {report.kernel, report.config, report.counters, report.modelledSeconds, stream, report.pageFaults, report.work});
}

std::string Journal::findingsJson() const {
  std::string text = "[";
  for (const Finding& finding : findings_) {
    if (text.size() > 1) text += ",";
    text += fmt::format(
        "{{\"tool\":\"{}\",\"kind\":{},\"message\":{},\"kernel\":{},{},\"count\":{},"
        "\"note\":{},\"other\":{}}}",
        toolName(finding.tool), json::quoted(finding.kind), json::quoted(finding.message), json::quoted(finding.kernel),
        siteFields(finding.site), finding.count, finding.note,
        finding.other.empty() ? "null" : fmt::format("{{{}}}", siteFields(finding.other.front())));
  }
  return text + "]";
}

std::string Journal::launchesJson(bool work) const {
  std::string text = "[";
  for (const Launch& launch : launches_) {
    if (text.size() > 1) text += ",";
    text += fmt::format("{{\"kernel\":{},\"grid\":{},\"block\":{},\"stream\":{},\"modelled_ms\":{}",
                        json::quoted(launch.kernel), json::triple(launch.config.grid),
                        json::triple(launch.config.block), launch.stream, json::number(launch.modelledSeconds * 1e3));
    text += counterFieldsJson(launch.counters, false) + fmt::format(",\"page_faults\":{}", launch.pageFaults);
    if (work)
      for (const WorkField& field : workFields)
        text += fmt::format(",\"work_{}\":{}", field.name, json::number(launch.work.*field.value));
    text += "}";
  }
  return text + "]";
}

std::vector<std::string> Journal::newLines() {
  std::vector<std::string> lines;
  for (const Finding& finding : findings_) {
    if (printed_.insert(keyOf(finding)).second) lines.push_back(describe(finding));
  }
  return lines;
}

}  // namespace gpusim::cudart
