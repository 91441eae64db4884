#pragma once
// Builds the files of days in batches, on all cores, and hands each file over as soon as its program is there.
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/batch_build.h"
#include "harness/pipeline.h"
#include "harness/work_queue.h"

namespace harness {

/// One file to be built and judged.
struct FileJob {
  std::filesystem::path source;
  bool alone = false;  // to be built as a learner's file is, whatever it costs
  /// Called with the program where the file was built beside others, which is removed afterwards, and with nothing
  /// where it has to be built alone. Returning false of a program of the first kind asks to be called again with
  /// nothing: what the file gets alone is what counts. Called from any thread.
  std::function<bool(const std::optional<Built>&)> judge;
};

class DayBuilds {
 public:
  /// Adds its work to `queue`, which runs it on `workers` threads. `onProblem` is told when the runtime of a day cannot
  /// be compiled; no file of that day is judged then.
  DayBuilds(WorkQueue& queue, unsigned workers, const Target& target, const Toolchain& tools,
            std::function<void(const DayFiles&, const Problem&)> onProblem)
      : queue_(queue), workers_(workers), target_(target), tools_(tools), onProblem_(std::move(onProblem)) {}

  /// May be called from a task of the queue.
  void add(const DayFiles& files, std::vector<FileJob> jobs);

 private:
  /// A day under way: its files are judged once the runtime that all are linked with is compiled.
  struct DayWork {
    DayFiles files;
    std::vector<FileJob> jobs;
    std::optional<CompiledRuntime> runtime;
    std::vector<WorkQueue::Task> waiting;  // for the runtime
    bool settled = false;                  // the runtime is compiled, or cannot be
  };

  void buildRuntime(DayWork& work);
  void buildBatch(DayWork& work, const Batch& batch);
  void whenRuntimeIsThere(DayWork& work, WorkQueue::Task task);
  void judgeMember(DayWork& work, const FileJob& job, const BatchMember& member);
  BuildRequest orderOf(const DayFiles& files) const { return buildRequest(files, "", target_); }

  WorkQueue& queue_;
  const unsigned workers_;
  const Target target_;
  const Toolchain& tools_;
  const std::function<void(const DayFiles&, const Problem&)> onProblem_;
  std::mutex mutex_;          // of every DayWork
  std::deque<DayWork> days_;  // a deque: tasks hold references
};

}  // namespace harness
