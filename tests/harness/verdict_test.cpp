#include "harness/verdict.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

using harness::ExitStatus;

TEST_CASE("verdicts: docs/protocol.md lists every status with its words") {
  std::ifstream file(PROJECT_ROOT "/docs/protocol.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  for (const int status : {0, 1, 2, 3, 4, 10, 20, 21, 22, 23, 24, 30, 40, 41, 50, 51, 70, 130}) {
    const auto verdict = harness::verdictName(static_cast<ExitStatus>(status));
    const std::string plain = fmt::format("| {} | {} |", status, verdict),
                      quoted = fmt::format("| {} | `{}` |", status, verdict);
    CAPTURE(plain);
    CHECK((page.find(plain) != std::string::npos || page.find(quoted) != std::string::npos));
  }
}

TEST_CASE("verdicts: words and reasons lead back to their status") {
  CHECK(harness::statusOf("passed", "") == ExitStatus::passed);
  CHECK(harness::statusOf("did not run", "forged result") == ExitStatus::forgedResult);
  CHECK(harness::statusOf("did not run", "bored") == ExitStatus::internal);
  CHECK(harness::statusOf("nearly", "") == ExitStatus::internal);
}
