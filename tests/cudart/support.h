#pragma once
// Reads the fixtures of tests/cudart/data and the rest of the tree.
#include <cstddef>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

inline std::string readText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::vector<std::byte> readFixture(const std::string& name) {
  const std::string text = readText(std::string(PROJECT_ROOT) + "/tests/cudart/data/" + name);
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

}  // namespace support
