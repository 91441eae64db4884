#include "grade/workshop.h"

#include <fmt/format.h>

#include "grade/signature.h"
#include "harness/batch_build.h"
#include "harness/compiler.h"
#include "harness/process.h"

namespace grade {

namespace fs = std::filesystem;

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

/// Calls solve() of a process that is not there: the judge finds a pointer to memory of its own that is not lent before
/// it finds that out.
bool takesHostMemory(const Workshop& shop) {
  constexpr int hostPointer = 79;  // src/remote/serve.cpp
  harness::ProcessRequest request;
  request.arguments = {shop.judge.string(), "--case", shop.day.ladder.front(), "--no-timing", "--brief"};
  request.environment = {{"LD_LIBRARY_PATH", shop.judgeLibraries.string()},
                         {"GPUSIM_CARD", shop.target.card},
                         {"GPUSIM_REMOTE", "0:" + shop.signature}};  // 0 is /dev/null
  constexpr double patienceSeconds = 60;
  request.timeLimitSeconds = patienceSeconds;
  const harness::ProcessEnd end = harness::runProcess(request);
  return end.kind == harness::ProcessEnd::Kind::exited && end.code == hostPointer;
}

}  // namespace

Result<Workshop> openWorkshop(const harness::DayFiles& files, const harness::Target& target, const fs::path& folder) {
  Workshop shop;
  shop.files = files;
  shop.target = target;
  shop.folder = folder;
  const Result<harness::Day> day = harness::loadDay(files);
  if (!day) return day.problem();
  shop.day = *day;
  const Result<harness::Toolchain> tools = harness::findToolchain(files.root);
  if (!tools) return tools.problem();
  if (!tools->forCards)
    return Problem{ExitStatus::setup,
                   fmt::format("grading compiles submissions with nvcc, and the compiler here is {} ({}): install the "
                               "CUDA toolkit (package cuda-nvcc)",
                               tools->program.string(), tools->why)};
  shop.tools = *tools;

  const fs::path libraries = target.buildFolder / "lib";
  std::error_code error;
  shop.judgeLibraries = folder / "judge-lib";
  shop.remoteLibraries = folder / "remote-lib";
  shop.remoteMain = folder / "remote-lib/main.o";
  for (const fs::path& made : {shop.judgeLibraries, shop.remoteLibraries}) fs::create_directories(made, error);
  const auto copy = [&](const fs::path& from, const fs::path& to) {
    if (!error) fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    fs::permissions(to,
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read |
                        fs::perms::others_exec,
                    error);
  };
  copy(libraries / "libcudart.so.13", shop.judgeLibraries / "libcudart.so.13");
  copy(libraries / "remote/libcudart.so.13", shop.remoteLibraries / "libcudart.so.13");
  copy(libraries / "remote/main.o", shop.remoteMain);
  if (error)
    return Problem{ExitStatus::setup, fmt::format("{}: what grading needs is missing ({}): run `make`",
                                                  libraries.string(), error.message())};

  // The runtime of the day, with a stub where it calls solve(), on the simulator's own library.
  const harness::BuildRequest request = harness::buildRequest(files, files.starter, target);
  const Result<harness::CompiledRuntime> runtime = harness::compileRuntime(request, shop.tools);
  if (!runtime) return runtime.problem();
  shop.solveSymbol = runtime->symbol;
  // A build folder that cannot be written to is no hindrance: every submission is then compiled.
  if (const Result<fs::path> kept = harness::cacheFolder(target.buildFolder / "graded" / files.id()))
    shop.objects = *kept;
  for (const fs::path& object : runtime->objects) {
    shop.runtimeObjects.push_back(shop.remoteLibraries / (files.id() + "-" + object.filename().string()));
    copy(object, shop.runtimeObjects.back());
  }
  const Result<std::string> signature = signatureOf(runtime->solve);
  const Result<std::string> header = harness::readText(files.exerciseHeader, ExitStatus::course);
  if (!header) return header.problem();
  if (!signature) shop.whyShared = signature.problem().message;
  if (!resultTravels(*header)) shop.whyShared = "what solve() returns cannot be handed to another process";
  if (signature) shop.signature = *signature;
  harness::Toolchain simulator = shop.tools;
  simulator.cudartFolder = libraries;
  simulator.cudartFile = libraries / "libcudart.so.13";
  std::vector<fs::path> objects = runtime->objects;
  objects.push_back(libraries / "remote/judge_stub.o");
  shop.judge = folder / ("judge-" + files.id());
  const harness::CompileResult linked = harness::link(objects, shop.judge, simulator, files.root,
                                                      {"-Wl,--defsym=" + shop.solveSymbol + "=remoteSolveStub"});
  if (!linked.ok)
    return Problem{ExitStatus::setup, fmt::format("the judge of {} does not link:\n{}", files.id(), linked.said)};
  if (shop.whyShared.empty() && takesHostMemory(shop)) shop.whyShared = "solve() is given host memory that is not lent";
  if (!shop.whyShared.empty()) shop.trust = Trust::shared;
  return shop;
}

}  // namespace grade
