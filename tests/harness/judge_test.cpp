#include "harness/judge.h"

#include <doctest/doctest.h>
#include <signal.h>

#include <limits>

#include "recorded.h"

using harness::ExitStatus;
using harness::Goals;
using harness::judge;
using harness::Judgement;
using harness::ProcessEnd;
using harness::RunRecord;
using namespace recorded;

namespace {

const Goals goals{1.05, 2.2, true};

RunRecord ended(RunRecord record, ProcessEnd::Kind kind, int code = 0, const std::string& standardError = "") {
  record.end.kind = kind;
  record.end.code = code;
  record.end.standardError = standardError;
  return record;
}

}  // namespace

TEST_CASE("judge: passed") {
  const Judgement judgement = judge(run({hello, begin, right, timing(3.2, 1.8), goodbye}), goals);
  CHECK(judgement.status == ExitStatus::passed);
  CHECK(judgement.casesRight == 1);
  CHECK(judgement.shape == "2003x3001");
  REQUIRE(judgement.timing);
  CHECK(judgement.headline == "1.80 times the copy's time and 1.78 times as fast as the naive kernel (modelled)");
}

TEST_CASE("judge: the two goals, at their edges") {
  CHECK(judge(run({hello, begin, right, timing(3.2, 3.2), goodbye}), goals).status == ExitStatus::notFaster);
  CHECK(judge(run({hello, begin, right, timing(3.2, 3.1), goodbye}), goals).status == ExitStatus::notFaster);
  CHECK(judge(run({hello, begin, right, timing(3.2, 2.9), goodbye}), goals).status == ExitStatus::shortOfTarget);
  CHECK(judge(run({hello, begin, right, timing(3.2, 2.2), goodbye}), goals).status == ExitStatus::passed);
  CHECK(judge(run({hello, begin, right, timing(2.2, 2.2), goodbye}), goals).status == ExitStatus::notFaster);
}

TEST_CASE("judge: a measured goal is met, missed, or too close to call, which counts as met and is said") {
  const auto at = [](double ratio, double low, double high) {
    return judge(run({hello, begin, right, measuredTiming(5, ratio, low, high), goodbye}), goals);
  };
  CHECK(at(2.1, 2.05, 2.15).status == ExitStatus::passed);
  CHECK(at(2.1, 2.05, 2.15).headline.find("too close") == std::string::npos);
  CHECK(at(2.21, 2.18, 2.24).status == ExitStatus::passed);
  CHECK(at(2.21, 2.18, 2.24).headline.find("2.180 to 2.240, too close to the goal of 2.20 to call") !=
        std::string::npos);
  CHECK(at(2.25, 2.21, 2.29).status == ExitStatus::shortOfTarget);
  CHECK(at(2.25, 2.21, 2.29).timing->ceilingMilliseconds == doctest::Approx(0.7));
}

TEST_CASE("judge: a measured ratio to the naive kernel has the same three answers") {
  // The goal is 1.05.
  const auto at = [](double naive, double spread) {
    return judge(run({hello, begin, right, measuredTiming(naive, 2, 1.9, 2.1, spread), goodbye}), goals);
  };
  CHECK(at(2.2, 0.01).status == ExitStatus::passed);
  CHECK(at(2.2, 0.01).headline.find("too close") == std::string::npos);
  CHECK(at(2.08, 0.02).status == ExitStatus::passed);
  CHECK(at(2.08, 0.02).headline.find("1.020 to 1.060, too close to the goal of 1.05 to call") != std::string::npos);
  CHECK(at(2.08, 0.005).status == ExitStatus::notFaster);
}

TEST_CASE("judge: sectors have a goal of their own, where they are counted") {
  // The recorded launch moves 916,064 + 916,751 sectors for 48,088,024 bytes: 1.22 times what they fill.
  const auto at = [](double most) {
    return judge(run({hello, begin, right, timing(3.2, 1.8), goodbye}), Goals{1.05, 2.2, true, most});
  };
  CHECK(at(1.23).status == ExitStatus::passed);
  CHECK(at(1.21).status == ExitStatus::shortOfTarget);
  CHECK(
      at(1.21).headline ==
      "moves 1.22 times the sectors its bytes fill; the goal is at most 1.21: some global access is not coalesced, or "
      "bytes are moved more than once");
  RunRecord onCard = run({hello, begin, right, timing(3.2, 1.8), goodbye});
  std::get<harness::Timing>(onCard.events[3]).launches.clear();
  CHECK(judge(onCard, Goals{1.05, 2.2, true, 1.21}).status == ExitStatus::passed);
}

TEST_CASE("judge: the sectors of a store have a goal of their own") {
  // The recorded launch stores 916,751 sectors in 189,063 requests: 4.85 each.
  const auto at = [](double most) {
    return judge(run({hello, begin, right, timing(3.2, 1.8), goodbye}), Goals{1.05, 2.2, true, 0, most});
  };
  CHECK(at(4.86).status == ExitStatus::passed);
  CHECK(at(4.84).status == ExitStatus::shortOfTarget);
  CHECK(
      at(4.8).headline ==
      "a store of a warp touches 4.85 sectors on average; the goal is at most 4.80: neighboring lanes write far apart");
  RunRecord onCard = run({hello, begin, right, timing(3.2, 1.8), goodbye});
  std::get<harness::Timing>(onCard.events[3]).launches.clear();
  CHECK(judge(onCard, Goals{1.05, 2.2, true, 0, 4.8}).status == ExitStatus::passed);
}

TEST_CASE("judge: a time that is no number meets no goal") {
  RunRecord record = run({hello, begin, right, timing(3.2, 1.8), goodbye});
  std::get<harness::Timing>(record.events[3]).ratioToNaive = std::numeric_limits<double>::quiet_NaN();
  CHECK(judge(record, goals).status == ExitStatus::notFaster);
}

TEST_CASE("judge: without timing, right is enough; with it, its absence is our fault") {
  CHECK(judge(run({hello, begin, right, goodbye}), Goals{1.05, 2.2, false}).status == ExitStatus::passed);
  CHECK(judge(run({hello, begin, right, goodbye}), goals).status == ExitStatus::internal);
}

TEST_CASE("judge: wrong carries the case, the seed, the cells and the class") {
  const Judgement judgement = judge(run({hello, begin, race, wrong, goodbye}), goals);
  CHECK(judgement.status == ExitStatus::wrong);
  CHECK(judgement.shape == "31x33");
  CHECK(judgement.seed == 7U);
  CHECK(judgement.wrong == 990);
  CHECK(judgement.cells.size() == 2);
  CHECK(judgement.faultClass == "copied-not-transposed");
  CHECK(judgement.headline == "copied, not transposed");
  CHECK(judgement.see == "day 13, The block swaps");
  CHECK(judgement.findings.size() == 1);
}

TEST_CASE("judge: a changed input is wrong, a broken guard beside right values unsafe") {
  CHECK(judge(run({hello, begin, right, inputChanged, goodbye}), goals).faultClass == "changed-input");
  const Judgement guard = judge(run({hello, begin, right, guardBroken, goodbye}), goals);
  CHECK(guard.status == ExitStatus::unsafe);
  CHECK(guard.faultClass == "wrote-outside");
  CHECK(guard.headline == "the values are right, but solve() wrote past out");
  // Wrong values say more.
  CHECK(judge(run({hello, begin, guardBroken, wrong, goodbye}), goals).status == ExitStatus::wrong);
}

TEST_CASE("judge: findings of a right result are unsafe, notes are not") {
  const Judgement unsafe = judge(run({hello, begin, race, right, timing(3.2, 1.8), goodbye}), goals);
  CHECK(unsafe.status == ExitStatus::unsafe);
  CHECK(unsafe.faultClass == "racecheck");
  CHECK(unsafe.shape == "31x33");
  const Judgement again = judge(run({hello, begin, race, right, begin, race, right, goodbye}), goals);
  REQUIRE(again.findings.size() == 1);
  CHECK(again.findings[0].count == 24);
  const Judgement noted = judge(run({hello, begin, note, right, timing(3.2, 1.8), goodbye}), goals);
  CHECK(noted.status == ExitStatus::passed);
  CHECK(noted.findings.size() == 1);
}

TEST_CASE("judge: CUDA errors") {
  const Judgement launch = judge(run({hello, begin, launchError, goodbye}), goals);
  CHECK(launch.status == ExitStatus::cudaError);
  CHECK(launch.faultClass == "launch-error");
  CHECK(launch.headline == "a block of 2048 threads");
  const Judgement memory = judge(run({hello, begin, memoryError, goodbye}), goals);
  CHECK(memory.status == ExitStatus::outOfMemory);
  CHECK(memory.faultClass == "out-of-memory");
}

TEST_CASE("judge: a child that did not end well") {
  const RunRecord inside = run({hello, begin});
  const Judgement timedOut = judge(ended(inside, ProcessEnd::Kind::timedOut), goals);
  CHECK(timedOut.status == ExitStatus::timedOut);
  CHECK(timedOut.headline == "stopped after 60 s in case 31x33 (3 of 8)");
  CHECK(timedOut.shape == "31x33");
  const Judgement crashed = judge(ended(inside, ProcessEnd::Kind::signalled, SIGSEGV), goals);
  CHECK(crashed.status == ExitStatus::crashed);
  CHECK(crashed.headline.find("in case 31x33 (3 of 8)") != std::string::npos);
  CHECK(judge(ended(inside, ProcessEnd::Kind::signalled, SIGABRT), goals).status == ExitStatus::crashed);
  CHECK(judge(ended(inside, ProcessEnd::Kind::signalled, SIGABRT, "what():  std::bad_alloc"), goals).status ==
        ExitStatus::outOfMemory);
  CHECK(judge(ended(inside, ProcessEnd::Kind::signalled, SIGKILL), goals).status == ExitStatus::outOfMemory);
  CHECK(judge(ended(inside, ProcessEnd::Kind::outOfMemory), goals).status == ExitStatus::outOfMemory);
  const Judgement exited = judge(ended(inside, ProcessEnd::Kind::exited, 0), goals);
  CHECK(exited.status == ExitStatus::endedItself);
  CHECK(exited.headline.find("with status 0") != std::string::npos);
  CHECK(judge(ended(run({}), ProcessEnd::Kind::exited, 3), goals).status == ExitStatus::endedItself);
  CHECK(judge(ended(run({}), ProcessEnd::Kind::exited, 4, "no CUDA device"), goals).status == ExitStatus::setup);
  CHECK(judge(ended(run({}), ProcessEnd::Kind::exited, 127, "libcudart.so.13: file too short"), goals).status ==
        ExitStatus::setup);
  CHECK(judge(ended(inside, ProcessEnd::Kind::exited, 4), goals).status == ExitStatus::endedItself);
  CHECK(judge(ended(inside, ProcessEnd::Kind::notStarted, 2), goals).status == ExitStatus::internal);
  CHECK(judge(ended(inside, ProcessEnd::Kind::interrupted), goals).status == ExitStatus::interrupted);
}

TEST_CASE("judge: a kernel that was stopped at the limit says where its threads were") {
  const RunRecord record = ended(run({hello, begin, stillRunning, stopped}), ProcessEnd::Kind::timedOut);
  const Judgement judgement = judge(record, goals);
  CHECK(judgement.status == ExitStatus::timedOut);
  CHECK(judgement.headline == "stopped after 60 s in case 31x33: threads of transpose were still at day13.cu:2");
  CHECK(judgement.shape == "31x33");
  std::string nowhere = stillRunning;
  nowhere.replace(nowhere.find("\"line\":2"), 8, "\"line\":0");
  CHECK(judge(ended(run({hello, begin, nowhere, stopped}), ProcessEnd::Kind::timedOut), goals).headline ==
        "stopped after 60 s in case 31x33: transpose was still running");
  // Without checks nobody looked; and a deadlock that the simulator found ends by itself.
  CHECK(judge(ended(run({hello, begin, stopped}), ProcessEnd::Kind::timedOut), goals).headline ==
        "stopped after 60 s in case 31x33");
  CHECK(judge(run({hello, begin, stopped, goodbye}), goals).headline == "no thread could go on");
}

TEST_CASE("judge: exiting after all cases, before the goodbye, is not passing") {
  CHECK(judge(run({hello, begin, right, timing(3.2, 1.8)}), goals).status == ExitStatus::endedItself);
}

TEST_CASE("judge: a goodbye without a single right case is not passing") {
  CHECK(judge(run({hello, goodbye}), goals).status == ExitStatus::internal);
}

TEST_CASE("judge: a reported failure stands, however the child ends after it") {
  CHECK(judge(ended(run({hello, begin, wrong}), ProcessEnd::Kind::signalled, SIGSEGV), goals).status ==
        ExitStatus::wrong);
  CHECK(judge(ended(run({hello, begin, launchError}), ProcessEnd::Kind::timedOut), goals).status ==
        ExitStatus::cudaError);
}

TEST_CASE("judge: a forged line is a forged result, whatever came before it") {
  RunRecord record = run({hello, begin, right, timing(3.2, 1.8), goodbye});
  record.fault = harness::EventFault{true, "an event does not carry this run's token"};
  record.end.kind = ProcessEnd::Kind::stopped;
  const Judgement judgement = judge(record, goals);
  CHECK(judgement.status == ExitStatus::forgedResult);
  CHECK(judgement.faultClass == "forged-result");
  record.fault->forged = false;
  CHECK(judge(record, goals).status == ExitStatus::internal);
}

TEST_CASE("a right kernel that copies more than has to cross is short of the target, in whichever direction") {
  Goals goals{0, 0, false};
  goals.copiedToIdeal = 1;
  const auto with = [&](int toDevice, int toHost) {
    return judge(run({hello, begin, right, copies(toDevice, toHost), goodbye}), goals);
  };
  CHECK(with(4000, 4000).status == ExitStatus::passed);
  CHECK(with(0, 0).status == ExitStatus::passed);  // managed memory copies nothing
  const Judgement up = with(4004, 4000);
  CHECK(up.status == ExitStatus::shortOfTarget);
  CHECK(up.faultClass == "copies-too-many");
  CHECK(up.headline == "copies 4004 bytes to the device where 4000 have to cross");
  CHECK(with(4000, 8000).headline == "copies 8000 bytes to the host where 4000 have to cross");
  CHECK(
      judge(run({hello, begin, right, copies(8000, 4000), begin, right, copies(4000, 4000), goodbye}), goals).status ==
      ExitStatus::shortOfTarget);
  goals.copiedToIdeal = 0;
  CHECK(with(8000, 8000).status == ExitStatus::passed);
  goals.copiedToIdeal = 1;
  CHECK(judge(run({hello, begin, wrong, goodbye}), goals).status == ExitStatus::wrong);
}

TEST_CASE("a right kernel that meets pages where they are not is short of the target, and is told whose they are") {
  Goals goals{0, 0, false};
  goals.pageFaults = 0;
  const auto with = [&](int kernel, int host) {
    return judge(run({hello, begin, right, pages(kernel, host), goodbye}), goals);
  };
  CHECK(with(0, 0).status == ExitStatus::passed);
  const Judgement kernels = with(5, 0);
  CHECK(kernels.status == ExitStatus::shortOfTarget);
  CHECK(kernels.faultClass == "page-faults");
  CHECK(kernels.shape == "31x33");
  CHECK(kernels.headline ==
        "10 page faults, the goal is at most 0; kernels met pages that were on the host: 5 of x, 5 of y");
  CHECK(with(0, 1).headline ==
        "1 page fault, the goal is at most 0; the host met pages that were on the device: 1 of y");
  goals.pageFaults = -1;
  CHECK(with(5, 5).status == ExitStatus::passed);
}
