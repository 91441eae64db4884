#pragma once
// What stands between hostile code and the machine: bubblewrap's namespaces, a system-call filter, resource limits and
// an id of its own. What of it works here is tried at the start; grading below the level asked for is refused.
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grade/seccomp_filter.h"
#include "harness/process.h"
#include "harness/result.h"

namespace grade {

/// none: as the user who grades, with time and memory watched. limits: another id (as root) and resource limits; files,
/// other processes and the network are within reach. full: namespaces, read-only files, no network, filtered calls.
enum class Level { none, limits, full };

const char* nameOf(Level level);

/// One path that the inside of a jail shows.
struct Mount {
  std::filesystem::path from, to;
  bool writable = false;
};

/// One jailed process.
struct Jail {
  std::vector<Mount> mounts;  // beside /usr, read-only
  std::filesystem::path directory;
  std::vector<std::pair<std::string, std::string>> environment;  // all there is
  Processes processes = Processes::threadsOnly;
  std::uint64_t addressBytes = 0;            // 0: no limit; a simulated card reserves more than any machine has
  std::uint64_t fileBytes = 16U << 20;       // of each file; 0: no limit
  std::uint64_t temporaryBytes = 64U << 20;  // of /tmp
  unsigned cpuSeconds = 60, processLimit = 64, openFiles = 64;
  unsigned slot = 0;  // whose id it runs under: two jails at once must not share one
};

class Sandbox {
 public:
  /// Finds out what works here. `folder` holds the filters' files.
  static Sandbox probe(const std::filesystem::path& folder);
  /// The same machine with less: what `--sandbox` asks for.
  Sandbox lowered(Level level) const;

  Level level() const { return level_; }
  /// Why there is no more; empty at full.
  const std::string& whyNotMore() const { return why_; }

  /// Completes `request`, whose arguments are the command inside, for this jail.
  void enter(harness::ProcessRequest& request, const Jail& jail) const;
  /// Gives a file or folder to the id of `slot`, so that it can be written there.
  void give(const std::filesystem::path& path, unsigned slot) const;
  /// The way a jailed process ended, as the process itself saw it: bubblewrap turns a signal into a status.
  harness::ProcessEnd endOf(harness::ProcessEnd end) const;

 private:
  bool works(std::string& said) const;
  std::vector<std::string> limitedPrefix(const Jail& jail) const;

  Level level_ = Level::none;
  std::string why_;
  std::filesystem::path bubblewrap_, setpriv_, prlimit_, folder_;
};

}  // namespace grade
