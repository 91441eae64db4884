#include "harness/cuda_compiler.h"

#include <fmt/format.h>

namespace harness {

CompileResult resultOf(const ProcessEnd& end, double limitSeconds) {
  CompileResult result{end.kind == ProcessEnd::Kind::exited && end.code == 0, end.standardOutput + end.standardError};
  if (end.kind == ProcessEnd::Kind::timedOut)
    result.said += fmt::format("the compiler was stopped after {:g} s\n", limitSeconds);
  if (end.kind == ProcessEnd::Kind::signalled)
    result.said += fmt::format("the compiler ended with signal {}\n", end.code);
  return result;
}

StepsFolder::StepsFolder(const std::filesystem::path& object) : path_(object.string() + ".steps") {
  std::error_code ignored;
  std::filesystem::create_directories(path_, ignored);
}

StepsFolder::~StepsFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace harness
