// --why on real files, built by nvcc and counted by the simulator: whole pages against the ones that were read by a
// person and kept, and what no page may get wrong. WHY_UPDATE=1 writes the kept pages anew.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "harness/course.h"
#include "harness/why.h"
#include "harness/why_counters.h"

using namespace harness;
namespace fs = std::filesystem;

namespace {

const fs::path kept = fs::path(PROJECT_ROOT) / "tests/harness/why";

WhyReport explain(const std::string& file, const std::string& shape) {
  JudgeRequest request;
  const Result<DayFiles> files = resolveDay(PROJECT_ROOT, "day13");
  REQUIRE(files);
  request.files = *files;
  request.source = fs::path(PROJECT_ROOT) / file;
  request.target.buildFolder = BUILD_FOLDER;
  request.seed = 7;
  request.cases = {shape};
  const Result<WhyReport> report = explainFile(request);
  if (!report) FAIL(report.problem().message);
  return *report;
}

void expectPage(const std::string& name, const std::string& page) {
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 80, line);
  const fs::path path = kept / (name + ".txt");
  if (std::getenv("WHY_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << page;
  const Result<std::string> before = readText(path, ExitStatus::internal);
  if (!before) FAIL(before.problem().message);
  CHECK(page == *before);
}

/// Counters of all launches, and of all lines: the page's notes are parts of the one and sums of the other.
void expectSumsAgree(const WhyReport& report) {
  for (const KernelFacts& kernel : report.facts.kernels) {
    Counts lines;
    std::map<std::string, std::uint64_t> requests, units;
    for (const LineFacts& line : kernel.lines) {
      lines.add(line.counts);
      for (const AccessFacts& access : line.accesses) {
        const std::string key = fmt::format("{}_{}", access.isShared ? "shared" : "global", access.kind);
        requests[key] += access.requests;
        units[key] += access.units;
      }
    }
    CAPTURE(kernel.name);
    for (const char* key : {"global_load", "global_store", "shared_load", "shared_store"}) {
      CAPTURE(key);
      const std::string requestName = std::string(key) + "_requests";
      const std::string unitName = std::string(key) + (key[0] == 'g' ? "_sectors" : "_wavefronts");
      CHECK(requests[key] == kernel.counts[requestName]);
      CHECK(units[key] == kernel.counts[unitName]);
    }
    for (const CounterName& counter : counterNames()) {
      CAPTURE(counter.field);
      // Instructions that no source line owns (line 0 of the compiler) are in the total alone.
      if (std::string(counter.field).find("instructions") == std::string::npos)
        CHECK(lines[counter.field] == kernel.counts[counter.field]);
    }
  }
}

}  // namespace

TEST_CASE("why: pages of the five transposes") {
  const std::pair<const char*, const char*> files[] = {
      {"starter", "days/day13-shared-memory/starter.cu"},
      {"unpadded", "solutions/day13-shared-memory.cu"},
      {"padded", "days/day13-shared-memory/right/padded.cu"},
      {"swizzled", "days/day13-shared-memory/right/swizzled.cu"},
      {"misaligned", "tests/harness/why/misaligned.cu"},
  };
  for (const auto& [name, file] : files) {
    CAPTURE(name);
    const WhyReport report = explain(file, "611x613");
    CHECK(report.problem.empty());
    expectSumsAgree(report);
    expectPage(name, whyText(report, {}));
    const std::string html = whyHtml(report);
    CHECK(html.find("<svg") != std::string::npos);
    CHECK(html.find("http") == std::string::npos);
    CHECK(html.find("<script") == std::string::npos);
  }
}

TEST_CASE("why: a file of several kernels, templates, macros, inlined functions and a header") {
  const WhyReport report = explain("tests/harness/why/many.cu", "100x100");
  CHECK(report.problem.empty());
  expectSumsAgree(report);
  expectPage("many", whyText(report, {false, true}));
  REQUIRE(report.facts.kernels.size() == 3);
  CHECK(report.facts.kernels[0].launches == 3);
  // The learner's text is text in the report, whatever it holds.
  const std::string html = whyHtml(report);
  CHECK(html.find("<script") == std::string::npos);
  CHECK(html.find("&lt;script&gt;alert(1)") != std::string::npos);
  // Not a transpose: the map of wrong cells is there.
  REQUIRE(report.facts.map);
  CHECK(html.find("Where the wrong cells lie") != std::string::npos);
}

TEST_CASE("why: a file that cannot be counted says so") {
  CHECK(explain("days/day13-shared-memory/wrong/does-not-compile.cu", "33x97").problem == "it did not build");
  CHECK(explain("days/day13-shared-memory/wrong/exits.cu", "33x97").problem.find("ended itself") != std::string::npos);
  const WhyReport nothing = explain("days/day13-shared-memory/wrong/copied-memcpy.cu", "33x97");
  CHECK(nothing.problem == "it launched no kernel");
}
