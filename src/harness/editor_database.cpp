#include "harness/editor_database.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/json.h"
#include "harness/replace_file.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

/// The folder that Clang takes for a toolkit: it has programs and headers. Empty when none is above the library.
fs::path toolkitFolder(const Toolchain& tools) {
  std::error_code ignored;
  for (fs::path folder = tools.cudartFolder; folder.has_relative_path(); folder = folder.parent_path())
    if (fs::exists(folder / "include/cuda_runtime.h", ignored) && fs::is_directory(folder / "bin", ignored))
      return folder;
  return {};
}

}  // namespace

std::string editorDatabase(const std::vector<DayFiles>& days, const Toolchain& tools) {
  const fs::path toolkit = toolkitFolder(tools);
  Json::Array entries;
  for (const DayFiles& files : days) {
    const std::string file = shownPath(files.learner, files.root);
    std::vector<std::string> words{"clang++", "-x", "cuda", "-std=c++17", "--cuda-gpu-arch=sm_75"};
    if (!toolkit.empty()) words.push_back("--cuda-path=" + toolkit.string());
    if (tools.forCards) {
      // Device code is only read. Clang's wrapper of the toolkit's headers wants texture headers that CUDA 12 does not
      // have; without them it gives up, and then the standard library makes no sense to it either.
      words.insert(words.end(), {"-nocudalib", "-Wno-unknown-cuda-version", "-D__CLANG_CUDA_TEXTURE_INTRINSICS_H__",
                                 "-I", "src/harness/clang"});
    } else {
      words.insert(words.end(), {"-nocudalib", "-nocudainc", "--cuda-path=/nonexistent", "-isystem",
                                 "src/cudart/include", "-include", "cuda_runtime.h"});
    }
    words.insert(words.end(), {"-I", "src", "-I", shownPath(files.folder, files.root), "-c", file});
    Json::Array arguments;
    for (const std::string& word : words) arguments.emplace_back(word);
    entries.emplace_back(Json::Object{
        {"directory", Json(files.root.string())}, {"file", Json(file)}, {"arguments", Json(std::move(arguments))}});
  }
  return toJson(Json(std::move(entries))) + "\n";
}

Result<std::monostate> writeEditorDatabase(const fs::path& root, const Toolchain& tools) {
  const fs::path path = root / "work/compile_commands.json";
  const std::string text = editorDatabase(findDays(root), tools);
  if (const Result<std::string> now = readText(path, ExitStatus::setup); now && *now == text) return std::monostate{};
  return replaceFile(path, text);
}

}  // namespace harness
