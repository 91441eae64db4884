#include "grade/judge_submission.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "grade/object_cache.h"
#include "harness/compiler.h"
#include "harness/run.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::ProcessEnd;

namespace {

// Exit statuses of src/remote/serve.cpp.
constexpr int processGone = 76, protocolBroken = 77;

/// Removes a submission's folder when it is judged.
struct Box {
  fs::path path;
  ~Box() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

unsigned submissionSlot(const Order& order) { return 2 * order.slot; }
unsigned judgeSlot(const Order& order) { return 2 * order.slot + 1; }

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Compiles and links in the box; empty, or the verdict that ends it.
std::optional<ExitStatus> build(const Workshop& shop, const Sandbox& sandbox, const Order& order, const fs::path& box,
                                Outcome& outcome) {
  std::string compile = "nvcc";
  for (const std::string& flag : shop.tools.compiler->languageFlags("")) compile += " " + flag;
  compile += fmt::format(" -O3 -c {} -o submission.o", quoted(order.sourceName));
  const ObjectCache cache(shop.objects, shop.tools.identity + compile, order.source);
  const std::optional<std::string> said = cache.take(box / "submission.o");
  std::string script = said ? "" : compile + " || exit 10\n";
  std::string objects = "submission.o";
  if (shop.trust == Trust::separate)
    objects += fmt::format(" {} {} -Wl,--defsym=remoteSolve={}", shop.remoteMain.string(),
                           (shop.remoteLibraries / "libcudart.so.13").string(), shop.solveSymbol);
  if (shop.trust == Trust::shared) {
    for (const fs::path& object : shop.runtimeObjects) objects += " " + object.string();
    objects += " " + (shop.judgeLibraries / "libcudart.so.13").string();
  }
  // gold takes half of the time, where it is there. What is wrong is said by the usual one.
  const std::string link = fmt::format("-o program {} -ldl -lpthread -lrt", objects);
  if (harness::hasGold())
    script += fmt::format("{} -fuse-ld=gold {} >/tmp/link 2>&1 && exit 0\n", shop.tools.linker.string(), link);
  script += fmt::format("{} {} || exit 11\n", shop.tools.linker.string(), link);
  Jail jail;
  jail.processes = Processes::allowed;
  jail.slot = submissionSlot(order);
  jail.directory = box;
  const fs::path toolkit = fs::canonical(shop.tools.program).parent_path().parent_path();
  jail.mounts = {{toolkit, toolkit},
                 {shop.remoteLibraries, shop.remoteLibraries},
                 {shop.judgeLibraries, shop.judgeLibraries},
                 {box, box, true}};
  jail.addressBytes = order.limits.memoryBytes;
  jail.fileBytes = 256U << 20;
  jail.temporaryBytes = 512U << 20;
  jail.cpuSeconds = static_cast<unsigned>(order.limits.compileSeconds) + 1;
  jail.openFiles = 256;
  jail.processLimit = 128;
  harness::ProcessRequest request;
  request.arguments = {
      "/bin/sh", "-c",
      fmt::format("PATH={}:$PATH; TMPDIR=/tmp; export PATH TMPDIR\n{}", quoted((toolkit / "bin").string()), script)};
  request.timeLimitSeconds = order.limits.compileSeconds;
  request.captureBytes = 64U << 10;
  request.memoryBytes = order.limits.memoryBytes;
  request.largePages = true;
  request.shouldStop = order.shouldStop;
  sandbox.enter(request, jail);
  const ProcessEnd end = sandbox.endOf(harness::runProcess(request));
  outcome.buildSeconds = end.seconds;
  outcome.compilerSaid = said.value_or("") + end.standardOutput + end.standardError;
  if (end.kind == ProcessEnd::Kind::exited && end.code == 0) {
    if (!said) cache.keep(box / "submission.o", outcome.compilerSaid);
    return std::nullopt;
  }
  if (end.kind == ProcessEnd::Kind::interrupted || (order.shouldStop && order.shouldStop()))
    return ExitStatus::interrupted;
  harness::Judgement& judgement = outcome.judgement;
  judgement.headline = "the compiler's first error is the one to mend";
  if (end.kind == ProcessEnd::Kind::exited && end.code == 11)
    judgement.headline = harness::explainLink(outcome.compilerSaid, shop.solveSymbol);
  if (end.kind == ProcessEnd::Kind::timedOut)
    judgement.headline = fmt::format("the compiler was stopped after {:g} s", order.limits.compileSeconds);
  if (end.kind == ProcessEnd::Kind::outOfMemory || end.kind == ProcessEnd::Kind::signalled)
    judgement.headline = "the compiler took more memory, time or disk than a submission may";
  if (judgement.headline.empty()) judgement.headline = "the linker's first error is the one to mend";
  if (judgement.headline.ends_with('\n')) judgement.headline.pop_back();
  // A jail that could not be set up is no fault of the file.
  const bool ours = end.kind == ProcessEnd::Kind::notStarted ||
                    (end.kind == ProcessEnd::Kind::exited && end.code != 10 && end.code != 11);
  if (ours) judgement.headline = "the compiler could not be started: " + outcome.compilerSaid.substr(0, 300);
  return ours ? ExitStatus::internal : ExitStatus::didNotBuild;
}

/// The submission's process, in a thread of its own until the judge is done with it.
class SubmissionProcess {
 public:
  SubmissionProcess(const Workshop& shop, const Sandbox& sandbox, const Order& order, const fs::path& box,
                    double seconds, int socket) {
    Jail jail;
    jail.slot = submissionSlot(order);
    jail.directory = box;
    jail.mounts = {{shop.remoteLibraries, shop.remoteLibraries}, {box, box}};
    jail.environment = {{"LD_LIBRARY_PATH", shop.remoteLibraries.string()}, {"GPUSIM_CARD", shop.target.card}};
    jail.addressBytes = order.limits.memoryBytes;
    jail.cpuSeconds = static_cast<unsigned>(seconds) + 10;
    request_.arguments = {(box / "program").string()};
    request_.timeLimitSeconds = seconds + 30;  // the judge's own limit comes first
    request_.captureBytes = 64U << 10;
    request_.memoryBytes = order.limits.memoryBytes;
    request_.inherited = {{socket, 3, true}};
    request_.shouldStop = [this] { return over_ && std::chrono::steady_clock::now() > patience_; };
    sandbox.enter(request_, jail);
    thread_ = std::thread([this, &sandbox] { end_ = sandbox.endOf(harness::runProcess(request_)); });
  }
  SubmissionProcess(const SubmissionProcess&) = delete;
  SubmissionProcess& operator=(const SubmissionProcess&) = delete;
  ~SubmissionProcess() {
    if (thread_.joinable()) finish();
  }

  /// How it ended. It has a moment to end by itself, as it does when its socket is closed.
  ProcessEnd finish() {
    patience_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    over_ = true;
    thread_.join();
    return end_;
  }

 private:
  harness::ProcessRequest request_;
  std::atomic<bool> over_{false};
  std::chrono::steady_clock::time_point patience_;
  ProcessEnd end_;
  std::thread thread_;
};

/// What both ways of running a submission ask for.
harness::RunRequest runRequest(const Workshop& shop, const Order& order, const std::vector<std::string>& cases,
                               bool whole) {
  harness::RunRequest request;
  request.card = shop.target.card;
  request.simulatorThreads = shop.simulatorThreads;
  request.seed = order.seed;
  request.cases = cases;
  request.timing = whole && shop.day.timed;
  request.brief = !whole;
  request.timeLimitSeconds = order.limits.runSeconds > 0 ? order.limits.runSeconds : shop.day.timeLimitSeconds;
  request.libraryFolder = shop.judgeLibraries;
  return request;
}

/// Judge and submission in one process: in a jail, and believed.
harness::RunRecord runShared(const Workshop& shop, const Sandbox& sandbox, const Order& order, const fs::path& box,
                             const std::vector<std::string>& cases, bool whole) {
  harness::RunRequest request = runRequest(shop, order, cases, whole);
  request.program = box / "program";
  request.prepare = [&](harness::ProcessRequest& process) {
    if (!whole) process.arguments.emplace_back("--all");
    Jail jail;
    jail.slot = submissionSlot(order);
    jail.directory = box;
    jail.mounts = {{shop.judgeLibraries, shop.judgeLibraries}, {box, box}};
    jail.fileBytes = 0;  // the memory that both sides of a simulated card see is a file without a name
    jail.cpuSeconds = static_cast<unsigned>(request.timeLimitSeconds) * 4 + 30;
    jail.environment = process.environment;
    for (auto& [name, value] : jail.environment)
      if (name == "LD_LIBRARY_PATH") value = shop.judgeLibraries.string();
    process.memoryBytes = order.limits.memoryBytes;
    process.shouldStop = order.shouldStop;
    sandbox.enter(process, jail);
  };
  harness::RunRecord record = harness::runExercise(request);
  record.end = sandbox.endOf(record.end);
  return record;
}

/// Runs the cases; the record is the judge's, with the end that the submission's process had where that matters.
harness::RunRecord run(const Workshop& shop, const Sandbox& sandbox, const Order& order, const fs::path& box,
                       const std::vector<std::string>& cases, bool whole) {
  if (shop.trust == Trust::shared) return runShared(shop, sandbox, order, box, cases, whole);
  harness::RunRequest request = runRequest(shop, order, cases, whole);
  request.program = shop.judge;
  const double seconds = request.timeLimitSeconds;
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    harness::RunRecord record;
    record.end.code = errno;
    return record;
  }
  SubmissionProcess submission(shop, sandbox, order, box, seconds, ends[1]);

  Jail jail;
  jail.slot = judgeSlot(order);
  jail.directory = shop.judgeLibraries;
  jail.fileBytes = 0;  // the memory that both sides of a simulated card see is a file without a name
  jail.mounts = {{shop.judgeLibraries, shop.judgeLibraries}, {shop.judge, shop.judge}};
  jail.cpuSeconds = static_cast<unsigned>(seconds) * 4 + 30;
  constexpr int socketThere = 4;
  request.prepare = [&](harness::ProcessRequest& process) {
    if (!whole) process.arguments.emplace_back("--all");
    jail.environment = process.environment;
    for (auto& [name, value] : jail.environment)
      if (name == "LD_LIBRARY_PATH") value = shop.judgeLibraries.string();
    jail.environment.emplace_back("GPUSIM_REMOTE", fmt::format("{}:{}", socketThere, shop.signature));
    process.inherited = {{ends[0], socketThere, true}};
    process.memoryBytes = order.limits.memoryBytes;
    process.shouldStop = order.shouldStop;
    sandbox.enter(process, jail);
  };
  harness::RunRecord record = harness::runExercise(request);
  const ProcessEnd other = submission.finish();
  record.end = sandbox.endOf(record.end);
  const bool exited = record.end.kind == ProcessEnd::Kind::exited;
  if (exited && record.end.code == processGone) {
    const double spent = record.end.seconds;
    record.end = other;
    record.end.seconds = spent;
    return record;
  }
  if (exited && record.end.code == protocolBroken)
    record.fault = harness::EventFault{
        true, "its process sent the judge " + record.end.standardError.substr(0, record.end.standardError.find('\n'))};
  // The simulator or the runtime fell over: ours, whatever the submission did to get there.
  if (record.end.kind == ProcessEnd::Kind::signalled ||
      (exited && record.end.code != 0 && record.end.code != protocolBroken)) {
    record.fault =
        harness::EventFault{false, fmt::format("the judge's process ended with {} {}: {}", exited ? "status" : "signal",
                                               record.end.code, record.end.standardError.substr(0, 300))};
  }
  record.end.standardOutput = other.standardOutput;
  record.end.standardError = other.standardError;
  record.end.truncated = other.truncated;
  return record;
}

bool isIn(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

void addOnce(std::vector<std::string>& list, const std::string& word) {
  if (!isIn(list, word)) list.push_back(word);
}

/// The cases of the record that came out right, and those that did not: wrong in one order is wrong.
void sortCases(const harness::RunRecord& record, const harness::Judgement& judgement, bool failed, Outcome& outcome) {
  if (failed && !judgement.shape.empty()) addOnce(outcome.wrong, judgement.shape);
  for (const harness::Event& event : record.events) {
    if (const auto* end = std::get_if<harness::CaseEnd>(&event); end != nullptr && end->wrong != 0)
      addOnce(outcome.wrong, end->shape);
    if (const auto* spoiled = std::get_if<harness::Spoiled>(&event); spoiled != nullptr && failed)
      addOnce(outcome.wrong, spoiled->shape);
  }
  for (const harness::Event& event : record.events)
    if (const auto* end = std::get_if<harness::CaseEnd>(&event); end != nullptr && end->wrong == 0)
      if (!isIn(outcome.wrong, end->shape)) addOnce(outcome.right, end->shape);
}

/// The child stops at its first failing case; for partial credit the others are run too, without asking why and, but
/// for an error of the device, in one process.
void runOtherCases(const Workshop& shop, const Sandbox& sandbox, const Order& order, const fs::path& box,
                   Outcome& outcome) {
  while (!order.shouldStop || !order.shouldStop()) {
    std::vector<std::string> rest;
    for (const std::string& shape : order.cases)
      if (!isIn(outcome.right, shape) && !isIn(outcome.wrong, shape)) rest.push_back(shape);
    if (rest.empty()) return;
    const harness::RunRecord record = run(shop, sandbox, order, box, rest, false);
    const harness::Judgement judgement = harness::judge(record, harness::rightAndSafe());
    const bool passed = judgement.status == ExitStatus::passed, unsafe = judgement.status == ExitStatus::unsafe;
    const std::size_t before = outcome.right.size() + outcome.wrong.size();
    sortCases(record, judgement, !passed && !unsafe, outcome);
    if (passed || outcome.right.size() + outcome.wrong.size() == before) return;
    // What does not come to a comparison, or costs a time limit, would do so again.
    if (!unsafe && judgement.status != ExitStatus::wrong && judgement.status != ExitStatus::cudaError) return;
  }
}

}  // namespace

Outcome judgeSubmission(const Workshop& shop, const Sandbox& sandbox, const Order& order) {
  Outcome outcome;
  static std::atomic<unsigned> counter{0};
  const Box box{shop.folder / fmt::format("box-{}", counter++)};
  std::error_code error;
  fs::create_directory(box.path, error);
  std::ofstream(box.path / order.sourceName, std::ios::binary) << order.source;
  fs::permissions(box.path / order.sourceName, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read,
                  error);
  sandbox.give(box.path, submissionSlot(order));
  if (const std::optional<ExitStatus> ended = build(shop, sandbox, order, box.path, outcome)) {
    outcome.judgement.status = *ended;
    return outcome;
  }
  const harness::RunRecord record = run(shop, sandbox, order, box.path, order.cases, true);
  harness::Goals goals = shop.day.goals;
  goals.timingWanted = shop.day.timed;
  outcome.judgement = harness::judge(record, goals);
  outcome.runSeconds = record.end.seconds;
  outcome.printed = record.end.standardOutput + record.end.standardError;
  const ExitStatus status = outcome.judgement.status;
  const bool correct =
      status == ExitStatus::passed || status == ExitStatus::notFaster || status == ExitStatus::shortOfTarget;
  sortCases(record, outcome.judgement, !correct && status != ExitStatus::unsafe, outcome);
  if (status == ExitStatus::wrong || status == ExitStatus::cudaError || status == ExitStatus::unsafe)
    runOtherCases(shop, sandbox, order, box.path, outcome);
  return outcome;
}

}  // namespace grade
