#include "harness/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>

#include "harness/descriptor.h"

namespace harness {
namespace {

std::atomic<bool> interrupted{false};

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Pipe {
  Descriptor read, write;
  /// False when the system has no descriptors left.
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    // Above the descriptors that the child gives a meaning: dup2 onto those must not close a pipe.
    write.reset(fcntl(ends[1], F_DUPFD_CLOEXEC, 10));
    ::close(ends[1]);
    return write.get() >= 0;
  }
};

/// The environment of this process with the request's set over it, as execve wants it.
std::vector<std::string> environmentOf(const ProcessRequest& request) {
  std::map<std::string, std::string> merged;
  for (char** entry = environ; !request.cleanEnvironment && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) merged[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : request.environment) merged[name] = value;
  if (request.largePages) {
    // An older glibc takes no notice of a name that it does not know. What the user has set stays.
    std::string& tunables = merged["GLIBC_TUNABLES"];
    if (tunables.find("glibc.malloc.hugetlb") == std::string::npos)
      tunables += tunables.empty() ? "glibc.malloc.hugetlb=1" : ":glibc.malloc.hugetlb=1";
  }
  std::vector<std::string> out;
  out.reserve(merged.size());
  for (const auto& [name, value] : merged) out.push_back(fmt::format("{}={}", name, value));
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (std::string& text : strings) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

/// Bytes of memory that the process holds, 0 when nobody knows. Address space says nothing here: a simulated card
/// reserves more of it than the machine has memory, so RLIMIT_AS and RLIMIT_DATA are of no use, and the parent watches
/// instead.
std::uint64_t residentBytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::uint64_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Calls visit(process) for a process and all below it: a jailed program is a child of what jails it.
template <class Visit>
void visitBelow(pid_t process, const Visit& visit, unsigned depth = 0) {
  constexpr unsigned deepest = 16;
  visit(process);
  if (depth == deepest) return;
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; file >> child;) visitBelow(child, visit, depth + 1);
}

std::uint64_t residentBytesBelow(pid_t process) {
  std::uint64_t sum = 0;
  visitBelow(process, [&](pid_t one) { sum += residentBytes(one); });
  return sum;
}

/// How long the thread of a process that waited longest for a processor has waited; 0 where the system does not tell.
double queueSeconds(pid_t process) {
  double longest = 0;
  std::error_code error;  // the process may end while it is looked at
  std::filesystem::directory_iterator task(fmt::format("/proc/{}/task", process), error);
  for (; !error && task != std::filesystem::directory_iterator(); task.increment(error)) {
    std::uint64_t ran = 0, waited = 0;  // nanoseconds
    if (std::ifstream(task->path() / "schedstat") >> ran >> waited)
      longest = std::max(longest, static_cast<double>(waited) * 1e-9);
  }
  return longest;
}

double longestQueueSeconds(pid_t process) {
  double longest = 0;
  visitBelow(process, [&](pid_t one) { longest = std::max(longest, queueSeconds(one)); });
  return longest;
}

/// What the child needs between fork and exec, where nothing may allocate.
struct ChildSetup {
  char* const* arguments;
  char* const* environment;
  const char* directory;  // null: stay
  pid_t parent;
  int output, error, events, status;
  const ProcessRequest::Inherited* inherited;
  std::size_t inheritedCount;
};

/// Marks every descriptor from 3 on to be closed by exec. Async-signal-safe.
void closeAllAtExec() {
  constexpr unsigned closeOnExec = 4;  // CLOSE_RANGE_CLOEXEC, of Linux 5.11
  if (syscall(SYS_close_range, 3U, ~0U, closeOnExec) == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  for (int descriptor = 3; static_cast<rlim_t>(descriptor) < limit.rlim_cur; ++descriptor)
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

[[noreturn]] void becomeChild(const ChildSetup& setup) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != setup.parent) _exit(126);  // it died before we asked to be told
  const int nothing = ::open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(setup.output, STDOUT_FILENO);
  dup2(setup.error, STDERR_FILENO);
  closeAllAtExec();
  if (setup.events >= 0) dup2(setup.events, eventDescriptor);
  for (std::size_t i = 0; i < setup.inheritedCount; ++i) dup2(setup.inherited[i].here, setup.inherited[i].there);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (setup.directory == nullptr || chdir(setup.directory) == 0)
    execvpe(setup.arguments[0], setup.arguments, setup.environment);
  const int reason = errno;
  const ssize_t written = write(setup.status, &reason, sizeof reason);
  _exit(written > 0 ? 127 : 126);
}

/// Reads one pipe of the child into a bounded string or into event lines.
class Stream {
 public:
  Stream(int descriptor, std::size_t bound) : descriptor_(descriptor), bound_(bound) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }

  int descriptor() const { return open_ ? descriptor_ : -1; }  // poll ignores -1
  bool truncated() const { return truncated_; }
  std::string& text() { return text_; }

  /// Takes what is there now. Calls onLine for each line when there is one; false once it returned false.
  bool drain(const std::function<bool(std::string_view)>& onLine) {
    std::array<char, 65536> buffer{};
    while (open_) {
      const ssize_t got = read(descriptor_, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return true;  // EAGAIN: nothing more now
      if (got == 0) {
        open_ = false;
        if (onLine && !text_.empty()) return onLine(text_);  // an unfinished last line is still judged
        return true;
      }
      const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
      if (onLine ? !splitLines(bytes, onLine) : !keep(bytes)) return false;
    }
    return true;
  }

 private:
  bool keep(std::string_view bytes) {
    const std::size_t room = bound_ - text_.size();
    if (bytes.size() > room) truncated_ = true;
    text_ += bytes.substr(0, room);
    return true;
  }

  bool splitLines(std::string_view bytes, const std::function<bool(std::string_view)>& onLine) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      text_ += bytes.substr(0, end);
      if (end == std::string_view::npos) {
        if (text_.size() <= maximumEventLine) return true;
      } else {
        bytes.remove_prefix(end + 1);
      }
      const std::string line = std::exchange(text_, {});
      if (!onLine(line)) return false;
      if (end == std::string_view::npos) return true;
    }
    return true;
  }

  int descriptor_;
  std::size_t bound_;
  bool open_ = true;
  bool truncated_ = false;
  std::string text_;
};

ProcessEnd notStarted(int reason) {
  ProcessEnd end;
  end.code = reason;
  return end;
}

}  // namespace

bool timeIsUp(double elapsed, double queued, double limit) {
  constexpr double patience = 4;
  return elapsed - queued > limit || elapsed > patience * limit;
}

void interruptProcesses() { interrupted = true; }

ProcessEnd runProcess(const ProcessRequest& request) {
  if (interrupted) return ProcessEnd{ProcessEnd::Kind::interrupted, 0, {}, {}, false, 0};
  const Clock::time_point start = Clock::now();
  std::vector<std::string> arguments = request.arguments;
  std::vector<std::string> environment = environmentOf(request);
  const std::vector<char*> argumentPointers = pointers(arguments);
  const std::vector<char*> environmentPointers = pointers(environment);

  Pipe output, error, events, status;
  if (!output.open() || !error.open() || !status.open() || (request.onEventLine && !events.open()))
    return notStarted(errno);
  std::vector<ProcessRequest::Inherited> inherited = request.inherited;
  std::deque<Descriptor> held;
  for (ProcessRequest::Inherited& one : inherited) {
    const int given = one.here;
    one.here = fcntl(given, F_DUPFD_CLOEXEC, 50);  // out of the way of the numbers that children give a meaning
    held.emplace_back(one.here);
    if (one.close) ::close(given);
    if (one.here < 0) return notStarted(EBADF);
  }
  const ChildSetup setup{argumentPointers.data(),
                         environmentPointers.data(),
                         request.directory.empty() ? nullptr : request.directory.c_str(),
                         getpid(),
                         output.write.get(),
                         error.write.get(),
                         events.write.get(),
                         status.write.get(),
                         inherited.data(),
                         inherited.size()};
  const pid_t child = fork();
  if (child < 0) return notStarted(errno);
  if (child == 0) becomeChild(setup);
  held.clear();
  setpgid(child, child);  // in both processes: whichever comes first
  output.write.close();
  error.write.close();
  events.write.close();
  status.write.close();
  int reason = 0;
  if (read(status.read.get(), &reason, sizeof reason) == sizeof reason) {
    waitpid(child, nullptr, 0);
    return notStarted(reason);
  }

  Stream outputStream(output.read.get(), request.captureBytes);
  Stream errorStream(error.read.get(), request.captureBytes);
  Stream eventStream(events.read.get(), 0);
  const Descriptor exited(
      static_cast<int>(syscall(SYS_pidfd_open, child, 0)));  // -1 on old kernels: then the slices below do

  ProcessEnd end;
  struct Moment {
    double seconds = 0, queued = 0;  // since the start
  };
  Moment lastLine;
  const auto drainAll = [&] {
    outputStream.drain({});
    errorStream.drain({});
    if (!request.onEventLine || events.read.get() < 0) return true;
    bool heard = false;
    const bool good = eventStream.drain([&](std::string_view line) {
      heard = true;
      return request.onEventLine(line);
    });
    if (heard && request.quietSeconds > 0) lastLine = {secondsSince(start), longestQueueSeconds(child)};
    return good;
  };
  /// The limit that was passed, or 0.
  const auto passedLimit = [&] {
    const double now = secondsSince(start);
    const auto passed = [&](double limit, const Moment& from) {
      return limit > 0 && now - from.seconds > limit &&
             timeIsUp(now - from.seconds, longestQueueSeconds(child) - from.queued, limit);
    };
    if (passed(request.timeLimitSeconds, {})) return request.timeLimitSeconds;
    return passed(request.quietSeconds, lastLine) ? request.quietSeconds : 0.0;
  };
  int childStatus = 0;
  bool running = true;
  end.kind = ProcessEnd::Kind::exited;
  std::optional<double> farewell;  // when its time was up, in seconds after the start
  while (running) {
    constexpr int sliceMilliseconds = 50;  // how late an interruption or, without pidfd, the end may be seen
    std::array<pollfd, 4> waits{
        pollfd{outputStream.descriptor(), POLLIN, 0}, pollfd{errorStream.descriptor(), POLLIN, 0},
        pollfd{request.onEventLine ? eventStream.descriptor() : -1, POLLIN, 0}, pollfd{exited.get(), POLLIN, 0}};
    poll(waits.data(), waits.size(), sliceMilliseconds);
    const bool ended = waitpid(child, &childStatus, WNOHANG) == child;
    if (!drainAll() || (!ended && request.shouldStop && request.shouldStop())) {
      end.kind = ProcessEnd::Kind::stopped;
    } else if (interrupted) {
      end.kind = ProcessEnd::Kind::interrupted;
    } else if (const double limit = ended ? 0 : farewell ? end.limitSeconds : passedLimit(); limit > 0) {
      if (!farewell && request.farewellSeconds > 0) kill(child, SIGTERM);
      if (!farewell) farewell = secondsSince(start);
      end.limitSeconds = limit;
      if (secondsSince(start) - *farewell < request.farewellSeconds) continue;
      end.kind = ProcessEnd::Kind::timedOut;
    } else if (!ended && request.memoryBytes != 0 && residentBytesBelow(child) > request.memoryBytes) {
      end.kind = ProcessEnd::Kind::outOfMemory;
    } else if (!ended) {
      continue;
    }
    running = false;
    kill(-child, SIGKILL);  // also what the child left running behind it
    if (!ended) waitpid(child, &childStatus, 0);
  }
  if (farewell && end.kind == ProcessEnd::Kind::exited) end.kind = ProcessEnd::Kind::timedOut;
  if (end.kind == ProcessEnd::Kind::exited) {
    const bool signalled = WIFSIGNALED(childStatus);
    end.kind = signalled ? ProcessEnd::Kind::signalled : ProcessEnd::Kind::exited;
    end.code = signalled ? WTERMSIG(childStatus) : WEXITSTATUS(childStatus);
  }
  end.truncated = outputStream.truncated() || errorStream.truncated();
  end.standardOutput = std::move(outputStream.text());
  end.standardError = std::move(errorStream.text());
  end.seconds = secondsSince(start);
  return end;
}

}  // namespace harness
