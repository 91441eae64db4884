#pragma once
// CUDA errors in a learner's words. The codes are numbers here so that the table can be tested without a CUDA toolkit.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise/classify/grid_y_limit.h"
#include "exercise/text.h"

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

namespace detail {

/// The number that stands right after `words` in `text`.
inline std::optional<std::size_t> numberAfter(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos || text.find_first_of("0123456789", at + words.size()) != at + words.size())
    return std::nullopt;
  return std::stoull(text.substr(at + words.size()));
}

/// A grid of 0 blocks, where an extent of the input is shorter than the block that the device names beside it. Empty
/// where none is.
inline std::string emptyGrid(const std::string& detail, std::size_t inRows, std::size_t inCols) {
  for (const std::string axis : {"x", "y", "z"}) {
    const auto threads = numberAfter(detail, "grid." + axis + " is 0, with block." + axis + " = ");
    if (!threads) continue;
    std::vector<std::pair<std::size_t, std::string>> extents{{inCols, inRows > 1 ? "column" : "element"}};
    if (inRows > 1 || axis != "x") extents.insert(axis == "x" ? extents.end() : extents.begin(), {inRows, "row"});
    for (const auto& [extent, noun] : extents)
      if (extent < *threads)
        return "grid." + axis + " is 0: " + counted(extent, noun) + " / " + number(*threads) +
               " threads rounds down to 0, so no block would run; round up";
  }
  return "";
}

/// "scale: read of 4 bytes…" of "void scale<4>(float const*, float*): read of 4 bytes…": a headline has two lines.
inline std::string withShortKernel(const std::string& detail) {
  const std::size_t colon = detail.find("): "), open = detail.find_first_of("(<");
  if (colon == std::string::npos || open > colon) return detail;
  const std::string name = detail.substr(0, open);
  const std::size_t start = name.rfind("void ", 0) == 0 ? 5 : 0;
  if (name.find(' ', start) != std::string::npos) return detail;  // no kernel's signature
  return name.substr(start) + detail.substr(colon + 1);
}

/// What a misaligned access of a row-wise exercise most often comes from: rows that are no multiple of the access.
/// Empty where they are, and of shared memory, whose rows are the kernel's own.
inline std::string unalignedRows(const std::string& detail, std::size_t inRows, std::size_t inCols,
                                 std::size_t elementBytes) {
  std::size_t access = 16;  // a card does not say
  for (const char* verb : {"read of ", "write of ", "atomic of "})
    if (const auto bytes = numberAfter(detail, verb)) access = *bytes;
  if (detail.find("of shared memory") != std::string::npos) return "";
  if (inRows <= 1 || elementBytes == 0 || access <= elementBytes || inCols * elementBytes % access == 0) return "";
  return "rows of " + counted(inCols, "element") + " are no multiple of " + number(access / elementBytes) +
         ", so a vector access meets unaligned ones";
}

}  // namespace detail

/// One line for an error met on a case whose input is `inRows` x `inCols` elements of `elementBytes`.
inline ErrorExplanation explainError(const ApiError& error, std::size_t inRows, std::size_t inCols,
                                     std::size_t elementBytes = 4) {
  constexpr int invalidValue = 1, memoryAllocation = 2, invalidConfiguration = 9, invalidDeviceFunction = 98;
  constexpr int noKernelImage = 209, unsupportedPtx = 222, illegalAddress = 700, outOfResources = 701, timeout = 702;
  constexpr int assertion = 710, misaligned = 716, launchFailure = 719;
  const std::string reported = " (" + error.text + ")";
  const std::string told = error.detail.empty() ? "" : ": " + detail::withShortKernel(error.detail);
  switch (error.code) {
    case invalidConfiguration: {
      const std::string refused = "the launch was refused" + reported;
      if (const auto limit = gridYLimitOfLaunch(inRows, inCols);
          limit && (error.detail.empty() || error.detail.find("grid") != std::string::npos))
        return {"grid-y-limit", refused + ": " + *limit, "day 8"};
      if (const std::string empty = detail::emptyGrid(error.detail, inRows, inCols); !empty.empty())
        return {"launch-refused", refused + ": " + empty, "day 3"};
      if (!told.empty()) return {"launch-refused", refused + told + ", so the kernel did not run", "day 3"};
      return {"launch-refused",
              refused + ": a grid dimension of 0, or above 65,535 in y or z, or more than 1,024 threads a block",
              "day 3"};
    }
    case invalidValue:
      if (!told.empty())
        return {"launch-refused", "a call or launch was refused" + reported + told,
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
      return {"out-of-memory", "an allocation in solve() failed" + reported + told + ", and its result was not checked",
              "day 4"};
    case outOfResources:
      return {"launch-refused",
              "the launch was refused" + reported +
                  (told.empty() ? ": registers per thread times threads a block do not fit the card" : told),
              "day 44"};
    case invalidDeviceFunction:
    case noKernelImage:
    case unsupportedPtx:
      return {"no-kernel-image", "no kernel for this device" + reported + told + ": build for its architecture",
              "day 6"};
    case illegalAddress:
      // Each memory has a place of its own, and an index past a tile is no pointer.
      if (error.detail.find("of shared memory") != std::string::npos)
        return {"illegal-address", "the kernel went outside its block's shared memory" + told + reported, "day 13"};
      if (error.detail.find("of local memory") != std::string::npos)
        return {"illegal-address", "the kernel went outside an array of its own thread" + told + reported, "day 5"};
      return {"illegal-address",
              "the kernel used an address that nobody allocated" + reported +
                  (told.empty() ? ": an index past the end, or a host pointer" : told),
              "day 5"};
    case misaligned: {
      const std::string rows = detail::unalignedRows(error.detail, inRows, inCols, elementBytes);
      if (!rows.empty()) return {"misaligned-address", rows + reported + told, "day 18"};
      return {"misaligned-address",
              "the kernel used an address that is no multiple of the access size" + reported + told +
                  ": a vector load needs an aligned row",
              "day 18"};
    }
    case assertion:
      return {"device-assert", "an assert() in the kernel failed" + reported + told, "day 3"};
    case timeout:
      return {"launch-timeout", "the kernel was stopped" + reported + told + ": no thread could go on", "day 14"};
    case launchFailure:
      return {"launch-failure", "the kernel failed while it ran" + reported + told, "day 3"};
    default:
      return {error.where + "-error", "solve() left " + error.name + reported + told, "day 3"};
  }
}

}  // namespace exercise
