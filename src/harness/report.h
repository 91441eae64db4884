#pragma once
// Stage 5: what the learner, or a program, gets to read. Both forms are made from one Report; neither prints.
#include <cstdint>
#include <string>

#include "harness/course.h"
#include "harness/judge.h"
#include "harness/shrink.h"

namespace harness {

/// One judged file, and all that there is to say about it.
struct Report {
  DayFiles files;
  Day day;
  std::string file;          // which file was judged, as shown
  std::string sourceText;    // its text, for quoting the lines of findings
  std::string device, card;  // "sim" or "gpu"; the card's id or name
  std::uint64_t seed = 0;    // that replays the run
  Judgement judgement;
  std::string compilerSaid;                   // errors when it did not build, else warnings
  std::string standardOutput, standardError;  // the learner's
  bool outputTruncated = false;
  double buildSeconds = 0, runSeconds = 0;
  std::string note;                     // empty, or what this run could not look at
  std::string why;                      // --why's facts as JSON (why.h); empty when they were not asked for
  std::optional<FailingCase> smallest;  // the smallest case that fails like the judgement's, where one was looked for
};

struct TextStyle {
  bool color = false;
  bool quiet = false;  // the verdict and the one line
};

/// The report for a terminal: lines of at most 80 columns, except what compilers and learners wrote.
std::string textReport(const Report& report, const TextStyle& style);

/// The report as docs/protocol.md's JSON object, with a final newline.
std::string jsonReport(const Report& report);

/// A problem that kept the judge from starting, as the same JSON object with every other value null.
std::string jsonProblem(const Problem& problem, const std::string& day);

/// `text` broken at spaces into lines of at most `width` columns; every line but the first starts with `indent` spaces.
std::string wrap(const std::string& text, std::size_t indent, std::size_t width = 80);

}  // namespace harness
