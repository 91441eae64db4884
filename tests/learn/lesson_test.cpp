#include <doctest/doctest.h>

#include <sstream>

#include "learn/hints.h"
#include "learn/lesson_text.h"

using namespace learn;

namespace {

const TerminalStyle plainStyle{false, true, 80};

const std::string page =
    "# Day 01. A page\n\nSome **bold** words and a [link](https://example.org/a), and `code`.\n\n"
    "- one\n- two\n\n1. first\n2. second\n\n| a | bb |\n|---|---|\n| long cell | x |\n\n```cuda\n  int x;\n```\n\n"
    "<details>\n<summary>Hint 1: look</summary>\n\nThe hint.\n\n</details>\n\n"
    "<details>\n<summary>Hint 2: look again</summary>\n\nMore.\n\n</details>\n\n"
    "<details>\n<summary>Solution</summary>\n\n```cuda\nsolve\n```\n\n</details>\n\nThe end.\n";

}  // namespace

#ifdef LEARN_MARKDOWN
TEST_CASE("a page becomes text: links numbered, lists, tables and code kept") {
  const std::string text = lessonText(page, plainStyle);
  CHECK(text.find("Some bold words and a link [1], and code.\n") != std::string::npos);
  CHECK(text.find("[1] https://example.org/a\n") != std::string::npos);
  CHECK(text.find("• one\n• two\n") != std::string::npos);
  CHECK(text.find("1. first\n2. second\n") != std::string::npos);
  CHECK(text.find("a          bb\nlong cell  x\n") != std::string::npos);
  CHECK(text.find("      int x;\n") != std::string::npos);
  CHECK(text.find("\033") == std::string::npos);
}

TEST_CASE("a link that holds a whole program takes no screen of its own") {
  const std::string url = "https://example.org/#" + std::string(9000, 'x');
  const std::string text = learn::lessonText("A [program][p].\n\n[p]: " + url + "\n", {});
  CHECK(text.find("https://example.org/ (too long to show: open it from the page)") != std::string::npos);
  CHECK(text.size() < 200);
  CHECK(learn::shownLink("https://example.org/#a") == "https://example.org/#a");
}

TEST_CASE("prose keeps to the width, in columns and not in bytes") {
  std::string words = "x";
  for (int i = 0; i < 60; ++i) words += " größe×" + std::to_string(i);
  std::istringstream lines(lessonText(words, plainStyle));
  std::string line;
  std::size_t widest = 0;
  while (std::getline(lines, line)) widest = std::max(widest, columnsOf(line));
  CHECK(widest <= 80);
  CHECK(widest > 70);
}

#endif

TEST_CASE("what is folded on the page is folded in the terminal") {
  const std::string text = lessonText(page, plainStyle);
  CHECK(text.find("[folded] Hint 1: look") != std::string::npos);
  CHECK(text.find("The hint") == std::string::npos);
  CHECK(text.find("solve") == std::string::npos);
  CHECK(text.find("The end.") != std::string::npos);
}

TEST_CASE("a locale without UTF-8 gets ASCII alone") {
  CHECK(asciiOnly("2 × 3 ≤ 6 — “so” … ☃") == "2 x 3 <= 6 -- \"so\" ... ?");
  for (const char c : lessonText("- a × b\n", {false, false, 80})) CHECK(static_cast<unsigned char>(c) < 0x80);
}

TEST_CASE("hints come one after the other, the solution when it is asked for") {
  DayProgress day;
  const auto first = nextHint(page, "day01", day, false, plainStyle);
  REQUIRE(first);
  CHECK(first->shown == 1);
  CHECK(first->text.find("The hint.") != std::string::npos);
  CHECK(first->text.find("More.") == std::string::npos);
  day.hints = 1;
  CHECK(nextHint(page, "day01", day, false, plainStyle)->text.find("More.") != std::string::npos);
  day.hints = 2;
  const auto over = nextHint(page, "day01", day, false, plainStyle);
  CHECK(over->shown == 2);
  CHECK(over->text.find("./harness hint day01 --solution") != std::string::npos);
  CHECK(over->text.find("solve") == std::string::npos);
  CHECK(nextHint(page, "day01", day, true, plainStyle)->text.find("solve") != std::string::npos);
  CHECK(!nextHint("# No hints\n", "day01", day, false, plainStyle));
}
