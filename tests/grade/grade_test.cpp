// Points, codes, formats: from a judgement to what others read.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "grade/fault_code.h"
#include "grade/files.h"
#include "grade/formats/formats.h"
#include "grade/grade_run.h"
#include "grade/results_folder.h"
#include "grade/rubric.h"
#include "grade/signature.h"
#include "grade/slurm.h"

using grade::Part;
using harness::ExitStatus;

namespace {

harness::Day day() {
  harness::Day out;
  out.shape = "matrix";
  out.ladder = {"1x1", "31x33", "32x32", "611x613"};
  out.goals.fasterThanNaive = 1.05;
  out.goals.ratioToCopy = 2.2;
  return out;
}

grade::Outcome outcome(ExitStatus status) {
  grade::Outcome out;
  out.judgement.status = status;
  return out;
}

double points(const grade::Outcome& of) { return grade::pointsOf(grade::gradeOf(of, day(), day().ladder, 0)); }

grade::Record record(const char* name, const char* code) {
  grade::Record out;
  out.id = std::string(name) + "-id";
  out.name = name;
  out.hash = "h";
  out.day = "day13";
  out.code = code;
  out.verdict = "wrong";
  out.headline = "a < b & \"c\"";
  out.points = 40;
  out.most = 100;
  out.note = "=1+1";
  out.parts = {{"builds", "it compiles", 5, 5, Part::State::passed, false},
               {"case 31x33", "2 \"rows\", <wrong>", 0, 20, Part::State::failed, false},
               {"safe", "not reached", 0, 10, Part::State::skipped, true}};
  return out;
}

}  // namespace

TEST_CASE("points by part") {
  grade::Outcome passed = outcome(ExitStatus::passed);
  passed.right = day().ladder;
  passed.judgement.timing.emplace();
  passed.judgement.timing->ratioToNaive = 1.8;
  CHECK(points(passed) == doctest::Approx(100));
  CHECK(grade::mostOf(grade::gradeOf(passed, day(), day().ladder, 0)) == doctest::Approx(100));
  passed.judgement.status = ExitStatus::shortOfTarget;
  CHECK(points(passed) == doctest::Approx(80));
  passed.judgement.timing->ratioToNaive = 1.0;  // its counts are missed, and it is slow
  CHECK(points(passed) == doctest::Approx(70));
  passed.judgement.status = ExitStatus::notFaster;
  CHECK(points(passed) == doctest::Approx(70));
  grade::Outcome unsafe = outcome(ExitStatus::unsafe);
  unsafe.right = day().ladder;
  CHECK(points(unsafe) == doctest::Approx(60));
  grade::Outcome wrong = outcome(ExitStatus::wrong);
  wrong.right = {"1x1", "32x32"};
  wrong.wrong = {"31x33", "611x613"};
  CHECK(points(wrong) == doctest::Approx(5 + 27.5));
  CHECK(points(outcome(ExitStatus::didNotBuild)) == 0);
  grade::Outcome forged = outcome(ExitStatus::forgedResult);
  forged.right = day().ladder;
  CHECK(points(forged) == 0);
  CHECK(points(outcome(ExitStatus::timedOut)) == doctest::Approx(5));
}

TEST_CASE("points by part: where no ratio to the copy is asked for, the target says only what was found") {
  harness::Day counted = day();
  counted.goals.ratioToCopy = 0;
  grade::Outcome of;
  of.judgement.timing.emplace();
  of.judgement.timing->ratioToNaive = 1.8;
  const auto target = [&](ExitStatus status) {
    of.judgement.status = status;
    of.judgement.headline = "bank conflicts: 7; the goal is 0";
    return grade::gradeOf(of, counted, counted.ladder, 0).back().why;
  };
  CHECK(target(ExitStatus::passed) == "every goal in counters is met");
  CHECK(target(ExitStatus::shortOfTarget) == of.judgement.headline);
  of.judgement.timing->ratioToNaive = 1.0;
  CHECK(target(ExitStatus::notFaster) == "not reached");
}

TEST_CASE("a part that was never reached is skipped, not failed; hidden cases are marked") {
  grade::Outcome wrong = outcome(ExitStatus::wrong);
  wrong.wrong = {"1x1"};
  const std::vector<Part> parts = grade::gradeOf(wrong, day(), day().ladder, 1);
  REQUIRE(parts.size() == 8);
  CHECK(parts[1].state == Part::State::failed);
  CHECK(parts[2].state == Part::State::skipped);
  CHECK(!parts[3].hidden);
  CHECK(parts[4].hidden);
  CHECK(parts[5].state == Part::State::skipped);
}

TEST_CASE("every status has a code of its own, and the documents have them all") {
  std::set<std::string> codes;
  for (const ExitStatus status :
       {ExitStatus::passed, ExitStatus::didNotBuild, ExitStatus::cudaError, ExitStatus::crashed,
        ExitStatus::endedItself, ExitStatus::forgedResult, ExitStatus::outOfMemory, ExitStatus::timedOut,
        ExitStatus::wrong, ExitStatus::unsafe, ExitStatus::notFaster, ExitStatus::shortOfTarget, ExitStatus::internal})
    codes.insert(grade::faultCode(status, ""));
  CHECK(codes.size() == 13);
  CHECK(grade::faultCode(ExitStatus::wrong, "shifted") == "WRONG:shifted");
  const auto document = grade::readRegularFile(std::string(PROJECT_ROOT) + "/docs/grading.md", 1U << 20, "it");
  REQUIRE(document);
  for (const grade::CodeRow& row : grade::codeTable())
    CHECK_MESSAGE(document->find("| `" + row.code + "` | " + row.meaning + " |") != std::string::npos, row.code);
}

TEST_CASE("a record comes back as it was kept") {
  const grade::Record made = record("alice", "WRONG:shifted");
  const auto read = grade::readRecord(grade::writeRecord(made), "x");
  REQUIRE(read);
  CHECK(grade::writeRecord(*read) == grade::writeRecord(made));
  CHECK(!grade::readRecord("{}", "x"));
  CHECK(!grade::readRecord(grade::writeRecord(made).substr(0, 100), "x"));
}

TEST_CASE("formats") {
  const grade::Record alice = record("alice", "WRONG:shifted");
  for (const std::string& text : {grade::gradescopeJson(alice), grade::githubJson(alice), grade::check50Json(alice)}) {
    const auto json = harness::parseJson(text);
    CHECK_MESSAGE(json, text);
  }
  const auto gradescope = harness::parseJson(grade::gradescopeJson(alice));
  CHECK(gradescope->find("score")->number() == 40);
  CHECK((*gradescope->find("tests")->array())[1].find("status")->string() == "failed");
  CHECK((*gradescope->find("tests")->array())[2].find("visibility")->string() == "after_published");
  const auto github = harness::parseJson(grade::githubJson(alice));
  CHECK(github->find("status")->string() == "fail");
  const auto check50 = harness::parseJson(grade::check50Json(alice));
  CHECK((*check50->find("results")->array())[0].find("passed")->boolean() == true);
  CHECK((*check50->find("results")->array())[2].find("passed")->isNull());
  CHECK(harness::parseJson(grade::check50Json(record("bob", "OURS")))->find("error") != nullptr);

  const std::string csv = grade::csvTable({alice});
  CHECK(csv.find("\"a < b & \"\"c\"\"\"") != std::string::npos);
  CHECK(csv.find(",'=1+1,") != std::string::npos);
  const std::string junit = grade::junitXml({alice, record("bob", "OURS")});
  CHECK(junit.find("2 &quot;rows&quot;, &lt;wrong&gt;") != std::string::npos);
  CHECK(junit.find("failures=\"1\" errors=\"0\" skipped=\"1\"") != std::string::npos);
  CHECK(junit.find("<error message") != std::string::npos);
  CHECK(grade::summaryHtml({alice}).find("a &lt; b &amp; ") != std::string::npos);
  const std::string summary = grade::summaryText({alice, record("bob", "WRONG:shifted"), record("eve", "PASS")});
  CHECK(summary.find("    2  WRONG:shifted") < summary.find("    1  PASS"));
  grade::Record dave = record("dave", "PASS");
  dave.trust = "shared";
  CHECK(grade::csvTable({dave}).find(",shared\r\n") != std::string::npos);
  CHECK(grade::textTable({alice, dave}).find("PASS *") != std::string::npos);
  for (const std::string& text :
       {grade::textTable({alice, dave}), grade::summaryText({alice, dave}), grade::summaryHtml({alice, dave})})
    CHECK(text.find("1 of 2: judge and submission shared a process") != std::string::npos);
  CHECK(grade::textTable({alice}).find('*') == std::string::npos);
  CHECK(grade::base64("") == "");
  CHECK(grade::base64("f") == "Zg==");
  CHECK(grade::base64("fo") == "Zm8=");
  CHECK(grade::base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("how parameters travel") {
  const auto letters = [](const char* function) {
    const auto read = grade::signatureOf(function);
    return read ? *read : "refused";
  };
  CHECK(letters("solve(float const*, float*, unsigned long, unsigned long)") == "ppii");
  CHECK(letters("solve(float*, int, float, double, bool, unsigned int)") == "pwfdww");
  CHECK(letters("solve()") == "");
  CHECK(letters("solve(std::vector<float>&)") == "refused");
  CHECK(letters("solve(dim3)") == "refused");
  CHECK(letters("solve(float**, cudaDeviceProp const&, dim3&)") == "ppp");
  CHECK(letters("solve(int, void (*)())") == "refused");
  CHECK(letters("solve") == "refused");
  CHECK(grade::resultTravels("// a day\nvoid solve(int);\n"));
  CHECK(grade::resultTravels("cudaError_t solve(int);\n"));
  CHECK(!grade::resultTravels("// a day\nKernel solve(int);\nstruct Day {\n  static void solve();\n};"));
}

TEST_CASE("tasks of an array job: every submission in one of them") {
  CHECK(grade::linesOfTasks({"a", "b", "c", "d", "e"}, 2) == "a,b\nc,d\ne\n");
  CHECK(grade::linesOfTasks({"a", "b"}, 1) == "a\nb\n");
  CHECK(grade::linesOfTasks({"a", "b"}, 2) == "a,b\n");
  CHECK(grade::linesOfTasks({"a"}, 4) == "a\n");
}

TEST_CASE("hidden cases: the seed's, and of the day's kind") {
  CHECK(grade::hiddenCases(day(), 7, 3) == grade::hiddenCases(day(), 7, 3));
  CHECK(grade::hiddenCases(day(), 7, 3) != grade::hiddenCases(day(), 8, 3));
  for (const char* shape : {"vector", "matrix", "volume", "product"}) {
    harness::Day of = day();
    of.shape = shape;
    for (const std::string& drawn : grade::hiddenCases(of, 7, 20)) CHECK(harness::isCase(drawn, shape));
  }
}

TEST_CASE("one grader a folder; what was kept is there again") {
  char name[] = "/tmp/grade-results-XXXXXX";
  const std::filesystem::path path = mkdtemp(name);
  {
    auto first = grade::ResultsFolder::open(path, false);
    REQUIRE(first);
    CHECK(!grade::ResultsFolder::open(path, false));
    REQUIRE(first->begin("{\"seed\": 5}"));
    REQUIRE(first->keep(record("alice", "PASS")));
  }
  std::ofstream(path / "records/half.json") << "{\"id\": \"half\"";
  std::ofstream(path / "records/x.json.12.0.new") << "{";
  {
    auto second = grade::ResultsFolder::open(path, false);
    REQUIRE(second);
    CHECK(second->settings() == "{\"seed\": 5}");
    CHECK(second->records().size() == 1);
    second->takeOver("/nowhere");
    CHECK(!std::filesystem::exists(path / "records/x.json.12.0.new"));
  }
  {
    auto third = grade::ResultsFolder::open(path, true);
    REQUIRE(third);
    CHECK(third->settings().empty());
    CHECK(third->records().empty());
  }
  std::filesystem::remove_all(path);
}
