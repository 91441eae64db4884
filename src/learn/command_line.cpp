#include "learn/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "harness/options.h"

namespace learn {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

bool takesDay(Verb verb) {
  return verb == Verb::lesson || verb == Verb::hint || verb == Verb::run || verb == Verb::reset || verb == Verb::diff ||
         verb == Verb::watch;
}

/// Those that answer; the others talk, or draw a page.
bool takesJson(Verb verb) {
  return verb == Verb::list || verb == Verb::progress || verb == Verb::next || verb == Verb::hint ||
         verb == Verb::run || verb == Verb::reset || verb == Verb::diff;
}

Result<Request> parseVerb(const VerbRow& row, const std::vector<std::string>& words, const std::string& root) {
  Request request;
  request.verb = row.verb;
  request.root = root;
  CLI::App app(row.help, fmt::format("./harness {}", row.name));
  app.footer("Exit statuses: docs/protocol.md");
  if (*row.argument != '\0') app.add_option("argument", request.words)->option_text(row.argument);
  app.add_flag("--quiet,-q", request.quiet, "say less");
  if (takesJson(row.verb)) app.add_flag("--json", request.json, "one JSON object on stdout");
  if (row.verb == Verb::hint) app.add_flag("--solution", request.solution, "the solution instead of a hint");
  if (row.verb == Verb::progress)
    app.add_option("--merge", request.merge, "another copy of work/progress.yaml: take its days too")
        ->option_text("FILE");
  if (row.verb == Verb::watch) {
    app.add_flag("--poll", request.poll, "look at the file; do not wait for the system to tell");
    app.add_flag("--verbose,-v", request.verbose, "a failure in full, with file and line as editors want them");
  }
  if (row.verb == Verb::watch || row.verb == Verb::run) {
    app.add_option("--device", request.device, "default: gpu when driver and card are there")
        ->option_text("sim|gpu")
        ->check(CLI::IsMember({"auto", "sim", "gpu"}));
    app.add_option("--card", request.card, "simulated card (default: t4)")->option_text("ID");
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes them last first
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    request.help = app.help();
    return request;
  } catch (const CLI::ParseError& error) {
    return Problem{ExitStatus::usage,
                   fmt::format("{}. `./harness {} --help` shows what there is.", error.what(), row.name)};
  }
  if (takesDay(row.verb) && request.words.size() != 1)
    return Problem{ExitStatus::usage,
                   fmt::format("expected one day, as in `./harness {} day13`, got {}", row.name, request.words.size())};
  return request;
}

}  // namespace

const std::vector<VerbRow>& verbs() {
  static const std::vector<VerbRow> rows{
      {Verb::next, "next", "", "the next day, and how to begin it"},
      {Verb::list, "list", "[WORD...]", "every day; with words, those that hold them"},
      {Verb::lesson, "lesson", "DAY", "the day's page in the terminal"},
      {Verb::watch, "watch", "DAY", "judge again on every save"},
      {Verb::hint, "hint", "DAY", "the next hint; --solution for the rest"},
      {Verb::run, "run", "DAY", "build and run the day's standalone program"},
      {Verb::diff, "diff", "DAY", "what you changed in the starter"},
      {Verb::reset, "reset", "DAY", "the starter again; your file is kept"},
      {Verb::progress, "progress", "", "your progress; --merge FILE adds a copy's"},
      {Verb::completion, "completion", "SHELL", "a completion script for bash, zsh or fish"},
      {Verb::help, "help", "", "this"},
  };
  return rows;
}

std::optional<Result<Request>> parseRequest(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  const std::string root = harness::takeRoot(words);
  // Where you are, in words or as JSON.
  if (words.empty() || words == std::vector<std::string>{"--json"}) {
    Request home;
    home.root = root;
    home.json = !words.empty();
    return home;
  }
  const auto row = std::find_if(verbs().begin(), verbs().end(),
                                [&](const VerbRow& candidate) { return candidate.name == words.front(); });
  if (row == verbs().end()) return std::nullopt;
  words.erase(words.begin());
  return parseVerb(*row, words, root);
}

std::string helpText() {
  std::string out =
      "A day, from the page to a pass\n"
      "  ./harness                        where you are, and what comes next\n"
      "  ./harness lesson day05           read the page\n"
      "  make day05                       makes work/day05.cu from the starter\n"
      "  edit work/day05.cu\n"
      "  ./harness day05                  the verdict: what is wrong, where, and why\n"
      "  ./harness day05 --why            right and slow: the lines that cost most\n"
      "\n"
      "Commands\n";
  for (const VerbRow& row : verbs())
    out += fmt::format("  ./harness {:<22} {}\n", fmt::format("{} {}", row.name, row.argument), row.help);
  return out +
         "  ./harness submit DAY --note ...  the one file to hand in\n"
         "  ./harness grade PATH...          grades a class in a sandbox\n"
         "  ./harness doctor                 what of compiler, simulator and card is found\n"
         "  ./harness check [DAY...]         proves the course itself\n"
         "\n"
         "`./harness --help` has the options of a judged run, `./harness COMMAND --help`\n"
         "those of a command. Exit statuses: docs/protocol.md.\n";
}

}  // namespace learn
