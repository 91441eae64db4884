#include "learn/screens.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "harness/json.h"
#include "harness/report.h"

namespace learn {

using harness::Module;
using harness::OutlineDay;

namespace {

constexpr const char *bold = "\033[1m", *green = "\033[32m", *red = "\033[31m", *yellow = "\033[33m", *dim = "\033[2m";

std::string painted(const TerminalStyle& style, const char* look, const std::string& text) {
  return style.color ? look + text + "\033[0m" : text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return out;
}

bool matches(const OutlineDay& day, const std::vector<std::string>& words) {
  const std::string text = lower(day.name() + " " + day.title + " " + day.summary);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(lower(word)) != std::string::npos; });
}

const char* wordOf(DayState state, bool exists) {
  if (!exists) return "planned";
  switch (state) {
    case DayState::solved:
      return "solved";
    case DayState::broken:
      return "broken";
    case DayState::begun:
      return "begun";
    case DayState::notBegun:
      break;
  }
  return "-";
}

const char* lookOf(DayState state, bool exists) {
  if (!exists || state == DayState::notBegun) return dim;
  return state == DayState::solved ? green : state == DayState::broken ? red : yellow;
}

const DayProgress& progressOf(const Situation& situation, int day) {
  static const DayProgress none;
  const auto found = situation.progress.days.find(day);
  return found == situation.progress.days.end() ? none : found->second;
}

std::size_t solvedDays(const Situation& situation) {
  std::size_t count = 0;
  for (const Module& module : situation.outline.modules)
    for (const OutlineDay& day : module.days)
      count += day.exists && situation.stateOf(day.number) == DayState::solved ? 1 : 0;
  return count;
}

/// The day of the last run; null before the first.
const OutlineDay* lastDay(const Situation& situation) {
  const OutlineDay* last = nullptr;
  Timestamp when;
  for (const auto& [number, day] : situation.progress.days) {
    if (day.lastRun.empty() || day.lastRun < when) continue;
    when = day.lastRun;
    last = situation.outline.find(number);
  }
  return last;
}

/// What to type for a day.
std::string stepsFor(const Situation& situation, const OutlineDay& day) {
  const std::string id = day.id();
  std::string out;
  const auto row = [&](const std::string& command, const std::string& what) {
    out += fmt::format("  {:<32} {}\n", command, what);
  };
  const bool has = situation.files.count(day.number) != 0;
  row("./harness lesson " + id, "read the page, 30 to 60 minutes");
  if (!has) row("make " + id, "makes work/" + id + ".cu from the starter");
  row("./harness " + id, has ? "judge work/" + id + ".cu" : "then judge it");
  row("./harness watch " + id, "judge it again on every save");
  row("./harness hint " + id, "when you are stuck");
  return out;
}

std::string dayJson(const Situation& situation, const Module& module, const OutlineDay& day) {
  const DayProgress& progress = progressOf(situation, day.number);
  const char* state = day.exists && situation.stateOf(day.number) == DayState::notBegun
                          ? "not begun"
                          : wordOf(situation.stateOf(day.number), day.exists);
  return fmt::format(
      "{{\"day\": {}, \"slug\": {}, \"title\": {}, \"module\": {}, \"state\": \"{}\", \"runs\": {}, \"seconds\": {}, "
      "\"best_ratio\": {}}}",
      day.number, harness::jsonString(day.slug), harness::jsonString(day.title), harness::jsonString(module.title),
      state, progress.runs, std::llround(progress.seconds),
      progress.bestRatio > 0 ? fmt::format("{:.4f}", progress.bestRatio) : "null");
}

}  // namespace

DayState Situation::stateOf(int day) const { return learn::stateOf(progressOf(*this, day), files.count(day) != 0); }

const OutlineDay* nextDay(const Situation& situation) {
  const OutlineDay* next = nullptr;
  for (const Module& module : situation.outline.modules)
    for (const OutlineDay& day : module.days) {
      if (!day.exists) continue;
      const DayState state = situation.stateOf(day.number);
      if (state == DayState::broken) return &day;
      if (state != DayState::solved && next == nullptr) next = &day;
    }
  return next;
}

std::string homeScreen(const Situation& situation, const TerminalStyle& style) {
  std::string out = painted(style, bold, "CUDA, Measured") +
                    fmt::format(": {} of {} days solved; {} planned in all\n\n", solvedDays(situation),
                                situation.outline.existing(), situation.outline.count());
  if (const OutlineDay* last = lastDay(situation)) {
    const DayProgress& day = progressOf(situation, last->number);
    out += harness::wrap(fmt::format("Last run: {}, {}: {}{}{}", last->id(), agoText(day.lastRun, situation.now),
                                     day.lastVerdict, day.lastHeadline.empty() ? "" : ": ", day.lastHeadline),
                         2, style.width) +
           "\n\n";
  }
  if (const OutlineDay* next = nextDay(situation)) {
    const bool broken = situation.stateOf(next->number) == DayState::broken;
    out +=
        harness::wrap(fmt::format("{} day {}, {}. {}", broken ? "Solved once, and broken now:" : "Next:", next->number,
                                  next->title, next->summary),
                      2, style.width) +
        "\n\n" + stepsFor(situation, *next);
  } else {
    out += "Every day there is, is solved.\n";
  }
  out += fmt::format("\n  {:<32} {}\n  {:<32} {}\n", "./harness list", "every day, and how you did", "./harness help",
                     "everything else");
  return style.unicode ? out : asciiOnly(out);
}

std::string nextScreen(const Situation& situation, const TerminalStyle& style) {
  const OutlineDay* next = nextDay(situation);
  if (next == nullptr) return "Every day there is, is solved.\n";
  const std::string out =
      harness::wrap(fmt::format("Day {}, {}. {}", next->number, next->title, next->summary), 2, style.width) + "\n\n" +
      stepsFor(situation, *next);
  return style.unicode ? out : asciiOnly(out);
}

std::string listScreen(const Situation& situation, const std::vector<std::string>& words, const TerminalStyle& style) {
  std::string out;
  std::size_t shown = 0;
  for (const Module& module : situation.outline.modules) {
    bool headed = false;
    for (const OutlineDay& day : module.days) {
      if (!matches(day, words)) continue;
      if (!headed) out += fmt::format("{}{}\n", out.empty() ? "" : "\n", painted(style, bold, module.title));
      headed = true;
      ++shown;
      const DayProgress& progress = progressOf(situation, day.number);
      const DayState state = situation.stateOf(day.number);
      std::string line = fmt::format("  {:<6} {:<38} ", day.id(), day.title);
      line += painted(style, lookOf(state, day.exists), fmt::format("{:<8}", wordOf(state, day.exists)));
      line += fmt::format(" {:>10}", progress.seconds > 0 ? durationText(progress.seconds) : "");
      line += progress.bestRatio > 0 ? fmt::format(" {:>7.2f}x", progress.bestRatio) : "";
      line.resize(line.find_last_not_of(' ') + 1);
      out += line + "\n";
    }
  }
  if (shown == 0) out = fmt::format("no day holds '{}'\n", fmt::join(words, " "));
  if (words.empty())
    out += fmt::format("\n{} of {} solved. Last columns: time spent, best time as a multiple of a copy's.\n",
                       solvedDays(situation), situation.outline.existing());
  return style.unicode ? out : asciiOnly(out);
}

std::string listJson(const Situation& situation, const std::vector<std::string>& words) {
  std::string days;
  for (const Module& module : situation.outline.modules)
    for (const OutlineDay& day : module.days)
      if (matches(day, words)) days += (days.empty() ? "\n  " : ",\n  ") + dayJson(situation, module, day);
  return fmt::format("{{\"days\": [{}\n]}}\n", days);
}

std::string nextJson(const Situation& situation) {
  const OutlineDay* next = nextDay(situation);
  for (const Module& module : situation.outline.modules)
    for (const OutlineDay& day : module.days)
      if (&day == next) return fmt::format("{{\"next\": {}}}\n", dayJson(situation, module, day));
  return "{\"next\": null}\n";
}

std::string listQuiet(const Situation& situation, const std::vector<std::string>& words) {
  std::string out;
  for (const Module& module : situation.outline.modules)
    for (const OutlineDay& day : module.days)
      if (matches(day, words)) out += day.id() + "\n";
  return out;
}

std::string agoText(const Timestamp& then, const Timestamp& now) {
  const double seconds = secondsBetween(then, now);
  const auto plural = [](long count, const char* unit) {
    return fmt::format("{} {}{} ago", count, unit, count == 1 ? "" : "s");
  };
  if (seconds < 60) return "a moment ago";
  if (seconds < 3600) return plural(static_cast<long>(seconds / 60), "minute");
  if (seconds < 86400) return plural(static_cast<long>(seconds / 3600), "hour");
  if (seconds < 7 * 86400) return plural(static_cast<long>(seconds / 86400), "day");
  return "on " + then.substr(0, 10);
}

std::string durationText(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  const long minutes = std::lround(seconds / 60);
  return minutes < 60 ? fmt::format("{} min", minutes) : fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace learn
