#pragma once
// What the launches so far were and what the checkers found, until someone takes it.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "sim/sim.h"

namespace gpusim::cudart {

class Journal {
 public:
  /// Findings like one that is still here add to its count.
  void add(const LaunchReport& report, std::uint64_t stream = 0);
  void add(const Finding& finding);

  std::string findingsJson() const;
  /// With `work`, what the time model saw of each as well.
  std::string launchesJson(bool work = false) const;
  void forgetFindings() { findings_.clear(); }
  void forgetLaunches() { launches_.clear(); }

  /// One line for each finding that was never printed: "gpusim: racecheck: …". Findings stay for gpusimTakeFindings.
  std::vector<std::string> newLines();

 private:
  struct Launch {
    std::string kernel;
    LaunchConfig config;
    Counters counters;
    double modelledSeconds = 0;
    std::uint64_t stream = 0;
    std::uint64_t pageFaults = 0;
    gpusim::Work work;
  };
  std::vector<Finding> findings_;
  std::deque<Launch> launches_;
  std::set<std::string> printed_;
};

/// Every counter as a JSON member in snake_case, each with a comma before it; those of 0 may be left out.
std::string counterFieldsJson(const Counters& counters, bool onlyNonZero);

/// A finding without the numbers of the thread that happened to be first: alike findings have the same key.
std::string keyOf(const Finding& finding);

/// "racecheck: two threads … in transTiled at x.cu:12, thread (1,0,0) of block (0,0,0), and x.cu:14, …; 3 times"
std::string describe(const Finding& finding);

/// One line of a launch's configuration, modelled time and counters.
std::string describe(const LaunchReport& report);

}  // namespace gpusim::cudart
