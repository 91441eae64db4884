#pragma once
// What the command line asks for.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/result.h"

namespace harness {

constexpr const char* versionText = "CUDA, Measured 0.1";

enum class Command { judge, check, doctor, prepare, readme, starters, explorer, help, version };
enum class DeviceChoice { automatic, simulator, gpu };

struct Options {
  Command command = Command::help;
  std::string root = ".";         // of the course
  std::vector<std::string> days;  // as written; judge, prepare and explorer take one, check any number
  bool json = false, quiet = false, verbose = false;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> cases;
  std::string card = "t4";
  DeviceChoice device = DeviceChoice::automatic;
  std::string from;  // the file to judge instead of work/dayNN.cu
  bool timing = true;
  bool why = false;  // explain the counts beside the verdict
  std::string html;  // where --why writes its report; empty: build/why/dayNN.html
  std::optional<double> timeLimitSeconds;
  double shrinkSeconds = 1;  // for looking for a smaller failing case
  std::string text;          // of help and version
};

/// Takes a leading `--root FOLDER` off the words, for commands that read their own; "." without one.
std::string takeRoot(std::vector<std::string>& words);

/// A whole number of 0 or more, of at most 64 bits. The Problem has status usage.
Result<std::uint64_t> parseSeed(const std::string& text);

/// Reads the arguments after the program's name. The Problem has status usage and says what to write instead.
Result<Options> parseArguments(const std::vector<std::string>& arguments);

}  // namespace harness
