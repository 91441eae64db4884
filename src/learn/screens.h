#pragma once
// What the commands without a judge say: where you are, the days, the next one. Pure: facts in, text out.
#include <set>
#include <string>
#include <string_view>

#include "harness/outline.h"
#include "learn/lesson_text.h"
#include "learn/progress.h"

namespace learn {

/// What the screens know.
struct Situation {
  harness::Outline outline;
  Progress progress;
  std::set<int> files;  // days with a file in work/
  Timestamp now;

  DayState stateOf(int day) const;
};

/// The first day that exists and is not solved, a broken one before all others; null when all are solved.
const harness::OutlineDay* nextDay(const Situation& situation);

/// `./harness`: how far, the last run, what to do next.
std::string homeScreen(const Situation& situation, const TerminalStyle& style);

/// `./harness list [WORD...]`: every day by module with its state, time and best ratio; with words, the days whose
/// number, slug, title or summary holds all of them.
std::string listScreen(const Situation& situation, const std::vector<std::string>& words, const TerminalStyle& style);

/// The same as one JSON object.
std::string listJson(const Situation& situation, const std::vector<std::string>& words);

/// `./harness next`: the next day in three lines.
std::string nextScreen(const Situation& situation, const TerminalStyle& style);

/// The next day as one JSON object: a member "next", null when every day is solved.
std::string nextJson(const Situation& situation);

/// Numbers of days for scripts, one a line: "day02".
std::string listQuiet(const Situation& situation, const std::vector<std::string>& words);

/// "12 minutes ago", "yesterday", "on 2026-11-02".
std::string agoText(const Timestamp& then, const Timestamp& now);

/// "40 s", "12 min", "3 h 05 min".
std::string durationText(double seconds);

}  // namespace learn
