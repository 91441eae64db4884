#pragma once
// Files that must never be half written.
#include <filesystem>
#include <string_view>
#include <variant>

#include "harness/result.h"

namespace harness {

/// Writes `text` beside `path`, makes it durable and renames it, so that `path` holds the old text or the new one,
/// whatever happens. The Problem (setup) says why it could not.
Result<std::monostate> replaceFile(const std::filesystem::path& path, std::string_view text);

}  // namespace harness
