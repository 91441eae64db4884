#include "harness/build.h"

#include <fmt/format.h>

#include <chrono>
#include <future>

#include "harness/compiler.h"
#include "harness/content_hash.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// Whether the text includes a file by quotes: its content is not in the hash of the text.
bool includesByQuotes(const std::string& text) {
  for (std::size_t hash = text.find('#'); hash != std::string::npos; hash = text.find('#', hash + 1)) {
    const std::size_t word = text.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || text.compare(word, 7, "include") != 0) continue;
    const std::size_t name = text.find_first_not_of(" \t", word + 7);
    if (name != std::string::npos && text[name] == '"') return true;
  }
  return false;
}

}  // namespace

Result<Built> buildExercise(const BuildRequest& request, const Toolchain& tools) {
  const auto start = std::chrono::steady_clock::now();
  const Result<std::string> text = readText(request.source, ExitStatus::usage);
  if (!text) return text.problem();
  const Result<fs::path> folder = productFolder(request);
  if (!folder) return folder.problem();
  const Result<std::vector<Unit>> units = ourUnits(request, tools, *folder);
  if (!units) return units.problem();
  const fs::path runtime = units->front().object, day = units->back().object;

  ContentHash learnerHash = toolHash(request, tools);
  const std::string shown = shownPath(request.source, request.files.root);
  learnerHash.add(shown).add(*text);
  if (includesByQuotes(*text)) learnerHash.add(std::to_string(start.time_since_epoch().count()));  // never reused
  const std::string key = learnerHash.hex();
  const Unit learner{shown, *folder / (key + ".o"), *folder / (key + ".log"), "-O3"};
  const fs::path program = *folder / ContentHash().add(key).add(day.filename().string()).hex();

  std::future<std::optional<Problem>> ours =
      std::async(std::launch::async, [&] { return compileOurs(*units, request, tools); });
  const CompileResult learnerResult = compile(learner, request, tools);
  const std::optional<Problem> runtimeProblem = ours.get();
  if (!learnerResult.ok) return Problem{ExitStatus::didNotBuild, learnerResult.said};
  if (runtimeProblem) return *runtimeProblem;
  // Saved again while the compiler read it: the object is of another text than its name says.
  std::error_code error;
  if (const Result<std::string> now = readText(request.source, ExitStatus::usage); !now || *now != *text) {
    fs::remove(learner.object, error);
    return buildExercise(request, tools);
  }
  if (!fs::exists(program, error)) {
    const CompileResult linked = link({learner.object, day, runtime}, program, tools, request.files.root);
    if (!linked.ok) return Problem{ExitStatus::didNotBuild, linked.said};
  }
  return Built{program, learnerResult.said,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), ""};
}

}  // namespace harness
