// Every program of the course that times a kernel does it with the helper that day 9 introduces, letter by letter: a
// figure of one day must mean what it means on another.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/course.h"

namespace {

namespace fs = std::filesystem;

/// timeKernel with the comment above it: from the first line of the comment to the function's closing brace.
std::optional<std::string> helperOf(std::string_view program) {
  const std::size_t name = program.find("\nfloat timeKernel(int runs, Launch launch) {\n");
  if (name == std::string_view::npos) return std::nullopt;
  std::size_t begin = program.rfind("\n\n", name);
  begin = begin == std::string_view::npos ? 0 : begin + 2;
  const std::size_t end = program.find("\n}\n", name);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(program.substr(begin, end + 3 - begin));
}

std::size_t countOf(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// What is wrong with how `program` times, held against day 9's helper; empty when nothing is, or when it does not
/// time.
std::string timingFault(std::string_view program, const std::string& helper) {
  const std::optional<std::string> own = helperOf(program);
  if (own && *own != helper) return "its timeKernel is not the text of day 9's";
  const std::size_t elapsed = countOf(program, "cudaEventElapsedTime");
  if (!own && elapsed > 0) return "it times with events and has no timeKernel";
  if (own && elapsed != countOf(helper, "cudaEventElapsedTime"))
    return "it times with events outside timeKernel as well";
  return "";
}

std::string textOf(const fs::path& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace

TEST_SUITE("timeKernel") {
  TEST_CASE("every program that times has day 9's helper") {
    const std::vector<harness::DayFiles> days = harness::findDays(PROJECT_ROOT);
    std::optional<std::string> helper;
    for (const harness::DayFiles& day : days)
      if (day.number == 9) helper = helperOf(textOf(day.program));
    REQUIRE_MESSAGE(helper.has_value(), "day 9's program has no timeKernel");
    CHECK(helper->starts_with("// Median of `runs` event timings"));

    std::size_t timing = 0;
    for (const harness::DayFiles& day : days) {
      const std::string program = textOf(day.program);
      REQUIRE_MESSAGE(!program.empty(), day.program.string());
      if (program.find("timeKernel(") != std::string::npos) ++timing;
      const std::string fault = timingFault(program, *helper);
      CHECK_MESSAGE(fault.empty(), day.program.string() << ": " << fault);
      if (day.number < 9) CHECK_MESSAGE(!helperOf(program), day.program.string() << ": day 9 introduces timeKernel");
    }
    CHECK(timing >= 2);
  }

  TEST_CASE("a helper that differs, is missing or is gone around is found") {
    const std::string helper =
        "// Median of `runs`.\n"
        "template <typename Launch>\n"
        "float timeKernel(int runs, Launch launch) {\n"
        "  cudaEventElapsedTime(&elapsed, start, stop);\n"
        "}\n";
    const std::string program = "int a;\n\n" + helper + "\nint main() {}\n";
    REQUIRE(helperOf(program) == helper);
    CHECK(timingFault(program, helper).empty());
    CHECK(timingFault("int main() {}\n", helper).empty());

    std::string other = program;
    other.replace(other.find("Median"), 6, "Mean");
    CHECK(timingFault(other, helper) == "its timeKernel is not the text of day 9's");
    other = program;
    other.replace(other.find("start, stop"), 11, "stop, start");
    CHECK(timingFault(other, helper) == "its timeKernel is not the text of day 9's");
    CHECK(timingFault(program + "void f() { cudaEventElapsedTime(&t, a, b); }\n", helper) ==
          "it times with events outside timeKernel as well");
    CHECK(timingFault("void f() { cudaEventElapsedTime(&t, a, b); }\n", helper) ==
          "it times with events and has no timeKernel");
  }
}
