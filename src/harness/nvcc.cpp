#include "harness/nvcc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "harness/content_hash.h"
#include "harness/nvcc_steps.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// Does what `nvcc` would, the steps that can be at the same time. Nothing when its steps are not the known ones.
std::optional<CompileResult> compileSideBySide(const ProcessRequest& nvcc, const fs::path& object) {
  const StepsFolder folder(object);
  ProcessRequest dryRun = nvcc;
  dryRun.arguments.insert(dryRun.arguments.end(), {"--dryrun", "--keep", "--keep-dir", folder.path().string()});
  const std::optional<NvccSteps> steps = readNvccSteps(runProcess(dryRun).standardError);
  if (!steps) return std::nullopt;
  // The name of the unit in symbols that the object keeps for itself.
  std::ofstream(steps->moduleIdFile, std::ios::binary) << "_harness_" << ContentHash().add(object.string()).hex();

  const auto run = [&](const std::string& script) {
    ProcessRequest step = nvcc;
    step.arguments = {"sh", "-c", script};
    return resultOf(runProcess(step), nvcc.timeLimitSeconds);
  };
  std::future<CompileResult> deviceResult = std::async(std::launch::async, [&] { return run(steps->device); });
  // In nvcc's order: what it would not have come to is not reported.
  CompileResult result = run(steps->host);
  const CompileResult device = deviceResult.get();
  if (result.ok) result = {device.ok, result.said + device.said};
  if (!result.ok) return result;
  const CompileResult last = run(steps->object);
  return CompileResult{last.ok, result.said + last.said};
}

std::optional<fs::path> findProgramNvcc() {
  if (std::optional<fs::path> onPath = findProgram("nvcc")) return onPath;
  // Who sets CUDA_HOME means that toolkit and no other.
  const char* home = std::getenv("CUDA_HOME");
  const fs::path place = fs::path(home != nullptr && *home != '\0' ? home : "/usr/local/cuda") / "bin/nvcc";
  if (isProgram(place)) return place;
  return std::nullopt;
}

/// The newest libcudart.so* beside this toolkit. Its plain name is missing where only the runtime package is installed.
std::optional<fs::path> findCudart(const fs::path& toolkit) {
  for (const char* folder :
       {"lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib", "lib/x86_64-linux-gnu"}) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(toolkit / folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name == "libcudart.so") return entry.path();
      if (name.starts_with("libcudart.so.")) found.push_back(entry.path());
    }
    if (!found.empty()) return *std::max_element(found.begin(), found.end());
  }
  return std::nullopt;
}

/// Where `nvcc` itself says its toolkit is. People and systems put a script that calls the real one on PATH, and then
/// the toolkit is nowhere near it. Costs a run of nvcc, so it is asked last.
std::optional<fs::path> askForToolkit(const fs::path& nvcc) {
  ProcessRequest request;
  request.arguments = {nvcc.string(), "--dryrun", "-E", "-x", "cu", "/dev/null"};
  request.timeLimitSeconds = 20;
  const ProcessEnd end = runProcess(request);
  constexpr std::string_view mark = "#$ TOP=";
  const std::size_t at = end.standardError.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + mark.size();
  std::error_code error;
  const fs::path toolkit =
      fs::canonical(end.standardError.substr(begin, end.standardError.find('\n', at) - begin), error);
  return error ? std::nullopt : std::optional(toolkit);
}

}  // namespace

std::optional<Result<Toolchain>> findNvcc(const fs::path&) {
  const std::optional<fs::path> nvcc = findProgramNvcc();
  if (!nvcc) return std::nullopt;
  Toolchain tools;
  tools.compiler = std::make_shared<Nvcc>(*nvcc);
  tools.program = *nvcc;
  std::error_code ignored;
  const fs::path real = fs::canonical(*nvcc, ignored);
  tools.identity = identityOf(real);
  std::optional<fs::path> cudart = findCudart(real.parent_path().parent_path());
  if (!cudart) {
    if (const std::optional<fs::path> toolkit = askForToolkit(*nvcc)) {
      cudart = findCudart(*toolkit);
      tools.identity += ' ' + identityOf(*toolkit / "bin/nvcc");
    }
  }
  if (!cudart)
    return Problem{
        ExitStatus::setup,
        fmt::format("the toolkit of {} has no libcudart.so: install its runtime library (package cuda-cudart-dev)",
                    nvcc->string())};
  tools.cudartFile = *cudart;
  tools.cudartFolder = cudart->parent_path();
  return tools;
}

/// "release 13.0, V13.0.88" of nvcc's four lines, else what it says first.
std::string Nvcc::version() const {
  ProcessRequest request;
  request.arguments = {program_.string(), "--version"};
  request.timeLimitSeconds = 20;
  const std::string said = runProcess(request).standardOutput;
  const std::size_t at = said.find("release ");
  return "nvcc " + (at == std::string::npos ? "of an unknown version" : said.substr(at, said.find('\n', at) - at));
}

// Uncompressed, so that the simulator reads it at once, and with line numbers.
std::vector<std::string> Nvcc::languageFlags(const std::string& machineCode) const {
  std::vector<std::string> flags{"-std=c++17", "-DEXERCISE_IN_HARNESS", "-gencode", "arch=compute_75,code=compute_75",
                                 "-lineinfo",  "--no-compress",         "--cudart", "shared"};
  if (!machineCode.empty())
    flags.insert(flags.end(), {"-gencode", fmt::format("arch=compute_{0},code=sm_{0}", machineCode)});
  return flags;
}

CompileResult Nvcc::compile(const CompileOrder& order) const {
  ProcessRequest process;
  process.arguments = {program_.string()};
  process.arguments.insert(process.arguments.end(), order.flags.begin(), order.flags.end());
  process.arguments.insert(process.arguments.end(),
                           {order.optimization, "-c", order.source, "-o", order.object.string()});
  process.directory = order.root.string();
  process.timeLimitSeconds = order.limitSeconds;
  process.largePages = true;
  if (const std::optional<CompileResult> result = compileSideBySide(process, order.object)) return *result;
  return resultOf(runProcess(process), order.limitSeconds);
}

}  // namespace harness
