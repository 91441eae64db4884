// Source made short: what goes, and what must stay because it means something.
#include "harness/strip_source.h"

#include <doctest/doctest.h>

#include <string>

#include "harness/course.h"
#include "harness/source_facts.h"

using harness::strippedSource;

TEST_CASE("strip: comments, indentation, trailing blanks and empty lines go") {
  CHECK(strippedSource("// a\n\n  int x;  // b\n\t/* c\n d */ int y;\r\n") == "int x;\nint y;\n");
  CHECK(strippedSource("int/**/x;") == "int x;\n");
  CHECK(strippedSource("// a \\\n still a\nint x;\n") == "int x;\n");
  CHECK(strippedSource("") == "");
}

TEST_CASE("strip: literals stay") {
  for (const char* kept : {"s = \"// no comment  \";\n", "s = \"/* none */\";\n", "c = '\"'; d = '/';\n",
                           "n = 1'000'000;\n", "s = R\"x(a\n   // b  \n\n)\" )x\";\n", "s = \"a\\\"// b\";\n"})
    CHECK(strippedSource(kept) == kept);
}

TEST_CASE("strip: a directive keeps its lines, the empty one that ends it among them") {
  CHECK(strippedSource("#define A \\\n    1 \\\n\nint x;\n") == "#define A \\\n1 \\\n\nint x;\n");
  CHECK(strippedSource("#define B 2  // two\n") == "#define B 2\n");
}

TEST_CASE("strip: text whose literals do not end stays whole") {
  const std::string open = "s = \"open;\n  // a\n";
  CHECK(strippedSource(open) == open);
}

TEST_CASE("strip: of every header of the exercise, the code stays") {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PROJECT_ROOT "/src/exercise")) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    const auto text = harness::readText(entry.path(), harness::ExitStatus::course);
    REQUIRE(text);
    const auto words = [](const std::string& code) {  // no blanks at all
      std::string out;
      for (const char c : code)
        if (c != ' ' && c != '\n' && c != '\t') out += c;
      return out;
    };
    const std::string code = harness::codeOnly(*text), stripped = strippedSource(*text);
    REQUIRE_FALSE(code.empty());
    CHECK(words(harness::codeOnly(stripped)) == words(code));
    CHECK(stripped.size() < text->size());
    ++seen;
  }
  CHECK(seen > 20);
}
