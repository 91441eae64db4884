#include "harness/outline.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

using namespace harness;

namespace {

const std::string good =
    "modules:\n"
    "  - title: First\n"
    "    days:\n"
    "      - {number: 1, slug: a, title: Alpha, summary: The first., exists: true}\n"
    "      - {number: 2, slug: b, title: Beta, summary: The second., exists: false}\n"
    "  - title: Second\n"
    "    days:\n"
    "      - {number: 3, slug: c, title: Gamma, summary: The third., exists: false}\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string messageOf(const std::string& yaml) {
  const Result<Outline> outline = parseOutline(yaml, "course.yaml");
  return outline ? "accepted" : outline.problem().message;
}

DayFiles folder(int number, const std::string& slug) {
  DayFiles files;
  files.number = number;
  files.slug = slug;
  files.description = "nowhere";
  return files;
}

}  // namespace

TEST_CASE("an outline has its modules and days in order") {
  const Result<Outline> outline = parseOutline(good, "course.yaml");
  REQUIRE(outline);
  CHECK(outline->modules.size() == 2);
  CHECK(outline->count() == 3);
  CHECK(outline->existing() == 1);
  REQUIRE(outline->find(3) != nullptr);
  CHECK(outline->find(3)->name() == "day03-c");
  CHECK(outline->find(4) == nullptr);
}

TEST_CASE("an outline that is not one is refused with its place") {
  CHECK(messageOf(with("number: 2", "number: 4")) ==
        "course.yaml: day 4 follows day 1, expected 2: numbers never change");
  CHECK(messageOf(with("exists: false", "exists: soon")) ==
        "course.yaml:5: field 'exists' is 'soon', expected one of true, false");
  CHECK(messageOf(with(", summary: The third.", "")).find("missing field 'summary'") != std::string::npos);
  CHECK(messageOf(with("slug: a", "slug: a, color: red")).find("unknown field 'color'") != std::string::npos);
  CHECK(messageOf("modules: [").find("course.yaml:1") == 0);
}

TEST_CASE("an outline may say where the course is published") {
  CHECK(parseOutline(good, "course.yaml")->published.empty());
  CHECK(parseOutline("published: some-one/cuda.course\n" + good, "course.yaml")->published == "some-one/cuda.course");
  for (const char* wrong :
       {"name", "owner/", "/name", "owner/name/more", "owner/na me", "https://github.com/owner/name"})
    CHECK(messageOf(fmt::format("published: {}\n{}", wrong, good)).find("such as owner/name") != std::string::npos);
}

TEST_CASE("outline, folders and README have to agree") {
  const Outline outline = *parseOutline(good, "course.yaml");
  const std::string readme = "x\n<!-- days -->\n" + outlineTable(outline) + "<!-- /days -->\ny\n";
  CHECK(outlineFaults(outline, {folder(1, "a")}, readme).empty());
  CHECK(outlineFaults(outline, {}, readme).front() ==
        "course.yaml says that day01-a exists, and days/ has no such folder");
  CHECK(outlineFaults(outline, {folder(1, "a"), folder(2, "b")}, readme).front() ==
        "day02-b is there, and course.yaml says exists: false");
  CHECK(outlineFaults(outline, {folder(1, "a"), folder(9, "z")}, readme).front() == "day09-z is not in course.yaml");
  CHECK(outlineFaults(outline, {folder(1, "a")}, "no table").size() == 1);
}

TEST_CASE("a stale table is found and made anew, and nothing else changes") {
  const Outline outline = *parseOutline(good, "course.yaml");
  const std::string stale = "x\n<!-- days -->\nold\n<!-- /days -->\ny\n";
  CHECK(outlineFaults(outline, {folder(1, "a")}, stale).size() == 1);
  const std::string fresh = withOutlineTable(stale, outline);
  CHECK(outlineFaults(outline, {folder(1, "a")}, fresh).empty());
  CHECK(fresh.substr(0, 16) == "x\n<!-- days -->\n");
  CHECK(fresh.find("| First | **[1. Alpha](course/day01-a.md)** · 2. Beta |") != std::string::npos);
  CHECK(withOutlineTable("no table", outline) == "no table");
}
