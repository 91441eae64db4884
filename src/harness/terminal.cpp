#include "harness/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace harness {

bool canWriteOver(int descriptor) {
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) == 1 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

bool wantsColor(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  return canWriteOver(descriptor) && (refused == nullptr || *refused == '\0');
}

}  // namespace harness
