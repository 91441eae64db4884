#pragma once
// CUDA errors in a learner's words. The codes are numbers here so that the table can be tested without a CUDA toolkit.
#include <cstddef>
#include <string>

#include "exercise/classify/grid_y_limit.h"

namespace exercise {

/// An error that solve() left.
struct ApiError {
  int code = 0;
  std::string name, text, where;  // "cudaErrorInvalidValue", "invalid argument", "launch" | "sync" | "allocation"
  std::string detail;             // what the device itself said; empty on a card
};

struct ErrorExplanation {
  std::string faultClass, headline, see;
};

/// One line for an error met on a case whose input is `inRows` x `inCols`.
inline ErrorExplanation explainError(const ApiError& error, std::size_t inRows, std::size_t inCols) {
  constexpr int invalidValue = 1, memoryAllocation = 2, invalidConfiguration = 9, invalidDeviceFunction = 98;
  constexpr int noKernelImage = 209, unsupportedPtx = 222, illegalAddress = 700, outOfResources = 701, timeout = 702;
  constexpr int assertion = 710, misaligned = 716, launchFailure = 719;
  const std::string reported = " (" + error.text + ")";
  const std::string detail = error.detail.empty() ? "" : ": " + error.detail;
  switch (error.code) {
    case invalidConfiguration: {
      const std::string refused = "the launch was refused" + reported;
      if (const auto limit = gridYLimitOfLaunch(inRows, inCols);
          limit && (error.detail.empty() || error.detail.find("grid") != std::string::npos))
        return {"grid-y-limit", refused + ": " + *limit, "day 8"};
      if (!detail.empty()) return {"launch-refused", refused + detail, "day 3"};
      return {"launch-refused",
              refused + ": a grid dimension of 0, or above 65,535 in y or z, or more than 1,024 threads a block",
              "day 3"};
    }
    case invalidValue:
      if (!detail.empty())
        return {"launch-refused", "a call or launch was refused" + reported + detail,
                error.detail.find("shared memory") != std::string::npos ? "day 13" : "day 3"};
      // CUDA 13 says this of a grid outside the limits, where CUDA 12 said "invalid configuration argument". A vector
      // has no y.
      if (const auto limit = gridYLimitOfLaunch(inRows, inCols); limit && inRows > 1 && error.where == "launch")
        return {"grid-y-limit", "the launch was refused" + reported + ": " + *limit, "day 8"};
      return {"launch-refused",
              "a call or launch was refused" + reported +
                  ": for a launch, most often more than 49,152 bytes of shared memory a block without "
                  "cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
              "day 13"};
    case memoryAllocation:
      return {"out-of-memory",
              "an allocation in solve() failed" + reported + detail + ", and its result was not checked", "day 4"};
    case outOfResources:
      return {"launch-refused",
              "the launch was refused" + reported +
                  (detail.empty() ? ": registers per thread times threads a block do not fit the card" : detail),
              "day 44"};
    case invalidDeviceFunction:
    case noKernelImage:
    case unsupportedPtx:
      return {"no-kernel-image", "no kernel for this device" + reported + detail + ": build for its architecture",
              "day 6"};
    case illegalAddress:
      // Each memory has a place of its own, and an index past a tile is no pointer.
      if (error.detail.find("of shared memory") != std::string::npos)
        return {"illegal-address", "the kernel went outside its block's shared memory" + detail + reported, "day 13"};
      if (error.detail.find("of local memory") != std::string::npos)
        return {"illegal-address", "the kernel went outside an array of its own thread" + detail + reported, "day 5"};
      return {"illegal-address",
              "the kernel used an address that nobody allocated" + reported +
                  (detail.empty() ? ": an index past the end, or a host pointer" : detail),
              "day 5"};
    case misaligned:
      return {"misaligned-address",
              "the kernel used an address that is no multiple of the access size" + reported + detail +
                  ": a vector load needs an aligned row",
              "day 18"};
    case assertion:
      return {"device-assert", "an assert() in the kernel failed" + reported + detail, "day 3"};
    case timeout:
      return {"launch-timeout", "the kernel was stopped" + reported + detail + ": no thread could go on", "day 14"};
    case launchFailure:
      return {"launch-failure", "the kernel failed while it ran" + reported + detail, "day 3"};
    default:
      return {error.where + "-error", "solve() left " + error.name + reported + detail, "day 3"};
  }
}

}  // namespace exercise
