#pragma once
// The command `./harness dayNN --why`: the verdict as ever, and what the counts say beside it.
#include <functional>
#include <string>

#include "harness/options.h"
#include "harness/report.h"
#include "harness/result.h"

namespace harness {

/// What the command says, and the verdict's status.
struct WhyOutput {
  std::string text;
  ExitStatus status = ExitStatus::internal;
};

/// Judges the day's file, explains one case of it on the simulator, and writes the HTML report to options.html, or to
/// build/why/dayNN.html. The text is the page for a terminal, or with options.json the judge's object with a member
/// "why".
Result<WhyOutput> explainDay(const Options& options, bool color,
                             const std::function<void(const std::string&)>& onProgress);

}  // namespace harness
