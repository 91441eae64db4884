#include "harness/build.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <future>

#include "harness/content_hash.h"
#include "harness/process.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

constexpr double compileLimitSeconds = 120;
constexpr std::size_t keptProducts = 512;  // files a day's cache may hold; a learner's object is some 30 KB

/// PTX for every card from sm_75 on, uncompressed so that the simulator reads it at once, with line numbers.
std::vector<std::string> compileFlags(const BuildRequest& request) {
  std::vector<std::string> flags{
      "-std=c++17", "-gencode", "arch=compute_75,code=compute_75", "-lineinfo", "--no-compress", "--cudart", "shared"};
  if (!request.machineCode.empty())
    flags.insert(flags.end(), {"-gencode", fmt::format("arch=compute_{0},code=sm_{0}", request.machineCode)});
  flags.insert(flags.end(), {"-I", "src", "-I", shownPath(request.files.folder, request.files.root)});
  return flags;
}

/// Every file below `folder`, by name, so that the hash does not depend on the order of the disk.
std::vector<fs::path> filesBelow(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, ignored))
    if (entry.is_regular_file(ignored)) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

/// What every object depends on beside its own text.
ContentHash toolHash(const BuildRequest& request, const Toolchain& tools) {
  ContentHash hash;
  hash.add(tools.identity);
  for (const std::string& flag : compileFlags(request)) hash.add(flag);
  return hash;
}

/// Adds the exercise runtime and the day's header.
Result<ContentHash> withRuntime(ContentHash hash, const BuildRequest& request) {
  std::vector<fs::path> inputs = filesBelow(request.files.root / "src/exercise");
  inputs.push_back(request.files.exerciseHeader);
  for (const fs::path& input : inputs) {
    const Result<std::string> text = readText(input, ExitStatus::course);
    if (!text) return text.problem();
    hash.add(shownPath(input, request.files.root)).add(*text);
  }
  return hash;
}

/// One compilation and where its products go.
struct Unit {
  std::string source;  // as the compiler is given it, so as its messages show it
  fs::path object;     // final name
  fs::path log;        // what the compiler said
  const char* optimization;
};

struct CompileResult {
  bool ok = false;
  std::string said;
};

/// The compiler's two streams as one text.
std::string outputOf(const ProcessEnd& end) { return end.standardOutput + end.standardError; }

/// A name beside `path` that no other process or thread uses, for a product that is not finished yet.
fs::path unfinished(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}.{}{}", path.string(), getpid(), counter++, path.extension().string());
}

CompileResult compile(const Unit& unit, const BuildRequest& request, const Toolchain& tools) {
  std::error_code ignored;
  if (fs::exists(unit.object, ignored) && fs::exists(unit.log, ignored)) {
    fs::last_write_time(unit.object, fs::file_time_type::clock::now(), ignored);  // recently used: pruned last
    const Result<std::string> log = readText(unit.log, ExitStatus::internal);
    return {true, log ? *log : ""};
  }
  const fs::path object = unfinished(unit.object);
  ProcessRequest process;
  process.arguments = {tools.nvcc.string()};
  const std::vector<std::string> flags = compileFlags(request);
  process.arguments.insert(process.arguments.end(), flags.begin(), flags.end());
  process.arguments.insert(process.arguments.end(), {unit.optimization, "-c", unit.source, "-o", object.string()});
  process.directory = request.files.root.string();
  process.timeLimitSeconds = compileLimitSeconds;
  const ProcessEnd end = runProcess(process);
  CompileResult result{end.kind == ProcessEnd::Kind::exited && end.code == 0, outputOf(end)};
  if (end.kind == ProcessEnd::Kind::timedOut)
    result.said += fmt::format("the compiler was stopped after {:g} s\n", compileLimitSeconds);
  if (end.kind == ProcessEnd::Kind::signalled)
    result.said += fmt::format("the compiler ended with signal {}\n", end.code);
  if (result.ok) {
    std::ofstream(unit.log, std::ios::binary) << result.said;
    fs::rename(object, unit.object, ignored);
  }
  fs::remove(object, ignored);
  return result;
}

/// What the linker's complaint means, for the two mistakes that learners make.
std::string explainLink(const std::string& said) {
  if (said.find("multiple definition of `main'") != std::string::npos ||
      said.find("multiple definition of `solve") != std::string::npos)
    return "The file must hold solve() and its kernels only: the harness brings main().\n";
  if (said.find("undefined reference to `solve") != std::string::npos)
    return "solve() is missing, or its parameters are not the starter's.\n";
  return "";
}

CompileResult link(const fs::path& learner, const fs::path& runner, const fs::path& program, const Toolchain& tools,
                   const fs::path& root) {
  const fs::path fresh = unfinished(program);
  ProcessRequest process;
  process.arguments = {tools.linker.string(),
                       "-o",
                       fresh.string(),
                       learner.string(),
                       runner.string(),
                       tools.cudartFile.string(),
                       "-Wl,-rpath-link," + tools.cudartFolder.string(),
                       "-ldl",
                       "-lpthread",
                       "-lrt"};
  process.directory = root.string();
  process.timeLimitSeconds = compileLimitSeconds;
  const ProcessEnd end = runProcess(process);
  CompileResult result{end.kind == ProcessEnd::Kind::exited && end.code == 0, outputOf(end)};
  std::error_code ignored;
  if (result.ok) fs::rename(fresh, program, ignored);
  fs::remove(fresh, ignored);
  if (!result.ok) result.said += explainLink(result.said);
  return result;
}

/// Removes the products that were used longest ago.
void prune(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> products;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.is_regular_file(ignored)) products.emplace_back(entry.last_write_time(ignored), entry.path());
  if (products.size() <= keptProducts) return;
  std::sort(products.begin(), products.end());
  for (std::size_t i = 0; i + keptProducts / 2 < products.size(); ++i) fs::remove(products[i].second, ignored);
}

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
  const ContentHash common = toolHash(request, tools);
  const Result<ContentHash> runtime = withRuntime(common, request);
  if (!runtime) return runtime.problem();

  const fs::path folder = request.buildFolder / "exercise" / request.files.id();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Problem{ExitStatus::setup, fmt::format("{}: cannot be created: {}", folder.string(), error.message())};
  prune(folder);

  ContentHash learnerHash = common;
  const std::string shown = shownPath(request.source, request.files.root);
  learnerHash.add(shown).add(*text);
  if (includesByQuotes(*text)) learnerHash.add(std::to_string(start.time_since_epoch().count()));  // never reused
  const std::string learnerKey = learnerHash.hex(), runnerKey = runtime->hex();
  const Unit learner{shown, folder / (learnerKey + ".o"), folder / (learnerKey + ".log"), "-O3"};
  // The level is of host code alone: the PTX of the harness's own kernels is the same, and -O3 takes twice as long.
  const Unit runner{"src/exercise/runner.cu", folder / (runnerKey + ".o"), folder / (runnerKey + ".log"), "-O1"};
  const fs::path program = folder / ContentHash().add(learnerKey).add(runnerKey).hex();

  std::future<CompileResult> runnerResult =
      std::async(std::launch::async, [&] { return compile(runner, request, tools); });
  const CompileResult learnerResult = compile(learner, request, tools);
  const CompileResult runtimeResult = runnerResult.get();
  if (!learnerResult.ok) return Problem{ExitStatus::didNotBuild, learnerResult.said};
  if (!runtimeResult.ok)
    return Problem{ExitStatus::course, fmt::format("the exercise runtime does not compile:\n{}", runtimeResult.said)};
  // Saved again while the compiler read it: the object is of another text than its name says.
  if (const Result<std::string> now = readText(request.source, ExitStatus::usage); !now || *now != *text) {
    fs::remove(learner.object, error);
    return buildExercise(request, tools);
  }
  if (!fs::exists(program, error)) {
    const CompileResult linked = link(learner.object, runner.object, program, tools, request.files.root);
    if (!linked.ok) return Problem{ExitStatus::didNotBuild, linked.said};
  }
  return Built{program, learnerResult.said,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

}  // namespace harness
