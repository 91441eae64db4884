// The picture of day 17 is what its tool makes of the evidence, and the tool refuses what is no transcript.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace {

int statusOf(const std::string& command) {
  return std::system(("cd '" PROJECT_ROOT "' && { " + command + "; } >/dev/null 2>&1").c_str());
}

}  // namespace

TEST_CASE("roofline: the committed picture is drawn from the evidence") {
  CHECK(statusOf("awk -f tools/roofline.awk evidence/day17-arithmetic-intensity/h200.txt | "
                 "cmp - course/day17-roofline.svg") == 0);
}

TEST_CASE("roofline: a transcript without roofs, or with a kernel missing, is refused") {
  CHECK(statusOf("awk -f tools/roofline.awk /dev/null") != 0);
  CHECK(statusOf("grep -v '^L1' evidence/day17-arithmetic-intensity/h200.txt | awk -f tools/roofline.awk") != 0);
  CHECK(
      statusOf("grep -v 'matmul\\|stencil' evidence/day17-arithmetic-intensity/h200.txt | awk -f tools/roofline.awk") !=
      0);
}
