// The page of reported faults: that its rows are read, that they agree with the planted files, and that words which are
// not said are noticed. Whether they are said is for those who judge the files: score_corpus, `harness check`, and
// tests/checkers.
#include <doctest/doctest.h>

#include <filesystem>

#include "harness/expectation.h"
#include "harness/reported_faults.h"

using namespace harness;

namespace {

constexpr const char* head =
    "| fault | reported in | planted in | verdict, class | what is said |\n|---|---|---|---|---|\n";

std::string row(const std::string& files, const std::string& verdicts, const std::string& words) {
  return head + std::string("| a fault | [x 1](https://x) | ") + files + " | " + verdicts + " | " + words + " |\n";
}

/// What is said of `file` by a report with this headline.
std::string unsaid(const std::vector<ReportedFault>& faults, const std::string& file, const std::string& headline) {
  JudgeRequest request;
  request.files.root = "/course";
  request.source = "/course/" + file;
  Report report;
  report.judgement.status = ExitStatus::wrong;
  report.judgement.headline = headline;
  return unsaidWords(faults, request, report);
}

}  // namespace

TEST_CASE("reported faults: a row has a file, a verdict and words for each planted fault") {
  const auto faults = parseReportedFaults(
      row("`a/b.cu`<br>`c.cu`: `kernel`", "wrong, low-bits<br>memcheck: write", "\"one\"<br>`--why`: \"two three\""),
      "page");
  REQUIRE(faults);
  REQUIRE(faults->size() == 2);
  CHECK((*faults)[0].line == 3);
  CHECK((*faults)[0].file == "a/b.cu");
  CHECK((*faults)[0].kernel.empty());
  CHECK((*faults)[0].verdict == "wrong, low-bits");
  CHECK((*faults)[0].words == "one");
  CHECK_FALSE((*faults)[0].withWhy);
  CHECK((*faults)[1].kernel == "kernel");
  CHECK((*faults)[1].words == "two three");
  CHECK((*faults)[1].withWhy);
  CHECK_FALSE(parseReportedFaults(row("`a.cu`<br>`b.cu`", "wrong<br>wrong", "\"one\""), "page"));
  CHECK_FALSE(parseReportedFaults(row("`a.cu`", "wrong", "no marks"), "page"));
  CHECK_FALSE(parseReportedFaults(row("a.cu", "wrong", "\"one\""), "page"));
  CHECK_FALSE(parseReportedFaults(std::string(head) + "| a fault | `a.cu` | \"one\" |\n", "page"));
}

TEST_CASE("reported faults: words are said wherever the lines break, and words that are not said are noticed") {
  const auto faults =
      parseReportedFaults(row("`tests/corpus/days/x/wrong/a.cu`", "wrong, c", "\"rows 3 to 5 of the\""), "page");
  REQUIRE(faults);
  CHECK(unsaid(*faults, "days/x/wrong/a.cu", "it is about rows 3 to 5 of the tile").empty());
  const std::string broken = std::string(60, 'x') + " rows 3 to 5 of the tile";
  CHECK(textReport(
            [&] {
              Report report;
              report.judgement.status = ExitStatus::wrong;
              report.judgement.headline = broken;
              return report;
            }(),
            {false, false, true})
            .find("rows 3 to 5 of the") == std::string::npos);
  CHECK(unsaid(*faults, "days/x/wrong/a.cu", broken).empty());
  CHECK(unsaid(*faults, "days/x/wrong/a.cu", "rows 3 to 6 of the tile").find("page") == std::string::npos);
  CHECK(unsaid(*faults, "days/x/wrong/a.cu", "rows 3 to 6 of the tile").find(":3 quotes") != std::string::npos);
  CHECK(unsaid(*faults, "days/x/wrong/aa.cu", "").empty());  // another file
  CHECK(unsaid(*faults, "wrong/a.cu", "").find("quotes") != std::string::npos);
}

TEST_CASE("reported faults: the page agrees with the files it names") {
  const auto faults = readReportedFaults(PROJECT_ROOT);
  REQUIRE_MESSAGE(faults, faults.problem().message);
  CHECK(faults->size() >= 50);
  std::size_t planted = 0;
  for (const ReportedFault& fault : *faults) {
    CAPTURE(fault.line);
    CAPTURE(fault.file);
    const Result<std::string> text = readText(std::filesystem::path(PROJECT_ROOT) / fault.file, ExitStatus::course);
    REQUIRE(text);
    if (!fault.kernel.empty()) {
      CHECK(text->find(fault.kernel) != std::string::npos);
    } else if (fault.file.ends_with(".cu")) {
      const Result<Expectation> expected = readExpectation(*text, fault.file, {});
      REQUIRE(expected);
      CHECK(fault.verdict == expected->verdict + (expected->faultClass.empty() ? "" : ", " + expected->faultClass));
      ++planted;
    } else {
      CHECK(holdsWords(*text, fault.words));  // a test that asks for these words
    }
  }
  CHECK(planted >= 40);
}
