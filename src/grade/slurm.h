#pragma once
// A class on a cluster: one array job, some submissions a task, for to start a task costs as much as to judge a small
// submission. Tasks write records into the folder of results, which
// every node must see; those are the truth, and the queue is only looked at to know when to stop waiting.
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grade/command_line.h"
#include "harness/result.h"

namespace grade {

/// Line N has what task N grades: up to `perTask` ids, with commas.
std::string linesOfTasks(const std::vector<std::string>& ids, unsigned perTask);

/// The script of the array job: task N grades the submissions whose ids are line N of `ids`.
std::string slurmScript(const GradeOptions& options, std::uint64_t seed, const std::string& command,
                        const std::filesystem::path& ids);

/// Submits `ids` as one array, waits until the queue no longer knows it, and says how far it is. What was not graded
/// when it returns is for the caller to see. The Problem (setup): sbatch or squeue cannot be used.
harness::Result<std::monostate> runOnSlurm(const GradeOptions& options, std::uint64_t seed,
                                           const std::vector<std::string>& ids, const std::filesystem::path& folder,
                                           const std::function<void()>& onWait);

}  // namespace grade
