// Which files share a unit, and what the unit looks like to the compiler.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "harness/batch_source.h"

using namespace harness;

namespace {

BatchItem item(const std::string& shown, const std::string& text) {
  return {shown, text, readSource(text), "scope_" + shown.substr(0, 1)};
}

std::vector<BatchItem> many(std::size_t count, const std::string& text) {
  std::vector<BatchItem> items;
  for (std::size_t i = 0; i < count; ++i) items.push_back(item(fmt::format("f{}.cu", i), text));
  return items;
}

std::size_t total(const std::vector<std::vector<BatchItem>>& groups) {
  std::size_t sum = 0;
  for (const std::vector<BatchItem>& group : groups) sum += group.size();
  return sum;
}

}  // namespace

TEST_CASE("batch: files share a unit only with files of the same headers") {
  std::vector<BatchItem> items = many(3, "#include <cstddef>\n");
  items.push_back(item("m.cu", "#include <cmath>\n#include <cstddef>\n"));
  items.push_back(item("n.cu", "#include <cstddef>\n#include <cmath>\n"));
  items.push_back(item("single.cu", "#include <array>\n"));
  items.push_back(item("alone.cu", "#include <cstddef>\nint main() {}\n"));
  const std::vector<std::vector<BatchItem>> groups = groupItems(items, 4);
  REQUIRE(groups.size() == 2);
  CHECK(total(groups) == 5);
  for (const std::vector<BatchItem>& group : groups)
    for (const BatchItem& member : group) {
      CHECK(member.facts.includes.size() == group.front().facts.includes.size());
      CHECK(member.facts.alone.empty());
    }
}

TEST_CASE("batch: many files make as many units as there are compilers, few make one") {
  CHECK(groupItems(many(5, "int x;\n"), 2).size() == 1);
  CHECK(groupItems(many(50, "int x;\n"), 2).size() == 2);
  CHECK(groupItems(many(50, "int x;\n"), 1).size() == 1);
  CHECK(total(groupItems(many(51, "int x;\n"), 2)) == 51);
  CHECK(groupItems(many(1, "int x;\n"), 2).empty());
}

TEST_CASE("batch: a file keeps its name and lines, gets a namespace and loses its macros") {
  const std::string unit = batchSource({item("a.cu", "#include <cmath>\n#define N 3\nint f() { return N; }"),
                                        item("b.cu", "#include <cmath>\nint f() { return 4; }\n")});
  CHECK(unit.find("namespace scope_a {\n#line 1 \"a.cu\"\n#include <cmath>\n#define N 3\n") != std::string::npos);
  CHECK(unit.find("namespace scope_b {\n#line 1 \"b.cu\"\n") != std::string::npos);
  CHECK(unit.find("#undef N\n") < unit.find("namespace scope_b {"));
  CHECK(unit.find("#include <cmath>\n") < unit.find("namespace"));
  // A name or a macro that a header has as well is an error in the name of the file.
  CHECK(unit.find("#line 1 \"a.cu\"\nstatic_assert(sizeof(f) == 1") != std::string::npos);
  CHECK(unit.find("#ifdef N\n#line 1 \"a.cu\"\n#error N") != std::string::npos);
}

TEST_CASE("batch: the compiler's messages name the guilty") {
  const std::vector<BatchItem> items{item("d/a.cu", ""), item("d/aa.cu", ""), item("d/b.cu", "")};
  CHECK(mentionedItems(items, "d/aa.cu(4): error: no").size() == 1);
  CHECK(mentionedItems(items, "d/aa.cu(4): error: no\nd/b.cu:1:2: warning: x").size() == 2);
  CHECK(mentionedItems(items, "nvcc fatal: out of memory").empty());
}
