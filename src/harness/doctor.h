#pragma once
// `doctor`: what this machine has, what runs where because of it, and what to do about what is missing.
#include <optional>
#include <string>
#include <vector>

#include "harness/card_state.h"
#include "harness/device.h"
#include "harness/options.h"
#include "harness/result.h"

namespace harness {

/// One line of the report. In JSON a line's name is its key, with '_' for ' ', and an absent thing is null.
struct DoctorLine {
  std::string name;
  std::string found;  // or, where nothing was found, what that means
  bool present = true;
  std::string advice = {};  // how to get what is missing; a problem of its own when not empty
};

/// What a driver for CUDA `cudaVersion` (1000 x major + 10 x minor) makes of programs that this compiler built
/// ("nvcc release 13.0, V13.0.88"): empty when they run. From CUDA 11 on, a driver runs every program of its own major
/// version (CUDA Compatibility, "Minor version compatibility").
std::string driverTooOld(const std::string& compilerVersion, int cudaVersion);

/// Lines for the card and its driver. `gpu` and `state` are nothing where there is none.
std::vector<DoctorLine> cardLines(const std::optional<Gpu>& gpu, const std::optional<CardState>& state,
                                  const std::string& compilerVersion);

/// The report as text, or with options.json as one object whose `problems` are the advice.
Result<std::string> describeMachine(const Options& options);

}  // namespace harness
