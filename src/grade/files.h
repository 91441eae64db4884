#pragma once
// Files that may be anything.
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "harness/result.h"

namespace grade {

/// The whole of a regular file of at most `limit` bytes. Never follows a symbolic link at the end of `path`, never
/// waits (for a pipe or a device). The Problem (usage) says what the file is instead.
harness::Result<std::string> readRegularFile(const std::filesystem::path& path, std::size_t limit,
                                             const std::string& name);

/// `text` for a terminal or a table: control characters and bytes that are no UTF-8 as `\xNN`, at most `limit` bytes.
std::string printable(std::string_view text, std::size_t limit = 200);

}  // namespace grade
