#include "learn/progress.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <thread>

using namespace learn;

namespace {

namespace fs = std::filesystem;

RunFacts runAt(const std::string& when, const std::string& verdict, double ratio = 0) {
  return {3, when, verdict, "a \"headline\": with signs", ratio, "simulated Tesla T4"};
}

Progress sample(const std::string& when, const std::string& verdict, double ratio) {
  Progress progress;
  addRun(progress, runAt(when, verdict, ratio));
  return progress;
}

/// A course's root that goes away.
struct ProgressFolder {
  fs::path path = fs::temp_directory_path() / ("progress_test." + std::to_string(getpid()));
  ProgressFolder() { fs::create_directories(path / "work"); }
  ~ProgressFolder() { fs::remove_all(path); }
};

void ignore(const std::string&) {}

}  // namespace

TEST_CASE("progress is read as it was written") {
  Progress progress = sample("2026-11-30T07:00:00Z", "wrong", 0);
  addRun(progress, runAt("2026-11-30T07:05:00Z", "passed", 1.77));
  progress.days[3].hints = 2;
  progress.days[12].runs = 1;
  const auto read = parseProgress(progressText(progress), "progress.yaml");
  REQUIRE(read);
  CHECK(*read == progress);
  CHECK(*parseProgress(progressText({}), "progress.yaml") == Progress{});
}

TEST_CASE("runs count, and only pauses a person works through") {
  Progress progress = sample("2026-11-30T07:00:00Z", "wrong", 0);
  addRun(progress, runAt("2026-11-30T07:05:00Z", "wrong"));
  addRun(progress, runAt("2026-11-30T09:05:00Z", "passed", 2));
  addRun(progress, runAt("2026-11-30T09:06:00Z", "passed", 3));
  const DayProgress& day = progress.days[3];
  CHECK(day.runs == 4);
  CHECK(day.seconds == doctest::Approx(300 + 60));
  CHECK(day.solved == "2026-11-30T09:05:00Z");
  CHECK(day.bestRatio == doctest::Approx(2));
}

TEST_CASE("a solved day whose last run failed is broken") {
  Progress progress = sample("2026-11-30T07:00:00Z", "passed", 2);
  CHECK(stateOf(progress.days[3], true) == DayState::solved);
  addRun(progress, runAt("2026-11-30T07:05:00Z", "wrong"));
  CHECK(stateOf(progress.days[3], true) == DayState::broken);
  CHECK(stateOf({}, false) == DayState::notBegun);
  CHECK(stateOf({}, true) == DayState::begun);
}

TEST_CASE("merging does not depend on the order, nor on how often") {
  const Progress a = sample("2026-11-30T07:00:00Z", "passed", 2), b = sample("2026-11-30T08:00:00Z", "wrong", 0);
  Progress c = sample("2026-11-29T08:00:00Z", "passed", 1.5);
  c.days[4].hints = 1;
  CHECK(merge(a, b) == merge(b, a));
  CHECK(merge(merge(a, b), c) == merge(a, merge(b, c)));
  CHECK(merge(a, a) == a);
  const Progress all = merge(merge(a, b), c);
  CHECK(all.days.at(3).solved == "2026-11-29T08:00:00Z");
  CHECK(all.days.at(3).lastVerdict == "wrong");
  CHECK(all.days.at(3).bestRatio == doctest::Approx(1.5));
  CHECK(all.days.at(4).hints == 1);
}

TEST_CASE("the marks of an unresolved merge are two copies that meet") {
  const std::string a = progressText(sample("2026-11-30T07:00:00Z", "passed", 2)),
                    b = progressText(sample("2026-11-30T08:00:00Z", "wrong", 0));
  const auto read = parseProgress("<<<<<<< HEAD\n" + a + "=======\n" + b + ">>>>>>> other\n", "progress.yaml");
  REQUIRE(read);
  CHECK(*read == merge(*parseProgress(a, ""), *parseProgress(b, "")));
}

TEST_CASE("a file that is no progress is refused with its line") {
  CHECK(!parseProgress("days: [{day: 3, runs: many}]\n", "p"));
  const auto bad = parseProgress("days:\n  - day: 3\n    color: red\n", "work/progress.yaml");
  REQUIRE(!bad);
  CHECK(bad.problem().message.find("work/progress.yaml:3") == 0);
}

TEST_CASE("an unreadable file is kept and a new one begun") {
  const ProgressFolder folder;
  std::ofstream(progressFile(folder.path)) << "days: [[[";
  std::string kept;
  const auto after = updateProgress(
      folder.path, [](Progress& progress) { addRun(progress, runAt("2026-11-30T07:00:00Z", "passed", 2)); },
      [&](const std::string& text) { kept = text; });
  REQUIRE(after);
  CHECK(kept.find("it is kept as work/progress.yaml.unreadable-") != std::string::npos);
  CHECK(loadProgress(folder.path)->days.at(3).runs == 1);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder.path / "work"))
    files += entry.path().string().find("unreadable") != std::string::npos ? 1 : 0;
  CHECK(files == 1);
}

TEST_CASE("commands at once lose nothing") {
  const ProgressFolder folder;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i)
        updateProgress(
            folder.path, [&](Progress& progress) { ++progress.days[t + 1].runs; }, ignore);
    });
  for (std::thread& thread : threads) thread.join();
  const auto all = loadProgress(folder.path);
  REQUIRE(all);
  for (int t = 0; t < 4; ++t) CHECK(all->days.at(t + 1).runs == 10);
}
