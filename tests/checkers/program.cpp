#include "program.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

std::string output(const std::string& command, int& status) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
  std::string text;
  std::array<char, 65536> buffer;
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), got);
  status = pclose(pipe);
  return text;
}

std::string compiler() {
  for (const char* candidate : {"nvcc", "\"${CUDA_HOME:-/usr/local/cuda}/bin/nvcc\""})
    if (std::system(fmt::format("{} --version >/dev/null 2>&1", candidate).c_str()) == 0) return candidate;
  return {};
}

/// The rest of the line that starts with `key`.
std::string field(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(key, 0) == 0) return line.substr(key.size());
  return {};
}

}  // namespace

bool haveCompiler() { return !compiler().empty(); }

Program::Program(const std::string& name, unsigned architecture)
    : source_(fmt::format("{}/tests/checkers/{}.cu", PROJECT_ROOT, name)),
      program_(fmt::format("{}/checkers_{}_{}", RUN_FOLDER, name, architecture)) {
  int status = 0;
  const std::string text = output(
      fmt::format("{0} -std=c++17 -O3 -lineinfo -gencode arch=compute_{1},code=compute_{1} --cudart shared {2} -o {3} "
                  "-ldl 2>&1",
                  compiler(), architecture, source_, program_),
      status);
  if (status != 0) throw std::runtime_error(text);
}

std::vector<std::string> Program::names() const {
  int status = 0;
  std::istringstream lines(output(fmt::format("LD_LIBRARY_PATH={} {}", SIMULATOR_FOLDER, program_), status));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  return all;
}

Outcome Program::run(const std::string& argument, const std::string& environment) const {
  Outcome outcome;
  outcome.text = output(fmt::format("LD_LIBRARY_PATH={} GPUSIM_CARD=t4 GPUSIM_CHECKS=all {} timeout 120 {} {} 2>&1",
                                    SIMULATOR_FOLDER, environment, program_, argument),
                        outcome.status);
  outcome.error = field(outcome.text, "error: ");
  outcome.reason = field(outcome.text, "reason: ");
  outcome.findings = YAML::Load(field(outcome.text, "findings: "));
  return outcome;
}

std::set<unsigned> Program::marked(const std::string& name) const {
  std::set<unsigned> lines;
  std::ifstream file(source_);
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line);
    for (std::string word; words >> word;)
      if (word == "@" + name) lines.insert(number);
  }
  return lines;
}
