#include "harness/doctor.h"

#include <doctest/doctest.h>

using harness::cardLines;
using harness::CardState;
using harness::DoctorLine;
using harness::driverTooOld;
using harness::Gpu;

namespace {

const Gpu h200{"NVIDIA H200", 9, 0, 60U << 20};

const DoctorLine* lineOf(const std::vector<DoctorLine>& lines, std::string_view name) {
  for (const DoctorLine& line : lines)
    if (line.name == name) return &line;
  return nullptr;
}

}  // namespace

TEST_CASE("a driver runs programs of its own major version of CUDA and of older ones") {
  CHECK(driverTooOld("nvcc release 13.0, V13.0.88", 13000) == "");
  CHECK(driverTooOld("nvcc release 12.6, V12.6.20", 12020) == "");
  CHECK(driverTooOld("nvcc release 11.8, V11.8.89", 13000) == "");
  const std::string said = driverTooOld("nvcc release 13.0, V13.0.88", 12080);
  CHECK(said.find("runs CUDA up to 12.8") != std::string::npos);
  CHECK(said.find("install the toolkit of CUDA 12.") != std::string::npos);
  CHECK(driverTooOld("clang 16.0.6", 12080) == "");  // its programs do not go to a card
}

TEST_CASE("the doctor tells the card, its driver, and what holds times up now") {
  CardState state;
  state.driver = "580.159.04";
  state.cudaVersion = 13000;
  std::vector<DoctorLine> lines = cardLines(h200, state, "nvcc release 13.0, V13.0.88");
  REQUIRE(lineOf(lines, "card") != nullptr);
  CHECK(lineOf(lines, "card")->found == "NVIDIA H200, compute capability 9.0");
  CHECK(lineOf(lines, "driver")->found == "580.159.04, for CUDA up to 13.0");
  CHECK(lineOf(lines, "driver")->advice == "");
  CHECK(lineOf(lines, "times now") == nullptr);

  state.otherPrograms = {"python3 (4711)", "blender (12)"};
  state.slowedBy = {"heat"};
  lines = cardLines(h200, state, "nvcc release 14.0, V14.0.1");
  CHECK(lineOf(lines, "driver")->advice.find("Update the driver") != std::string::npos);
  REQUIRE(lineOf(lines, "times now") != nullptr);
  CHECK(lineOf(lines, "times now")->found ==
        "before the run the card was in use by python3 (4711) and 1 more: times may hold its work; before the run the "
        "card's clocks were held down by heat");
}

TEST_CASE("without a card the doctor finds no problem in that") {
  const std::vector<DoctorLine> lines = cardLines(std::nullopt, std::nullopt, "nvcc release 13.0, V13.0.88");
  REQUIRE(lines.size() == 1);
  CHECK_FALSE(lines[0].present);
  CHECK(lines[0].advice == "");
}
