#include "harness/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <random>

namespace harness {
namespace {

/// 128 bits that the child cannot guess before it has read them from its command line.
std::string freshToken() {
  std::random_device entropy;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", entropy(), entropy(), entropy(), entropy());
}

/// `folder` in front of the library path this process has.
std::string libraryPath(const std::filesystem::path& folder) {
  const char* inherited = std::getenv("LD_LIBRARY_PATH");
  return inherited != nullptr && *inherited != '\0' ? folder.string() + ":" + inherited : folder.string();
}

/// Takes the namespace that the build added out of `text`.
std::string withoutScope(std::string text, const std::string& scope) {
  if (scope.empty()) return text;
  const std::string prefix = scope + "::";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
    text.erase(at, prefix.size());
  return text;
}

/// Three quarters of the machine's memory: a runaway child is killed before it takes the machine down.
std::uint64_t memoryAllowance() {
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  return pages <= 0 || pageBytes <= 0
             ? 0
             : static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes) / 4 * 3;
}

/// How long a program may be silent: it tells of every run of every case, so a long silence is a loop without end, and
/// nobody need wait for the whole run's limit. No less than a slow kernel takes on a slow machine.
double quietLimit(double timeLimitSeconds) { return std::max(20.0, timeLimitSeconds / 3); }

}  // namespace

RunRecord runExercise(const RunRequest& request) {
  const bool onSimulator = request.device == DeviceKind::simulator;
  const std::string token = freshToken();

  ProcessRequest process;
  process.arguments = {
      request.program.string(),     "--events", std::to_string(eventDescriptor), "--token", token, "--seed",
      std::to_string(request.seed), "--device", onSimulator ? "sim" : "gpu"};
  for (const std::string& shape : request.cases) process.arguments.insert(process.arguments.end(), {"--case", shape});
  if (request.explain) process.arguments.emplace_back("--why");
  if (request.brief) process.arguments.emplace_back("--brief");
  if (!request.timing) process.arguments.emplace_back("--no-timing");
  if (!request.timedShape.empty()) process.arguments.insert(process.arguments.end(), {"--time", request.timedShape});
  process.environment = {{"LD_LIBRARY_PATH", libraryPath(request.libraryFolder)}};
  if (onSimulator) {
    process.environment.emplace_back("GPUSIM_STOPPABLE", "1");
    process.farewellSeconds = 1;
    process.environment.emplace_back("GPUSIM_CARD", request.card);
    if (request.simulatorThreads != 0)
      process.environment.emplace_back("GPUSIM_THREADS", std::to_string(request.simulatorThreads));
  }
  process.directory = request.directory.string();
  process.timeLimitSeconds = request.timeLimitSeconds;
  process.quietSeconds = quietLimit(request.timeLimitSeconds);
  process.captureBytes = 64U << 10;
  process.memoryBytes = memoryAllowance();
  process.largePages = onSimulator;  // on a card, how memory is laid out is part of what lessons measure

  RunRecord record;
  record.timeLimitSeconds = request.timeLimitSeconds;
  constexpr std::size_t maximumEvents = 100000;  // a ladder makes some hundred; more is a flood
  EventReader reader(token);
  process.onEventLine = [&](std::string_view line) {
    std::variant<Event, EventFault> event = reader.read(withoutScope(std::string(line), request.scope));
    if (const EventFault* fault = std::get_if<EventFault>(&event)) record.fault = *fault;
    if (record.events.size() >= maximumEvents) record.fault = EventFault{true, "the event channel was flooded"};
    if (record.fault) return false;
    record.events.push_back(std::get<Event>(std::move(event)));
    if (const CaseBegin* begin = std::get_if<CaseBegin>(&record.events.back()); begin != nullptr && request.onCase)
      request.onCase(*begin);
    const Findings* found = std::get_if<Findings>(&record.events.back());
    return !request.stopAtFinding || found == nullptr ||
           std::all_of(found->findings.begin(), found->findings.end(), [](const Finding& one) { return one.note; });
  };
  if (request.prepare) request.prepare(process);
  // Programs that share a card take turns on it: each one's times would have the others' in them.
  static std::mutex card;
  std::unique_lock turn(card, std::defer_lock);
  if (!onSimulator) turn.lock();
  record.end = runProcess(process);
  if (record.end.kind == ProcessEnd::Kind::timedOut) record.timeLimitSeconds = record.end.limitSeconds;
  record.end.standardOutput = withoutScope(std::move(record.end.standardOutput), request.scope);
  record.end.standardError = withoutScope(std::move(record.end.standardError), request.scope);
  return record;
}

}  // namespace harness
