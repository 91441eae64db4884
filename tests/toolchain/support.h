#pragma once
// Clang's toolchain for tests: on the simulator that this build made, whatever compilers the machine has.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "harness/clang.h"
#include "harness/compiler.h"
#include "harness/nvcc.h"
#include "harness/process.h"

namespace toolchain_test {

/// A folder that is gone afterwards.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Clang as the harness finds it, linked with the runtime of this build.
harness::Result<harness::Toolchain> clang();

/// Builds `source` and runs it on the simulator with every checker on; what both said.
struct Ran {
  bool built = false;
  int status = -1;
  std::string said;
};
Ran run(const std::filesystem::path& source);

}  // namespace toolchain_test
