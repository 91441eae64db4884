#include "harness/process.h"

#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "harness/content_hash.h"

using harness::ProcessEnd;
using harness::ProcessRequest;
using harness::runProcess;
using harness::timeIsUp;

namespace {

ProcessRequest shell(const std::string& script) {
  ProcessRequest request;
  request.arguments = {"sh", "-c", script};
  request.timeLimitSeconds = 20;
  return request;
}

}  // namespace

TEST_CASE("process: status, both streams, an empty stdin, the environment") {
  ProcessRequest request = shell("cat; echo out $COLOUR; echo err >&2; exit 3");
  request.environment = {{"COLOUR", "blue"}};
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.code == 3);
  CHECK(end.standardOutput == "out blue\n");
  CHECK(end.standardError == "err\n");
}

TEST_CASE("process: seconds spent waiting for a processor do not count, up to four times the limit") {
  CHECK_FALSE(timeIsUp(60, 0, 60));
  CHECK(timeIsUp(61, 0, 60));
  CHECK_FALSE(timeIsUp(90, 31, 60));
  CHECK(timeIsUp(90, 29, 60));
  CHECK(timeIsUp(241, 240, 60));
  // Eight busy loops a processor: each waits for its turn most of the time.
  ProcessRequest request =
      shell("n=$(($(nproc) * 8)); while [ $n -gt 0 ]; do (while :; do :; done) & n=$((n - 1)); done; wait");
  request.timeLimitSeconds = 0.5;
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::timedOut);
  CHECK(end.seconds > 2 * request.timeLimitSeconds);
}

TEST_CASE("process: large pages are asked for, beside what the user has set, and in an empty environment too") {
  ProcessRequest request = shell("echo \"$GLIBC_TUNABLES\"");
  request.environment = {{"GLIBC_TUNABLES", ""}};
  CHECK(runProcess(request).standardOutput == "\n");
  request.largePages = true;
  CHECK(runProcess(request).standardOutput == "glibc.malloc.hugetlb=1\n");
  request.environment = {{"GLIBC_TUNABLES", "glibc.malloc.arena_max=1"}};
  CHECK(runProcess(request).standardOutput == "glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1\n");
  request.environment = {{"GLIBC_TUNABLES", "glibc.malloc.hugetlb=0"}};
  CHECK(runProcess(request).standardOutput == "glibc.malloc.hugetlb=0\n");
  request.environment = {{"PATH", "/usr/bin:/bin"}};
  request.cleanEnvironment = true;
  CHECK(runProcess(request).standardOutput == "glibc.malloc.hugetlb=1\n");
}

TEST_CASE("process: a signal") {
  const ProcessEnd end = runProcess(shell("kill -SEGV $$"));
  CHECK(end.kind == ProcessEnd::Kind::signalled);
  CHECK(end.code == SIGSEGV);
}

TEST_CASE("process: a program that is not there") {
  ProcessRequest request;
  request.arguments = {"/nonexistent/program"};
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::notStarted);
  CHECK(end.code == ENOENT);
}

TEST_CASE("process: one that overstays is stopped, with what it left running") {
  ProcessRequest request = shell("sleep 300 & echo $!; wait");
  request.timeLimitSeconds = 0.3;
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::timedOut);
  const int left = std::stoi(end.standardOutput);
  // Killed by the group's signal; it may stay a zombie until its new parent looks, so only /proc can tell.
  bool running = true;
  for (int i = 0; i < 200 && running; ++i) {
    std::ifstream stat("/proc/" + std::to_string(left) + "/stat");
    std::string id, name, state = "Z";
    stat >> id >> name >> state;
    running = state != "Z" && state != "X";
    if (running) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK_FALSE(running);
}

TEST_CASE("process: one that is asked to leave at its limit may say where it was, and has overstayed all the same") {
  ProcessRequest request = shell("trap 'echo line 7; exit 0' TERM; while :; do sleep 0.01; done");
  request.timeLimitSeconds = 0.3;
  CHECK(runProcess(request).standardOutput.empty());
  request.farewellSeconds = 20;
  const ProcessEnd said = runProcess(request);
  CHECK(said.kind == ProcessEnd::Kind::timedOut);
  CHECK(said.standardOutput == "line 7\n");
  CHECK(said.seconds < 10);
  ProcessRequest deaf = shell("trap '' TERM; while :; do sleep 0.01; done");
  deaf.timeLimitSeconds = deaf.farewellSeconds = 0.3;
  CHECK(runProcess(deaf).kind == ProcessEnd::Kind::timedOut);
}

TEST_CASE("process: silence has a limit of its own, which every line starts anew") {
  ProcessRequest request = shell("for i in 1 2 3 4; do echo line >&3; sleep 0.3; done; sleep 60");
  request.timeLimitSeconds = 30;
  request.quietSeconds = 0.8;
  unsigned lines = 0;
  request.onEventLine = [&](std::string_view) { return ++lines != 0; };
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::timedOut);
  CHECK(end.limitSeconds == 0.8);
  CHECK(lines == 4);
  CHECK(end.seconds > 1.5);
  // Nothing ever said is silence too; the whole run's limit is named where it is the one that was passed.
  ProcessRequest mute = shell("sleep 60");
  mute.onEventLine = [](std::string_view) { return true; };
  mute.timeLimitSeconds = 30;
  mute.quietSeconds = 0.3;
  CHECK(runProcess(mute).limitSeconds == 0.3);
  mute.timeLimitSeconds = 0.3;
  mute.quietSeconds = 30;
  CHECK(runProcess(mute).limitSeconds == 0.3);
}

TEST_CASE("process: a daemon that keeps the pipes open does not keep us") {
  const ProcessEnd end = runProcess(shell("setsid sleep 5 & exit 0"));
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.seconds < 4);
}

TEST_CASE("process: output past the bound is dropped and said so") {
  ProcessRequest request = shell("head -c 300000 /dev/zero");
  request.captureBytes = 1000;
  const ProcessEnd end = runProcess(request);
  CHECK(end.kind == ProcessEnd::Kind::exited);
  CHECK(end.standardOutput.size() == 1000);
  CHECK(end.truncated);
}

TEST_CASE("process: event lines arrive whole and in order, the last one also without its newline") {
  ProcessRequest request = shell("printf 'one\\ntw' >&3; sleep 0.05; printf 'o\\n\\nthree' >&3");
  std::vector<std::string> lines;
  request.onEventLine = [&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  };
  CHECK(runProcess(request).kind == ProcessEnd::Kind::exited);
  CHECK(lines == std::vector<std::string>{"one", "two", "", "three"});
}

TEST_CASE("process: false stops the child") {
  ProcessRequest request = shell("echo one >&3; sleep 300");
  request.onEventLine = [](std::string_view) { return false; };
  CHECK(runProcess(request).kind == ProcessEnd::Kind::stopped);
}

TEST_CASE("process: a line without end is handed over in pieces, not gathered for ever") {
  ProcessRequest request = shell("head -c 9000000 /dev/zero >&3");
  std::size_t longest = 0;
  request.onEventLine = [&](std::string_view line) {
    longest = std::max(longest, line.size());
    return true;
  };
  CHECK(runProcess(request).kind == ProcessEnd::Kind::exited);
  CHECK(longest > 0);
  CHECK(longest < harness::maximumEventLine + (1U << 20));
}

TEST_CASE("process: one that takes more memory than it may is killed") {
  ProcessRequest request = shell("exec tail /dev/zero");  // keeps all it has read, for want of a line's end
  request.memoryBytes = 64U << 20;
  CHECK(runProcess(request).kind == ProcessEnd::Kind::outOfMemory);
}

TEST_CASE("content hash: tells apart what differs, also where texts only meet elsewhere") {
  using harness::ContentHash;
  CHECK(ContentHash().add("a").hex() == ContentHash().add("a").hex());
  CHECK(ContentHash().add("a").hex() != ContentHash().add("b").hex());
  CHECK(ContentHash().add("ab").add("c").hex() != ContentHash().add("a").add("bc").hex());
  CHECK(ContentHash().add("").hex() != ContentHash().hex());
  CHECK(ContentHash().hex().size() == 32);
}
