#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "harness/check_page.h"

namespace {

const std::string goodPage =
    "# Day 13. Shared memory\n"
    "\n"
    "> \"I can't figure it out.\"\n"
    ">\n"
    "> [A question](https://example.org/q), checked 2026-11-30\n"
    "\n"
    "## The tile saves no bytes at all\n"
    "\n"
    "## The block swaps its coordinates\n"
    "\n"
    "```cuda quote\n"
    "  tile[y][x] = in[i];\n"
    "  __syncthreads();\n"
    "```\n"
    "\n"
    "## Measured\n"
    "\n"
    "```transcript evidence/day13-shared-memory/h200.txt\n"
    "copy 1.00\n"
    "```\n"
    "\n"
    "## Run it yourself\n"
    "\n"
    "## Exercise\n"
    "\n"
    "<details>\n"
    "<summary>Hint 1: one</summary>\n"
    "</details>\n"
    "<details>\n"
    "<summary>Hint 2: two</summary>\n"
    "</details>\n"
    "<details>\n"
    "<summary>Solution</summary>\n"
    "</details>\n"
    "\n"
    "## Pitfalls\n"
    "\n"
    "## Go deeper\n"
    "\n"
    "**Next.** Day 14.\n";

std::string faultsOf(const std::string& page) {
  const harness::PageContext context{"__global__ void k() {\n  tile[y][x] = in[i];  \n  __syncthreads();\n}\n",
                                     {"one", "two"},
                                     [](const std::string& path) -> std::optional<std::string> {
                                       if (path != "evidence/day13-shared-memory/h200.txt") return std::nullopt;
                                       return "card: H200\ncopy 1.00\n";
                                     }};
  std::string out;
  for (const harness::PageFault& fault : harness::checkPage(page, context))
    out += std::to_string(fault.line) + ": " + fault.message + "\n";
  return out;
}

std::string edited(const std::string& from, const std::string& to) {
  std::string text = goodPage;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("page: one that keeps its promises") { CHECK(faultsOf(goodPage) == ""); }

TEST_CASE("page: quoted code must be in the program, line by line") {
  CHECK(faultsOf(edited("in[i]", "in[j]")) == "11: this quoted code is not in the day's program\n");
  CHECK(
      faultsOf(edited("  tile[y][x] = in[i];\n  __syncthreads();\n", "  __syncthreads();\n  tile[y][x] = in[i];\n")) ==
      "11: this quoted code is not in the day's program\n");
  CHECK(faultsOf(edited("  tile[y][x] = in[i];\n  __syncthreads();\n", "")) ==
        "11: this quoted code is not in the day's program\n");
}

TEST_CASE("page: a transcript must be verbatim in an evidence file") {
  CHECK(faultsOf(edited("copy 1.00", "copy 1.01")) ==
        "18: this transcript is not verbatim in evidence/day13-shared-memory/h200.txt\n");
  CHECK(faultsOf(edited("h200.txt", "t4.txt")) ==
        "18: the evidence file 'evidence/day13-shared-memory/t4.txt' is missing\n");
  CHECK(faultsOf(edited("```transcript evidence/day13-shared-memory/h200.txt", "```")) ==
        "1: expected at least one '```transcript evidence/...' block: no figure without an evidence file\n");
}

TEST_CASE("page: every section, in order") {
  for (const char* heading : {"## Measured", "## Run it yourself", "## Exercise", "## Pitfalls", "## Go deeper"}) {
    CAPTURE(heading);
    CHECK(faultsOf(edited(std::string(heading) + "\n", "\n")).find("is missing") != std::string::npos);
  }
  std::string swapped = edited("## Pitfalls", "## Other");
  swapped.replace(swapped.find("## Measured"), 11, "## Pitfalls");
  swapped.replace(swapped.find("## Other"), 8, "## Measured");
  CHECK(faultsOf(swapped).find("stands too early") != std::string::npos);
  CHECK(faultsOf(edited("**Next.** Day 14.\n", "")).find("'Next'") != std::string::npos);
}

TEST_CASE("page: the hook comes first, with its link and date") {
  CHECK(faultsOf(edited("> \"I can't figure it out.\"\n>\n> [", "[")).find("the hook") != std::string::npos);
  CHECK(faultsOf(edited(", checked 2026-11-30", "")).find("checked YYYY-MM-DD") != std::string::npos);
}

TEST_CASE("page: hints and solution are there and folded") {
  CHECK(faultsOf(edited("Hint 2: two", "Hint 2: three")).find("<summary>Hint 2: two</summary>") != std::string::npos);
  CHECK(faultsOf(edited("<details>\n<summary>Solution", "<summary>Solution")).find("must be folded") !=
        std::string::npos);
  CHECK(faultsOf(edited("<summary>Solution</summary>", "")).find("Solution") != std::string::npos);
}

TEST_CASE("page: what is still to be filled in is a fault") {
  CHECK(faultsOf(edited("## Pitfalls\n", "## Pitfalls\n<!-- FILL later -->\n")) != "");
}
