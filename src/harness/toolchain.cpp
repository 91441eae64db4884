#include "harness/toolchain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "harness/process.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

bool isProgram(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> findNvcc() {
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

/// Size and time of the compiler instead of `nvcc --version`: a process start on every run is 20 ms for nothing.
std::string identityOf(const fs::path& program) {
  std::error_code ignored;
  return fmt::format("{} {} {}", program.string(), fs::file_size(program, ignored),
                     fs::last_write_time(program, ignored).time_since_epoch().count());
}

}  // namespace

std::optional<fs::path> findProgram(std::string_view name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (isProgram(candidate)) return candidate;
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  }
  return std::nullopt;
}

Result<Toolchain> findToolchain() {
  Toolchain tools;
  const std::optional<fs::path> nvcc = findNvcc();
  if (!nvcc)
    return Problem{
        ExitStatus::setup,
        "no CUDA compiler: nvcc is not on PATH, not in $CUDA_HOME/bin (/usr/local/cuda/bin when that is not set). "
        "Install the CUDA "
        "toolkit "
        "(https://developer.nvidia.com/cuda-downloads, package cuda-nvcc) or set CUDA_HOME. A GPU is not needed."};
  tools.nvcc = *nvcc;
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
  for (const char* name : {"g++", "c++"})
    if (tools.linker.empty())
      if (const std::optional<fs::path> found = findProgram(name)) tools.linker = *found;
  if (tools.linker.empty())
    return Problem{ExitStatus::setup,
                   "no C++ compiler: g++ is not on PATH. Install it (package g++); nvcc needs it too."};
  return tools;
}

}  // namespace harness
