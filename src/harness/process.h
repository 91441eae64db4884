#pragma once
// One child process: a compiler or a built exercise. It runs in its own process group with nothing on stdin, its output
// is captured with a bound, and the whole group is killed when it ends, overstays or says something it must not.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harness {

/// The descriptor on which a child with an `onEventLine` finds its event pipe.
constexpr int eventDescriptor = 3;

struct ProcessRequest {
  std::vector<std::string> arguments;                            // arguments[0] is looked up on PATH
  std::vector<std::pair<std::string, std::string>> environment;  // set over the environment of this process
  std::string directory;                                         // where the child starts; empty: here
  double timeLimitSeconds = 0;                                   // wall clock, see timeIsUp; 0: none
  double quietSeconds = 0;     // the same between two lines of onEventLine, and before the first; 0: none
  double farewellSeconds = 0;  // from SIGTERM at the limit to the end: time to say where it is; 0: killed at once
  std::size_t captureBytes = 1U << 20;  // per stream; the rest is read and dropped
  std::uint64_t memoryBytes = 0;  // resident memory of the child and its children; past it they are killed; 0: no limit
  bool cleanEnvironment = false;  // the child gets `environment` and nothing of this process's
  /// malloc() takes pages of 2 MB where the system gives them. For children with much memory: the compiler's front end
  /// spends four fifths of its time on page faults without it.
  bool largePages = false;
  /// Descriptors that the child finds under numbers of their own, from 3 on. All others are closed there.
  struct Inherited {
    int here = -1, there = -1;
    bool close = false;  // runProcess closes it here once the child has it
  };
  std::vector<Inherited> inherited;
  /// Asked every 50 ms; true stops the child. Unset: never.
  std::function<bool()> shouldStop;
  /// Called with each line the child writes to eventDescriptor; false stops the child. Unset: no event pipe.
  std::function<bool(std::string_view)> onEventLine;
};

/// How a child ended.
struct ProcessEnd {
  enum class Kind { exited, signalled, timedOut, outOfMemory, stopped, interrupted, notStarted };
  Kind kind = Kind::notStarted;
  int code = 0;  // exit status, signal number, or errno of notStarted
  std::string standardOutput, standardError;
  bool truncated = false;  // a stream held more than captureBytes
  double seconds = 0;
  double limitSeconds = 0;  // of timedOut: the limit that was passed
};

/// Runs a child to its end. Safe to call from several threads at once.
ProcessEnd runProcess(const ProcessRequest& request);

/// Whether a child that began `elapsed` seconds ago has had `limit` seconds, of which those do not count that it spent
/// `queued` for a processor: on a busy machine a right program is slow, not endless. Past four times the limit it has.
bool timeIsUp(double elapsed, double queued, double limit);

/// Makes every running and later runProcess kill its child and return `interrupted`. Async-signal-safe.
void interruptProcesses();

/// A line longer than this on the event pipe is handed over unfinished, so it parses as nothing.
constexpr std::size_t maximumEventLine = 4U << 20;

}  // namespace harness
