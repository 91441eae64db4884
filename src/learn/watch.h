#pragma once
// `./harness watch dayNN`: judges the file again on every save.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/course.h"
#include "learn/lesson_text.h"

namespace learn {

struct WatchRequest {
  harness::DayFiles files;
  std::string program;               // this command
  std::vector<std::string> options;  // of every command: "--root", …
  std::vector<std::string> judged;   // of judged runs besides: "--card", "h200"
  bool poll = false;
  TerminalStyle style;
  /// The day to go on with after this one is solved; nothing when it is not, or there is none.
  std::function<std::optional<harness::DayFiles>(const harness::DayFiles&)> nextDay;
};

/// Judges now and after every save of the day's file, until q or a signal. A save during a run ends that run. Keys: h
/// hint, w why, l list, n next day, r run again, q quit. The exit status: 0, or 130 after a signal.
int watch(WatchRequest request);

}  // namespace learn
