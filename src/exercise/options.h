#pragma once
// The child's command line (docs/protocol.md).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "exercise/shape.h"

namespace exercise {

struct Options {
  int events = -1;  // the pipe; -1: a text report on stdout
  std::string token;
  bool seedGiven = false;
  std::uint64_t seed = 0;
  std::vector<Shape> cases;  // empty: the day's own ladder
  bool timing = true;
  bool why = false;     // explain one case instead of judging the ladder
  Shape timed;          // rank 0: the day's own
  unsigned orders = 0;  // runs a case, each under another order; 0: as many as its size allows
  bool brief = false;   // say which case fails, not why
  bool all = false;     // go on after a case that is wrong: each has to be known
  std::string device;   // "sim" or "gpu" when the parent insists, else empty
  std::string error;    // not empty: what is wrong with the command line
};

/// Reads the command line and erases the token from it, so that it is not in /proc/self/cmdline while solve() runs.
inline Options readOptions(int argc, char** argv) {
  Options options;
  const auto wholeNumber = [](const char* text, std::uint64_t& out) {
    char* end = nullptr;
    out = std::strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
  };
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--no-timing") {
      options.timing = false;
      continue;
    }
    if (option == "--why") {
      options.why = true;
      continue;
    }
    if (option == "--all") {
      options.all = true;
      continue;
    }
    if (option == "--brief") {
      options.brief = true;
      continue;
    }
    if (i + 1 == argc) {
      options.error = option + ": unknown, or its value is missing";
      return options;
    }
    char* value = argv[++i];
    std::uint64_t parsed = 0;
    bool good = true;
    if (option == "--events") {
      good = wholeNumber(value, parsed) && parsed < 65536;
      options.events = static_cast<int>(parsed);
    } else if (option == "--token") {
      options.token = value;
      std::memset(value, 0, std::strlen(value));
    } else if (option == "--seed") {
      good = options.seedGiven = wholeNumber(value, options.seed);
    } else if (option == "--case") {
      Shape shape;
      good = parseShape(value, shape);
      options.cases.push_back(shape);
    } else if (option == "--time") {
      good = parseShape(value, options.timed);
    } else if (option == "--orders") {
      good = wholeNumber(value, parsed) && parsed >= 1 && parsed <= 1000;
      options.orders = static_cast<unsigned>(parsed);
    } else if (option == "--device") {
      options.device = value;
      good = options.device == "sim" || options.device == "gpu";
    } else {
      good = false;
    }
    if (!good) {
      options.error = option + " " + value + ": not understood";
      return options;
    }
  }
  return options;
}

}  // namespace exercise
