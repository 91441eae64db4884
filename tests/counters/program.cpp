#include "program.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

const std::string folder = PROJECT_ROOT "/tests/counters/";

std::string output(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
  std::string text;
  std::array<char, 65536> buffer;
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), got);
  if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command + "\n" + text);
  return text;
}

std::string compiler() {
  for (const char* candidate : {"nvcc", "\"${CUDA_HOME:-/usr/local/cuda}/bin/nvcc\""})
    if (std::system(fmt::format("{} --version >/dev/null 2>&1", candidate).c_str()) == 0) return candidate;
  return {};
}

}  // namespace

bool haveCompiler() { return !compiler().empty(); }

std::vector<Counts> countLaunches(const std::string& name, const std::string& environment) {
  const std::string program = fmt::format("{}/{}", RUN_FOLDER, name);
  output(
      fmt::format("{} -std=c++17 -O3 -gencode arch=compute_75,code=compute_75 --cudart shared {}{}.cu -o {} -ldl 2>&1",
                  compiler(), folder, name, program));
  std::vector<Counts> launches;
  std::istringstream lines(
      output(fmt::format("LD_LIBRARY_PATH={} GPUSIM_CHECKS=none {} {} 2>&1", SIMULATOR_FOLDER, environment, program)));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() != '[') continue;
    for (const YAML::Node& launch : YAML::Load(line)) {
      Counts counts;
      for (const auto& field : launch)
        if (field.second.IsScalar() && field.first.as<std::string>() != "kernel")
          counts[field.first.as<std::string>()] = field.second.as<double>();
      launches.push_back(std::move(counts));
    }
  }
  return launches;
}

std::vector<std::map<std::string, std::string>> readCsv(const std::string& path) {
  std::ifstream file(folder + path);
  const auto split = [](const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        fields.emplace_back();
      else
        fields.back() += c;
    }
    return fields;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = split(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = split(line);
    rows.emplace_back();
    for (std::size_t k = 0; k < names.size() && k < fields.size(); ++k) rows.back()[names[k]] = fields[k];
  }
  return rows;
}
