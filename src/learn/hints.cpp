#include "learn/hints.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/json.h"

namespace learn {

using harness::ExitStatus;
using harness::Problem;
using harness::Result;

namespace {

std::string shownFold(const Fold& fold, const TerminalStyle& style) {
  const std::string head = style.color ? "\033[1m" + fold.summary + "\033[0m" : fold.summary;
  const std::string body = lessonText(fold.body, style);
  const std::string text = head + "\n" + (body.starts_with("\n") ? "" : "\n") + body;
  return style.unicode ? text : asciiOnly(text);
}

}  // namespace

Result<HintOutcome> nextHint(std::string_view page, const std::string& id, const DayProgress& day, bool solution,
                             const TerminalStyle& style) {
  const std::vector<Fold> folds = foldsOf(page);
  std::vector<Fold> hints;
  const Fold* answer = nullptr;
  for (const Fold& fold : folds) {
    if (fold.summary.starts_with("Hint ")) hints.push_back(fold);
    if (fold.summary == "Solution") answer = &fold;
  }
  if (hints.empty() || answer == nullptr)
    return Problem{ExitStatus::course, fmt::format("the page of {} has no hints", id)};
  if (solution)
    return HintOutcome{shownFold(*answer, style), day.hints, hints.size(), answer->summary, answer->body, ""};
  const std::size_t seen = std::min<std::size_t>(day.hints, hints.size());
  if (seen == hints.size()) {
    const bool solved = !day.solved.empty();
    std::string text = fmt::format("You have seen all {} hints of {}:\n", hints.size(), id);
    for (const Fold& hint : hints) text += "  " + hint.summary + "\n";
    text += fmt::format("\n`./harness hint {} --solution` shows the solution{}.\n", id,
                        solved ? "" : "; a pass first is worth more");
    return HintOutcome{style.unicode ? text : asciiOnly(text), seen, hints.size(), "", "", ""};
  }
  const std::string after =
      seen + 1 < hints.size()
          ? fmt::format("\n`./harness hint {}` again shows the next one, {} of {}.\n", id, seen + 2, hints.size())
          : "\nThat was the last hint.\n";
  return HintOutcome{
      shownFold(hints[seen], style) + after, seen + 1, hints.size(), hints[seen].summary, hints[seen].body, after};
}

std::string hintJson(const HintOutcome& outcome, int day) {
  const auto orNull = [](const std::string& text) { return text.empty() ? "null" : harness::jsonString(text); };
  return fmt::format("{{\"day\": {}, \"shown\": {}, \"hints\": {}, \"title\": {}, \"text\": {}}}\n", day, outcome.shown,
                     outcome.count, orNull(outcome.title), orNull(outcome.body));
}

}  // namespace learn
