#include "harness/options.h"

#include <doctest/doctest.h>

using harness::Command;
using harness::DeviceChoice;
using harness::parseArguments;

TEST_CASE("arguments: a day and all its options") {
  const auto options =
      parseArguments({"day13", "--json", "--seed", "7", "--case", "31x33", "--case", "1x1", "--card", "h200",
                      "--device", "sim", "--from", "a.cu", "--no-timing", "--time-limit", "2.5"});
  REQUIRE(options);
  CHECK(options->command == Command::judge);
  CHECK(options->days == std::vector<std::string>{"day13"});
  CHECK(options->json);
  CHECK(options->seed == 7U);
  CHECK(options->cases == std::vector<std::string>{"31x33", "1x1"});
  CHECK(options->card == "h200");
  CHECK(options->device == DeviceChoice::simulator);
  CHECK(options->from == "a.cu");
  CHECK_FALSE(options->timing);
  CHECK(options->timeLimitSeconds == 2.5);
}

TEST_CASE("arguments: what is not given is not there") {
  const auto options = parseArguments({"13"});
  REQUIRE(options);
  CHECK(options->days == std::vector<std::string>{"13"});
  CHECK_FALSE(options->seed);
  CHECK_FALSE(options->timeLimitSeconds);
  CHECK(options->device == DeviceChoice::automatic);
  CHECK(options->timing);
  CHECK(options->card == "t4");
}

TEST_CASE("arguments: a case does not swallow the day behind it") {
  const auto options = parseArguments({"--case", "31x33", "day13"});
  REQUIRE(options);
  CHECK(options->days == std::vector<std::string>{"day13"});
}

TEST_CASE("arguments: the other commands") {
  CHECK(parseArguments({"doctor"})->command == Command::doctor);
  CHECK(parseArguments({"check"})->command == Command::check);
  CHECK(parseArguments({"check", "day13", "day14"})->days.size() == 2);
  CHECK(parseArguments({"prepare", "day13"})->command == Command::prepare);
  CHECK(parseArguments({"explorer", "day13", "--from", "a.cu"})->command == Command::explorer);
  CHECK(parseArguments({"starters"})->days.empty());
  CHECK(parseArguments({"--version"})->command == Command::version);
  CHECK(parseArguments({})->command == Command::help);
  const auto help = parseArguments({"--help"});
  CHECK(help->command == Command::help);
  CHECK(help->text.find("make day13") != std::string::npos);
}

TEST_CASE("arguments: what is not understood is a usage problem that says so") {
  const std::vector<std::vector<std::string>> bad{{"day13", "--sed", "7"},
                                                  {"day13", "--seed", "x"},
                                                  {"day13", "--seed", "-1"},
                                                  {"day13", "day14"},
                                                  {"day13", "--case", "0x3"},
                                                  {"day13", "--case", "big"},
                                                  {"day13", "--device", "tpu"},
                                                  {"doctor", "day13"},
                                                  {"prepare"},
                                                  {"explorer"},
                                                  {"day13", "--time-limit", "0"},
                                                  {"day13", "--from"}};
  for (const auto& arguments : bad) {
    CAPTURE(arguments.back());
    const auto options = parseArguments(arguments);
    REQUIRE_FALSE(options);
    CHECK(options.problem().status == harness::ExitStatus::usage);
    CHECK_FALSE(options.problem().message.empty());
  }
}
