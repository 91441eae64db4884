#pragma once
// What the commands a learner lives with ask for: one table, from which help and completion come too.
#include <optional>
#include <string>
#include <vector>

#include "harness/result.h"

namespace learn {

enum class Verb { home, list, next, lesson, hint, run, reset, diff, watch, progress, completion, help };

/// One command.
struct VerbRow {
  Verb verb;
  const char* name;
  const char* argument;  // "DAY", "[WORD...]", ""; as help shows it
  const char* help;
};

/// All of them but home, in the order of help.
const std::vector<VerbRow>& verbs();

struct Request {
  Verb verb = Verb::home;
  std::string root = ".";
  std::vector<std::string> words;  // days, words to look for, a shell
  bool json = false, quiet = false, solution = false, poll = false;
  std::string merge;  // progress: another copy
  bool verbose = false;
  std::string device = "auto", card = "t4";
  std::string help;  // not empty: print this and nothing else
};

/// The request when the first word is one of these commands, or there is none; nothing when it is another. The Problem
/// has status usage and says what to write instead.
std::optional<harness::Result<Request>> parseRequest(const std::vector<std::string>& arguments);

/// `./harness help`: how one works here, by what one wants to do.
std::string helpText();

}  // namespace learn
