#include "harness/batch_build.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include "harness/batch_source.h"
#include "harness/compiler.h"
#include "harness/process.h"

namespace harness {

namespace fs = std::filesystem;

namespace {

std::optional<BatchItem> readItem(const DayFiles& files, const fs::path& source, std::size_t number) {
  const Result<std::string> text = readText(source, ExitStatus::course);
  if (!text) return std::nullopt;
  // The width keeps the names of one batch from being part of each other.
  return BatchItem{shownPath(source, files.root), *text, readSource(*text), fmt::format("batchItem{:04}", number)};
}

std::vector<BatchItem> readItems(const DayFiles& files, const std::vector<fs::path>& sources) {
  std::vector<BatchItem> items;
  for (const fs::path& source : sources)
    if (std::optional<BatchItem> item = readItem(files, source, items.size())) items.push_back(std::move(*item));
  return items;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? text.get() : "";
}

/// Symbols of `object` by their demangled names: those it needs when `undefined`, else the functions it offers.
std::map<std::string, std::string> symbolsOf(const fs::path& object, bool undefined) {
  ProcessRequest request;
  request.arguments = {"nm", undefined ? "--undefined-only" : "--defined-only", "--format=posix", object.string()};
  request.timeLimitSeconds = 60;
  request.captureBytes = 64U << 20;
  const ProcessEnd end = runProcess(request);
  std::map<std::string, std::string> symbols;
  std::istringstream lines(end.standardOutput);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string symbol, type;
    fields >> symbol >> type;
    if (type == (undefined ? "U" : "T"))
      if (const std::string name = demangled(symbol); !name.empty()) symbols[name] = symbol;
  }
  return symbols;
}

/// Whether the unit leaves something behind that the files would not have alone: what runs before main() would run in
/// every program. Variables of the module only shift addresses, which no expectation quotes; where a verdict depends on
/// them after all, the file is judged again, alone.
bool leavesTraces(const fs::path& object) {
  const Result<std::string> bytes = readText(object, ExitStatus::internal);
  return !bytes || bytes->find("_GLOBAL__sub_I") != std::string::npos;
}

struct CompiledBatch {
  fs::path object;
  std::vector<BatchItem> items;
};

/// Compiles the items, without those that the compiler complains of.
std::optional<CompiledBatch> compileItems(std::vector<BatchItem> items, const BuildRequest& request,
                                          const Toolchain& tools, const fs::path& folder) {
  while (items.size() > 1) {
    const std::string text = batchSource(items);
    const std::string key = toolHash(request, tools).add("batch").add(text).hex();
    const fs::path source = folder / (key + ".cu");
    std::ofstream(source, std::ios::binary) << text;
    Unit unit{source.string(), folder / (key + ".o"), folder / (key + ".log"), "-O3"};
    constexpr double limitSeconds = 600;
    unit.limitSeconds = limitSeconds;
    const CompileResult result = compile(unit, request, tools);
    if (result.ok && result.said.empty()) {
      if (leavesTraces(unit.object)) return std::nullopt;
      return CompiledBatch{unit.object, std::move(items)};
    }
    const std::vector<std::string> guilty = mentionedItems(items, result.said);
    if (guilty.empty()) return std::nullopt;
    std::erase_if(items, [&](const BatchItem& item) {
      return std::find(guilty.begin(), guilty.end(), item.shown) != guilty.end();
    });
  }
  return std::nullopt;
}

}  // namespace

std::vector<Batch> planBatches(const DayFiles& files, const std::vector<fs::path>& sources, std::size_t workers) {
  std::map<std::string, fs::path> byShown;
  for (const fs::path& source : sources) byShown[shownPath(source, files.root)] = source;
  std::vector<Batch> batches;
  for (const std::vector<BatchItem>& group : groupItems(readItems(files, sources), workers)) {
    Batch& batch = batches.emplace_back();
    for (const BatchItem& item : group) batch.sources.push_back(byShown[item.shown]);
  }
  return batches;
}

BatchMembers compileBatch(const Batch& batch, const BuildRequest& request, const Toolchain& tools) {
  BatchMembers members;
  const Result<fs::path> folder = productFolder(request);
  if (!folder) return members;
  const std::optional<CompiledBatch> compiled =
      compileItems(readItems(request.files, batch.sources), request, tools, *folder);
  if (!compiled) return members;
  std::map<std::string, BatchMember> byScope;
  for (const auto& [name, symbol] : symbolsOf(compiled->object, false)) {
    const std::size_t colons = name.find("::");
    if (colons != std::string::npos) byScope[name.substr(0, colons)].functions[name.substr(colons + 2)] = symbol;
  }
  for (const BatchItem& item : compiled->items) {
    BatchMember& member = byScope[item.scope];
    member.object = compiled->object;
    member.scope = item.scope;
    const auto source = std::find_if(batch.sources.begin(), batch.sources.end(), [&](const fs::path& path) {
      return shownPath(path, request.files.root) == item.shown;
    });
    members[*source] = std::move(member);
  }
  return members;
}

Result<CompiledRuntime> compileRuntime(const BuildRequest& request, const Toolchain& tools) {
  const Result<fs::path> folder = productFolder(request);
  if (!folder) return folder.problem();
  const Result<std::vector<Unit>> units = ourUnits(request, tools, *folder);
  if (!units) return units.problem();
  if (const std::optional<Problem> problem = compileOurs(*units, request, tools)) return *problem;
  const fs::path day = units->back().object;
  for (const auto& [name, symbol] : symbolsOf(day, true))
    if (name.starts_with("solve(")) return CompiledRuntime{{day, units->front().object}, name, symbol};
  return Problem{ExitStatus::course, "exercise.h: Day::solve calls no solve()"};
}

std::optional<Built> linkMember(const BatchMember& member, const CompiledRuntime& runtime, const BuildRequest& request,
                                const Toolchain& tools) {
  const auto start = std::chrono::steady_clock::now();
  const auto solve = member.functions.find(runtime.solve);
  if (solve == member.functions.end()) return std::nullopt;
  const fs::path program = member.object.parent_path() / (member.object.stem().string() + "." + member.scope);
  std::vector<fs::path> objects = runtime.objects;
  objects.insert(objects.begin(), member.object);
  const CompileResult linked =
      link(objects, program, tools, request.files.root, {"-Wl,--defsym=" + runtime.symbol + "=" + solve->second});
  if (!linked.ok) return std::nullopt;
  return Built{program, "", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
               member.scope};
}

}  // namespace harness
