#pragma once
// One submission, from source to judgement: compiled and linked in a jail, run in a second one, judged by a third
// process, which holds the simulated device, the inputs, the expected output and the clock.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grade/workshop.h"
#include "harness/judge.h"

namespace grade {

struct Limits {
  double compileSeconds = 60;
  double runSeconds = 0;                               // 0: the day's
  std::uint64_t memoryBytes = std::uint64_t{4} << 30;  // of the submission's process, and of the judge's
};

struct Order {
  std::string source;      // its text
  std::string sourceName;  // for the compiler's messages: "day13.cu"
  std::uint64_t seed = 0;
  std::vector<std::string> cases;  // ladder and hidden ones
  Limits limits;
  unsigned slot = 0;  // two at once must not share one
  std::function<bool()> shouldStop;
};

struct Outcome {
  harness::Judgement judgement;
  std::string compilerSaid;
  std::string printed;                    // what the submission wrote on stdout and stderr, cut
  std::vector<std::string> right, wrong;  // of Order::cases, as far as they were run
  double buildSeconds = 0, runSeconds = 0;
};

Outcome judgeSubmission(const Workshop& shop, const Sandbox& sandbox, const Order& order);

}  // namespace grade
