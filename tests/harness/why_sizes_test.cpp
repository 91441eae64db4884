// What --why says of indices that are right only up to a size.
#include "harness/why_sizes.h"

#include <doctest/doctest.h>

#include "harness/why.h"
#include "why_support.h"

using namespace harness;
using namespace why_test;

namespace {

/// One access a line, each with an index of so many bits.
WhyFacts factsWith(const std::vector<std::pair<std::uint64_t, unsigned>>& lines) {
  WhyFacts facts = factsOf(globalAccess({[](unsigned lane) { return 4 * lane; }}));
  LineFacts pattern = facts.kernels[0].lines[0];
  facts.kernels[0].lines.clear();
  for (const auto& [line, bits] : lines) {
    pattern.line = line;
    pattern.accesses[0].narrowIndex = bits;
    facts.kernels[0].lines.push_back(pattern);
  }
  return facts;
}

WhyReport reportOf(const WhyFacts& facts) {
  WhyReport report;
  report.facts = facts;
  report.notes = findNotes(facts);
  return report;
}

}  // namespace

TEST_CASE("why: lines whose index wraps, by where it wraps") {
  const std::vector<NarrowIndex> found = findNarrowIndices(factsWith({{7, 31}, {9, 0}, {11, 32}, {12, 31}, {12, 31}}));
  REQUIRE(found.size() == 2);
  CHECK(narrowIndexSentence(found[0]) ==
        "lines 7 and 12: the index is a product of 32 bits, which wraps from 2,147,483,648 on; a factor of type size_t "
        "mends it");
  CHECK(narrowIndexSentence(found[1]) ==
        "line 11: the index is a product of 32 bits, which wraps from 4,294,967,296 on; a factor of type size_t mends "
        "it");
}

TEST_CASE("why: an index that wraps is told in all three forms, and does not make a line slow") {
  const WhyReport narrow = reportOf(factsWith({{7, 31}}));
  const std::string text = whyText(narrow, {});
  CAPTURE(text);
  CHECK(text.find("No line moves more than it must.") != std::string::npos);
  CHECK(text.find("At larger sizes:\n  line 7: the index is a product of 32 bits") != std::string::npos);
  CHECK(whyHtml(narrow).find("At larger sizes, line 7:") != std::string::npos);
  CHECK(whyJson(narrow).find("\"narrow_indices\": [{\"bits\": 31, \"lines\": [7]}]") != std::string::npos);
}

TEST_CASE("why: an unsigned index reaches twice as far, and is told when everything is asked for") {
  const WhyReport report = reportOf(factsWith({{7, 32}}));
  CHECK(whyText(report, {}).find("larger sizes") == std::string::npos);
  CHECK(whyText(report, {false, true}).find("wraps from 4,294,967,296 on") != std::string::npos);
  CHECK(whyHtml(report).find("larger sizes") == std::string::npos);
}

TEST_CASE("why: nothing is said of an index that is wide enough, or of a line elsewhere") {
  for (const auto& facts : {factsWith({{7, 0}}), factsWith({{0, 31}})}) {
    CHECK(findNarrowIndices(facts).empty());
    CHECK(whyText(reportOf(facts), {}).find("larger sizes") == std::string::npos);
  }
}
