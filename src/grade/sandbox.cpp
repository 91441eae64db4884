#include "grade/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "harness/toolchain.h"

namespace grade {

namespace fs = std::filesystem;

namespace {

constexpr unsigned firstId = 58000;  // above people, below the range that system packages hand out to containers

constexpr const char* filterName(Processes processes) {
  return processes == Processes::allowed ? "compiler.filter" : "submission.filter";
}

/// Inside the jail the descriptor of the filter, which bubblewrap reads and closes.
constexpr int filterDescriptor = 9;

unsigned idOf(unsigned slot) { return firstId + slot; }

void append(std::vector<std::string>& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }

/// Where /lib, /lib64 and /bin are links into /usr they are made so inside, else shown as they are.
void addSystemFolder(std::vector<std::string>& words, const char* path) {
  std::error_code error;
  if (fs::is_symlink(path, error)) {
    append(words, {"--symlink", fs::read_symlink(path, error).string(), path});
  } else if (fs::is_directory(path, error)) {
    append(words, {"--ro-bind", path, path});
  }
}

}  // namespace

const char* nameOf(Level level) { return level == Level::full ? "full" : level == Level::limits ? "limits" : "none"; }

std::vector<std::string> Sandbox::limitedPrefix(const Jail& jail) const {
  std::vector<std::string> words{setpriv_.string()};
  if (geteuid() == 0)
    append(words, {fmt::format("--reuid={}", idOf(jail.slot)), fmt::format("--regid={}", idOf(jail.slot)),
                   "--clear-groups", "--inh-caps=-all"});
  // Last, for a change of id takes it back: whoever grades may be killed, and nothing runs on.
  append(words,
         {"--no-new-privs", "--pdeathsig", "KILL", prlimit_.string(), fmt::format("--nproc={}", jail.processLimit),
          fmt::format("--cpu={}", jail.cpuSeconds), fmt::format("--nofile={}", jail.openFiles), "--core=0"});
  if (jail.fileBytes != 0) words.push_back(fmt::format("--fsize={}", jail.fileBytes));
  if (jail.addressBytes != 0) words.push_back(fmt::format("--as={}", jail.addressBytes));
  words.emplace_back("--");
  return words;
}

void Sandbox::enter(harness::ProcessRequest& request, const Jail& jail) const {
  std::vector<std::string> words;
  request.cleanEnvironment = true;
  request.environment = jail.environment;
  request.environment.emplace_back("PATH", "/usr/local/bin:/usr/bin:/bin");
  request.environment.emplace_back("LC_ALL", "C.UTF-8");
  if (level_ != Level::none) words = limitedPrefix(jail);
  if (level_ != Level::full) {
    // The paths inside and outside are then the same ones.
    request.directory = jail.directory.string();
  } else {
    append(words, {bubblewrap_.string(), "--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534",
                   "--gid", "65534", "--die-with-parent", "--new-session", "--hostname", "jail", "--cap-drop", "ALL",
                   "--ro-bind", "/usr", "/usr"});
    for (const char* path : {"/lib", "/lib64", "/bin", "/sbin"}) addSystemFolder(words, path);
    for (const char* path : {"/etc/alternatives", "/etc/ld.so.cache"}) append(words, {"--ro-bind-try", path, path});
    append(words, {"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev", "--size", "1048576",
                   "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--size", std::to_string(jail.temporaryBytes),
                   "--perms", "1777", "--tmpfs", "/tmp"});
    for (const Mount& mount : jail.mounts)
      append(words, {mount.writable ? "--bind" : "--ro-bind", mount.from.string(), mount.to.string()});
    append(words, {"--remount-ro", "/", "--chdir", jail.directory.string()});
    const int filter = open((folder_ / filterName(jail.processes)).c_str(), O_RDONLY | O_CLOEXEC);
    append(words, {"--seccomp", std::to_string(filterDescriptor)});
    request.inherited.push_back({filter, filterDescriptor, true});
    words.emplace_back("--");
  }
  request.arguments.insert(request.arguments.begin(), words.begin(), words.end());
}

void Sandbox::give(const fs::path& path, unsigned slot) const {
  if (level_ != Level::none && geteuid() == 0 && lchown(path.c_str(), idOf(slot), idOf(slot)) != 0)
    return;  // shows as a failed write
}

harness::ProcessEnd Sandbox::endOf(harness::ProcessEnd end) const {
  constexpr int signalBase = 128, mostSignal = 64;
  if (level_ == Level::full && end.kind == harness::ProcessEnd::Kind::exited && end.code > signalBase &&
      end.code <= signalBase + mostSignal) {
    end.kind = harness::ProcessEnd::Kind::signalled;
    end.code -= signalBase;
  }
  return end;
}

bool Sandbox::works(std::string& said) const {
  Jail jail;
  jail.directory = "/tmp";
  harness::ProcessRequest request;
  request.timeLimitSeconds = 20;
  // Inside full, the machine's own files are not there and no other process is to be seen.
  request.arguments = {"/bin/sh", "-c",
                       level_ == Level::full ? "test ! -e /etc/passwd && test ! -e /home && echo ok" : "echo ok"};
  enter(request, jail);
  const harness::ProcessEnd end = harness::runProcess(request);
  said = end.standardError.substr(0, end.standardError.find('\n'));
  return end.kind == harness::ProcessEnd::Kind::exited && end.code == 0 && end.standardOutput == "ok\n";
}

Sandbox Sandbox::probe(const fs::path& folder) {
  Sandbox sandbox;
  sandbox.folder_ = folder;
  for (const Processes processes : {Processes::allowed, Processes::threadsOnly})
    std::ofstream(folder / filterName(processes), std::ios::binary) << seccompFilter(processes);
  sandbox.setpriv_ = harness::findProgram("setpriv").value_or("");
  sandbox.prlimit_ = harness::findProgram("prlimit").value_or("");
  sandbox.bubblewrap_ = harness::findProgram("bwrap").value_or("");
  std::string said;
  if (sandbox.setpriv_.empty() || sandbox.prlimit_.empty()) {
    sandbox.why_ = "setpriv or prlimit is missing (package util-linux)";
    return sandbox;
  }
  sandbox.level_ = Level::limits;
  if (!sandbox.works(said)) {
    sandbox.level_ = Level::none;
    sandbox.why_ = "a process with an id and limits of its own cannot be started: " + said;
    return sandbox;
  }
  if (sandbox.bubblewrap_.empty()) {
    sandbox.why_ = "bwrap is missing (package bubblewrap)";
    return sandbox;
  }
  if (seccompFilter(Processes::allowed).empty()) {
    sandbox.why_ = "this machine's system calls are not known here";
    return sandbox;
  }
  sandbox.level_ = Level::full;
  if (!sandbox.works(said)) {
    sandbox.level_ = Level::limits;
    sandbox.why_ = "bubblewrap does not work here: " + said;
  }
  return sandbox;
}

Sandbox Sandbox::lowered(Level level) const {
  Sandbox out = *this;
  if (level < out.level_) {
    out.level_ = level;
    out.why_ = "--sandbox asks for no more";
  }
  return out;
}

}  // namespace grade
