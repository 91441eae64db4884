// How well the harness names faults: judges every file of tests/corpus on the simulator and adds up.
//
//   score_corpus PROJECT BUILD [--seeds 1,2] [--say] [family...]
//
// A planted fault is caught when its verdict is the one it names; its class is right when it comes first, or among the
// first two. A right kernel that does not pass is a false alarm. What docs/reported-faults.md quotes of a file has to
// be said of it under seed 1. --say prints what is said of every file. The last line is "diagnosis: N passed, N
// failed"; exits 0 when every fault is caught, 95 in 100 are named first, every quote is said, and there is no false
// alarm.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

#include "harness/day_builds.h"
#include "harness/expectation.h"
#include "harness/pipeline.h"
#include "harness/reported_faults.h"

namespace {

namespace fs = std::filesystem;

struct Score {
  std::size_t faults = 0, caught = 0, first = 0, firstTwo = 0, right = 0, falseAlarms = 0, unsaid = 0;

  void add(const Score& other) {
    faults += other.faults, caught += other.caught, first += other.first, firstTwo += other.firstTwo;
    right += other.right, falseAlarms += other.falseAlarms, unsaid += other.unsaid;
  }
};

void printRow(std::string_view name, const Score& score) {
  fmt::print("{:<14} {:>7} {:>8} {:>8} {:>10} {:>8} {:>8}\n", name, score.faults, score.caught, score.first,
             score.firstTwo, score.right, score.falseAlarms);
}

/// One file of the corpus.
struct Trial {
  harness::DayFiles files;
  fs::path source;
  bool planted = false;
};

/// What came of one file under one seed, and the line to print about it, if any.
struct Outcome {
  Score score;
  std::string line, said;

  bool asExpected() const { return line.empty(); }
};

class Scorer {
 public:
  Scorer(const harness::Target& target, const harness::Toolchain& tools, std::vector<std::uint64_t> seeds,
         std::vector<harness::ReportedFault> quoted, bool say)
      : target_(target),
        seeds_(std::move(seeds)),
        quoted_(std::move(quoted)),
        say_(say),
        builds_(queue_, workers_, target_, tools,
                [this](const harness::DayFiles& files, const harness::Problem& problem) {
                  const std::lock_guard lock(mutex_);
                  fmt::print("      {}: {}\n", files.name(), problem.message);
                  scores_[files.slug].falseAlarms += 1;
                }) {}

  void addFamily(const harness::DayFiles& files) {
    queue_.add([this, files] {
      std::vector<harness::FileJob> jobs{job({files, files.starter, false})};
      for (const fs::path& source : harness::cudaFiles(files.folder / "right"))
        jobs.push_back(job({files, source, false}));
      for (const fs::path& source : harness::cudaFiles(files.folder / "wrong"))
        jobs.push_back(job({files, source, true}));
      {
        const std::lock_guard lock(mutex_);
        open_[files.slug] = jobs.size();
      }
      builds_.add(files, std::move(jobs));
    });
  }

  /// Judges everything that was added; prints a row a family as it is done. The sum.
  Score run() {
    queue_.run(workers_);
    Score total;
    for (const auto& [family, score] : scores_) total.add(score);
    return total;
  }

 private:
  harness::FileJob job(const Trial& trial) {
    return {trial.source, false, [this, trial](const std::optional<harness::Built>& built) {
              std::vector<Outcome> outcomes;
              for (const std::uint64_t seed : seeds_) {
                outcomes.push_back(judge(trial, seed, built));
                if (built && !outcomes.back().asExpected()) return false;
              }
              count(trial, outcomes);
              return true;
            }};
  }

  void count(const Trial& trial, const std::vector<Outcome>& outcomes) {
    const std::lock_guard lock(mutex_);
    Score& family = scores_[trial.files.slug];
    for (const Outcome& outcome : outcomes) {
      family.add(outcome.score);
      if (say_) fmt::print("{}\n", outcome.said);
      if (!outcome.asExpected()) fmt::print("      {}\n", outcome.line);
    }
    if (--open_[trial.files.slug] == 0) printRow(trial.files.slug, family);
    std::fflush(stdout);
  }

  Outcome judge(const Trial& trial, std::uint64_t seed, const std::optional<harness::Built>& built) {
    const std::string name = fmt::format("{}, seed {}", harness::shownPath(trial.source, trial.files.root), seed);
    Outcome outcome;
    Score& score = outcome.score;
    (trial.planted ? score.faults : score.right) = 1;
    const harness::Result<std::string> text = harness::readText(trial.source, harness::ExitStatus::course);
    const harness::Expectation passes{"passed", "", "", ""};
    const harness::Result<harness::Expectation> expected =
        text ? harness::readExpectation(*text, trial.source.filename().string(), passes) : text.problem();
    harness::JudgeRequest request;
    request.files = trial.files;
    request.source = trial.source;
    request.target = target_;
    request.seed = seed;
    request.timing = false;
    request.simulatorThreads = 1;
    request.built = built;
    const harness::Result<harness::Report> report =
        expected ? harness::judgeFile(request) : harness::Result<harness::Report>(expected.problem());
    if (!report) {
      score.falseAlarms = score.right;
      outcome.line = fmt::format("{}: {}", name, report.problem().message);
      return outcome;
    }
    const harness::Judgement& judgement = report->judgement;
    const std::string verdict(harness::verdictName(judgement.status));
    const std::string headline = judgement.headline.empty() ? report->compilerSaid : judgement.headline;
    const std::string got = fmt::format("{}: {} [{}]", name, verdict, judgement.faultClass);
    outcome.said = fmt::format("{}: {}", got, headline);
    if (seed == 1) outcome.line = harness::unsaidWords(quoted_, request, *report);
    score.unsaid = outcome.line.empty() ? 0 : 1;
    if (!trial.planted) {
      score.falseAlarms = verdict == expected->verdict ? 0 : 1;
      if (score.falseAlarms != 0) outcome.line = fmt::format("{}: false alarm: {}", got, headline);
      return outcome;
    }
    score.caught = verdict == expected->verdict ? 1 : 0;
    score.first =
        score.caught != 0 && judgement.faultClass == expected->faultClass && namesAlso(judgement, *expected) ? 1 : 0;
    const bool second = !judgement.also.empty() && judgement.also.front() == expected->faultClass;
    score.firstTwo = score.first != 0 || (score.caught != 0 && second) ? 1 : 0;
    if (score.first == 0)
      outcome.line = fmt::format("{}, expected {} [{}]: {}", got, expected->verdict, expected->faultClass, headline);
    return outcome;
  }

  const harness::Target target_;
  const std::vector<std::uint64_t> seeds_;
  const std::vector<harness::ReportedFault> quoted_;
  const bool say_;
  const unsigned workers_ = std::max(1U, std::thread::hardware_concurrency());
  std::mutex mutex_;                         // of what follows, and of standard output
  std::map<std::string, Score> scores_;      // by family
  std::map<std::string, std::size_t> open_;  // files of a family that are not judged yet
  harness::WorkQueue queue_;
  harness::DayBuilds builds_;
};

std::vector<std::uint64_t> readSeeds(std::string_view text) {
  std::vector<std::uint64_t> seeds;
  const char *at = text.data(), *end = text.data() + text.size();
  while (at < end) {
    std::uint64_t seed = 0;
    const auto read = std::from_chars(at, end, seed);
    if (read.ec != std::errc()) return {};
    seeds.push_back(seed);
    at = read.ptr + 1;
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<std::uint64_t> seeds{1, 2};
  if (const auto option = std::find(words.begin(), words.end(), "--seeds"); option != words.end()) {
    seeds = option + 1 == words.end() ? std::vector<std::uint64_t>() : readSeeds(option[1]);
    words.erase(option, option + std::min<std::ptrdiff_t>(2, words.end() - option));
  }
  const auto sayOption = std::find(words.begin(), words.end(), "--say");
  const bool say = sayOption != words.end();
  if (say) words.erase(sayOption);
  if (words.size() < 2 || seeds.empty()) {
    fmt::print(stderr, "score_corpus PROJECT BUILD [--seeds 1,2] [--say] [family...]\n");
    return 2;
  }
  const harness::Result<harness::Toolchain> tools = harness::findToolchain(words[0]);
  if (!tools) {
    fmt::print(stderr, "{}\n", tools.problem().message);
    return 4;
  }
  harness::Target target;
  target.kind = harness::DeviceKind::simulator;
  target.buildFolder = fs::absolute(words[1]);
  const harness::Result<std::vector<harness::ReportedFault>> quoted = harness::readReportedFaults(words[0]);
  if (!quoted || quoted->empty()) {
    fmt::print(stderr, "{}\n", quoted ? "docs/reported-faults.md quotes nothing" : quoted.problem().message);
    return 4;
  }
  Scorer scorer(target, *tools, seeds, *quoted, say);
  fmt::print("{:<14} {:>7} {:>8} {:>8} {:>10} {:>8} {:>8}\n", "family", "faults", "caught", "first", "first two",
             "right", "false");
  for (const harness::DayFiles& files : harness::findDays(fs::absolute(words[0]) / "tests/corpus"))
    if (words.size() == 2 || std::find(words.begin() + 2, words.end(), files.slug) != words.end())
      scorer.addFamily(files);
  const Score total = scorer.run();
  printRow("all", total);

  // A fault named second, or not named, counts as failed only when they are more than one in twenty.
  const bool named = total.first * 100 >= total.faults * 95;
  const std::size_t failed =
      total.faults - total.caught + total.falseAlarms + (named ? 0 : total.caught - total.first) + total.unsaid;
  const std::size_t passed = total.faults + total.right - std::min(failed, total.faults + total.right);
  fmt::print("diagnosis: {} passed, {} failed\n", passed, failed);
  return failed == 0 && total.faults > 0 && total.right > 0 ? 0 : 1;
}
