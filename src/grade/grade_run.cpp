#include "grade/grade_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "grade/fault_code.h"
#include "grade/files.h"
#include "grade/formats/formats.h"
#include "grade/intake.h"
#include "grade/results_folder.h"
#include "grade/slurm.h"
#include "grade/workshop.h"
#include "harness/replace_file.h"
#include "harness/work_queue.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

/// A folder below the system's temporary one that ids without rights may pass through.
class Temporary {
 public:
  Temporary() {
    const char* given = std::getenv("TMPDIR");
    std::string name =
        fmt::format("{}/cuda-measured-grade-XXXXXX", given != nullptr && *given != '\0' ? given : "/tmp");
    if (mkdtemp(name.data()) != nullptr) path_ = name;
    std::error_code ignored;
    if (!path_.empty())
      fs::permissions(path_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec, ignored);
  }
  ~Temporary() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::uint64_t freshSeed() {
  std::random_device entropy;
  return static_cast<std::uint64_t>(entropy()) << 32 | entropy();
}

/// What two runs must share to be one: a record of other circumstances is of another run.
std::string settingsJson(const GradeOptions& options, std::uint64_t seed, Level level) {
  return fmt::format(
      R"({{"format": 1, "harness": "{}", "seed": {}, "card": "{}", "hidden": {}, "sandbox": "{}", "time_limit": {:g}, "memory": {}, "day": "{}"}})",
      harness::versionText, seed, options.card, options.hidden, nameOf(level), options.timeLimitSeconds,
      options.memoryMegabytes, options.day);
}

std::optional<std::uint64_t> seedIn(const std::string& settings) {
  const std::optional<harness::Json> json = harness::parseJson(settings);
  const harness::Json* seed = json ? json->find("seed") : nullptr;
  return seed == nullptr ? std::nullopt : seed->count();
}

struct Days {
  std::map<std::string, Workshop> shops;
  std::map<std::string, std::vector<std::string>> cases;
  std::map<std::string, std::string> refusals;  // of days that cannot be graded
};

Result<Days> openDays(const GradeOptions& options, const std::vector<Item>& items, const fs::path& temporary,
                      std::uint64_t seed, unsigned jobs) {
  harness::Options machine;
  machine.root = options.root;
  machine.card = options.card;
  machine.device = harness::DeviceChoice::simulator;
  const Result<harness::Target> target = harness::chooseTarget(machine);
  if (!target) return target.problem();
  Days days;
  for (const Item& item : items) {
    if (item.day.empty() || !item.refusal.empty() || days.shops.count(item.day) != 0 ||
        days.refusals.count(item.day) != 0)
      continue;
    const Result<harness::DayFiles> files = harness::resolveDay(options.root, item.day);
    if (!files) {
      days.refusals[item.day] = files.problem().message;
      continue;
    }
    Result<Workshop> shop = openWorkshop(*files, *target, temporary);
    if (!shop) return shop.problem();
    shop->simulatorThreads = std::max(1U, std::thread::hardware_concurrency() / jobs);
    std::vector<std::string> cases = shop->day.ladder;
    for (const std::string& shape : hiddenCases(shop->day, seed, options.hidden))
      if (std::find(cases.begin(), cases.end(), shape) == cases.end()) cases.push_back(shape);
    days.cases[item.day] = std::move(cases);
    days.shops.emplace(item.day, std::move(*shop));
  }
  return days;
}

Record judged(const Item& item, const GradeOptions& options, const Days& days, const Sandbox& sandbox,
              std::uint64_t seed, unsigned slot) {
  const auto refused = days.refusals.find(item.day);
  if (!item.refusal.empty()) return unreadable(item.refusal);
  if (refused != days.refusals.end()) return unreadable(refused->second);
  const Workshop& shop = days.shops.at(item.day);
  const std::vector<std::string>& cases = days.cases.at(item.day);
  Order order;
  order.source = item.source;
  // One name for all: two who handed in the same text share its object, and none reads another's name in a message.
  order.sourceName = item.day + ".cu";
  order.seed = seed;
  order.cases = cases;
  order.limits.runSeconds = options.timeLimitSeconds;
  order.limits.memoryBytes = std::uint64_t{options.memoryMegabytes} << 20;
  order.slot = slot;
  Outcome outcome = judgeSubmission(shop, sandbox, order);
  // A fault of ours may have been the machine's moment of weakness. What a submission does is judged once.
  if (outcome.judgement.status == ExitStatus::internal) outcome = judgeSubmission(shop, sandbox, order);
  Record record = recordOf(outcome, gradeOf(outcome, shop.day, cases, cases.size() - shop.day.ladder.size()));
  record.trust = shop.trust == Trust::separate ? "separate" : "shared";
  return record;
}

Result<std::monostate> writeOutputs(const ResultsFolder& folder, const std::vector<Record>& records,
                                    const std::string& settings) {
  std::string master = fmt::format("{{\"run\": {},\n\"submissions\": [\n", settings);
  for (std::size_t i = 0; i < records.size(); ++i) master += (i == 0 ? "" : ",\n") + writeRecord(records[i]);
  master += "]}\n";
  std::error_code error;
  for (const char* made : {"gradescope", "github", "check50"}) fs::create_directories(folder.path() / made, error);
  std::vector<std::pair<std::string, std::string>> files{
      {"grades.json", std::move(master)},
      {"grades.csv", csvTable(records)},
      {"junit.xml", junitXml(records)},
      {"summary.txt", summaryText(records) + "\n" + textTable(records)},
      {"summary.html", summaryHtml(records)}};
  for (const Record& record : records) {
    files.emplace_back(fmt::format("gradescope/{}.json", record.id), gradescopeJson(record));
    files.emplace_back(fmt::format("github/{}.txt", record.id), githubResult(record));
    files.emplace_back(fmt::format("check50/{}.json", record.id), check50Json(record));
  }
  if (records.size() == 1)
    files.emplace_back("results.json", gradescopeJson(records.front()));  // the name that Gradescope reads
  for (const auto& [name, text] : files)
    if (const Result<std::monostate> written = harness::replaceFile(folder.path() / name, text); !written)
      return written.problem();
  return std::monostate{};
}

/// The sandbox that is asked for, or why grading does not begin.
Result<Sandbox> chooseSandbox(const GradeOptions& options, const fs::path& temporary) {
  Sandbox sandbox = Sandbox::probe(temporary);
  const Level wanted = options.sandbox == "none"     ? Level::none
                       : options.sandbox == "limits" ? Level::limits
                                                     : Level::full;
  if (sandbox.level() < wanted)
    return Problem{ExitStatus::setup,
                   fmt::format("the sandbox that works here is '{}', '{}' is asked for: {}. --sandbox {} grades all "
                               "the same; do that only for "
                               "code you trust, or inside a container that is thrown away",
                               nameOf(sandbox.level()), nameOf(wanted), sandbox.whyNotMore(), nameOf(sandbox.level()))};
  return sandbox.lowered(wanted);
}

}  // namespace

std::vector<std::string> hiddenCases(const harness::Day& day, std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  const auto draw = [&](std::uint64_t most) { return 1 + random() % most; };
  constexpr std::uint64_t longest = 60000, widest = 400, deepest = 40;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    if (day.shape == "vector") {
      out.push_back(std::to_string(draw(longest)));
      continue;
    }
    const std::uint64_t most = day.shape == "matrix" ? widest : deepest;
    std::string shape = fmt::format("{}x{}", draw(most), draw(most));
    if (day.shape == "volume" || day.shape == "product") shape += fmt::format("x{}", draw(most));
    out.push_back(shape);
  }
  return out;
}

namespace {

/// Grades the items that have no record yet, on this machine.
class Local {
 public:
  Local(const GradeOptions& options, const Days& days, const Sandbox& sandbox, std::uint64_t seed, unsigned jobs)
      : options_(options), days_(days), sandbox_(sandbox), seed_(seed), jobs_(jobs) {
    // Several graders may share a machine, the tasks of an array job among them: each begins at ids of its own.
    constexpr unsigned slots = 256;
    for (unsigned slot = jobs; slot-- > 0;) freeSlots_.push_back((static_cast<unsigned>(getpid()) + slot) % slots);
  }

  std::optional<Problem> run(const std::vector<const Item*>& items, const ResultsFolder& folder,
                             std::map<std::string, Record>& records, const std::function<void(const Item&)>& onBegin) {
    std::optional<Problem> failure;
    harness::WorkQueue queue;
    for (const Item* item : items)
      queue.add([&, item] {
        unsigned slot = 0;
        {
          const std::lock_guard lock(mutex_);
          if (failure) return;
          slot = freeSlots_.back();
          freeSlots_.pop_back();
          onBegin(*item);
        }
        Record record = one(*item, slot);
        const std::lock_guard lock(mutex_);
        freeSlots_.push_back(slot);
        if (record.exitCode == static_cast<int>(ExitStatus::interrupted)) {
          failure = Problem{ExitStatus::interrupted, "interrupted; the same command goes on"};
          return;
        }
        if (const Result<std::monostate> kept = folder.keep(record); !kept) failure = kept.problem();
        records[record.id] = std::move(record);
      });
    queue.run(jobs_);
    return failure;
  }

 private:
  Record one(const Item& item, unsigned slot) const {
    Record record = judged(item, options_, days_, sandbox_, seed_, slot);
    record.id = item.id;
    record.name = item.name;
    record.hash = item.hash;
    record.day = item.day;
    record.note = item.note;
    record.claimed = item.claimed;
    return record;
  }

  const GradeOptions& options_;
  const Days& days_;
  const Sandbox& sandbox_;
  std::uint64_t seed_;
  unsigned jobs_;
  std::mutex mutex_;
  std::vector<unsigned> freeSlots_;
};

std::vector<const Item*> pendingOf(const std::vector<Item>& items, const std::map<std::string, Record>& records) {
  std::vector<const Item*> pending;
  for (const Item& item : items) {
    const auto known = records.find(item.id);
    if (known == records.end() || known->second.hash != item.hash || known->second.code == "OURS")
      pending.push_back(&item);
  }
  return pending;
}

/// A few rounds of array jobs: a node may fail, a job be killed. What is then still missing is the Problem.
std::optional<Problem> gradeOnSlurm(const GradeOptions& options, std::uint64_t seed, const std::vector<Item>& items,
                                    const ResultsFolder& folder, std::map<std::string, Record>& records,
                                    const std::function<void(const std::string&)>& onProgress) {
  constexpr int rounds = 3;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<const Item*> pending = pendingOf(items, records);
    if (pending.empty()) return std::nullopt;
    std::vector<std::string> ids;
    for (const Item* item : pending) ids.push_back(item->id);
    const Result<std::monostate> ran = runOnSlurm(options, seed, ids, folder.path() / "slurm", [&] {
      onProgress(
          fmt::format("{} of {} graded", items.size() - pendingOf(items, folder.records()).size(), items.size()));
    });
    if (!ran) return ran.problem();
    records = folder.records();
  }
  const std::size_t missing = pendingOf(items, records).size();
  if (missing == 0) return std::nullopt;
  return Problem{
      ExitStatus::setup,
      fmt::format("{} submissions were not graded in {} array jobs; {} says why, and the same command goes on", missing,
                  rounds, (folder.path() / "slurm").string())};
}

/// What a run begins with: its sandbox, its seed, its days.
struct Setting {
  Sandbox sandbox;
  std::uint64_t seed;
  unsigned jobs;
  Days days;
};

Result<Setting> setUp(const GradeOptions& options, const std::vector<Item>& items, const fs::path& temporary,
                      std::uint64_t seed, const Sandbox& sandbox,
                      const std::function<void(const std::string&)>& onNote) {
  const unsigned jobs = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  onNote(fmt::format("sandbox {}{}, seed {}, {} at a time", nameOf(sandbox.level()),
                     sandbox.whyNotMore().empty() ? "" : " (" + sandbox.whyNotMore() + ")", seed, jobs));
  Result<Days> days = openDays(options, items, temporary, seed, jobs);
  if (!days) return days.problem();
  for (const auto& [id, shop] : days->shops)
    if (shop.trust == Trust::shared)
      onNote(fmt::format("{}: judge and submission share a process, and it is believed: {}", id, shop.whyShared));
  return Setting{sandbox, seed, jobs, std::move(*days)};
}

/// A task of an array job: the grader that submitted it holds the lock.
Result<Graded> gradeTask(const GradeOptions& options, const std::vector<Item>& items,
                         const std::function<void(const std::string&)>& onNote) {
  std::vector<Item> own;
  for (const std::string& id : options.only) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.id == id; });
    if (found == items.end())
      return Problem{ExitStatus::usage, fmt::format("--only {}: there is no such submission", printable(id))};
    own.push_back(*found);
  }
  const ResultsFolder folder = ResultsFolder::ofTask(options.out);
  const Temporary temporary;
  const Result<Sandbox> sandbox = chooseSandbox(options, temporary.path());
  if (!sandbox) return sandbox.problem();
  const Result<Setting> setting = setUp(options, own, temporary.path(), options.seed.value_or(0), *sandbox, onNote);
  if (!setting) return setting.problem();
  std::map<std::string, Record> records = folder.records();
  const std::vector<const Item*> pending = pendingOf(own, records);
  if (const std::optional<Problem> failure = Local(options, setting->days, setting->sandbox, setting->seed, 1)
                                                 .run(pending, folder, records, [](const Item&) {}))
    return *failure;
  std::string codes;
  for (const Item& item : own) codes += records.at(item.id).code + "\n";
  return Graded{std::move(codes), own.size(), 0};
}

}  // namespace

Result<Graded> gradeAll(const GradeOptions& options, const std::function<void(const std::string&)>& onProgress,
                        const std::function<void(const std::string&)>& onNote) {
  const fs::path out = fs::absolute(options.out).lexically_normal();
  const Result<std::vector<Item>> items = collect(options.paths, options.day, {out.string()});
  if (!items) return items.problem();
  if (items->empty()) return Problem{ExitStatus::usage, "there is nothing to grade"};
  if (!options.only.empty()) return gradeTask(options, *items, onNote);
  Result<ResultsFolder> folder = ResultsFolder::open(out, options.fresh);
  if (!folder) return folder.problem();
  const Temporary temporary;
  if (temporary.path().empty()) return Problem{ExitStatus::setup, "no folder for temporary files can be made"};
  folder->takeOver(temporary.path());
  const Result<Sandbox> sandbox = chooseSandbox(options, temporary.path());
  if (!sandbox) return sandbox.problem();

  const std::string begun = folder->settings();
  const std::uint64_t seed = options.seed    ? *options.seed
                             : begun.empty() ? freshSeed()
                                             : seedIn(begun).value_or(freshSeed());
  const std::string settings = settingsJson(options, seed, sandbox->level());
  if (!begun.empty() && begun != settings)
    return Problem{
        ExitStatus::usage,
        fmt::format("{}: a run with other settings began here ({}). --fresh throws it away", out.string(), begun)};
  if (begun.empty())
    if (const Result<std::monostate> kept = folder->begin(settings); !kept) return kept.problem();

  std::map<std::string, Record> records = folder->records();
  std::optional<Problem> failure;
  if (options.slurm) {
    failure = gradeOnSlurm(options, seed, *items, *folder, records, onProgress);
  } else {
    onProgress("building the judge");
    const Result<Setting> setting = setUp(options, *items, temporary.path(), seed, *sandbox, onNote);
    if (!setting) return setting.problem();
    const std::vector<const Item*> pending = pendingOf(*items, records);
    std::size_t begunItems = items->size() - pending.size();
    failure = Local(options, setting->days, setting->sandbox, seed, setting->jobs)
                  .run(pending, *folder, records, [&](const Item& item) {
                    onProgress(fmt::format("{} of {}: {}", ++begunItems, items->size(), item.name));
                  });
  }
  if (failure) return *failure;

  Graded graded;
  std::vector<Record> ordered;
  for (const Item& item : *items) ordered.push_back(records.at(item.id));
  for (const Record& record : ordered) graded.ours += record.code == "OURS";
  graded.submissions = ordered.size();
  if (const Result<std::monostate> written = writeOutputs(*folder, ordered, settings); !written)
    return written.problem();
  graded.text = options.summary ? summaryText(ordered) : textTable(ordered);
  graded.text += fmt::format(
      "grades in {}: grades.json, grades.csv, junit.xml, summary.html, gradescope/, github/, check50/\n", options.out);
  return graded;
}

}  // namespace grade
