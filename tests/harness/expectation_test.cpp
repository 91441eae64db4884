#include "harness/expectation.h"

#include <doctest/doctest.h>

using harness::compareToExpectation;
using harness::ExitStatus;
using harness::Expectation;
using harness::Judgement;
using harness::readExpectation;

TEST_CASE("expectation: read from the first lines") {
  const auto read = readExpectation(
      "// expect verdict: wrong\n// expect class: copied-not-transposed\n// Copied.\n// expect class: late\n", "a.cu",
      {});
  REQUIRE(read);
  CHECK(read->verdict == "wrong");
  CHECK(read->faultClass == "copied-not-transposed");
  CHECK(readExpectation("#include <x>\n", "a.cu", {"passed", "", "", ""})->verdict == "passed");
  CHECK(readExpectation("// expect verdict: correct, short of the target\n", "a.cu", {})->verdict ==
        "correct, short of the target");
}

TEST_CASE("expectation: a word that nothing could ever match is refused") {
  for (const char* source : {"// expect verdict: wrogn\n", "// expect class: x\n", "// expect colour: red\n",
                             "// expect verdict\n", "// expect verdict: did not run\n// expect reason: bored\n"}) {
    CAPTURE(source);
    const auto read = readExpectation(source, "a.cu", {});
    REQUIRE_FALSE(read);
    CHECK(read.problem().message.starts_with("a.cu:"));
  }
}

TEST_CASE("expectation: every part that is named is compared") {
  Judgement judgement;
  judgement.status = ExitStatus::crashed;
  judgement.faultClass = "a";
  judgement.shape = "1x1";
  CHECK(compareToExpectation(judgement, {"did not run", "crashed", "a", "1x1"}) == "");
  CHECK(compareToExpectation(judgement, {"did not run", "", "", ""}) == "");
  CHECK(compareToExpectation(judgement, {"wrong", "", "", ""}) != "");
  CHECK(compareToExpectation(judgement, {"did not run", "forged result", "", ""}) != "");
  CHECK(compareToExpectation(judgement, {"did not run", "crashed", "b", ""}) != "");
  CHECK(compareToExpectation(judgement, {"did not run", "crashed", "a", "1x33"}) != "");
}

TEST_CASE("expectation: clang's code may have another verdict and class, and only clang's") {
  const auto expected = readExpectation(
      "// expect verdict: wrong\n// expect class: left-early\n// expect with clang class: stale-shared\n", "a.cu", {});
  REQUIRE(expected);
  CHECK(expected->faultClass == "left-early");
  CHECK(expected->onCard().faultClass == "left-early");
  CHECK(expected->withClang().verdict == "wrong");
  CHECK(expected->withClang().faultClass == "stale-shared");
  CHECK_FALSE(readExpectation("// expect verdict: wrong\n// expect with clang verdict: wrogn\n", "a.cu", {}));
  const auto passes = readExpectation(
      "// expect verdict: wrong\n// expect class: copied\n// expect with clang verdict: passed\n", "x.cu", {});
  REQUIRE(passes);
  CHECK(passes->withClang().verdict == "passed");
  CHECK(passes->withClang().faultClass.empty());
}

TEST_CASE("expectation: a card may have another verdict and class") {
  const auto expected = harness::readExpectation(
      "// expect verdict: unsafe\n// expect class: memcheck\n// expect on a card verdict: wrong\n"
      "// expect on a card class: copied\n",
      "a.cu", {});
  REQUIRE(expected);
  CHECK(expected->verdict == "unsafe");
  CHECK(expected->onCard().verdict == "wrong");
  CHECK(expected->onCard().faultClass == "copied");
  const auto same = harness::readExpectation("// expect verdict: unsafe\n", "a.cu", {});
  CHECK(same->onCard().verdict == "unsafe");
  const auto passes = readExpectation(
      "// expect verdict: wrong\n// expect class: copied\n// expect on a card verdict: passed\n", "x.cu", {});
  REQUIRE(passes);
  CHECK(passes->onCard().faultClass.empty());
  CHECK(!harness::readExpectation("// expect on a card verdict: bad\n", "a.cu", {}));
}

TEST_CASE("expectation: a guard zone on a card sees what the memory checker sees") {
  harness::Judgement judgement;
  judgement.status = harness::ExitStatus::unsafe;
  judgement.faultClass = "wrote-outside";
  CHECK(harness::compareToExpectation(judgement, {"unsafe", "", "memcheck", "", "", ""}).empty());
  CHECK_FALSE(harness::compareToExpectation(judgement, {"unsafe", "", "racecheck", "", "", ""}).empty());
}

TEST_CASE("expectation: where chance decides between two classes, either will do") {
  harness::Judgement judgement;
  judgement.status = harness::ExitStatus::wrong;
  const harness::Expectation expected{"wrong", "", "part-of-the-terms or stale-shared", "", "", ""};
  for (const char* got : {"part-of-the-terms", "stale-shared"}) {
    judgement.faultClass = got;
    CHECK(harness::compareToExpectation(judgement, expected).empty());
  }
  judgement.faultClass = "stale";
  CHECK_FALSE(harness::compareToExpectation(judgement, expected).empty());
}

TEST_CASE("expectation: a second fault has to be named beside the first") {
  const auto expected = readExpectation("// expect verdict: wrong\n// expect also: shifted-by-one\n", "x.cu", {});
  REQUIRE(expected);
  harness::Judgement judgement;
  judgement.status = harness::ExitStatus::wrong;
  CHECK(harness::compareToExpectation(judgement, *expected).find("expected 'shifted-by-one'") != std::string::npos);
  judgement.also = {"copied", "shifted-by-one"};
  CHECK(harness::compareToExpectation(judgement, *expected).empty());
}
