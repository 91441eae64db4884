#include "learn/terminal.h"

#include <langinfo.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <clocale>
#include <cstdlib>
#include <string_view>

#include "harness/terminal.h"

namespace learn {
namespace {

termios before{};
std::atomic<bool> changed{false};

void takeKeys() {
  termios keys = before;
  keys.c_lflag &= static_cast<tcflag_t>(~(ICANON | ECHO));
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

/// Ctrl-Z gives the shell its terminal back; `fg` takes the keys again.
void onStop(int) {
  restoreTerminal();
  signal(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);
}

void onContinue(int) {
  signal(SIGTSTP, onStop);
  if (changed) takeKeys();
}

}  // namespace

TerminalStyle styleOf(int descriptor) {
  TerminalStyle style;
  style.color = harness::wantsColor(descriptor);
  std::setlocale(LC_CTYPE, "");
  style.unicode = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  winsize size{};
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
    style.width = std::min<std::size_t>(80, size.ws_col);
  return style;
}

KeyReader::KeyReader() {
  if (isatty(STDIN_FILENO) != 1 || tcgetattr(STDIN_FILENO, &before) != 0) return;
  active_ = true;
  changed = true;
  takeKeys();
  std::atexit(restoreTerminal);
  signal(SIGTSTP, onStop);
  signal(SIGCONT, onContinue);
}

KeyReader::~KeyReader() {
  if (!active_) return;
  restoreTerminal();
  changed = false;
  signal(SIGTSTP, SIG_DFL);
  signal(SIGCONT, SIG_DFL);
}

void restoreTerminal() {
  if (changed) tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

}  // namespace learn
