#pragma once
// A PTX triple: a kernel (NAME.ptx), how to launch it and what must come out (NAME.yaml). tests/ptx/README.md describes
// the fields.
#include <filesystem>
#include <string>
#include <vector>

namespace ptx_triple {

/// Runs one triple under several seeds of the block and warp order. Each string is one thing that was not as expected,
/// a malformed description included; none means that the triple passed.
std::vector<std::string> run(const std::filesystem::path& description);

/// Every description that lies in `folder` itself, sorted.
std::vector<std::filesystem::path> findAll(const std::filesystem::path& folder);

}  // namespace ptx_triple
