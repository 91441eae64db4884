#include "support.h"

#include <fmt/format.h>
#include <unistd.h>

namespace toolchain_test {

namespace fs = std::filesystem;

Scratch::Scratch() {
  static unsigned made = 0;
  path_ = fs::temp_directory_path() / fmt::format("toolchain-test-{}-{}", getpid(), made++);
  fs::create_directories(path_);
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

harness::Result<harness::Toolchain> clang() {
  setenv("HARNESS_COMPILER", "clang", 1);
  harness::Result<harness::Toolchain> tools = harness::findToolchain(PROJECT_ROOT);
  unsetenv("HARNESS_COMPILER");
  if (tools) {
    tools->cudartFolder = BUILD_FOLDER "/lib";
    tools->cudartFile = BUILD_FOLDER "/lib/libcudart.so.13";
  }
  return tools;
}

Ran run(const fs::path& source) {
  Ran ran;
  const Scratch scratch;
  const harness::Result<harness::Toolchain> tools = clang();
  if (!tools) {
    ran.said = tools.problem().message;
    return ran;
  }
  const harness::CompileResult built = harness::buildProgram(source, scratch / "program", PROJECT_ROOT, *tools);
  ran.built = built.ok;
  ran.said = built.said;
  if (!built.ok) return ran;
  harness::ProcessRequest request;
  request.arguments = {(scratch / "program").string()};
  request.environment = {{"LD_LIBRARY_PATH", BUILD_FOLDER "/lib"},
                         {"GPUSIM_CARD", "t4"},
                         {"GPUSIM_CHECKS", "all"},
                         {"GPUSIM_THREADS", "1"}};
  request.timeLimitSeconds = 120;
  const harness::ProcessEnd end = harness::runProcess(request);
  ran.status = end.kind == harness::ProcessEnd::Kind::exited ? end.code : -1;
  ran.said += end.standardOutput + end.standardError;
  return ran;
}

}  // namespace toolchain_test
