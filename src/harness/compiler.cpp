#include "harness/compiler.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include "harness/process.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

constexpr double linkLimitSeconds = 300;
constexpr std::size_t keptProducts = 512;  // files a day's cache may hold; a learner's object is some 30 KB

std::vector<std::string> compileFlags(const BuildRequest& request, const Toolchain& tools) {
  std::vector<std::string> flags = tools.compiler->languageFlags(request.machineCode);
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

/// One hash of names and texts.
Result<std::string> hashOf(const std::vector<fs::path>& inputs, const fs::path& root) {
  ContentHash hash;
  for (const fs::path& input : inputs) {
    const Result<std::string> text = readText(input, ExitStatus::course);
    if (!text) return text.problem();
    hash.add(shownPath(input, root)).add(*text);
  }
  return hash.hex();
}

/// A name beside `path` that no other process or thread uses, for a product that is not finished yet.
fs::path unfinished(const fs::path& path) {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}.{}.{}{}", path.string(), getpid(), counter++, path.extension().string());
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

/// One lock for each object that is being made.
std::mutex& lockOf(const fs::path& object) {
  static std::mutex guard;
  static std::map<std::string, std::mutex> locks;
  const std::lock_guard<std::mutex> hold(guard);
  return locks[object.string()];
}

}  // namespace

std::string explainLink(const std::string& said, const std::string& missing) {
  if (said.find("multiple definition of `main'") != std::string::npos ||
      said.find("multiple definition of `solve") != std::string::npos)
    return "The file must hold solve() and its kernels only: the harness brings main().\n";
  if (said.find(missing) != std::string::npos) return "solve() is missing, or its parameters are not the starter's.\n";
  return "";
}

ContentHash toolHash(const BuildRequest& request, const Toolchain& tools) {
  ContentHash hash;
  // Lines of a program are known by the whole path: where the course was moved, they would be another file's.
  hash.add(tools.identity).add(request.files.root.string());
  for (const std::string& flag : compileFlags(request, tools)) hash.add(flag);
  return hash;
}

Result<std::vector<Unit>> ourUnits(const BuildRequest& request, const Toolchain& tools, const fs::path& folder) {
  const Result<std::string> sources = hashOf(filesBelow(request.files.root / "src/exercise"), request.files.root);
  if (!sources) return sources.problem();
  const Result<std::string> header = hashOf({request.files.exerciseHeader}, request.files.root);
  if (!header) return header.problem();
  const Result<fs::path> shared = cacheFolder(request.buildFolder / "exercise/runtime");
  if (!shared) return shared.problem();
  // -O3 takes twice as long.
  const auto unit = [](const char* source, const fs::path& where, const std::string& key) {
    return Unit{source, where / (key + ".o"), where / (key + ".log"), "-O1"};
  };
  return std::vector<Unit>{
      unit("src/exercise/runtime.cpp", *shared, ContentHash().add(tools.identity).add(*sources).hex()),
      unit("src/exercise/main.cu", folder, toolHash(request, tools).add(*sources).add(*header).hex())};
}

std::optional<Problem> compileOurs(const std::vector<Unit>& units, const BuildRequest& request,
                                   const Toolchain& tools) {
  for (const Unit& unit : units) {
    const CompileResult result = compile(unit, request, tools);
    if (!result.ok)
      return Problem{ExitStatus::course, fmt::format("the exercise runtime does not compile:\n{}", result.said)};
  }
  return std::nullopt;
}

Result<fs::path> cacheFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Problem{ExitStatus::setup, fmt::format("{}: cannot be created: {}", folder.string(), error.message())};
  prune(folder);
  return folder;
}

Result<fs::path> productFolder(const BuildRequest& request) {
  return cacheFolder(request.buildFolder / "exercise" / request.files.id());
}

CompileResult compile(const Unit& unit, const BuildRequest& request, const Toolchain& tools) {
  const std::lock_guard<std::mutex> alone(lockOf(unit.object));
  std::error_code ignored;
  if (fs::exists(unit.object, ignored) && fs::exists(unit.log, ignored)) {
    fs::last_write_time(unit.object, fs::file_time_type::clock::now(), ignored);  // recently used: pruned last
    const Result<std::string> log = readText(unit.log, ExitStatus::internal);
    return {true, log ? *log : ""};
  }
  const fs::path object = unfinished(unit.object);
  const CompileResult result = tools.compiler->compile(
      {unit.source, object, unit.optimization, compileFlags(request, tools), request.files.root, unit.limitSeconds});
  if (result.ok) {
    std::ofstream(unit.log, std::ios::binary) << result.said;
    fs::rename(object, unit.object, ignored);
  }
  fs::remove(object, ignored);
  return result;
}

namespace {

CompileResult linkBy(const std::string& option, const std::vector<fs::path>& objects, const fs::path& program,
                     const Toolchain& tools, const fs::path& root, const std::vector<std::string>& options) {
  ProcessRequest process;
  process.arguments = {tools.linker.string(), "-o", program.string()};
  if (!option.empty()) process.arguments.push_back(option);
  for (const fs::path& object : objects) process.arguments.push_back(object.string());
  const std::vector<std::string> libraries{tools.cudartFile.string(), "-Wl,-rpath-link," + tools.cudartFolder.string(),
                                           "-ldl", "-lpthread", "-lrt"};
  process.arguments.insert(process.arguments.end(), libraries.begin(), libraries.end());
  process.arguments.insert(process.arguments.end(), options.begin(), options.end());
  process.directory = root.string();
  process.timeLimitSeconds = linkLimitSeconds;
  const ProcessEnd end = runProcess(process);
  return resultOf(end, linkLimitSeconds);
}

}  // namespace

CompileResult buildProgram(const fs::path& source, const fs::path& program, const fs::path& root,
                           const Toolchain& tools) {
  const fs::path object = unfinished(program.string() + ".o");
  const CompileResult compiled =
      tools.compiler->compile({source.string(), object, "-O3", tools.compiler->languageFlags(""), root});
  if (!compiled.ok) return compiled;
  CompileResult linked = link({object}, program, tools, root);
  std::error_code ignored;
  fs::remove(object, ignored);
  return {linked.ok, compiled.said + linked.said};
}

bool hasGold() {
  static const bool there = findProgram("ld.gold").has_value();
  return there;
}

CompileResult link(const std::vector<fs::path>& objects, const fs::path& program, const Toolchain& tools,
                   const fs::path& root, const std::vector<std::string>& options) {
  const fs::path fresh = unfinished(program);
  // gold takes a third of the time, where it is there. What is wrong is said by the usual one.
  CompileResult result;
  if (hasGold()) result = linkBy("-fuse-ld=gold", objects, fresh, tools, root, options);
  if (!result.ok) result = linkBy("", objects, fresh, tools, root, options);
  std::error_code ignored;
  if (result.ok) fs::rename(fresh, program, ignored);
  fs::remove(fresh, ignored);
  if (!result.ok) result.said += explainLink(result.said, "undefined reference to `solve");
  return result;
}

}  // namespace harness
