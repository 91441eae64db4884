#include "harness/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/course.h"
#include "harness/json.h"
#include "harness/pipeline.h"
#include "harness/toolchain.h"

namespace harness {
namespace {

/// The major version in "nvcc release 13.0, V13.0.88"; 0 when the compiler is another.
int releaseOf(const std::string& compilerVersion) {
  constexpr std::string_view mark = "release ";
  const std::size_t at = compilerVersion.find(mark);
  int major = 0;
  if (at != std::string::npos)
    std::from_chars(compilerVersion.data() + at + mark.size(), compilerVersion.data() + compilerVersion.size(), major);
  return major;
}

/// The first line of `program --version`.
std::string firstLineOf(const std::string& program) {
  ProcessRequest request;
  request.arguments = {program, "--version"};
  request.timeLimitSeconds = 20;
  const std::string said = runProcess(request).standardOutput;
  return said.substr(0, said.find('\n'));
}

/// What `harness grade` and tests use besides; a learner needs none of it.
DoctorLine sandboxLine() {
  if (const std::optional<std::filesystem::path> bwrap = findProgram("bwrap")) return {"sandbox", bwrap->string()};
  return {"sandbox", "none: only `harness grade` needs one (package bubblewrap)", false};
}

std::string keyOf(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

}  // namespace

std::string driverTooOld(const std::string& compilerVersion, int cudaVersion) {
  const int major = releaseOf(compilerVersion);
  if (major == 0 || cudaVersion == 0 || major <= cudaVersion / 1000) return "";
  return fmt::format(
      "the driver runs CUDA up to {}.{}, and this compiler is of CUDA {}: programs will not start on the card. Update "
      "the driver (https://www.nvidia.com/drivers), or install the toolkit of CUDA {}. --device sim works as it is.",
      cudaVersion / 1000, cudaVersion % 1000 / 10, major, cudaVersion / 1000);
}

std::vector<DoctorLine> cardLines(const std::optional<Gpu>& gpu, const std::optional<CardState>& state,
                                  const std::string& compilerVersion) {
  std::vector<DoctorLine> lines;
  if (!gpu) {
    lines.push_back(
        {"card", "none found: there is no NVIDIA driver, or it shows no card. The simulator needs none", false});
    return lines;
  }
  lines.push_back(
      {"card", fmt::format("{}, compute capability {}.{}", gpu->name, gpu->computeMajor, gpu->computeMinor)});
  if (!state) return lines;
  lines.push_back(
      {"driver",
       fmt::format("{}, for CUDA up to {}.{}", state->driver.empty() ? "of an unknown version" : state->driver,
                   state->cudaVersion / 1000, state->cudaVersion % 1000 / 10),
       true, driverTooOld(compilerVersion, state->cudaVersion)});
  if (const std::string doubt = doubtOf(*state); !doubt.empty()) lines.push_back({"times now", doubt});
  return lines;
}

Result<std::string> describeMachine(const Options& options) {
  std::vector<DoctorLine> lines;
  const Result<Toolchain> tools = findToolchain(options.root);
  std::string version;
  if (tools) {
    version = tools->compiler->version();
    lines.push_back({"compiler", tools->program.string()});
    lines.push_back({"version", version});
    lines.push_back({"chosen because", tools->why});
    lines.push_back({"runtime", tools->cudartFile.string()});
    lines.push_back({"linker", fmt::format("{} ({})", tools->linker.string(), firstLineOf(tools->linker.string()))});
  } else {
    lines.push_back({"compiler", tools.problem().message, false, tools.problem().message});
  }
  const std::optional<Gpu> gpu = findGpu();
  for (DoctorLine& line : cardLines(gpu, readCardState(), version)) lines.push_back(std::move(line));
  Options simulated = options;
  simulated.device = DeviceChoice::simulator;
  const Result<Target> simulator = chooseTarget(simulated);
  if (simulator)
    lines.push_back({"simulator", "build/lib/libcudart.so.13, card " + options.card});
  else
    lines.push_back({"simulator", simulator.problem().message, false, simulator.problem().message});
  const Result<Target> target = chooseTarget(options);
  const bool onCard = target && target->kind == DeviceKind::gpu && tools && tools->forCards;
  if (onCard)
    lines.push_back({"exercises", "run on the card, times are measured; --device sim asks for the simulator"});
  else if (simulator && tools)
    lines.push_back({"exercises", fmt::format("run on the simulator as a {}, times are modelled{}", options.card,
                                              gpu ? "; programs of this compiler do not run on a card" : "")});
  else
    lines.push_back({"exercises", "do not run before what is missing is there", false});
  lines.push_back(sandboxLine());
  lines.push_back({"days", std::to_string(findDays(options.root).size())});

  std::string out;
  Json::Object json;
  Json::Array problems;
  for (const DoctorLine& line : lines) {
    out += fmt::format("{:<14} {}\n", line.name, line.found);
    json.emplace_back(keyOf(line.name), line.present ? Json(line.found) : Json());
    if (line.advice.empty()) continue;
    if (line.advice != line.found) out += fmt::format("{:<14} {}\n", "", line.advice);
    problems.emplace_back(line.advice);
  }
  json.emplace_back("problems", Json(std::move(problems)));
  return options.json ? toJson(Json(std::move(json))) + "\n" : out;
}

}  // namespace harness
