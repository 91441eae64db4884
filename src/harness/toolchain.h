#pragma once
// The CUDA compiler, what its programs are linked with, and why it is this one.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness/cuda_compiler.h"
#include "harness/result.h"

namespace harness {

struct Toolchain {
  std::string name;  // "nvcc", "clang"
  std::shared_ptr<const CudaCompiler> compiler;
  std::filesystem::path program;       // the compiler as found, for messages
  std::string why;                     // it was chosen: "nvcc is installed"
  std::filesystem::path cudartFolder;  // holds the libcudart.so that programs are linked with
  std::filesystem::path cudartFile;    // the library itself
  std::filesystem::path linker;        // the host compiler, which links
  std::string identity;                // changes when the compiler does
  bool forCards = true;                // its programs run on a card, too
};

/// Whether `path` is a file that may be run.
bool isProgram(const std::filesystem::path& path);

/// `name` on PATH, or nothing.
std::optional<std::filesystem::path> findProgram(std::string_view name);

/// Size and time of a program instead of what its --version says: a process start on every run is 20 ms for nothing.
std::string identityOf(const std::filesystem::path& program);

/// The toolchain that $HARNESS_COMPILER names, nvcc or clang; else the first of them that is installed. `root` is the
/// course's: clang takes headers and runtime from there. The Problem says what to install.
Result<Toolchain> findToolchain(const std::filesystem::path& root);

}  // namespace harness
