#pragma once
// One run of the compiler or the linker, and the names under which their products are kept.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/build.h"
#include "harness/content_hash.h"
#include "harness/cuda_compiler.h"
#include "harness/result.h"
#include "harness/toolchain.h"

namespace harness {

/// One compilation and where its products go.
struct Unit {
  std::string source;            // as the compiler is given it, so as its messages show it
  std::filesystem::path object;  // final name
  std::filesystem::path log;     // what the compiler said
  const char* optimization;      // "-O3"; of host code alone: the PTX is the same at every level
  double limitSeconds = 300;
};

/// What every object of a day depends on beside its own text: compiler, flags, and where the course is.
ContentHash toolHash(const BuildRequest& request, const Toolchain& tools);

/// What a learner's object is linked with: the exercise runtime, compiled once for all days, and the day's own part,
/// its exercise.h and main(), compiled once for all files of the day. In this order.
Result<std::vector<Unit>> ourUnits(const BuildRequest& request, const Toolchain& tools,
                                   const std::filesystem::path& folder);

/// Compiles them. The Problem (course) has the compiler's text.
std::optional<Problem> compileOurs(const std::vector<Unit>& units, const BuildRequest& request, const Toolchain& tools);

/// A folder of products, made when it is not there and rid of the products that were used longest ago.
Result<std::filesystem::path> cacheFolder(const std::filesystem::path& folder);

/// cacheFolder() of build/exercise/dayNN.
Result<std::filesystem::path> productFolder(const BuildRequest& request);

/// Compiles the unit, unless an object of its name is there already. Two threads that ask for one unit at once wait for
/// one compiler.
CompileResult compile(const Unit& unit, const BuildRequest& request, const Toolchain& tools);

/// A lesson's whole program. On a card the driver compiles its PTX.
CompileResult buildProgram(const std::filesystem::path& source, const std::filesystem::path& program,
                           const std::filesystem::path& root, const Toolchain& tools);

/// What the linker's complaint means, for the two mistakes that learners make; empty for others. `missing`: what it
/// says when there is no solve().
std::string explainLink(const std::string& said, const std::string& missing);

/// Whether the quicker linker is there: `-fuse-ld=gold`.
bool hasGold();

/// Links objects to a program. `options` are passed to the linker.
CompileResult link(const std::vector<std::filesystem::path>& objects, const std::filesystem::path& program,
                   const Toolchain& tools, const std::filesystem::path& root,
                   const std::vector<std::string>& options = {});

}  // namespace harness
