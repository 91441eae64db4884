// Every planted fault gets the finding, at its line, in its words; every clean kernel stays clean.
#include <doctest/doctest.h>

#include "harness/reported_faults.h"
#include "program.h"

namespace {

std::string textOf(const YAML::Node& node) { return node.IsDefined() && node.IsScalar() ? node.as<std::string>() : ""; }

bool says(const std::string& text, const YAML::Node& parts) {
  for (const YAML::Node& part : parts)
    if (text.find(part.as<std::string>()) == std::string::npos) return false;
  return true;
}

/// Whether a race is among the findings; everything else but notes fails the test.
bool hasRace(const Outcome& outcome) {
  bool race = false;
  for (const YAML::Node& finding : outcome.findings) {
    if (finding["note"].as<bool>()) continue;
    CHECK(textOf(finding["tool"]) == "racecheck");
    race = true;
  }
  return race;
}

/// Why `finding` is not what `expected` wants; empty when it is.
std::string differs(const YAML::Node& finding, const YAML::Node& expected, const std::set<unsigned>& lines) {
  if (textOf(finding["tool"]) != textOf(expected["tool"])) return "tool";
  if (expected["kind"] && textOf(finding["kind"]) != textOf(expected["kind"])) return "kind";
  if (finding["note"].as<bool>() != expected["note"].as<bool>(false)) return "note";
  if (!says(textOf(finding["message"]), expected["says"])) return "message";
  if (textOf(expected["where"]) == "any") return "";
  if (textOf(finding["kernel"]).empty()) return "kernel";
  if (lines.count(finding["line"].as<unsigned>()) == 0) return "line";
  if (lines.size() > 1) {
    if (!finding["other"].IsMap()) return "the other party";
    if (lines.count(finding["other"]["line"].as<unsigned>()) == 0) return "the other party's line";
  }
  return "";
}

void checkFault(const Program& program, const std::string& name, const YAML::Node& expected,
                const std::string& environment) {
  CAPTURE(name);
  CAPTURE(environment);
  const Outcome outcome = program.run(name, environment);
  INFO(outcome.text);
  if (!expected["tool"]) {
    CHECK(outcome.error != "cudaSuccess");
    CHECK(says(outcome.reason, expected["says"]));
    return;
  }
  const std::set<unsigned> lines = program.marked(name);
  if (textOf(expected["where"]) != "any") REQUIRE(!lines.empty());
  std::string why = "there is no finding";
  for (const YAML::Node& finding : outcome.findings) {
    const std::string one = differs(finding, expected, lines);
    if (why.empty()) break;
    why = one;
  }
  CHECK_MESSAGE(why.empty(), why);
}

/// What docs/reported-faults.md quotes of these kernels is said of them.
void checkQuotes(const Program& program) {
  const auto faults = harness::readReportedFaults(PROJECT_ROOT);
  REQUIRE(faults);
  std::size_t quotes = 0;
  for (const harness::ReportedFault& fault : *faults) {
    if (fault.file != "tests/checkers/planted.cu") continue;
    CAPTURE(fault.kernel);
    CAPTURE(fault.words);
    bool said = false;
    for (const YAML::Node& finding : program.run(fault.kernel, "GPUSIM_SEED=2").findings)
      said = said || harness::holdsWords(textOf(finding["message"]), fault.words);
    CHECK(said);
    ++quotes;
  }
  CHECK(quotes >= 5);
}

}  // namespace

TEST_CASE("every planted fault is found, at its line and in its words, under three orders") {
  REQUIRE_MESSAGE(haveCompiler(), "nvcc is needed to build tests/checkers/planted.cu");
  const Program program("planted");
  const YAML::Node expected = YAML::LoadFile(PROJECT_ROOT "/tests/checkers/planted.yaml");
  const auto names = program.names();
  REQUIRE(names.size() >= 50);
  CHECK(names.size() == expected.size());
  for (const std::string& name : names) {
    REQUIRE_MESSAGE(expected[name], name);
    for (const char* seed : {"0", "2", "7"})
      checkFault(program, name, expected[name], std::string("GPUSIM_SEED=") + seed);
  }
  checkQuotes(program);
}

TEST_CASE("every clean kernel is right and stays clean, under three orders and with one host thread and several") {
  REQUIRE_MESSAGE(haveCompiler(), "nvcc is needed to build tests/checkers/clean.cu");
  const Program program("clean");
  const auto names = program.names();
  REQUIRE(names.size() >= 15);
  for (const std::string& name : names)
    for (const char* environment :
         {"GPUSIM_SEED=0 GPUSIM_THREADS=1", "GPUSIM_SEED=2 GPUSIM_THREADS=4", "GPUSIM_SEED=7 GPUSIM_THREADS=1"}) {
      CAPTURE(name);
      CAPTURE(environment);
      const Outcome outcome = program.run(name, environment);
      INFO(outcome.text);
      CHECK(outcome.status == 0);
      CHECK(outcome.error == "cudaSuccess");
      REQUIRE(outcome.findings.IsSequence());
      for (const YAML::Node& finding : outcome.findings) CHECK(finding["note"].as<bool>());
    }
}

TEST_CASE("cuda::barrier and cuda::pipeline order what they should and no more, as mbarriers and as atomics") {
  REQUIRE_MESSAGE(haveCompiler(), "nvcc is needed to build tests/checkers/objects.cu");
  for (const unsigned architecture : {75u, 80u}) {
    const Program program("objects", architecture);
    REQUIRE(program.names().size() >= 5);
    for (const std::string& name : program.names()) {
      CAPTURE(architecture);
      CAPTURE(name);
      const bool planted = name.rfind("missing-", 0) == 0;
      unsigned races = 0;
      for (const char* seed : {"0", "1", "3", "5"}) {
        const Outcome outcome = program.run(name, std::string("GPUSIM_CARD=a100 GPUSIM_SEED=") + seed);
        INFO(outcome.text);
        CHECK(outcome.error == "cudaSuccess");
        if (!planted) CHECK(outcome.status == 0);
        races += hasRace(outcome) ? 1 : 0;
      }
      // In atomics a chance order may hide it: the wait reads what a later round released.
      CHECK(races >= (planted ? (architecture >= 80 ? 4u : 1u) : 0u));
      if (!planted) CHECK(races == 0);
    }
  }
}
