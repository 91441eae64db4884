// Compiler Explorer's links, decoded again: source, compiler and flags.
#include "harness/compiler_explorer.h"

#include <doctest/doctest.h>

#include "explorer_decoder.h"
#include "harness/lz_string.h"

namespace {

harness::ExplorerState stateOf(const std::string& source, bool deviceView = true) {
  return {source, "-std=c++17 -O3 -arch=sm_75", deviceView};
}

}  // namespace

TEST_CASE("lz-string: what its JavaScript makes of these texts") {
  // Made by lz-string 1.5.0, compressToBase64.
  CHECK(harness::lzStringBase64("") == "Q===");
  CHECK(harness::lzStringBase64("a") == "IZA=");
  CHECK(harness::lzStringBase64("aaaaaaaaaa") == "IY1o");
  CHECK(harness::lzStringBase64("abcabcabcabc, (x+1)") == "IYIwxqHpA0AEAKAHgagIwEog");
}

TEST_CASE("explorer link: the source comes back byte for byte, with compiler and flags in every pane") {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& source : {std::string("int main() { return 100 % 7 + '!'; }\n"), std::string("a"), all,
                                    std::string(5000, 'x'), std::string("2 × 3, \"quoted\" 'c' %41 +\n")}) {
    CAPTURE(source);
    const auto panes = explorer::panesOf(harness::explorerLink(stateOf(source)));
    REQUIRE(panes.size() == 4);
    CHECK(panes.at("codeEditor").find("source")->text() == source);
    CHECK(panes.at("codeEditor").find("lang")->text() == "cuda");
    for (const char* pane : {"compiler", "executor"}) {
      CHECK(panes.at(pane).find("compiler")->text() == harness::explorerCompiler);
      CHECK(panes.at(pane).find("options")->text() == "-std=c++17 -O3 -arch=sm_75");
      CHECK(panes.at(pane).find("source")->text() == panes.at("codeEditor").find("id")->text());
    }
    CHECK(panes.at("device").find("id")->text() == panes.at("compiler").find("id")->text());
  }
}

TEST_CASE("explorer link: only the run where the device's code is not wanted") {
  const auto panes = explorer::panesOf(harness::explorerLink(stateOf("int x;\n", false)));
  CHECK(panes.size() == 2);
  CHECK(panes.count("executor") == 1);
}

TEST_CASE("explorer link: a Markdown definition can hold it") {
  const std::string link = harness::explorerLink(stateOf("f<a>(b) \\ `c` \"d\"\n"));
  CHECK(link.find_first_of(" <>\"`\\\n") == std::string::npos);
}

TEST_CASE("explorer page: it holds the link twice, whole") {
  const std::string link = harness::explorerLink(stateOf("int x;\n", false));
  const std::string page = harness::explorerPage(stateOf("int x;\n", false));
  CHECK(link.find_first_of("<>&\"") == std::string::npos);
  CHECK(page.find("url=" + link + "\">") != std::string::npos);
  CHECK(page.find("href=\"" + link + "\">") != std::string::npos);
}
