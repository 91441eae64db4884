#pragma once
// Builds the files of a day for `harness check` with few runs of the compiler. What cannot be compiled beside others,
// or was not understood, is left to buildExercise, which is what a learner's file goes through.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/build.h"

namespace harness {

/// One file of a compiled batch.
struct BatchMember {
  std::filesystem::path object;
  std::string scope;  // the namespace it was compiled in
  /// Symbols of the functions it offers, by their names without the namespace: "solve(float const*, unsigned long)".
  std::map<std::string, std::string> functions;
};

/// The files of one batch that came out as they would alone.
using BatchMembers = std::map<std::filesystem::path, BatchMember>;

/// Files to be compiled together: one run of the compiler, more where a file does not go with the others.
struct Batch {
  std::vector<std::filesystem::path> sources;

  bool holds(const std::filesystem::path& source) const {
    return std::find(sources.begin(), sources.end(), source) != sources.end();
  }
};

/// Sorts `sources` into batches for `workers` compilers; files that must be compiled alone are in none. Unreadable
/// files are in none either: building them alone says what is wrong.
std::vector<Batch> planBatches(const DayFiles& files, const std::vector<std::filesystem::path>& sources,
                               std::size_t workers);

/// Compiles a batch. Files about which the compiler had anything to say are not in the result. Never a Problem: what
/// fails here fails again, and says why, alone.
BatchMembers compileBatch(const Batch& batch, const BuildRequest& request, const Toolchain& tools);

/// The exercise runtime with a day's own part, compiled, and the solve() it calls.
struct CompiledRuntime {
  std::vector<std::filesystem::path> objects;
  std::string solve, symbol;  // "solve(float const*, float*, unsigned long)" and its mangled name
};

/// Compiles the runtime, or finds it in the cache.
Result<CompiledRuntime> compileRuntime(const BuildRequest& request, const Toolchain& tools);

/// Links one member to its program; nothing when it has no solve() of the runtime's parameters. Building it alone tells
/// the learner's mistake. The caller removes the program after use.
std::optional<Built> linkMember(const BatchMember& member, const CompiledRuntime& runtime, const BuildRequest& request,
                                const Toolchain& tools);

}  // namespace harness
