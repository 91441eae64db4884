#include "grade/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "grade/files.h"
#include "harness/process.h"
#include "harness/replace_file.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::ProcessEnd;
using harness::Result;

namespace {

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

ProcessEnd run(std::vector<std::string> arguments) {
  harness::ProcessRequest request;
  request.arguments = std::move(arguments);
  request.timeLimitSeconds = 60;
  return harness::runProcess(request);
}

bool good(const ProcessEnd& end) { return end.kind == ProcessEnd::Kind::exited && end.code == 0; }

Problem failed(const char* program, const ProcessEnd& end) {
  const std::string said = printable(end.standardError.substr(0, end.standardError.find('\n')));
  return {ExitStatus::setup,
          fmt::format("{} {}: {}", program, end.kind == ProcessEnd::Kind::notStarted ? "cannot be started" : "failed",
                      said.empty() ? "is Slurm installed here?" : said)};
}

}  // namespace

std::string linesOfTasks(const std::vector<std::string>& ids, unsigned perTask) {
  std::string lines;
  for (std::size_t i = 0; i < ids.size(); ++i)
    lines += ids[i] + ((i + 1) % perTask == 0 || i + 1 == ids.size() ? "\n" : ",");
  return lines;
}

std::string slurmScript(const GradeOptions& options, std::uint64_t seed, const std::string& command,
                        const fs::path& ids) {
  std::string line = fmt::format("exec {} --root {} grade", quoted(command), quoted(options.root));
  for (const std::string& path : options.paths) line += " " + quoted(fs::absolute(path).lexically_normal().string());
  line += fmt::format(" --out {} --seed {} --hidden {} --card {} --sandbox {} --memory {} --jobs 1",
                      quoted(fs::absolute(options.out).lexically_normal().string()), seed, options.hidden,
                      quoted(options.card), options.sandbox, options.memoryMegabytes);
  if (!options.day.empty()) line += " --day " + options.day;
  if (options.timeLimitSeconds > 0) line += fmt::format(" --time-limit {:g}", options.timeLimitSeconds);
  // The names of submissions never reach a shell: a task knows its submissions by ids of 16 digits.
  return fmt::format("#!/bin/sh\nids=$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {})\n{} --only \"$ids\"\n",
                     quoted(ids.string()), line);
}

Result<std::monostate> runOnSlurm(const GradeOptions& options, std::uint64_t seed, const std::vector<std::string>& ids,
                                  const fs::path& folder, const std::function<void()>& onWait) {
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string list = linesOfTasks(ids, options.perTask);
  const auto tasks = std::count(list.begin(), list.end(), '\n');
  const std::string command = fs::read_symlink("/proc/self/exe", error).string();
  if (const Result<std::monostate> written = harness::replaceFile(folder / "ids", list); !written)
    return written.problem();
  if (const Result<std::monostate> written =
          harness::replaceFile(folder / "job.sh", slurmScript(options, seed, command, folder / "ids"));
      !written)
    return written.problem();
  std::vector<std::string> submit{
      "sbatch", "--parsable", "--job-name=grade",
      fmt::format("--array=1-{}{}", tasks, options.jobs > 0 ? fmt::format("%{}", options.jobs) : ""),
      "--output=" + (folder / "task-%a.log").string()};
  if (!options.partition.empty()) submit.push_back("--partition=" + options.partition);
  if (!options.gres.empty()) submit.push_back("--gres=" + options.gres);
  submit.push_back((folder / "job.sh").string());
  const ProcessEnd submitted = run(submit);
  if (!good(submitted)) return failed("sbatch", submitted);
  const std::string job = submitted.standardOutput.substr(0, submitted.standardOutput.find_first_of(";\n"));
  constexpr int mostFailures = 30;  // of squeue in a row: a controller that restarts comes back
  int failures = 0;
  while (failures < mostFailures) {
    onWait();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const ProcessEnd queue = run({"squeue", "--noheader", "--jobs=" + job});
    if (queue.kind == ProcessEnd::Kind::interrupted) {
      return Problem{ExitStatus::interrupted,
                     fmt::format("interrupted; job {} runs on, and the same command gathers what it finds", job)};
    }
    // An unknown id is an error, and means that the job is over and forgotten.
    const bool forgotten = queue.standardError.find("Invalid job id") != std::string::npos;
    failures = good(queue) || forgotten ? 0 : failures + 1;
    if (forgotten || (good(queue) && queue.standardOutput.find_first_not_of(" \n") == std::string::npos))
      return std::monostate{};
  }
  return Problem{ExitStatus::setup,
                 fmt::format("squeue fails; job {} may still run, and the same command goes on", job)};
}

}  // namespace grade
