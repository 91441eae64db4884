#include "harness/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>

#include "harness/batch_build.h"
#include "harness/check_file.h"
#include "harness/check_page.h"
#include "harness/work_queue.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> cudaFiles(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".cu") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

/// A day under way: its files are judged once the runtime that all are linked with is compiled.
struct DayWork {
  DayFiles files;
  std::vector<CheckedFile> alone, together;
  std::optional<CompiledRuntime> runtime;
  std::vector<WorkQueue::Task> waiting;  // for the runtime
  bool settled = false;                  // the runtime is compiled, or cannot be
};

class Checker {
 public:
  Checker(CheckSetting setting, const Toolchain& tools, const std::function<void(const std::string&)>& onLine)
      : setting_(std::move(setting)), tools_(tools), onLine_(onLine) {}

  void addDay(const DayFiles& files) {
    queue_.add([this, files] { beginDay(files); });
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

    DayWork& work = [&]() -> DayWork& {
      const std::lock_guard lock(mutex_);
      return days_.emplace_back();
    }();
    work.files = files;
    const Expectation starter{day->starterVerdict, "", "", ""}, passes{"passed", "", "", ""};
    // What a learner is given and what is shown to them are built as a learner's file is, whatever it costs.
    work.alone = {{files, files.starter, starter, false}, {files, files.solution, passes, false}};
    for (const fs::path& source : cudaFiles(files.folder / "right"))
      work.together.push_back({files, source, passes, false});
    const std::vector<fs::path> planted = cudaFiles(files.folder / "wrong");
    if (planted.empty()) report({files.name() + "/wrong", "holds no planted fault"});
    for (const fs::path& source : planted) work.together.push_back({files, source, {}, true});
    planBuilds(work);
  }

  /// Tasks of one day: the runtime, the batches, and what goes alone.
  void planBuilds(DayWork& work) {
    std::vector<fs::path> sources;
    for (const CheckedFile& file : work.together)
      if (!mustNotBuild(file)) sources.push_back(file.source);
    const std::vector<Batch> batches = planBatches(work.files, sources, workers_);
    for (const CheckedFile& file : work.together)
      if (std::none_of(batches.begin(), batches.end(), [&](const Batch& batch) { return batch.holds(file.source); }))
        work.alone.push_back(file);

    for (const CheckedFile& file : work.alone) whenRuntimeIsThere(work, [this, file] { checkAlone(file); });
    for (const Batch& batch : batches) queue_.addFirst([this, &work, batch] { buildBatch(work, batch); });
    queue_.addFirst([this, &work] { buildRuntime(work); });
  }

  void buildRuntime(DayWork& work) {
    const Result<CompiledRuntime> runtime = compileRuntime(orderOf(work.files), tools_);
    if (!runtime) report({work.files.name(), runtime.problem().message});
    const std::lock_guard lock(mutex_);
    work.settled = true;
    if (!runtime) return;
    work.runtime = *runtime;
    for (WorkQueue::Task& task : work.waiting) queue_.addFirst(std::move(task));
    work.waiting.clear();
  }

  void whenRuntimeIsThere(DayWork& work, WorkQueue::Task task) {
    const std::lock_guard lock(mutex_);
    if (work.runtime)
      queue_.addFirst(std::move(task));
    else if (!work.settled)
      work.waiting.push_back(std::move(task));
  }

  void buildBatch(DayWork& work, const Batch& batch) {
    const BatchMembers members = compileBatch(batch, orderOf(work.files), tools_);
    for (const CheckedFile& file : work.together) {
      if (!batch.holds(file.source)) continue;
      const auto member = members.find(file.source);
      if (member == members.end())
        whenRuntimeIsThere(work, [this, file] { checkAlone(file); });
      else
        whenRuntimeIsThere(work, [this, &work, file, built = member->second] { checkMember(work, file, built); });
    }
  }

  void checkAlone(const CheckedFile& file) { report(checkFile(file, setting_, std::nullopt)); }

  /// A file that does not get what it must is judged again as a learner's would be: that verdict stands.
  void checkMember(DayWork& work, const CheckedFile& file, const BatchMember& member) {
    const std::optional<Built> built = linkMember(member, *work.runtime, orderOf(work.files), tools_);
    if (!built) return checkAlone(file);
    const CheckLine line = checkFile(file, setting_, built);
    std::error_code ignored;
    fs::remove(built->program, ignored);
    if (!line.fault.empty()) return checkAlone(file);
    report(line);
  }

  BuildRequest orderOf(const DayFiles& files) const { return buildRequest(files, "", setting_.target); }

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
  const Toolchain& tools_;
  const std::function<void(const std::string&)>& onLine_;
  const unsigned workers_ = std::max(1U, std::thread::hardware_concurrency());
  std::mutex mutex_;  // of what follows, and of every DayWork
  CheckSummary summary_;
  std::deque<DayWork> days_;  // a deque: tasks hold references
  WorkQueue queue_;
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
  const Result<Toolchain> tools = findToolchain();
  if (!tools) return tools.problem();
  constexpr unsigned simulatorThreads = 1;  // the files of the course keep the cores busy
  Checker checker({*target, options.seed, simulatorThreads}, *tools, onLine);
  for (const DayFiles& files : days) checker.addDay(files);
  return checker.run();
}

}  // namespace harness
