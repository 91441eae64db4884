#pragma once
// NVIDIA's compiler.
#include <optional>

#include "harness/cuda_compiler.h"
#include "harness/toolchain.h"

namespace harness {

class Nvcc : public CudaCompiler {
 public:
  explicit Nvcc(std::filesystem::path program) : program_(std::move(program)) {}
  std::string version() const override;
  std::vector<std::string> languageFlags(const std::string& machineCode) const override;
  CompileResult compile(const CompileOrder& order) const override;

 private:
  std::filesystem::path program_;
};

/// nvcc on PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin, and the runtime library of its toolkit.
std::optional<Result<Toolchain>> findNvcc(const std::filesystem::path& root);

}  // namespace harness
