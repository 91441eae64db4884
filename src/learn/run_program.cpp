#include "learn/run_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include "harness/compiler.h"
#include "harness/content_hash.h"
#include "harness/json.h"
#include "harness/pipeline.h"
#include "harness/process.h"
#include "harness/toolchain.h"
#include "learn/child.h"

namespace learn {

namespace fs = std::filesystem;
using harness::DayFiles;
using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

/// The program's path, compiled unless it was before, with the shared runtime, so that one program runs on both
/// devices.
Result<fs::path> buildProgram(const DayFiles& files, const harness::Toolchain& tools) {
  const Result<std::string> text = harness::readText(files.program, ExitStatus::course);
  if (!text) return text.problem();
  const fs::path folder = files.root / "build/programs";
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string key = harness::ContentHash().add(tools.identity).add(*text).hex();
  const fs::path program = folder / (files.name() + "-" + key);
  if (fs::exists(program, error)) return program;
  const fs::path fresh = program.string() + fmt::format(".{}", getpid());
  const harness::CompileResult built = harness::buildProgram(files.program, fresh, files.root, tools);
  fmt::print(stderr, "{}", built.said);
  if (!built.ok)
    return Problem{ExitStatus::didNotBuild,
                   fmt::format("{} does not build", harness::shownPath(files.program, files.root))};
  fs::rename(fresh, program, error);
  return program;
}

}  // namespace

Result<int> runProgram(const DayFiles& files, const std::string& device, const std::string& card, bool json) {
  harness::Options options;
  options.root = files.root.string();
  options.card = card;
  options.device = device == "sim"   ? harness::DeviceChoice::simulator
                   : device == "gpu" ? harness::DeviceChoice::gpu
                                     : harness::DeviceChoice::automatic;
  const Result<harness::Target> target = harness::chooseTarget(options);
  if (!target) return target.problem();
  const Result<harness::Toolchain> tools = harness::toolchainFor(*target, files.root);
  if (!tools) return tools.problem();
  const Result<fs::path> program = buildProgram(files, *tools);
  if (!program) return program.problem();

  std::vector<std::pair<std::string, std::string>> environment;
  if (target->kind == harness::DeviceKind::simulator)
    environment = {{"LD_LIBRARY_PATH", (files.root / "build/lib").string()}, {"GPUSIM_CARD", card}};
  else
    environment = {{"LD_LIBRARY_PATH", tools->cudartFolder.string()}};
  if (json) {
    harness::ProcessRequest request;
    request.arguments = {program->string()};
    request.environment = environment;
    const harness::ProcessEnd end = harness::runProcess(request);
    if (end.kind == harness::ProcessEnd::Kind::interrupted) return 130;
    const int status = end.kind == harness::ProcessEnd::Kind::exited ? end.code : 128 + end.code;
    fmt::print("{{\"day\": {}, \"device\": \"{}\", \"exit_code\": {}, \"stdout\": {}, \"stderr\": {}}}\n", files.number,
               target->kind == harness::DeviceKind::simulator ? "sim" : "gpu", status,
               harness::jsonString(end.standardOutput), harness::jsonString(end.standardError));
    return status;
  }
  Child child({program->string()}, environment, false);
  return child.wait();
}

}  // namespace learn
