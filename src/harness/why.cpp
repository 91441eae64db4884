#include "harness/why.h"

#include <fmt/format.h>

#include "harness/build.h"
#include "harness/toolchain.h"

namespace harness {
namespace {

/// Why a run left no `why` event.
std::string whyNothing(const RunRecord& record) {
  if (record.fault) return record.fault->message;
  switch (record.end.kind) {
    case ProcessEnd::Kind::timedOut:
      return fmt::format("it was stopped after {:g} s", record.timeLimitSeconds);
    case ProcessEnd::Kind::outOfMemory:
      return "it ran out of memory";
    case ProcessEnd::Kind::signalled:
      return fmt::format("it crashed (signal {})", record.end.code);
    case ProcessEnd::Kind::interrupted:
      return "it was interrupted";
    case ProcessEnd::Kind::exited:
    case ProcessEnd::Kind::stopped:
    case ProcessEnd::Kind::notStarted:
      break;
  }
  return fmt::format("it ended itself with status {}", record.end.code);
}

RunRequest runRequest(const JudgeRequest& request, const Day& day, const Built& built) {
  RunRequest run;
  run.program = built.program;
  run.device = DeviceKind::simulator;
  run.libraryFolder = request.target.buildFolder / "lib";
  run.directory = built.program.parent_path();
  run.card = request.target.card;
  run.simulatorThreads = request.simulatorThreads;
  run.seed = request.seed;
  run.cases = request.cases;
  run.explain = true;
  run.timeLimitSeconds = request.timeLimitSeconds.value_or(day.timeLimitSeconds);
  return run;
}

}  // namespace

Result<WhyReport> explainFile(const JudgeRequest& request) {
  const Result<Day> day = loadDay(request.files);
  if (!day) return day.problem();
  const Result<std::string> text = readText(request.source, ExitStatus::usage);
  if (!text) return text.problem();
  const Result<Toolchain> tools = findToolchain(request.files.root);
  if (!tools) return tools.problem();

  WhyReport report;
  report.files = request.files;
  report.title = day->title;
  report.file = shownPath(request.source, request.files.root);
  report.sourceText = *text;
  report.card = request.target.card;
  const Result<Built> built = buildExercise({request.files, request.source, request.target.buildFolder, ""}, *tools);
  if (!built && built.problem().status != ExitStatus::didNotBuild) return built.problem();
  if (!built) {
    report.problem = "it did not build";
    return report;
  }
  const RunRecord record = runExercise(runRequest(request, *day, *built));
  for (const Event& event : record.events) {
    if (const Hello* hello = std::get_if<Hello>(&event); hello != nullptr && !hello->card.empty())
      report.card = hello->card;
    const Why* why = std::get_if<Why>(&event);
    if (why == nullptr) continue;
    std::optional<WhyFacts> facts =
        readWhy(why->body, [&](const std::string& file) { return shownPath(file, request.files.root) == report.file; });
    if (!facts) return Problem{ExitStatus::internal, "the exercise runtime's 'why' event is not as it should be"};
    report.facts = std::move(*facts);
    report.notes = findNotes(report.facts);
    if (!report.facts.error.empty()) report.problem = report.facts.error;
    if (report.problem.empty() && report.facts.kernels.empty()) report.problem = "it launched no kernel";
    return report;
  }
  report.problem = whyNothing(record);
  return report;
}

}  // namespace harness
