#include "harness/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "harness/day.h"

namespace harness {
namespace {

constexpr const char* description =
    "Judges your solution of a day: builds it, runs it on a ladder of awkward shapes,\n"
    "compares every cell, and times it against a coalesced copy and the naive kernel.\n"
    "Runs on your NVIDIA GPU, or on the project's simulator when there is none.";

constexpr const char* footer =
    "How to work on a day\n"
    "  make day13                       makes work/day13.cu and builds it\n"
    "  edit work/day13.cu\n"
    "  ./harness day13                  the verdict: what is wrong, where, and why\n"
    "\n"
    "While you look for a fault\n"
    "  ./harness day13 --case 31x33     one shape only; may be given more than once\n"
    "  ./harness day13 --seed 7         the same inputs and order of blocks again\n"
    "  ./harness day13 --from a.cu      judges another file\n"
    "  ./harness day13 --card h200      another simulated card\n"
    "\n"
    "When it is right and slow\n"
    "  ./harness day13 --why            the lines that cost most, a sentence each, and a\n"
    "                                   page with pictures in build/why/day13.html\n"
    "  ./harness day13 --why --case 611x613 --html why.html\n"
    "\n"
    "Other commands\n"
    "  ./harness                        where you are, and what comes next\n"
    "  ./harness help                   every command\n"
    "  ./harness explorer day13         a page that opens the exercise, with your solve(),\n"
    "                                   in Compiler Explorer\n"
    "  ./harness submit day13 --note \"one sentence\"   the one file to hand in\n"
    "  ./harness grade PATH...          grades a class in a sandbox\n"
    "\n"
    "Exit status: 0 passed; 10 did not build; 20-24 did not run; 30 timed out; 40 wrong;\n"
    "41 unsafe; 50 correct, no faster than the naive kernel; 51 correct, short of the\n"
    "target; 2 usage; 3 malformed course; 4 set-up. docs/protocol.md has the whole table.";

Problem usage(std::string message) { return {ExitStatus::usage, std::move(message)}; }

bool isAnyCase(const std::string& text) {
  return isCase(text, "vector") || isCase(text, "matrix") || isCase(text, "volume");
}

/// Turns the words of the line into a command and its days.
Result<Options> readWords(Options options, const std::vector<std::string>& words) {
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "doctor" || first == "readme") {
    if (!rest.empty()) return usage(fmt::format("'{}' takes no argument, got '{}'", first, rest.front()));
    options.command = first == "doctor" ? Command::doctor : Command::readme;
    return options;
  }
  if (first == "starters") {
    options.command = Command::starters;
    options.days = rest;
    return options;
  }
  options.command = first == "check"      ? Command::check
                    : first == "prepare"  ? Command::prepare
                    : first == "explorer" ? Command::explorer
                                          : Command::judge;
  options.days = options.command == Command::judge ? words : rest;
  if (options.command != Command::check && options.days.size() != 1)
    return usage(fmt::format("expected one day, such as day13, got {}", options.days.size()));
  return options;
}

}  // namespace

std::string takeRoot(std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "--root") return ".";
  std::string root = words[1];
  words.erase(words.begin(), words.begin() + 2);
  return root;
}

Result<std::uint64_t> parseSeed(const std::string& text) {
  // By hand: CLI11 reads -1 as 2^64 - 1.
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return usage(fmt::format("'--seed {}' is no whole number of 0 or more", text));
  return value;
}

Result<Options> parseArguments(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> words;
  std::string device = "auto";
  bool noTiming = false, showVersion = false;
  std::string seed;
  double timeLimit = 0;

  CLI::App app(description, "./harness");
  app.footer(footer);
  app.add_option("day", words, "day13, 13 or day13-shared-memory; or one of the commands below")->option_text("DAY");
  app.add_flag("--json", options.json, "one JSON object on stdout instead of the report");
  app.add_flag("--quiet,-q", options.quiet, "the verdict and the one line only");
  app.add_flag("--verbose,-v", options.verbose,
               "a failure in full, with a map of the wrong cells; with --why, every line");
  const CLI::Option* seedOption =
      app.add_option("--seed", seed, "of inputs and block order (default: fresh)")->option_text("N");
  app.add_option("--case", options.cases, "judge this shape only; repeat for more")
      ->option_text("RxC")
      ->allow_extra_args(false);
  app.add_option("--card", options.card, "simulated card (default: t4)")->option_text("ID");
  app.add_option("--device", device, "default: gpu when driver and card are there")
      ->option_text("sim|gpu")
      ->check(CLI::IsMember({"auto", "sim", "gpu"}));
  app.add_option("--from", options.from, "judge FILE instead of work/dayNN.cu")->option_text("FILE");
  const CLI::Option* whyOption =
      app.add_flag("--why", options.why, "which lines cost what, and why, counted on the simulator");
  app.add_option("--html", options.html, "with --why: where the report with pictures goes")
      ->option_text("FILE")
      ->needs(const_cast<CLI::Option*>(whyOption));
  app.add_flag("--no-timing", noTiming, "stop when every case is right");
  const CLI::Option* limitOption =
      app.add_option("--time-limit", timeLimit, "seconds the run may take (default: the day's)")
          ->option_text("S")
          ->check(CLI::Range(0.1, 86400.0));
  app.add_option("--shrink", options.shrinkSeconds, "seconds to look for a smaller failing case (default: 1)")
      ->option_text("S")
      ->check(CLI::Range(0.0, 3600.0));
  app.add_flag("--version", showVersion, "print the version");
  app.add_option("--root", options.root, "where the course is")->group("");

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // CLI11 takes them last first
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    options.command = Command::help;
    options.text = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    return usage(fmt::format("{}. `./harness --help` shows what there is.", error.what()));
  }
  if (showVersion) {
    options.command = Command::version;
    options.text = std::string(versionText) + "\n";
    return options;
  }
  if (words.empty()) {
    options.command = Command::help;
    options.text = app.help();
    return options;
  }
  for (const std::string& shape : options.cases)
    if (!isAnyCase(shape))
      return usage(
          fmt::format("'--case {}' is no shape: write extents above 0 with an x between, such as 31x33", shape));
  if (seedOption->count() > 0) {
    const Result<std::uint64_t> value = parseSeed(seed);
    if (!value) return value.problem();
    options.seed = *value;
  }
  if (limitOption->count() > 0) options.timeLimitSeconds = timeLimit;
  options.timing = !noTiming;
  options.device = device == "sim"   ? DeviceChoice::simulator
                   : device == "gpu" ? DeviceChoice::gpu
                                     : DeviceChoice::automatic;
  return readWords(std::move(options), words);
}

}  // namespace harness
