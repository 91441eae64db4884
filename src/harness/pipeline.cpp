#include "harness/pipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "harness/build.h"
#include "harness/card_state.h"
#include "harness/judge.h"
#include "harness/toolchain.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t simulatorCells = 1U << 17;  // with a card: the simulator still checks the cases up to this size

Result<Built> build(const JudgeRequest& request, const Toolchain& tools) {
  if (request.built) return *request.built;
  BuildRequest order = buildRequest(request.files, request.source, request.target);
  Result<Built> built = buildExercise(order, tools);
  // A card newer than the compiler: the driver compiles the PTX for it.
  if (!built && !order.machineCode.empty() &&
      built.problem().message.find("Unsupported gpu architecture") != std::string::npos) {
    order.machineCode.clear();
    return buildExercise(order, tools);
  }
  return built;
}

/// On a card: the first shape whose input and output are large against its L2, else the largest. A smaller one would
/// measure the cache. The simulator's model has no such trap, and takes the exercise's own.
std::string timedShape(const Day& day, const Target& target) {
  if (!day.timed || target.kind != DeviceKind::gpu) return "";
  constexpr double bytesPerCell =
      8;  // a float in and a float out; the exercise warns when its own count says otherwise
  for (const std::string& shape : day.timingShapes)
    if (static_cast<double>(cellsOf(shape)) * bytesPerCell >=
        day.minimumL2Multiple * static_cast<double>(target.gpu->l2Bytes))
      return shape;
  return day.timingShapes.back();
}

RunRequest runRequest(const JudgeRequest& request, const Day& day, const Built& built, const Toolchain& tools) {
  RunRequest run;
  run.program = built.program;
  run.scope = built.scope;
  run.device = request.target.kind;
  run.libraryFolder = run.device == DeviceKind::simulator ? request.target.buildFolder / "lib" : tools.cudartFolder;
  run.directory = built.program.parent_path();
  run.card = request.target.card;
  run.simulatorThreads = request.simulatorThreads;
  run.seed = request.seed;
  run.cases = request.cases;
  run.timing = request.timing && day.timed;
  run.timedShape = timedShape(day, request.target);
  run.timeLimitSeconds = request.timeLimitSeconds.value_or(day.timeLimitSeconds);
  if (request.onProgress)
    run.onCase = [progress = request.onProgress](const CaseBegin& begin) {
      progress(fmt::format("case {} of {}: {}", begin.k, begin.of, begin.shape));
    };
  return run;
}

/// Whoever asks for cases has chosen them, and wants no other.
void shrink(Report& report, const RunRequest& run, const RunRecord& record, const JudgeRequest& request) {
  if (request.shrinkSeconds <= 0 || !request.cases.empty()) return;
  if (request.onProgress) request.onProgress("looking for the smallest failing case");
  report.smallest = smallestFailing(run, record, report.judgement, request.shrinkSeconds);
}

bool isRight(ExitStatus status) {
  return status == ExitStatus::passed || status == ExitStatus::notFaster || status == ExitStatus::shortOfTarget;
}

/// A card shows right values where the simulator shows the race behind them, so the small cases run there as well.
void checkOnSimulator(Report& report, RunRequest run, const JudgeRequest& request) {
  run.device = DeviceKind::simulator;
  run.libraryFolder = request.target.buildFolder / "lib";
  run.timing = false;
  if (run.cases.empty()) run.cases = report.day.ladder;
  std::erase_if(run.cases, [](const std::string& shape) { return cellsOf(shape) > simulatorCells; });
  if (run.cases.empty()) return;
  std::error_code ignored;
  if (!fs::exists(run.libraryFolder / "libcudart.so.13", ignored)) {
    report.note =
        "the simulator is not built, so races, unwritten reads and skipped barriers were not looked for: run `make`";
    return;
  }
  Goals goals = rightAndSafe();
  goals.copiedToIdeal = report.day.goals.copiedToIdeal;
  goals.pageFaults = report.day.goals.pageFaults;
  const Judgement checked = judge(runExercise(run), goals);
  if (checked.pages) report.judgement.pages = checked.pages;
  if (checked.copies) report.judgement.copies = checked.copies;
  if (checked.status == ExitStatus::passed) return;
  std::optional<Timing> timing = std::move(report.judgement.timing);
  report.judgement = checked;
  report.judgement.headline = "on the simulator, which checks more than a card: " + checked.headline;
  report.judgement.timing = std::move(timing);
}

void addDoubt(Timing& timing, const std::string& doubt) {
  if (!doubt.empty()) timing.warning += (timing.warning.empty() ? "" : "; ") + doubt;
}

std::uint64_t freshSeed() {
  std::random_device entropy;
  return entropy();  // 32 bits: a seed that a person can type again
}

}  // namespace

BuildRequest buildRequest(const DayFiles& files, const fs::path& source, const Target& target) {
  BuildRequest request{files, source, target.buildFolder, ""};
  if (target.gpu) request.machineCode = fmt::format("{}{}", target.gpu->computeMajor, target.gpu->computeMinor);
  return request;
}

Result<Target> chooseTarget(const Options& options) {
  Target target;
  target.buildFolder = fs::path(options.root) / "build";
  target.card = options.card;
  if (options.device != DeviceChoice::simulator) target.gpu = findGpu();
  if (target.gpu) {
    target.kind = DeviceKind::gpu;
    return target;
  }
  if (options.device == DeviceChoice::gpu)
    return Problem{ExitStatus::setup,
                   "no card: the driver's libcuda.so.1 is missing or shows no device. Without --device gpu the "
                   "simulator is used."};
  std::vector<std::string> cards;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(options.root) / "src/sim/cards", ignored))
    if (entry.path().extension() == ".yaml") cards.push_back(entry.path().stem().string());
  std::sort(cards.begin(), cards.end());
  if (std::find(cards.begin(), cards.end(), options.card) == cards.end())
    return Problem{ExitStatus::usage,
                   fmt::format("there is no simulated card '{}'; there is: {}", options.card, fmt::join(cards, ", "))};
  if (!fs::exists(target.buildFolder / "lib/libcudart.so.13", ignored))
    return Problem{ExitStatus::setup, "the simulator is not built (build/lib/libcudart.so.13 is missing): run `make`"};
  return target;
}

Result<Toolchain> toolchainFor(const Target& target, const fs::path& root) {
  Result<Toolchain> tools = findToolchain(root);
  if (!tools || target.kind == DeviceKind::simulator || tools->forCards) return tools;
  return Problem{ExitStatus::setup,
                 fmt::format("programs of {} ({}) run on the simulator only: --device sim asks for it. For the card "
                             "install the CUDA toolkit (package cuda-nvcc).",
                             tools->program.string(), tools->why)};
}

Result<Report> judgeFile(const JudgeRequest& request) {
  const Result<Day> day = loadDay(request.files);
  if (!day) return day.problem();
  const Result<std::string> text = readText(request.source, ExitStatus::usage);
  if (!text) return text.problem();
  const Result<Toolchain> tools = toolchainFor(request.target, request.files.root);
  if (!tools) return tools.problem();

  const bool onCard = request.target.kind == DeviceKind::gpu;
  Report report{request.files,
                *day,
                shownPath(request.source, request.files.root),
                *text,
                onCard ? "gpu" : "sim",
                onCard ? request.target.gpu->name : request.target.card,
                request.seed,
                {},
                "",
                "",
                "",
                false,
                0,
                0,
                "",
                "",
                {}};
  if (request.onProgress) request.onProgress("compiling");
  const Result<Built> built = build(request, *tools);
  if (!built && built.problem().status != ExitStatus::didNotBuild) return built.problem();
  if (!built) {
    report.judgement.status = ExitStatus::didNotBuild;
    report.judgement.headline = "the compiler's first error is the one to mend";
    report.compilerSaid = built.problem().message;
    return report;
  }
  report.compilerSaid = built->warnings;
  report.buildSeconds = built->seconds;

  const RunRequest run = runRequest(request, *day, *built, *tools);
  std::optional<CardState> cardState;
  if (onCard && run.timing) cardState = readCardState();
  RunRecord record = runExercise(run);
  Goals goals = day->goals;
  goals.timingWanted = run.timing;
  report.judgement = judge(record, goals);
  if (cardState && report.judgement.timing) addDoubt(*report.judgement.timing, doubtOf(*cardState));
  shrink(report, run, record, request);
  if (onCard && isRight(report.judgement.status)) checkOnSimulator(report, run, request);
  report.runSeconds = record.end.seconds;
  report.standardOutput = std::move(record.end.standardOutput);
  report.standardError = std::move(record.end.standardError);
  report.outputTruncated = record.end.truncated;
  if (report.judgement.hello && !report.judgement.hello->card.empty()) report.card = report.judgement.hello->card;
  return report;
}

Result<JudgeRequest> requestOf(const Options& options, const std::function<void(const std::string&)>& onProgress) {
  const Result<DayFiles> files = resolveDay(options.root, options.days.front());
  if (!files) return files.problem();
  const Result<Day> day = loadDay(*files);
  if (!day) return day.problem();
  for (const std::string& shape : options.cases)
    if (!isCase(shape, day->shape))
      return Problem{ExitStatus::usage,
                     fmt::format("'--case {}' is no {} such as {}", shape, day->shape, day->ladder.back())};

  const fs::path source = options.from.empty() ? files->learner : fs::absolute(options.from);
  std::error_code ignored;
  if (!fs::is_regular_file(source, ignored))
    return Problem{ExitStatus::usage, options.from.empty()
                                          ? fmt::format("{} is not there yet: `make {}` makes it from the starter",
                                                        shownPath(source, files->root), files->id())
                                          : fmt::format("--from {}: there is no such file", options.from)};
  const Result<Target> target = chooseTarget(options);
  if (!target) return target.problem();
  return JudgeRequest{*files,
                      source,
                      *target,
                      options.seed.value_or(freshSeed()),
                      options.cases,
                      options.timing,
                      options.timeLimitSeconds,
                      0,
                      onProgress,
                      {},
                      options.shrinkSeconds};
}

Result<Report> judgeDay(const Options& options, const std::function<void(const std::string&)>& onProgress) {
  const Result<JudgeRequest> request = requestOf(options, onProgress);
  return request ? judgeFile(*request) : request.problem();
}

}  // namespace harness
