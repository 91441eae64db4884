#include "harness/toolchain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/clang.h"
#include "harness/nvcc.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// A compiler that the harness knows. `find` gives nothing where it is not installed, and a Problem where it is and
/// cannot work.
struct KnownCompiler {
  std::string_view name;
  std::optional<Result<Toolchain>> (*find)(const fs::path& root);
  std::string_view why;
};

// In the order in which they are looked for.
constexpr KnownCompiler knownCompilers[] = {
    {"nvcc", findNvcc, "nvcc is installed"},
    {"clang", findClang, "no nvcc is installed"},
};

constexpr std::string_view setting = "HARNESS_COMPILER";

Problem nothingFound(std::string_view wanted) {
  if (wanted == "clang")
    return Problem{ExitStatus::setup,
                   "HARNESS_COMPILER=clang: clang++ 16 or later is not on PATH. Install it (Debian and Ubuntu: sudo "
                   "apt-get install clang-16)."};
  return Problem{ExitStatus::setup,
                 "no CUDA compiler: nvcc is not on PATH, not in $CUDA_HOME/bin (/usr/local/cuda/bin when that is not "
                 "set), and clang++ 16 or later is not on PATH. Install clang (Debian and Ubuntu: sudo apt-get install "
                 "clang-16), which is enough for the simulator, or the CUDA toolkit "
                 "(https://developer.nvidia.com/cuda-downloads, package cuda-nvcc) and set CUDA_HOME. A GPU is not "
                 "needed."};
}

Result<Toolchain> complete(Result<Toolchain> found, std::string_view name, std::string_view why) {
  if (!found) return found;
  found->name = name;
  found->why = why;
  for (const char* host : {"g++", "c++"})
    if (found->linker.empty())
      if (const std::optional<fs::path> linker = findProgram(host)) found->linker = *linker;
  if (found->linker.empty())
    return Problem{ExitStatus::setup,
                   "no C++ compiler: g++ is not on PATH. Install it (package g++); CUDA compilers need it too."};
  return found;
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

bool isProgram(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string identityOf(const fs::path& program) {
  std::error_code ignored;
  return fmt::format("{} {} {}", program.string(), fs::file_size(program, ignored),
                     fs::last_write_time(program, ignored).time_since_epoch().count());
}

Result<Toolchain> findToolchain(const fs::path& root) {
  const char* variable = std::getenv(setting.data());
  const std::string_view wanted = variable != nullptr ? variable : "";
  bool known = wanted.empty();
  for (const KnownCompiler& row : knownCompilers) {
    known = known || row.name == wanted;
    if (!wanted.empty() && row.name != wanted) continue;
    if (std::optional<Result<Toolchain>> found = row.find(root))
      return complete(std::move(*found), row.name,
                      wanted.empty() ? std::string(row.why) : fmt::format("{}={}", setting, wanted));
  }
  if (!known)
    return Problem{ExitStatus::setup, fmt::format("{}={}: the harness knows nvcc and clang", setting, wanted)};
  return nothingFound(wanted);
}

}  // namespace harness
