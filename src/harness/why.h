#pragma once
// `./harness dayNN --why`: what every line of the learner's file costs on the simulator, and the sentence that says
// why.
#include <optional>
#include <string>

#include "harness/pipeline.h"
#include "harness/report.h"
#include "harness/why_facts.h"
#include "harness/why_notes.h"

namespace harness {

/// What --why found for one case of one file.
struct WhyReport {
  DayFiles files;
  std::string title;       // of the day
  std::string file;        // as shown
  std::string sourceText;  // its text
  std::string card;        // the simulated one
  std::string verdict;     // of the judge, in one line; may be empty
  std::string htmlFile;    // where the HTML report was written, as shown; may be empty
  std::string problem;     // why there are no counts; empty when there are
  WhyFacts facts;
  std::vector<Note> notes;  // the most wasteful first
};

struct WhyStyle {
  bool color = false;
  bool verbose = false;  // every line's counts and every note, also of lines that cost no more than they must
  std::size_t mostNotes = 5;
};

/// Builds the file (from the cache when it was judged before) and runs one case with its accesses sampled: that of
/// request.cases, or the one that the verdict's counters come from. A Problem is a fault of the course or the set-up; a
/// file that does not run has a WhyReport that says so.
Result<WhyReport> explainFile(const JudgeRequest& request);

/// The page for a terminal: at most 80 columns a line, except for source lines that are longer by themselves.
std::string whyText(const WhyReport& report, const WhyStyle& style);

/// The same as one HTML file that needs nothing beside it.
std::string whyHtml(const WhyReport& report);

/// The same facts as one JSON object on one line.
std::string whyJson(const WhyReport& report);

}  // namespace harness
