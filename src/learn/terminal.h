#pragma once
// The terminal as a place where keys are pressed and text is shown.
#include <termios.h>

#include <optional>

#include "learn/lesson_text.h"

namespace learn {

/// What standard output can show: color (harness/terminal.h), Unicode where the locale says UTF-8, the width of the
/// window but 80 columns at the most.
TerminalStyle styleOf(int descriptor);

/// Keys one by one, without Enter and without echo, as long as this lives. Signals still come from the keyboard. The
/// terminal is put back by the destructor, and when the process ends by exit(), by a signal of `restoreOn`, or stops.
class KeyReader {
 public:
  KeyReader();
  ~KeyReader();
  KeyReader(const KeyReader&) = delete;
  KeyReader& operator=(const KeyReader&) = delete;

  /// Whether there is a keyboard at all.
  bool active() const { return active_; }

 private:
  bool active_ = false;
};

/// Puts the terminal back as it was before the first KeyReader. Async-signal-safe.
void restoreTerminal();

}  // namespace learn
