#pragma once
// Builds a program of this folder with nvcc and runs it on the simulator with all checks.
#include <yaml-cpp/yaml.h>

#include <set>
#include <string>
#include <vector>

/// True when there is a CUDA compiler; without one these tests cannot run and say so.
bool haveCompiler();

struct Outcome {
  int status = 0;
  std::string error, reason, text;
  YAML::Node findings;
};

/// A built .cu of this folder. Throws std::runtime_error with the compiler's output when it does not build.
class Program {
 public:
  explicit Program(const std::string& name, unsigned architecture = 75);
  /// What the program prints without arguments, a line each.
  std::vector<std::string> names() const;
  /// `environment` goes before the command.
  Outcome run(const std::string& argument, const std::string& environment = "") const;
  /// Lines of the source that carry the mark @`name`.
  std::set<unsigned> marked(const std::string& name) const;

 private:
  std::string source_, program_;
};
