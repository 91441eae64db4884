#pragma once
// What clangd needs to know of the learner's files: work/compile_commands.json. The project's own sources have theirs
// in build/, which clangd looks through by itself.
#include <string>
#include <variant>
#include <vector>

#include "harness/course.h"
#include "harness/result.h"
#include "harness/toolchain.h"

namespace harness {

/// The JSON text: one entry a day, whether its file is there or not. The flags are Clang's and not nvcc's, and such
/// that an older clangd reads the headers of a toolkit it does not know.
std::string editorDatabase(const std::vector<DayFiles>& days, const Toolchain& tools);

/// Writes it when the file there says something else. The Problem (setup) says why it could not.
Result<std::monostate> writeEditorDatabase(const std::filesystem::path& root, const Toolchain& tools);

}  // namespace harness
