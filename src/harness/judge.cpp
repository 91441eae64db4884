#include "harness/judge.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "exercise/ratio.h"
#include "harness/why_lines.h"

namespace harness {
namespace {

/// What the events add up to, before anyone asks how the child ended.
struct Story {
  std::optional<CaseBegin> open;  // begun and not ended: where the child was
  std::optional<CaseEnd> wrong;
  std::optional<ApiError> error;
  std::optional<Spoiled> spoiled;
  bool goodbye = false;
};

bool sameLine(const Site& a, const Site& b) { return a.file == b.file && a.line == b.line; }

/// Whether a learner would mend both in the same place.
bool alike(const Finding& a, const Finding& b) {
  if (a.other.has_value() != b.other.has_value() || (a.other && !sameLine(*a.other, *b.other))) return false;
  return a.tool == b.tool && a.kind == b.kind && a.kernel == b.kernel && a.note == b.note && sameLine(a.site, b.site);
}

/// Adds a finding, or counts it with the first one like it: each case and each order finds the same ones again.
void addFinding(std::vector<Finding>& findings, const Finding& finding) {
  const auto known =
      std::find_if(findings.begin(), findings.end(), [&](const Finding& other) { return alike(finding, other); });
  if (known == findings.end()) {
    findings.push_back(finding);
  } else {
    known->count += finding.count;
  }
}

Story readStory(const RunRecord& record, Judgement& judgement) {
  Story story;
  std::string lastRight;
  for (const Event& event : record.events) {
    if (const auto* hello = std::get_if<Hello>(&event)) judgement.hello = *hello;
    if (const auto* timing = std::get_if<Timing>(&event)) judgement.timing = *timing;
    if (const auto* copies = std::get_if<Copies>(&event))
      if (!judgement.copies || copies->toIdeal() >= judgement.copies->toIdeal()) judgement.copies = *copies;
    if (const auto* pages = std::get_if<Pages>(&event))
      if (!judgement.pages || pages->faults() >= judgement.pages->faults()) judgement.pages = *pages;
    if (const auto* begin = std::get_if<CaseBegin>(&event)) {
      story.open = *begin;
      if (std::find(judgement.shapes.begin(), judgement.shapes.end(), begin->shape) == judgement.shapes.end())
        judgement.shapes.push_back(begin->shape);
    }
    if (const auto* end = std::get_if<CaseEnd>(&event)) {
      if (end->wrong == 0 && end->shape != lastRight) {
        lastRight = end->shape;
        ++judgement.casesRight;
      }
      if (end->wrong != 0 && !story.wrong) story.wrong = *end;
    }
    if (const auto* error = std::get_if<ApiError>(&event); error != nullptr && !story.error) story.error = *error;
    if (const auto* spoiled = std::get_if<Spoiled>(&event); spoiled != nullptr && !story.spoiled)
      story.spoiled = *spoiled;
    if (const auto* found = std::get_if<Findings>(&event))
      for (const Finding& finding : found->findings) addFinding(judgement.findings, finding);
    if (std::holds_alternative<Goodbye>(event)) story.goodbye = true;
    // Any result closes the case: what happens after it is no longer inside solve().
    if (!std::holds_alternative<CaseBegin>(event) && !std::holds_alternative<Findings>(event)) story.open.reset();
  }
  return story;
}

std::string during(const std::optional<CaseBegin>& open) {
  return open ? fmt::format(" in case {} ({} of {})", open->shape, open->k, open->of) : "";
}

Judgement& decide(Judgement& judgement, ExitStatus status, std::string headline) {
  judgement.status = status;
  judgement.headline = std::move(headline);
  return judgement;
}

Judgement& decideError(Judgement& judgement, const ApiError& error) {
  const bool memory = error.name == "cudaErrorMemoryAllocation";
  judgement.shape = error.shape;
  judgement.faultClass = !error.faultClass.empty() ? error.faultClass
                         : memory                  ? "out-of-memory"
                                                   : error.where + "-error";
  judgement.see = error.see;
  const ExitStatus status = memory                                   ? ExitStatus::outOfMemory
                            : error.name == "cudaErrorLaunchTimeout" ? ExitStatus::timedOut
                                                                     : ExitStatus::cudaError;
  return decide(judgement, status, error.headline);
}

Judgement& decideWrong(Judgement& judgement, const Story& story) {
  if (story.wrong) {
    judgement.shape = story.wrong->shape;
    judgement.seed = story.wrong->seed;
    judgement.faultClass = story.wrong->faultClass;
    judgement.see = story.wrong->see;
    judgement.wrong = story.wrong->wrong;
    judgement.total = story.wrong->total;
    judgement.cells = story.wrong->cells;
    judgement.also = story.wrong->also;
    judgement.map = story.wrong->map;
    return decide(judgement, ExitStatus::wrong, story.wrong->headline);
  }
  judgement.shape = story.spoiled->shape;
  judgement.faultClass = story.spoiled->faultClass;
  // What the simulator calls an out-of-bounds access, on a card too, where only the guard zone tells of it.
  if (judgement.faultClass == "wrote-outside")
    return decide(judgement, ExitStatus::unsafe, "the values are right, but solve() " + story.spoiled->headline);
  return decide(judgement, ExitStatus::wrong, story.spoiled->headline);
}

Judgement& decideMemory(Judgement& judgement, std::string headline) {
  judgement.faultClass = "out-of-memory";
  return decide(judgement, ExitStatus::outOfMemory, std::move(headline));
}

/// ": threads of sumAround were still at day14.cu:25", or "" where nobody knows.
std::string whereItRan(const std::vector<Finding>& findings) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.kind == "still running"; });
  if (found == findings.end()) return "";
  const std::string kernel = shortName(found->kernel);
  if (found->site.line == 0) return fmt::format(": {} was still running", kernel);
  return fmt::format(": threads of {} were still at {}:{}", kernel,
                     std::filesystem::path(found->site.file).filename().string(), found->site.line);
}

Judgement& decideSignal(Judgement& judgement, const ProcessEnd& end, const Story& story) {
  const std::string where = during(story.open);
  if (end.code == SIGABRT && end.standardError.find("std::bad_alloc") != std::string::npos)
    return decide(judgement, ExitStatus::outOfMemory,
                  fmt::format("the program asked the host for more memory than there is{}", where));
  if (end.code == SIGKILL)
    return decide(judgement, ExitStatus::outOfMemory,
                  fmt::format("the system killed the program{}; it had most likely used up the memory", where));
  const char* meaning = end.code == SIGSEGV
                            ? ": host code used a pointer it may not; a device pointer is not for the host"
                        : end.code == SIGABRT ? ": abort() or an uncaught exception"
                        : end.code == SIGFPE  ? ": a division by zero on the host"
                                              : "";
  return decide(judgement, ExitStatus::crashed,
                fmt::format("the program crashed with {}{}{}", strsignal(end.code), where, meaning));
}

bool isFault(const Finding& finding) { return !finding.note; }

const char* article(const std::string& noun) { return noun.find_first_of("aeiou") == 0 ? "an" : "a"; }

/// A race's message ends in what is missing. In a headline, of which the end may be cut, that comes first.
std::string causeFirst(const Finding& finding) {
  const std::size_t colon = finding.message.rfind(": ");
  if (finding.tool != "racecheck" || colon == std::string::npos) return finding.message;
  return finding.message.substr(colon + 2) + "; " + finding.message.substr(0, colon);
}

/// Where the course treats what a checker found.
const char* pageOf(const Finding& finding) {
  if (finding.tool == "racecheck" || finding.tool == "synccheck") return "day 14";
  if (finding.tool == "memcheck" && finding.kind == "leak") return "day 4";
  if (finding.kind.find("shared") != std::string::npos || finding.message.find("shared memory") != std::string::npos)
    return "day 13";
  return "day 5";
}

Judgement& decideUnsafe(Judgement& judgement, const Finding& first) {
  judgement.see = pageOf(first);
  judgement.shape = first.shape;
  judgement.seed = first.seed;
  judgement.faultClass = first.tool;
  return decide(
      judgement, ExitStatus::unsafe,
      fmt::format("the values are right, but there is {} {}{}: {}", article(first.kind), first.kind,
                  first.site.line == 0 ? "" : fmt::format(" at line {}", first.site.line), causeFirst(first)));
}

/// Why more was copied than had to be, by direction; empty when it was not.
std::string needlessCopies(const Copies& copies, double goal) {
  const auto direction = [&](std::uint64_t moved, std::uint64_t needed, const char* where) -> std::string {
    if (static_cast<double>(moved) <= goal * static_cast<double>(needed)) return "";
    return fmt::format("copies {} bytes {} where {} have to cross", moved, where, needed);
  };
  std::string said = direction(copies.toDevice, copies.neededToDevice, "to the device");
  const std::string back = direction(copies.toHost, copies.neededToHost, "to the host");
  if (!said.empty() && !back.empty()) said += ", and ";
  return said + back;
}

/// Which arrays' pages were met where they were not, and what brings them there.
std::string faultsByArray(const Pages& pages) {
  std::string kernel, host;
  const auto add = [](std::string& said, std::uint64_t faults, const Pages::Array& array) {
    if (faults > 0) said += fmt::format("{}{} of {}", said.empty() ? "" : ", ", faults, array.name);
  };
  for (const Pages::Array& array : pages.arrays) {
    add(kernel, array.kernelFaults, array);
    add(host, array.hostFaults, array);
  }
  std::string said;
  if (!kernel.empty()) said += fmt::format("; kernels met pages that were on the host: {}", kernel);
  if (!host.empty()) said += fmt::format("; the host met pages that were on the device: {}", host);
  return said;
}

/// Which goals in counters are missed, and by how much; empty when all are met or nothing was counted, as on a card.
/// `faultClass`: the first one's counter.
std::string missedCounters(const Timing& timing, const Goals& goals, std::string& faultClass) {
  std::string said;
  if (timing.launches.empty()) return said;
  for (const CounterGoal& goal : goals.counters) {
    const double count = goal.countIn([&](std::string_view field) { return timing.sum(field); });
    const double bound = goal.boundAt(timing.shape);
    if (goal.isMet(count, timing.shape)) continue;
    if (said.empty()) {
      faultClass = goal.counter;
      std::replace(faultClass.begin(), faultClass.end(), '_', '-');
    }
    const std::string goalText = goal.boundWords(timing.shape);
    said += fmt::format("{}{}: {}", said.empty() ? "" : "; and ", goal.words(), countText(count));
    said += bound > 0 && count > bound ? fmt::format(", {:.1f} times the goal of {}", count / bound, goalText)
                                       : fmt::format("; the goal is {}", goalText);
  }
  return said;
}

Judgement& decideTime(Judgement& judgement, const Goals& goals) {
  if (goals.copiedToIdeal > 0 && judgement.copies) {
    const std::string needless = needlessCopies(*judgement.copies, goals.copiedToIdeal);
    if (!needless.empty()) {
      judgement.shape = judgement.copies->shape;
      judgement.faultClass = "copies-too-many";
      return decide(judgement, ExitStatus::shortOfTarget, needless);
    }
  }
  if (goals.pageFaults >= 0 && judgement.pages &&
      !(static_cast<double>(judgement.pages->faults()) <= goals.pageFaults)) {
    const std::uint64_t faults = judgement.pages->faults();
    judgement.shape = judgement.pages->shape;
    judgement.faultClass = "page-faults";
    return decide(judgement, ExitStatus::shortOfTarget,
                  fmt::format("{} page fault{}, the goal is at most {:g}{}", faults, faults == 1 ? "" : "s",
                              goals.pageFaults, faultsByArray(*judgement.pages)));
  }
  if (!goals.timingWanted) return decide(judgement, ExitStatus::passed, "every case is right; nothing was timed");
  if (!judgement.timing)
    return decide(judgement, ExitStatus::internal, "every case is right, and the exercise runtime sent no times");
  const Timing& timing = *judgement.timing;
  const std::string_view word = timing.modelled ? "modelled" : "measured";
  judgement.shape = timing.shape;
  // Written so that a NaN fails: a goal is met only if the comparison says so.
  const bool isFaster = timing.ratioToNaive >= goals.fasterThanNaive;
  const bool perhapsFaster = exercise::isTooClose(
      isFaster, timing.modelled, exercise::answerToLeast(timing.intervalToNaive, goals.fasterThanNaive));
  const bool faster = isFaster || perhapsFaster;
  const std::string toNaive = fmt::format("{:.2f} times as fast as the naive kernel ({}); the goal is {:.2f}",
                                          timing.ratioToNaive, word, goals.fasterThanNaive);
  // Counts come first: they are exact where the time is modelled, and say what to change.
  std::string missedClass;
  const std::string missed = missedCounters(timing, goals, missedClass);
  if (!missed.empty()) {
    judgement.faultClass = missedClass;
    return decide(judgement, ExitStatus::shortOfTarget, faster ? missed : missed + "; and " + toNaive);
  }
  if (!faster) return decide(judgement, ExitStatus::notFaster, toNaive);
  const bool isMet = timing.ratioToCopy <= goals.ratioToCopy;
  const bool tooClose =
      exercise::isTooClose(isMet, timing.modelled, exercise::answerTo(timing.interval, goals.ratioToCopy));
  if (goals.ratioToCopy > 0 && !isMet && !tooClose)
    return decide(judgement, ExitStatus::shortOfTarget,
                  fmt::format("{:.2f} times the copy's time ({}); the goal is at most {:.2f}", timing.ratioToCopy, word,
                              goals.ratioToCopy));
  // The counts are exact where the time is modelled, so they are held to a goal of their own.
  const double sectors = timing.sectorsToIdeal();
  if (goals.sectorsToIdeal > 0 && sectors != 0 && !(sectors <= goals.sectorsToIdeal))
    return decide(judgement, ExitStatus::shortOfTarget,
                  fmt::format("moves {:.2f} times the sectors its bytes fill; the goal is at most {:.2f}: some global "
                              "access is not coalesced, or bytes are moved more than once",
                              sectors, goals.sectorsToIdeal));
  const double aStore = timing.sectorsAStore();
  if (goals.sectorsAStore > 0 && aStore != 0 && !(aStore <= goals.sectorsAStore))
    return decide(judgement, ExitStatus::shortOfTarget,
                  fmt::format("a store of a warp touches {:.2f} sectors on average; the goal is at most {:.2f}: "
                              "neighboring lanes write far apart",
                              aStore, goals.sectorsAStore));
  std::string doubt;
  const auto addDoubt = [&](const std::array<double, 2>& interval, double goal) {
    doubt += fmt::format("; {:.3f} to {:.3f}, too close to the goal of {:.2f} to call, which counts as met",
                         interval[0], interval[1], goal);
  };
  if (perhapsFaster) addDoubt(timing.intervalToNaive, goals.fasterThanNaive);
  if (tooClose && goals.ratioToCopy > 0) addDoubt(timing.interval, goals.ratioToCopy);
  if (goals.ratioToCopy == 0)
    return decide(judgement, ExitStatus::passed,
                  fmt::format("{:.2f} times as fast as the naive kernel ({}{})", timing.ratioToNaive, word, doubt));
  return decide(judgement, ExitStatus::passed,
                fmt::format("{:.2f} times the copy's time and {:.2f} times as fast as the naive kernel ({}{})",
                            timing.ratioToCopy, timing.ratioToNaive, word, doubt));
}

}  // namespace

Judgement judge(const RunRecord& record, const Goals& goals) {
  Judgement judgement;
  const Story story = readStory(record, judgement);
  const ProcessEnd& end = record.end;
  if (end.kind == ProcessEnd::Kind::interrupted) return decide(judgement, ExitStatus::interrupted, "interrupted");
  if (end.kind == ProcessEnd::Kind::notStarted)
    return decide(judgement, ExitStatus::internal,
                  fmt::format("the built exercise cannot be started: {}", strerror(end.code)));
  if (record.fault && !record.fault->forged) return decide(judgement, ExitStatus::internal, record.fault->message);
  if (record.fault) {
    judgement.faultClass = "forged-result";
    return decide(
        judgement, ExitStatus::forgedResult,
        fmt::format("something other than the harness's runtime reported a result: {}", record.fault->message));
  }
  if (end.kind == ProcessEnd::Kind::timedOut && story.error && story.error->name == "cudaErrorLaunchTimeout") {
    judgement.shape = story.error->shape;  // the simulator was asked to stop, and told where it was
    return decide(judgement, ExitStatus::timedOut,
                  fmt::format("stopped after {:g} s in case {}{}", record.timeLimitSeconds, judgement.shape,
                              whereItRan(judgement.findings)));
  }
  // A failure that was reported stands, however the child ended after it.
  if (story.error) return decideError(judgement, *story.error);
  if (story.wrong || story.spoiled) return decideWrong(judgement, story);
  if (story.open) judgement.shape = story.open->shape;
  if (story.open) judgement.seed = story.open->seed;
  if (end.kind == ProcessEnd::Kind::timedOut)
    return decide(judgement, ExitStatus::timedOut,
                  fmt::format("stopped after {:g} s{}", record.timeLimitSeconds, during(story.open)));
  if (end.kind == ProcessEnd::Kind::outOfMemory)
    return decideMemory(
        judgement,
        fmt::format("stopped{}: the program had taken three quarters of the machine's memory", during(story.open)));
  if (end.kind == ProcessEnd::Kind::signalled) return decideSignal(judgement, end, story);
  constexpr int noDevice = 4, notLoaded = 127;  // of the runtime and of the system's loader, before the first event
  if (!judgement.hello && (end.code == noDevice || end.code == notLoaded))
    return decide(judgement, ExitStatus::setup, "the exercise cannot run here: " + end.standardError);
  const auto fault = std::find_if(judgement.findings.begin(), judgement.findings.end(), isFault);
  if (end.kind == ProcessEnd::Kind::stopped && fault != judgement.findings.end())
    return decideUnsafe(judgement, *fault);
  if (!story.goodbye)
    return decide(judgement, ExitStatus::endedItself,
                  fmt::format("the program ended itself with status {}{}, before the checks were done", end.code,
                              during(story.open)));
  if (judgement.casesRight == 0)
    return decide(judgement, ExitStatus::internal, "the exercise runtime said goodbye without checking a case");
  if (fault != judgement.findings.end()) return decideUnsafe(judgement, *fault);
  return decideTime(judgement, goals);
}

}  // namespace harness
