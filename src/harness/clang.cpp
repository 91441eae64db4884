#include "harness/clang.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <future>
#include <memory>
#include <set>

#include "cudart/fatbin_writer.h"
#include "harness/content_hash.h"
#include "harness/course.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

constexpr unsigned architecture = 75;  // what nvcc is asked for, too

/// Runs one command in the course's folder.
CompileResult run(const CompileOrder& order, std::vector<std::string> arguments) {
  ProcessRequest process;
  process.arguments = std::move(arguments);
  process.directory = order.root.string();
  process.timeLimitSeconds = order.limitSeconds;
  process.largePages = true;
  return resultOf(runProcess(process), order.limitSeconds);
}

/// The section of a host object that its start-up code hands to the runtime.
constexpr const char* fatbinarySection = ".nv_fatbin";

/// Puts the fatbinary of `ptx` into an object that was compiled with a stand-in for it. An object without kernels and
/// device variables has no place for it and needs none.
CompileResult embed(const CompileOrder& order, const fs::path& ptx, const fs::path& folder) {
  const Result<std::string> host = readText(order.object, ExitStatus::internal),
                            text = readText(ptx, ExitStatus::internal);
  if (!host || !text) return {false, "what clang made cannot be read\n"};
  if (host->find(fatbinarySection) == std::string::npos) return {true, ""};
  const fs::path fatbinary = folder / "device.fatbin";
  std::ofstream file(fatbinary, std::ios::binary);
  file << gpusim::fatbin::containerOf(*text, architecture);
  file.close();
  if (!file) return {false, fmt::format("{} cannot be written\n", fatbinary.string())};
  return run(order, {"objcopy", "--update-section", fmt::format("{}={}", fatbinarySection, fatbinary.string()),
                     order.object.string()});
}

/// The major version that `program` says, 0 when it says none.
int majorVersion(const fs::path& program) {
  ProcessRequest request;
  request.arguments = {program.string(), "-dumpversion"};
  request.timeLimitSeconds = 20;
  const ProcessEnd end = runProcess(request);
  int major = 0;
  for (const char c : end.standardOutput) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
    major = major * 10 + (c - '0');
  }
  return major;
}

/// The one that everything was tested with comes first.
std::optional<fs::path> findProgramClang() {
  constexpr int oldest = 16, newest = 24;
  for (int version = oldest; version <= newest; ++version)
    if (std::optional<fs::path> found = findProgram(fmt::format("clang++-{}", version))) return found;
  if (std::optional<fs::path> found = findProgram("clang++"); found && majorVersion(*found) >= oldest) return found;
  return std::nullopt;
}

/// What objects depend on beside their source: the headers, which are the course's own and change with it.
std::string identityOfHeaders(const fs::path& root) {
  std::vector<fs::path> files{root / "src/cudart/errors.inc", root / "src/cudart/device_prop.h"};
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "src/cudart/include", ignored))
    if (entry.is_regular_file(ignored)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ContentHash hash;
  for (const fs::path& file : files)
    if (const Result<std::string> text = readText(file, ExitStatus::internal)) hash.add(file.string()).add(*text);
  return hash.hex();
}

/// "1 error generated when compiling for sm_75." and its kind: a count for each of the two compilations is no news.
bool isCount(const std::string& line) { return line.find(" generated when compiling for ") != std::string::npos; }

bool namesProblem(const std::string& text) {
  return text.find(": error: ") != std::string::npos || text.find(": warning: ") != std::string::npos;
}

/// Each diagnostic and what belongs to it: the lines up to the next that starts one. Counts are left out.
std::vector<std::string> diagnosticsOf(const std::string& said) {
  constexpr const char* inclusion = "In file included from";
  std::vector<std::string> out;
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size() - 1) + 1;
    const std::string line = said.substr(at, end - at);
    at = end;
    if (isCount(line)) continue;
    const bool starts = line.starts_with(inclusion) || namesProblem(line);
    const bool follows = !out.empty() && out.back().starts_with(inclusion) && !namesProblem(out.back());
    if (out.empty() || (starts && !follows))
      out.push_back(line);
    else
      out.back() += line;
  }
  return out;
}

}  // namespace

std::string withoutRepeats(const std::string& host, const std::string& device) {
  std::string out;
  std::set<std::string> known;
  for (const std::string& diagnostic : diagnosticsOf(host)) {
    out += diagnostic;
    known.insert(diagnostic);
  }
  for (const std::string& diagnostic : diagnosticsOf(device))
    if (known.count(diagnostic) == 0) out += diagnostic;
  return out;
}

std::string Clang::version() const {
  ProcessRequest request;
  request.arguments = {program_.string(), "--version"};
  request.timeLimitSeconds = 20;
  const std::string said = runProcess(request).standardOutput;
  return said.empty() ? "clang of an unknown version" : said.substr(0, said.find('\n'));
}

std::vector<std::string> Clang::languageFlags(const std::string&) const {
  return {"-std=c++17", "-DEXERCISE_IN_HARNESS", "-isystem", "src/cudart/include"};
}

CompileResult Clang::compileHostFile(const CompileOrder& order) const {
  std::vector<std::string> arguments{program_.string()};
  arguments.insert(arguments.end(), order.flags.begin(), order.flags.end());
  arguments.insert(arguments.end(), {order.optimization, "-c", order.source, "-o", order.object.string()});
  return run(order, std::move(arguments));
}

// nvcc's defaults: contracted multiplications and additions, IEEE division and roots, denormal numbers kept.
// --cuda-path keeps clang from a toolkit that is there nevertheless, and -target-sdk-version says how kernels are
// launched: the way of CUDA 9.2 and later.
CompileResult Clang::compile(const CompileOrder& order) const {
  if (!order.source.ends_with(".cu")) return compileHostFile(order);
  const StepsFolder folder(order.object);
  std::vector<std::string> common{program_.string(),
                                  "-x",
                                  "cuda",
                                  "-nocudainc",
                                  "-nocudalib",
                                  "--cuda-path=/nonexistent",
                                  fmt::format("--cuda-gpu-arch=sm_{}", architecture),
                                  "-Xclang",
                                  "-target-sdk-version=11.8",
                                  "-ffp-contract=fast",
                                  "-cuid=" + ContentHash().add(order.object.string()).hex(),
                                  "-include",
                                  "cuda_runtime.h"};
  common.insert(common.end(), order.flags.begin(), order.flags.end());
  const auto with = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), more);
    return arguments;
  };
  const fs::path ptx = folder.path() / "device.ptx", standIn = folder.path() / "stand-in";
  std::ofstream(standIn) << "stand-in";
  std::future<CompileResult> deviceResult = std::async(std::launch::async, [&] {
    return run(order, with({"--cuda-device-only", "--cuda-feature=+ptx78", "-S", "-O3", "-gline-tables-only",
                            order.source, "-o", ptx.string()}));
  });
  const CompileResult host =
      run(order, with({"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", standIn.string(),
                       order.optimization, "-c", order.source, "-o", order.object.string()}));
  const CompileResult device = deviceResult.get();
  CompileResult result{host.ok && device.ok, withoutRepeats(host.said, device.said)};
  if (!result.ok) return result;
  const CompileResult embedded = embed(order, ptx, folder.path());
  return {embedded.ok, result.said + embedded.said};
}

std::optional<Result<Toolchain>> findClang(const fs::path& root) {
  const std::optional<fs::path> program = findProgramClang();
  if (!program) return std::nullopt;
  Toolchain tools;
  tools.compiler = std::make_shared<Clang>(*program);
  tools.program = *program;
  std::error_code ignored;
  tools.identity = identityOf(fs::canonical(*program, ignored)) + ' ' + identityOfHeaders(root);
  tools.cudartFolder = fs::absolute(root / "build/lib");
  tools.cudartFile = tools.cudartFolder / "libcudart.so.13";
  tools.forCards = false;
  if (!fs::exists(tools.cudartFile, ignored))
    return Problem{ExitStatus::setup,
                   "programs of clang are linked with the simulator, which is not built (build/lib/libcudart.so.13 is "
                   "missing): run `make`"};
  return tools;
}

}  // namespace harness
