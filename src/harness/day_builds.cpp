#include "harness/day_builds.h"

#include <algorithm>

namespace harness {

namespace fs = std::filesystem;

void DayBuilds::add(const DayFiles& files, std::vector<FileJob> jobs) {
  DayWork& work = [&]() -> DayWork& {
    const std::lock_guard lock(mutex_);
    return days_.emplace_back();
  }();
  work.files = files;
  work.jobs = std::move(jobs);

  std::vector<fs::path> sources;
  for (const FileJob& job : work.jobs)
    if (!job.alone) sources.push_back(job.source);
  const std::vector<Batch> batches = planBatches(files, sources, workers_);
  for (const FileJob& job : work.jobs)
    if (job.alone ||
        std::none_of(batches.begin(), batches.end(), [&](const Batch& batch) { return batch.holds(job.source); }))
      whenRuntimeIsThere(work, [&job] { job.judge(std::nullopt); });
  for (const Batch& batch : batches) queue_.addFirst([this, &work, batch] { buildBatch(work, batch); });
  queue_.addFirst([this, &work] { buildRuntime(work); });
}

void DayBuilds::buildRuntime(DayWork& work) {
  const Result<CompiledRuntime> runtime = compileRuntime(orderOf(work.files), tools_);
  if (!runtime) onProblem_(work.files, runtime.problem());
  const std::lock_guard lock(mutex_);
  work.settled = true;
  if (!runtime) return;
  work.runtime = *runtime;
  for (WorkQueue::Task& task : work.waiting) queue_.addFirst(std::move(task));
  work.waiting.clear();
}

void DayBuilds::whenRuntimeIsThere(DayWork& work, WorkQueue::Task task) {
  const std::lock_guard lock(mutex_);
  if (work.runtime)
    queue_.addFirst(std::move(task));
  else if (!work.settled)
    work.waiting.push_back(std::move(task));
}

void DayBuilds::buildBatch(DayWork& work, const Batch& batch) {
  const BatchMembers members = compileBatch(batch, orderOf(work.files), tools_);
  for (const FileJob& job : work.jobs) {
    if (job.alone || !batch.holds(job.source)) continue;
    const auto member = members.find(job.source);
    if (member == members.end())
      whenRuntimeIsThere(work, [&job] { job.judge(std::nullopt); });
    else
      whenRuntimeIsThere(work, [this, &work, &job, built = member->second] { judgeMember(work, job, built); });
  }
}

void DayBuilds::judgeMember(DayWork& work, const FileJob& job, const BatchMember& member) {
  const std::optional<Built> built = linkMember(member, *work.runtime, orderOf(work.files), tools_);
  const bool settled = built && job.judge(built);
  std::error_code ignored;
  if (built) fs::remove(built->program, ignored);
  if (!settled) job.judge(std::nullopt);
}

}  // namespace harness
