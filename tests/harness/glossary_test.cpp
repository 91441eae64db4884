#include "harness/glossary.h"

#include <doctest/doctest.h>

#include <string>

using namespace harness;

namespace {

const std::vector<Term> terms{{2, "bank conflict", {"bank conflicts"}}};

std::vector<LessonPage> pages(const std::string& first, const std::string& second) {
  return {{1, "course/day01-a.md", first}, {2, "course/day02-b.md", second}};
}

const std::string defined = "A **bank conflict** is two lanes that wait.\n";

}  // namespace

TEST_CASE("a term may be used from its definition on") {
  CHECK(glossaryFaults(terms, pages("Nothing.\n", defined + "Bank conflicts cost.\n")).empty());
}

TEST_CASE("a use on an earlier day is found, in any form and letter case, with its line") {
  const auto faults = glossaryFaults(terms, pages("One.\n\nBank conflicts cost.\n", defined));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].fileName == "course/day01-a.md");
  CHECK(faults[0].line == 3);
  CHECK(faults[0].message == "'Bank conflicts' is used here and defined on day 2: define it or link to day02-b.md");
}

TEST_CASE("an earlier use that links to the definition is one") {
  CHECK(glossaryFaults(terms, pages("See [bank conflicts](day02-b.md#x).\n", defined)).empty());
  CHECK(glossaryFaults(terms, pages("See [bank conflicts](day03-c.md).\n", defined)).size() == 1);
}

TEST_CASE("code, quotations and what comes under Go deeper are not the page's own prose") {
  CHECK(glossaryFaults(terms, pages("`bank conflict`\n\n```\nbank conflict\n```\n> bank conflict\n\n    bank conflict\n"
                                    "[x](bank conflict)\n## Go deeper\nbank conflict\n",
                                    defined))
            .empty());
}

TEST_CASE("part of another word is no use") {
  CHECK(glossaryFaults(terms, pages("A databank conflicted; data-bank conflict.\n", defined)).empty());
}

TEST_CASE("the day of a term has to define it, and before it uses it") {
  CHECK(glossaryFaults(terms, pages("Nothing.\n", "Nothing either.\n")).size() == 1);
  CHECK(glossaryFaults(terms, pages("Nothing.\n", "A bank conflict costs. " + defined)).size() == 1);
}

TEST_CASE("a glossary is read strictly") {
  const auto good = parseGlossary("terms:\n  - {term: warp, day: 2, forms: [warps]}\n", "g.yaml");
  REQUIRE(good);
  CHECK(good->front().forms == std::vector<std::string>{"warps"});
  CHECK(!parseGlossary("terms:\n  - {term: warp}\n", "g.yaml"));
  CHECK(!parseGlossary("terms:\n  - {term: warp, day: 2, page: 3}\n", "g.yaml"));
}
