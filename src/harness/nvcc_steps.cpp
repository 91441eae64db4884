#include "harness/nvcc_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace harness {
namespace {

/// "NAME" of a line "NAME=value", else empty.
std::string_view variableOf(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && (std::isupper(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_')) ++at;
  return at > 0 && at < line.size() && line[at] == '=' ? line.substr(0, at) : "";
}

bool holds(std::string_view line, std::string_view part) { return line.find(part) != std::string_view::npos; }

/// `value` as one word of the shell.
std::string quoted(std::string_view value) {
  std::string out = "'";
  for (const char c : value) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The word after `option`, without its quotes.
std::string argumentOf(std::string_view line, std::string_view option) {
  std::size_t at = line.find(option);
  if (at == std::string_view::npos) return "";
  at = line.find_first_not_of(' ', at + option.size());
  if (at == std::string_view::npos) return "";
  const bool inQuotes = line[at] == '"';
  const std::size_t begin = at + (inQuotes ? 1 : 0), end = line.find(inQuotes ? '"' : ' ', begin);
  return std::string(line.substr(begin, end == std::string_view::npos ? end : end - begin));
}

}  // namespace

std::optional<NvccSteps> readNvccSteps(std::string_view dryRun) {
  std::string environment = "set -e\n";
  std::vector<std::string> commands;
  constexpr std::string_view prefix = "#$ ";
  while (!dryRun.empty()) {
    const std::size_t end = std::min(dryRun.find('\n'), dryRun.size());
    std::string_view line = dryRun.substr(0, end);
    dryRun.remove_prefix(std::min(end + 1, dryRun.size()));
    if (!line.starts_with(prefix)) return std::nullopt;  // a warning, which nvcc should say itself
    line.remove_prefix(prefix.size());
    const std::string_view name = variableOf(line);
    if (name == "CICC_PATH" || name == "NVVMIR_LIBRARY_DIR" || name == "PATH" || name == "LD_LIBRARY_PATH")
      environment += fmt::format("export {}={}\n", name, quoted(line.substr(name.size() + 1)));
    else if (name.empty() && !line.starts_with("rm "))
      commands.emplace_back(line);
  }
  if (commands.size() != 6) return std::nullopt;
  const std::string &readHost = commands[0], &splitHost = commands[1], &readDevice = commands[2],
                    &compileDevice = commands[3], &pack = commands[4], &compileHost = commands[5];
  const std::string moduleIdFile = argumentOf(splitHost, "--module_id_file_name");
  constexpr std::string_view generate = "--gen_module_id_file ";
  const bool known = holds(readHost, " -E ") && holds(splitHost, "cudafe++") && holds(splitHost, generate) &&
                     holds(readDevice, " -E ") && holds(readDevice, "-D__CUDA_ARCH__=") &&
                     holds(compileDevice, "cicc") && holds(pack, "fatbinary") && holds(compileHost, " -c ") &&
                     !moduleIdFile.empty() && argumentOf(compileDevice, "--module_id_file_name") == moduleIdFile;
  if (!known) return std::nullopt;
  std::string split = splitHost;
  split.erase(split.find(generate), generate.size());
  return NvccSteps{environment + readHost + "\n" + split + "\n",
                   environment + readDevice + "\n" + compileDevice + "\n" + pack + "\n",
                   environment + compileHost + "\n", moduleIdFile};
}

}  // namespace harness
