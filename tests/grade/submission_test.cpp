// The file that a learner hands in: it comes back as it was made, and whatever happened to it on the way is said.
#include "grade/submission.h"

#include <doctest/doctest.h>

using grade::Submission;

namespace {

Submission sample() {
  Submission out;
  out.day = "day13";
  out.note = "Rows of \"in\" are columns of out: \u2192 the stride is the tile's.";
  out.verdict = "passed";
  out.headline = "1.78 times the copy's time";
  out.exitCode = 0;
  out.ratioToCopy = 1.78;
  out.ratioToNaive = 1.81;
  out.modelled = true;
  out.device = "sim";
  out.card = "t4";
  out.harness = "0.1";
  out.compiler = "nvcc release 13.0";
  out.made = "2026-11-30T07:00:00Z";
  out.sourceName = "day13.cu";
  out.source = "void solve() {}\n// no line feed at the end";
  return out;
}

std::string complaint(const std::string& text) {
  const auto read = grade::readSubmission(text, "x.submission");
  return read ? "" : read.problem().message;
}

bool says(const std::string& text, const char* part) { return complaint(text).find(part) != std::string::npos; }

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("a submission comes back as it was made") {
  const auto read = grade::readSubmission(grade::writeSubmission(sample()), "x");
  REQUIRE(read);
  CHECK(read->day == "day13");
  CHECK(read->note == sample().note);
  CHECK(read->source == sample().source);
  CHECK(read->ratioToCopy == 1.78);
  CHECK(read->modelled);
  CHECK(read->reason.empty());
  CHECK(read->sourceName == "day13.cu");
}

TEST_CASE("a submission without times has null ratios") {
  Submission none = sample();
  none.ratioToCopy = none.ratioToNaive = std::nullopt;
  none.verdict = "did not build";
  none.exitCode = 10;
  const auto read = grade::readSubmission(grade::writeSubmission(none), "x");
  REQUIRE(read);
  CHECK(!read->ratioToCopy);
  CHECK(read->exitCode == 10);
}

TEST_CASE("damage is named") {
  const std::string good = grade::writeSubmission(sample());
  REQUIRE(complaint(good).empty());
  CHECK(says("", "no submission"));
  CHECK(says("void solve() {}", "no submission"));
  CHECK(says(good.substr(0, 10), "no submission"));
  CHECK(says("cuda-measured-submission 1", "cut short"));
  CHECK(says(good.substr(0, good.size() - 5), "cut short"));
  CHECK(says(good + "x", "changed on the way"));
  CHECK(says(replaced(good, "submission 1\n", "submission 2\n"), "format '2'"));
  CHECK(says(replaced(good, "submission 1\n", "submission 1\r\n"), "line ends"));
  CHECK(says(replaced(good, "{\"day\"", "[\"day\""), "no JSON"));
  CHECK(says(replaced(good, "\"note\":", "\"nota\":"), "'note' is missing"));
  CHECK(says(replaced(good, "\"exit_code\":0", "\"exit_code\":\"0\""), "'exit_code' is missing or of the wrong kind"));
}

TEST_CASE("every byte that is changed is noticed") {
  const std::string good = grade::writeSubmission(sample());
  std::size_t noticed = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = bad[i] == 'q' ? 'r' : 'q';
    if (!complaint(bad).empty()) ++noticed;
  }
  CHECK(noticed == good.size());
}

TEST_CASE("a sentence is asked for") {
  for (const char* empty : {"", "  ", "\t\n", "...", "?!"}) CHECK(!grade::checkedNote(empty));
  for (const char* bad : {"two\nlines", "no \xff text"}) CHECK(!grade::checkedNote(bad));
  CHECK(!grade::checkedNote(std::string(1001, 'x')));
  const auto good = grade::checkedNote("  The tile moves the stride.\n");
  REQUIRE(good);
  CHECK(*good == "The tile moves the stride.");
  CHECK(grade::checkedNote("転置"));
}

TEST_CASE("what is no source text is refused") {
  CHECK(grade::refuseSource("", "a.cu"));
  CHECK(grade::refuseSource(" \n\t", "a.cu"));
  CHECK(grade::refuseSource(std::string("int x;\0", 7), "a.cu"));
  CHECK(grade::refuseSource(std::string(grade::maximumSourceBytes + 1, 'x'), "a.cu"));
  CHECK(!grade::refuseSource("int x;", "a.cu"));
}
