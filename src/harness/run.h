#pragma once
// Stage 3: the built program runs in a child process and its events are read as they come.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/events.h"
#include "harness/process.h"

namespace harness {

enum class DeviceKind { simulator, gpu };

struct RunRequest {
  std::filesystem::path program;
  std::string scope;                    // a namespace that reports must not show: Built::scope
  std::filesystem::path libraryFolder;  // holds the libcudart.so to run on: the project's or the toolkit's
  std::filesystem::path directory;      // where the child starts
  DeviceKind device = DeviceKind::simulator;
  std::string card = "t4";        // the simulated one
  unsigned simulatorThreads = 0;  // 0: one a core
  std::uint64_t seed = 0;
  std::vector<std::string> cases;  // empty: the ladder
  bool timing = true;
  bool explain = false;        // instead of the ladder: one case with its accesses sampled, told as a `why` event
  bool brief = false;          // which case fails is enough: the child need not say why
  bool stopAtFinding = false;  // a checker's finding ends the run
  std::string timedShape;      // empty: the exercise's own
  double timeLimitSeconds = 60;
  std::function<void(const CaseBegin&)> onCase;  // progress; may be empty
  std::function<void(ProcessRequest&)> prepare;  // the last word on how the program is started; may be empty
};

/// All that a run left behind: what judge() needs.
struct RunRecord {
  std::vector<Event> events;
  std::optional<EventFault> fault;  // the line that was no event; the child was stopped there
  ProcessEnd end;
  double timeLimitSeconds = 0;  // of a run that was stopped: the limit that was passed
};

/// Runs the program to its end, its time limit or its first forged event.
RunRecord runExercise(const RunRequest& request);

}  // namespace harness
