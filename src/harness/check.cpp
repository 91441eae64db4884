#include "harness/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <thread>

#include "harness/check_page.h"
#include "harness/expectation.h"
#include "harness/pipeline.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// One .cu file and what it must get.
struct Job {
  DayFiles files;
  fs::path source;
  Expectation otherwise;  // where the file does not say
  bool mustSay = false;   // a planted fault has to name its verdict
};

std::vector<fs::path> cudaFiles(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".cu") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

class Checker {
 public:
  Checker(const Options& options, Target target, const std::function<void(const std::string&)>& onLine)
      : options_(options), target_(std::move(target)), onLine_(onLine) {}

  const CheckSummary& summary() const { return summary_; }

  void checkDay(const DayFiles& files) {
    const Result<Day> day = loadDay(files);
    if (!day) return report(shownPath(files.description, files.root), day.problem().message);
    report(shownPath(files.description, files.root), "");
    const Expectation starter{day->starterVerdict, "", "", ""}, passes{"passed", "", "", ""};

    // The starter goes first and alone: it compiles the runtime that all the others are linked with.
    checkSource({files, files.starter, starter, false}, 0);
    std::vector<Job> jobs{{files, files.solution, passes, false}};
    for (const fs::path& source : cudaFiles(files.folder / "right")) jobs.push_back({files, source, passes, false});
    const std::vector<fs::path> planted = cudaFiles(files.folder / "wrong");
    if (planted.empty()) report(files.name() + "/wrong", "holds no planted fault");
    for (const fs::path& source : planted) jobs.push_back({files, source, {}, true});
    runJobs(jobs);
    checkLesson(files, *day);
  }

 private:
  void report(const std::string& what, const std::string& fault) {
    const std::lock_guard lock(mutex_);
    ++(fault.empty() ? summary_.passed : summary_.failed);
    onLine_(fault.empty() ? "ok    " + what : "FAIL  " + what + ": " + fault);
  }

  void runJobs(const std::vector<Job>& jobs) {
    const unsigned workers = std::max(1U, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < workers; ++i)
      pool.emplace_back([&] {
        for (std::size_t at = next++; at < jobs.size(); at = next++) checkSource(jobs[at], 1);
      });
  }

  void checkSource(const Job& job, unsigned simulatorThreads) {
    const std::string shown = shownPath(job.source, job.files.root);
    const Result<std::string> text = readText(job.source, ExitStatus::course);
    if (!text) return report(shown, "is missing");
    const Result<Expectation> expected = readExpectation(*text, shown, job.otherwise);
    if (!expected) return report(shown, expected.problem().message);
    if (job.mustSay && expected->verdict.empty())
      return report(shown, "its first line should be '// expect verdict: ...'");

    JudgeRequest request{job.files, job.source,       target_, options_.seed.value_or(std::random_device{}()), {}, true,
                         {},        simulatorThreads, {}};
    const bool right = expected->verdict == "passed" || expected->verdict.starts_with("correct");
    request.timing = right;  // a fault shows before anything is timed
    constexpr double loopLimitSeconds = 5;
    if (expected->verdict == "timed out") request.timeLimitSeconds = loopLimitSeconds;
    const Result<Report> judged = judgeFile(request);
    if (!judged) return report(shown, judged.problem().message);
    std::string fault = compareToExpectation(judged->judgement, *expected);
    if (fault.empty() && judged->judgement.status == ExitStatus::passed) fault = compareLadder(*judged);
    const std::string faultClass =
        judged->judgement.faultClass.empty() ? "" : " [" + judged->judgement.faultClass + "]";
    report(fmt::format("{}: {}{}", shown, verdictName(judged->judgement.status), faultClass),
           fault.empty() ? "" : fmt::format("{}; seed {}\n{}", fault, request.seed, judged->compilerSaid));
  }

  /// exercise.h has a ladder of its own, for where there is no day.yaml; a run that passes has been through all of it.
  static std::string compareLadder(const Report& report) {
    std::vector<std::string> wanted = report.day.ladder, ran = report.judgement.shapes;
    if (report.judgement.timing) wanted.push_back(report.day.timingShapes.front());
    for (std::vector<std::string>* list : {&wanted, &ran}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    if (wanted == ran) return "";
    return fmt::format("exercise.h ran {}; day.yaml says {}", fmt::join(ran, " "), fmt::join(wanted, " "));
  }

  void checkLesson(const DayFiles& files, const Day& day) {
    const std::string shown = shownPath(files.page, files.root);
    const Result<std::string> page = readText(files.page, ExitStatus::course),
                              program = readText(files.program, ExitStatus::course);
    if (!page) return report(shown, "is missing");
    if (!program) return report(shownPath(files.program, files.root), "is missing");
    const auto evidence = [&](const std::string& path) -> std::optional<std::string> {
      if (!path.starts_with("evidence/" + files.name() + "/")) return std::nullopt;
      const Result<std::string> text = readText(files.root / path, ExitStatus::course);
      return text ? std::optional(*text) : std::nullopt;
    };
    const std::vector<PageFault> faults = checkPage(*page, {*program, day.hints, evidence});
    for (const PageFault& fault : faults) report(fmt::format("{}:{}", shown, fault.line), fault.message);
    if (faults.empty()) report(shown, "");
  }

  const Options& options_;
  const Target target_;
  const std::function<void(const std::string&)>& onLine_;
  std::mutex mutex_;
  CheckSummary summary_;
};

}  // namespace

Result<CheckSummary> checkCourse(const Options& options, const std::function<void(const std::string&)>& onLine) {
  std::vector<DayFiles> days;
  for (const std::string& word : options.days) {
    const Result<DayFiles> files = resolveDay(options.root, word);
    if (!files) return files.problem();
    days.push_back(*files);
  }
  if (options.days.empty()) days = findDays(options.root);
  if (days.empty())
    return Problem{ExitStatus::course,
                   fmt::format("{}: holds no day, so nothing was checked", (fs::path(options.root) / "days").string())};
  const Result<Target> target = chooseTarget(options);
  if (!target) return target.problem();
  Checker checker(options, *target, onLine);
  for (const DayFiles& files : days) checker.checkDay(files);
  return checker.summary();
}

}  // namespace harness
