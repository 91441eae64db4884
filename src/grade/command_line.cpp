#include "grade/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "harness/course.h"

namespace grade {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

Problem usage(std::string message) { return {ExitStatus::usage, std::move(message)}; }

/// Parses; true when help was asked for. The Problem names the command whose help has the rest.
Result<bool> parse(CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes them last first
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return true;
  } catch (const CLI::ParseError& error) {
    return usage(fmt::format("{}. `{} --help` shows what there is.", error.what(), app.get_name()));
  }
  return false;
}

harness::DeviceChoice deviceOf(const std::string& word) {
  return word == "sim"   ? harness::DeviceChoice::simulator
         : word == "gpu" ? harness::DeviceChoice::gpu
                         : harness::DeviceChoice::automatic;
}

}  // namespace

Result<SubmitOptions> parseSubmit(const std::vector<std::string>& words, const std::string& root) {
  SubmitOptions options;
  options.judge.command = harness::Command::judge;
  options.judge.root = root;
  options.judge.shrinkSeconds = 0;
  std::string device = "auto";
  double timeLimit = 0;
  CLI::App app(
      "Judges your solution and makes the one file to hand in: the source, the ratio, your\n"
      "sentence and the verdict. Your file is not changed.",
      "./harness submit");
  app.footer("Exit statuses: docs/protocol.md");
  app.add_option("day", options.judge.days, "day13, 13 or day13-shared-memory")->option_text("DAY");
  app.add_option("--note", options.note, "one sentence: what you found")->option_text("\"…\"");
  app.add_option("--from", options.judge.from, "hand in FILE instead of work/dayNN.cu")->option_text("FILE");
  app.add_option("--out", options.out, "where the submission goes (default: work/dayNN.submission)")
      ->option_text("FILE");
  app.add_option("--check", options.check, "show what is inside a submission, and whether it is whole")
      ->option_text("FILE");
  app.add_option("--card", options.judge.card, "simulated card (default: t4)")->option_text("ID");
  app.add_option("--device", device, "default: gpu when driver and card are there")
      ->option_text("sim|gpu")
      ->check(CLI::IsMember({"auto", "sim", "gpu"}));
  const CLI::Option* limit = app.add_option("--time-limit", timeLimit, "seconds the run may take (default: the day's)")
                                 ->option_text("S")
                                 ->check(CLI::Range(0.1, 86400.0));
  const Result<bool> help = parse(app, words);
  if (!help) return help.problem();
  if (*help) options.help = app.help();
  if (*help) return options;
  options.judge.device = deviceOf(device);
  if (limit->count() > 0) options.judge.timeLimitSeconds = timeLimit;
  if (!options.check.empty()) {
    if (!options.judge.days.empty() || !options.note.empty())
      return usage("--check FILE shows a submission; it takes no day and no --note");
    return options;
  }
  if (options.judge.days.size() != 1)
    return usage(
        fmt::format("expected one day, as in ./harness submit day13 --note \"…\", got {}", options.judge.days.size()));
  return options;
}

Result<GradeOptions> parseGrade(const std::vector<std::string>& words, const std::string& root) {
  GradeOptions options;
  options.root = root;
  std::string seed;
  CLI::App app(
      "Grades submissions: files that `harness submit` made, bare .cu files, or folders of them. Each is\n"
      "compiled and run in a sandbox; what decides is in another process. A run that was killed goes on\n"
      "where it was. docs/grading.md has the formats, the points and the codes.",
      "./harness grade");
  app.footer("Exit statuses: docs/protocol.md");
  app.add_option("path", options.paths, "files and folders")->option_text("PATH...");
  app.add_option("--day", options.day, "the day of bare .cu files; others are refused")->option_text("DAY");
  app.add_option("--out", options.out, "folder of the results (default: grades)")->option_text("DIR");
  const CLI::Option* seedOption =
      app.add_option("--seed", seed, "of inputs and hidden cases (default: fresh)")->option_text("N");
  app.add_option("--hidden", options.hidden, "cases drawn for this run (default: 3)")
      ->option_text("N")
      ->check(CLI::Range(0, 50));
  app.add_option("--jobs", options.jobs, "submissions at a time (default: one a core)")
      ->option_text("N")
      ->check(CLI::Range(1, 256));
  app.add_option("--sandbox", options.sandbox, "least that is accepted (default: full)")
      ->option_text("none|limits|full")
      ->check(CLI::IsMember({"none", "limits", "full"}));
  app.add_option("--time-limit", options.timeLimitSeconds, "seconds a submission may run (default: the day's)")
      ->option_text("S")
      ->check(CLI::Range(0.1, 86400.0));
  app.add_option("--memory", options.memoryMegabytes, "MiB a submission may use (default: 4096)")
      ->option_text("M")
      ->check(CLI::Range(64, 1 << 20));
  app.add_option("--card", options.card, "simulated card (default: t4)")->option_text("ID");
  CLI::Option* slurm = app.add_flag("--slurm", options.slurm, "as an array job; --jobs is how many tasks at a time");
  app.add_option("--partition", options.partition, "of Slurm")->option_text("P")->needs(slurm);
  app.add_option("--gres", options.gres, "of Slurm, such as gpu:1")->option_text("G")->needs(slurm);
  app.add_option("--per-task", options.perTask, "submissions of one task of the array job (default: 4)")
      ->option_text("N")
      ->check(CLI::Range(1, 1000))
      ->needs(slurm);
  app.add_option("--only", options.only, "of a task: the ids")->delimiter(',')->group("");
  app.add_flag("--summary", options.summary, "print how often each mistake was made instead of the table");
  app.add_flag("--fresh", options.fresh, "throw away what an earlier run left in the folder of the results");
  const Result<bool> help = parse(app, words);
  if (!help) return help.problem();
  if (*help) options.help = app.help();
  if (*help) return options;
  if (options.paths.empty()) return usage("expected files or folders, as in ./harness grade submissions/");
  if (seedOption->count() > 0) {
    const Result<std::uint64_t> value = harness::parseSeed(seed);
    if (!value) return value.problem();
    options.seed = *value;
  }
  if (!options.day.empty()) {
    const Result<harness::DayFiles> files = harness::resolveDay(root, options.day);
    if (!files) return files.problem();
    options.day = files->id();
  }
  return options;
}

}  // namespace grade
