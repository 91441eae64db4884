// The same source by both compilers: what the course teaches to count must not depend on which of them a learner has.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "harness/why.h"
#include "support.h"

namespace fs = std::filesystem;

namespace {

// Requests, sectors, wavefronts, conflicts, barriers. Not instructions and branches: those are a compiler's own.
bool isCompared(const std::string& counter) {
  return counter.find("_requests") != std::string::npos || counter.find("_sectors") != std::string::npos ||
         counter.find("_wavefronts") != std::string::npos || counter == "barriers";
}

/// "transpose line 33 shared_load_wavefronts" and the like, with "all lines" for a kernel's sum.
std::map<std::string, std::uint64_t> countsBy(const char* compiler, const harness::JudgeRequest& request) {
  setenv("HARNESS_COMPILER", compiler, 1);
  const harness::Result<harness::WhyReport> report = harness::explainFile(request);
  unsetenv("HARNESS_COMPILER");
  REQUIRE_MESSAGE(report, (report ? "" : report.problem().message));
  CHECK(report->problem == "");
  std::map<std::string, std::uint64_t> out;
  const auto add = [&](const std::string& where, const harness::Counts& counts) {
    for (const auto& [name, value] : counts.all())
      if (isCompared(name) && value != 0) out[where + " " + name] = value;
  };
  for (const harness::KernelFacts& kernel : report->facts.kernels) {
    add(kernel.name + " all lines", kernel.counts);
    for (const harness::LineFacts& line : kernel.lines)
      add(kernel.name + " line " + std::to_string(line.line), line.counts);
  }
  return out;
}

/// "transpose all lines barriers: 8, with clang 16" and so on; empty when both count the same.
std::string differences(const std::map<std::string, std::uint64_t>& nvcc,
                        const std::map<std::string, std::uint64_t>& clang) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> both;
  for (const auto& [name, value] : nvcc) both[name].first = value;
  for (const auto& [name, value] : clang) both[name].second = value;
  std::string out;
  for (const auto& [name, values] : both)
    if (values.first != values.second)
      out += name + ": " + std::to_string(values.first) + ", with clang " + std::to_string(values.second) + "\n";
  return out;
}

}  // namespace

TEST_CASE("counts: solutions of days 13 to 16 count the same by both compilers, line by line") {
  if (!harness::findNvcc(PROJECT_ROOT)) {
    MESSAGE("no nvcc: nothing to compare with");
    return;
  }
  for (const auto& [word, shape] : std::map<std::string, std::string>{
           {"day13", "67x131"}, {"day14", "100003"}, {"day15", "67x131"}, {"day16", "67x131x45"}}) {
    CAPTURE(word);
    const harness::Result<harness::DayFiles> files = harness::resolveDay(PROJECT_ROOT, word);
    REQUIRE(files);
    harness::JudgeRequest request;
    request.files = *files;
    request.source = files->solution;
    request.target.buildFolder = BUILD_FOLDER;
    request.cases = {shape};
    request.seed = 5;
    const std::map<std::string, std::uint64_t> nvcc = countsBy("nvcc", request), clang = countsBy("clang", request);
    CHECK(nvcc.size() > 4);
    CHECK(differences(nvcc, clang) == "");
  }
}
