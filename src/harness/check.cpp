#include "harness/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "harness/check_course.h"
#include "harness/check_file.h"
#include "harness/check_page.h"
#include "harness/day_builds.h"
#include "harness/work_queue.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

class Checker {
 public:
  Checker(CheckSetting setting, const Toolchain& tools, const std::function<void(const std::string&)>& onLine)
      : setting_(std::move(setting)),
        onLine_(onLine),
        builds_(queue_, workers_, setting_.target, tools, [this](const DayFiles& files, const Problem& problem) {
          report({files.name(), problem.message});
        }) {}

  void addDay(const DayFiles& files) {
    queue_.add([this, files] { beginDay(files); });
  }

  void addCourse(const fs::path& root, const std::vector<DayFiles>& days) {
    for (const CheckLine& line : checkWholeCourse(root, days)) report(line);
  }

  CheckSummary run() {
    queue_.run(workers_);
    return summary_;
  }

 private:
  void report(const CheckLine& line) {
    const std::lock_guard lock(mutex_);
    ++(line.fault.empty() ? summary_.passed : summary_.failed);
    onLine_(line.fault.empty() ? "ok    " + line.what : "FAIL  " + line.what + ": " + line.fault);
  }

  void beginDay(const DayFiles& files) {
    const Result<Day> day = loadDay(files);
    if (!day) return report({shownPath(files.description, files.root), day.problem().message});
    report({shownPath(files.description, files.root), ""});
    checkLesson(files, *day);

    Expectation starter{day->starterVerdict, "", "", ""};
    starter.cardVerdict = day->starterOnCard;
    const Expectation passes{"passed", "", "", ""};
    // What a learner is given and what is shown to them are built as a learner's file is, whatever it costs.
    std::vector<FileJob> jobs{job({files, files.starter, starter, false}, true),
                              job({files, files.solution, passes, false}, true)};
    for (const fs::path& source : cudaFiles(files.folder / "right"))
      jobs.push_back(job({files, source, passes, false}, false));
    const std::vector<fs::path> planted = cudaFiles(files.folder / "wrong");
    if (planted.empty()) report({files.name() + "/wrong", "holds no planted fault"});
    for (const fs::path& source : planted) {
      const CheckedFile file{files, source, {}, true};
      jobs.push_back(job(file, mustNotBuild(file)));
    }
    builds_.add(files, std::move(jobs));
  }

  FileJob job(const CheckedFile& file, bool alone) {
    return {file.source, alone, [this, file](const std::optional<Built>& built) {
              const CheckLine line = checkFile(file, setting_, built);
              if (built && !line.fault.empty()) return false;
              report(line);
              return true;
            }};
  }

  void checkLesson(const DayFiles& files, const Day& day) {
    const std::string shown = shownPath(files.page, files.root);
    const Result<std::string> page = readText(files.page, ExitStatus::course),
                              program = readText(files.program, ExitStatus::course);
    if (!page) return report({shown, "is missing"});
    if (!program) return report({shownPath(files.program, files.root), "is missing"});
    const auto evidence = [&](const std::string& path) -> std::optional<std::string> {
      if (!path.starts_with("evidence/" + files.name() + "/")) return std::nullopt;
      const Result<std::string> text = readText(files.root / path, ExitStatus::course);
      return text ? std::optional(*text) : std::nullopt;
    };
    const std::vector<PageFault> faults = checkPage(*page, {*program, day.hints, evidence});
    for (const PageFault& fault : faults) report({fmt::format("{}:{}", shown, fault.line), fault.message});
    if (faults.empty()) report({shown, ""});
  }

  const CheckSetting setting_;
  const std::function<void(const std::string&)>& onLine_;
  const unsigned workers_ = std::max(1U, std::thread::hardware_concurrency());
  std::mutex mutex_;  // of the summary, and of onLine_
  CheckSummary summary_;
  WorkQueue queue_;
  DayBuilds builds_;
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
  const Result<Toolchain> tools = toolchainFor(*target, options.root);
  if (!tools) return tools.problem();
  const Result<std::vector<ReportedFault>> quoted = readReportedFaults(options.root);
  if (!quoted) return quoted.problem();
  constexpr unsigned simulatorThreads = 1;  // the files of the course keep the cores busy
  Checker checker({*target, options.seed, simulatorThreads, tools->name, *quoted}, *tools, onLine);
  if (options.days.empty()) checker.addCourse(options.root, days);
  for (const DayFiles& files : days) checker.addDay(files);
  return checker.run();
}

}  // namespace harness
