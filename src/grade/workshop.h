#pragma once
// What grading one day needs, made once: the judge's program of the day, the libraries of both processes, and a folder
// that ids without rights can read, wherever the course lies.
#include <filesystem>
#include <string>
#include <vector>

#include "grade/sandbox.h"
#include "harness/course.h"
#include "harness/pipeline.h"
#include "harness/toolchain.h"

namespace grade {

/// separate: solve() runs in a process that holds nothing of the judge's. shared: its parameters or its result cannot
/// travel (a function, a structure), so judge and submission are one process, in one jail, and what it reports is
/// believed.
enum class Trust { separate, shared };

struct Workshop {
  harness::DayFiles files;
  harness::Day day;
  harness::Toolchain tools;
  harness::Target target;
  std::filesystem::path folder;   // holds everything below and the submissions' own folders
  std::filesystem::path judge;    // the program of the judge's process
  std::filesystem::path objects;  // ObjectCache's; empty: nothing is kept
  std::filesystem::path judgeLibraries, remoteLibraries, remoteMain;
  std::string solveSymbol;  // mangled
  std::string signature;    // signature.h
  Trust trust = Trust::separate;
  std::string whyShared;
  std::vector<std::filesystem::path> runtimeObjects;  // what a shared program is linked with
  std::uint64_t memoryBytes = 0;                      // of the judge's process, which holds the simulated device
  unsigned simulatorThreads = 1;                      // of each
};

/// Builds the day's judge and copies what jails show into `folder`. The Problem says what is missing.
harness::Result<Workshop> openWorkshop(const harness::DayFiles& files, const harness::Target& target,
                                       const std::filesystem::path& folder);

}  // namespace grade
