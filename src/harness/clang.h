#pragma once
// Clang, on the project's own headers (src/cudart/include) and runtime: no part of a CUDA toolkit is used, and the
// programs run on the simulator alone. docs/clang.md says what is different from nvcc.
#include <optional>

#include "harness/cuda_compiler.h"
#include "harness/toolchain.h"

namespace harness {

class Clang : public CudaCompiler {
 public:
  explicit Clang(std::filesystem::path program) : program_(std::move(program)) {}
  std::string version() const override;
  std::vector<std::string> languageFlags(const std::string& machineCode) const override;
  CompileResult compile(const CompileOrder& order) const override;

 private:
  CompileResult compileHostFile(const CompileOrder& order) const;

  std::filesystem::path program_;
};

/// The diagnostics of one file's two compilations, for the host and for the device, with those that both have once.
std::string withoutRepeats(const std::string& host, const std::string& device);

/// clang++ 16 or later on PATH. A Problem when the simulator, which its programs are linked with, is not built.
std::optional<Result<Toolchain>> findClang(const std::filesystem::path& root);

}  // namespace harness
