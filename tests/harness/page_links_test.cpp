// A page's links: what they open, with and without a published address, and where they stand.
#include "harness/page_links.h"

#include <doctest/doctest.h>

#include "explorer_decoder.h"
#include "harness/amalgamate.h"
#include "harness/compiler_explorer.h"

namespace {

std::string target(const std::vector<harness::PageLink>& links, const std::string& name) {
  for (const harness::PageLink& link : links)
    if (link.name == name) return link.target;
  return "";
}

}  // namespace

TEST_CASE("page links: every day's program opens in Compiler Explorer as it is") {
  const std::vector<harness::DayFiles> days = harness::findDays(PROJECT_ROOT);
  REQUIRE_FALSE(days.empty());
  for (const harness::DayFiles& files : days) {
    CAPTURE(files.name());
    const auto links = harness::pageLinks(files, "");
    REQUIRE_MESSAGE(links, links.problem().message);
    const auto panes = explorer::panesOf(target(*links, "explorer-program"));
    REQUIRE(panes.size() == 4);
    CHECK(panes.at("codeEditor").find("source")->text() ==
          *harness::readText(files.program, harness::ExitStatus::course));
    CHECK(panes.at("executor").find("compiler")->text() == harness::explorerCompiler);
    CHECK(panes.at("executor").find("options")->text() == harness::buildFlags);
    CHECK(target(*links, "explorer-program").size() < 32768);
    CHECK(std::filesystem::exists(files.page.parent_path() / target(*links, "explorer-exercise")));
    CHECK(std::filesystem::exists(files.page.parent_path() / target(*links, "colab")));
  }
}

TEST_CASE("page links: a published course has its exercise and its notebook one click away") {
  const std::vector<harness::DayFiles> days = harness::findDays(PROJECT_ROOT);
  REQUIRE_FALSE(days.empty());
  for (const harness::DayFiles& files : days) {
    CAPTURE(files.name());
    const auto links = harness::pageLinks(files, "someone/cuda-course");
    REQUIRE(links);
    CHECK(target(*links, "colab") ==
          "https://colab.research.google.com/github/someone/cuda-course/blob/main/course/colab/" + files.id() +
              ".ipynb");
    const auto panes = explorer::panesOf(target(*links, "explorer-exercise"));
    REQUIRE(panes.size() == 2);
    const std::string source = panes.at("codeEditor").find("source")->text();
    const auto starter = harness::readText(files.starter, harness::ExitStatus::course);
    REQUIRE(starter);
    CHECK(source.find(*starter) != std::string::npos);
    // The site replaces a line of exactly this form by the file it names.
    CHECK(
        source.find("\n#define EXERCISE_SOLVED_ABOVE\n#include <https://raw.githubusercontent.com/someone/cuda-course/"
                    "main/starters/" +
                    files.name() + ".cu>\n") != std::string::npos);
    CHECK(panes.at("executor").find("options")->text() ==
          "-std=c++17 -arch=sm_75 -Xcompiler -g0 -DLARGEST_CASE=2000000");
    CHECK(panes.at("executor").find("compiler")->text() == harness::explorerCompiler);
  }
}

TEST_CASE("page links: definitions are made at the end, then replaced where they stand") {
  const std::vector<harness::PageLink> first{{"colab", "a"}}, second{{"colab", "b"}, {"other", "c"}};
  const std::string page = "# Day\n\n[Here][colab].\n";
  const std::string once = harness::withPageLinks(page, first);
  CHECK(once == page + "\n<!-- links, made by `make starters` -->\n[colab]: a\n<!-- /links -->\n");
  CHECK(harness::withPageLinks(once, first) == once);
  const std::string twice = harness::withPageLinks(once + "After.\n", second);
  CHECK(twice == page + "\n<!-- links, made by `make starters` -->\n[colab]: b\n[other]: c\n<!-- /links -->\nAfter.\n");
  CHECK(harness::unusedLinks(twice, second) == std::vector<std::string>{"other"});
}
