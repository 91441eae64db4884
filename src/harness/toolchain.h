#pragma once
// The CUDA compiler and the runtime library of its toolkit, found where people have them.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "harness/result.h"

namespace harness {

struct Toolchain {
  std::filesystem::path nvcc;          // as found, for messages
  std::filesystem::path cudartFolder;  // holds the toolkit's libcudart.so
  std::filesystem::path cudartFile;    // the library itself
  std::filesystem::path linker;        // the host compiler, which links
  std::string identity;                // changes when the compiler does
};

/// `name` on PATH, or nothing.
std::optional<std::filesystem::path> findProgram(std::string_view name);

/// nvcc on PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin, and what belongs to it. The Problem says what to install.
Result<Toolchain> findToolchain();

}  // namespace harness
