#pragma once
// What the harness asks of a CUDA compiler. There is one class for each; toolchain.cpp lists them.
#include <filesystem>
#include <string>
#include <vector>

#include "harness/process.h"

namespace harness {

/// One .cu or .cpp file to be compiled.
struct CompileOrder {
  std::string source;              // as the compiler is given it, so as its messages show it
  std::filesystem::path object;    // where it goes; a folder of this name and ".steps" may be used on the way
  std::string optimization;        // "-O3"; of host code alone: the PTX is the same at every level
  std::vector<std::string> flags;  // of languageFlags(), and where headers of the day lie
  std::filesystem::path root;      // the course; the compiler runs there
  double limitSeconds = 300;
};

struct CompileResult {
  bool ok = false;
  std::string said;  // the compiler's two streams as one text
};

/// What a run of a compiler or a linker came to.
CompileResult resultOf(const ProcessEnd& end, double limitSeconds);

/// A folder for what lies between source and object; gone with this.
class StepsFolder {
 public:
  explicit StepsFolder(const std::filesystem::path& object);
  ~StepsFolder();
  StepsFolder(const StepsFolder&) = delete;
  StepsFolder& operator=(const StepsFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class CudaCompiler {
 public:
  virtual ~CudaCompiler() = default;
  /// "nvcc 13.0, V13.0.88": for people. May run the compiler.
  virtual std::string version() const = 0;
  /// The flags that say what a .cu file is compiled to: PTX for every card from sm_75 on, and with `machineCode` ("90")
  /// code for that card too. Where headers of a day lie is not among them.
  virtual std::vector<std::string> languageFlags(const std::string& machineCode) const = 0;
  virtual CompileResult compile(const CompileOrder& order) const = 0;
};

}  // namespace harness
