#include "cudart/journal.h"

#include <doctest/doctest.h>

#include <limits>

#include "cudart/json.h"

using namespace gpusim;
using namespace gpusim::cudart;

namespace {

Finding race() {
  Finding finding;
  finding.tool = Tool::racecheck;
  finding.kind = "race";
  finding.message = "one thread reads \"tile\" while another writes it";
  finding.kernel = "transTiled<1>(float const*)";
  finding.site = {{1, 2, 0}, {3, 4, 0}, {"C:\\day\t13.cu", 12}};
  finding.other = {{{1, 2, 0}, {5, 6, 0}, {"day13.cu", 14}}};
  return finding;
}

LaunchReport reportWith(const Finding& finding) {
  LaunchReport report;
  report.kernel = finding.kernel;
  report.config.grid = {94, 63, 1};
  report.config.block = {32, 8, 1};
  report.counters.globalLoadRequests = 188282;
  report.modelledSeconds = 0.000228;
  report.findings.push_back(finding);
  return report;
}

}  // namespace

TEST_CASE("JSON strings are escaped") {
  CHECK(json::quoted("plain") == "\"plain\"");
  CHECK(json::quoted("a\"b\\c\nd\te\rf") == "\"a\\\"b\\\\c\\nd\\te\\rf\"");
  CHECK(json::quoted(std::string("\x01\x1f\0", 3)) == "\"\\u0001\\u001f\\u0000\"");
  CHECK(json::quoted("µ€😀") == "\"µ€😀\"");
  // Broken UTF-8 must not break the parent's JSON: lone continuation, overlong slash, surrogate, cut-off sequence.
  CHECK(json::quoted("\x80") == "\"\uFFFD\"");
  CHECK(json::quoted("\xC0\xAF") == "\"\uFFFD\uFFFD\"");
  CHECK(json::quoted("\xED\xA0\x80") == "\"\uFFFD\uFFFD\uFFFD\"");
  CHECK(json::quoted("\xE2\x82") == "\"\uFFFD\uFFFD\"");
}

TEST_CASE("JSON numbers are finite") {
  CHECK(json::number(0.228) == "0.228");
  CHECK(json::number(std::numeric_limits<double>::infinity()) == "null");
  CHECK(json::number(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("findings as JSON") {
  Journal journal;
  CHECK(journal.findingsJson() == "[]");
  journal.add(reportWith(race()));
  CHECK(
      journal.findingsJson() ==
      R"j([{"tool":"racecheck","kind":"race","message":"one thread reads \"tile\" while another writes it",)j"
      R"j("kernel":"transTiled<1>(float const*)","block":[1,2,0],"thread":[3,4,0],"file":"C:\\day\t13.cu","line":12,"count":1,"note":false,)j"
      R"j("other":{"block":[1,2,0],"thread":[5,6,0],"file":"day13.cu","line":14}}])j");
  journal.forgetFindings();
  Finding alone = race();
  alone.other.clear();
  journal.add(reportWith(alone));
  CHECK(journal.findingsJson().find("\"other\":null") != std::string::npos);
}

TEST_CASE("alike findings of later launches add to the count") {
  Journal journal;
  journal.add(reportWith(race()));
  Finding again = race();
  again.site.thread = {9, 9, 9};
  again.count = 4;
  journal.add(reportWith(again));
  CHECK(journal.findingsJson().find("\"count\":5") != std::string::npos);
  Finding elsewhere = race();
  elsewhere.site.where.line = 99;
  journal.add(reportWith(elsewhere));
  CHECK(journal.findingsJson().find("\"line\":99") != std::string::npos);
}

TEST_CASE("a finding is printed once, and stays for whoever takes it") {
  Journal journal;
  journal.add(reportWith(race()));
  const std::vector<std::string> lines = journal.newLines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("racecheck: race: one thread reads") == 0);
  CHECK(lines[0].find("day13.cu:14, thread (5,6,0) of block (1,2,0)") != std::string::npos);
  journal.add(reportWith(race()));
  CHECK(journal.newLines().empty());
  CHECK(journal.findingsJson() != "[]");
}

TEST_CASE("a finding of no kernel names no thread") {
  Finding copy;
  copy.tool = Tool::initcheck;
  copy.kind = "copy of unwritten memory";
  copy.message = "a copy holds 4 bytes that nobody wrote";
  copy.note = true;
  Journal journal;
  journal.add(copy);
  const std::vector<std::string> lines = journal.newLines();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "initcheck (note): copy of unwritten memory: a copy holds 4 bytes that nobody wrote");
}

TEST_CASE("launches as JSON carry every counter") {
  Journal journal;
  journal.add(reportWith(race()), 3);
  const std::string text = journal.launchesJson();
  CHECK(
      text.find(
          R"j([{"kernel":"transTiled<1>(float const*)","grid":[94,63,1],"block":[32,8,1],"stream":3,"modelled_ms":0.228,"global_load_requests":188282,)j") ==
      0);
  CHECK(text.find("\"shared_load_conflicts\":0") != std::string::npos);
  CHECK(text.find("\"divergent_branches\":0,\"barriers\":0,\"page_faults\":0}]") != std::string::npos);
  journal.forgetLaunches();
  CHECK(journal.launchesJson() == "[]");
}
