// How well the harness names faults: judges every file of tests/corpus on the simulator and adds up.
//
//   score_corpus PROJECT BUILD [--seeds 1,2] [family...]
//
// A planted fault is caught when its verdict is the one it names; its class is right when it comes first, or among the
// first two. A right kernel that does not pass is a false alarm. The last line is "diagnosis: N passed, N failed";
// exits 0 when every fault is caught, 95 in 100 are named first, and there is no false alarm.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <mutex>
#include <thread>

#include "harness/expectation.h"
#include "harness/pipeline.h"

namespace {

namespace fs = std::filesystem;

/// One file under one seed.
struct Trial {
  harness::DayFiles files;
  fs::path source;
  bool planted = false;
  std::uint64_t seed = 0;
};

struct Score {
  std::size_t faults = 0, caught = 0, first = 0, firstTwo = 0, right = 0, falseAlarms = 0;

  void add(const Score& other) {
    faults += other.faults, caught += other.caught, first += other.first, firstTwo += other.firstTwo;
    right += other.right, falseAlarms += other.falseAlarms;
  }
};

std::vector<fs::path> cudaFiles(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".cu") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

class Scorer {
 public:
  explicit Scorer(const fs::path& build) {
    target_.kind = harness::DeviceKind::simulator;
    target_.buildFolder = build;
  }

  /// Judges all trials of one family.
  Score judge(const std::vector<Trial>& trials) {
    std::atomic<std::size_t> next{0};
    Score sum;
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
      pool.emplace_back([&] {
        for (std::size_t at = next++; at < trials.size(); at = next++) {
          const Score one = judge(trials[at]);
          const std::lock_guard lock(mutex_);
          sum.add(one);
        }
      });
    }
    pool.clear();
    return sum;
  }

 private:
  void say(const Trial& trial, const std::string& what) {
    const std::lock_guard lock(mutex_);
    fmt::print("      {}, seed {}: {}\n", harness::shownPath(trial.source, trial.files.root), trial.seed, what);
  }

  Score judge(const Trial& trial) {
    Score score;
    (trial.planted ? score.faults : score.right) = 1;
    const harness::Result<std::string> text = harness::readText(trial.source, harness::ExitStatus::course);
    const harness::Expectation passes{"passed", "", "", ""};
    const harness::Result<harness::Expectation> expected =
        text ? harness::readExpectation(*text, trial.source.filename().string(), passes) : text.problem();
    harness::JudgeRequest request;
    request.files = trial.files;
    request.source = trial.source;
    request.target = target_;
    request.seed = trial.seed;
    request.timing = false;
    request.simulatorThreads = 1;
    const harness::Result<harness::Report> report =
        expected ? harness::judgeFile(request) : harness::Result<harness::Report>(expected.problem());
    if (!report) {
      say(trial, report.problem().message);
      score.falseAlarms = score.right;
      return score;
    }
    const harness::Judgement& judgement = report->judgement;
    const std::string verdict(harness::verdictName(judgement.status));
    const std::string got = fmt::format("{} [{}]", verdict, judgement.faultClass);
    const std::string headline = judgement.headline.empty() ? report->compilerSaid : judgement.headline;
    if (!trial.planted) {
      score.falseAlarms = verdict == expected->verdict ? 0 : 1;
      if (score.falseAlarms != 0) say(trial, fmt::format("false alarm: {}: {}", got, headline));
      return score;
    }
    score.caught = verdict == expected->verdict ? 1 : 0;
    score.first = score.caught != 0 && judgement.faultClass == expected->faultClass ? 1 : 0;
    const bool second = !judgement.also.empty() && judgement.also.front() == expected->faultClass;
    score.firstTwo = score.first != 0 || (score.caught != 0 && second) ? 1 : 0;
    if (score.first == 0)
      say(trial, fmt::format("{}, expected {} [{}]: {}", got, expected->verdict, expected->faultClass, headline));
    return score;
  }

  harness::Target target_;
  std::mutex mutex_;
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

void printRow(std::string_view name, const Score& score) {
  fmt::print("{:<14} {:>7} {:>8} {:>8} {:>10} {:>8} {:>8}\n", name, score.faults, score.caught, score.first,
             score.firstTwo, score.right, score.falseAlarms);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::vector<std::uint64_t> seeds{1, 2};
  if (const auto option = std::find(words.begin(), words.end(), "--seeds"); option != words.end()) {
    seeds = option + 1 == words.end() ? std::vector<std::uint64_t>() : readSeeds(option[1]);
    words.erase(option, option + std::min<std::ptrdiff_t>(2, words.end() - option));
  }
  if (words.size() < 2 || seeds.empty()) {
    fmt::print(stderr, "score_corpus PROJECT BUILD [--seeds 1,2] [family...]\n");
    return 2;
  }
  Scorer scorer(fs::absolute(words[1]));
  Score total;
  fmt::print("{:<14} {:>7} {:>8} {:>8} {:>10} {:>8} {:>8}\n", "family", "faults", "caught", "first", "first two",
             "right", "false");
  for (const harness::DayFiles& files : harness::findDays(fs::absolute(words[0]) / "tests/corpus")) {
    if (words.size() > 2 && std::find(words.begin() + 2, words.end(), files.slug) == words.end()) continue;
    std::vector<Trial> trials;
    for (const std::uint64_t seed : seeds) {
      trials.push_back({files, files.starter, false, seed});
      for (const fs::path& source : cudaFiles(files.folder / "right")) trials.push_back({files, source, false, seed});
      for (const fs::path& source : cudaFiles(files.folder / "wrong")) trials.push_back({files, source, true, seed});
    }
    const Score score = scorer.judge(trials);
    printRow(files.slug, score);
    total.add(score);
  }
  printRow("all", total);

  // A fault named second, or not named, counts as failed only when they are more than one in twenty.
  const bool named = total.first * 100 >= total.faults * 95;
  const std::size_t failed = total.faults - total.caught + total.falseAlarms + (named ? 0 : total.caught - total.first);
  const std::size_t passed = total.faults + total.right - failed;
  fmt::print("diagnosis: {} passed, {} failed\n", passed, failed);
  return failed == 0 && total.faults > 0 && total.right > 0 ? 0 : 1;
}
