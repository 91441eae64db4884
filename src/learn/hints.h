#pragma once
// Hints one after the other, and the solution only after a pass or on a plain request.
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/result.h"
#include "learn/lesson_text.h"
#include "learn/progress.h"

namespace learn {

/// What to show, and what is to be remembered.
struct HintOutcome {
  std::string text;
  std::uint64_t shown = 0;  // hints that the learner has seen after this
  std::uint64_t count = 0;  // hints that there are
  std::string title, body;  // the hint or the solution alone, as Markdown; empty when all hints were shown before
  std::string after;        // what `text` ends with: how to go on
};

/// The outcome as one JSON object.
std::string hintJson(const HintOutcome& outcome, int day);

/// `page`: the day's lesson. The next hint that was not shown, with those before it named; when all were, how to see
/// the solution. With `solution`, the solution as the page has it. The Problem: the page has no hints.
harness::Result<HintOutcome> nextHint(std::string_view page, const std::string& id, const DayProgress& day,
                                      bool solution, const TerminalStyle& style);

}  // namespace learn
