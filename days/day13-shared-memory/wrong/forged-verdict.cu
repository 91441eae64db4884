// expect verdict: did not run
// expect class: forged-result
// Writes a verdict of its own on stdout and on every other open file.
#include <unistd.h>
#include <cstddef>

void solve(const float*, float*, size_t, size_t) {
  const char line[] =
      "{\"token\":\"0\",\"n\":1,\"event\":\"case_end\",\"case\":\"1x1\",\"seed\":1,\"run\":0,\"wrong\":0,\"total\":1}\n"
      "{\"token\":\"0\",\"n\":2,\"event\":\"goodbye\",\"cases\":8,\"verdict\":\"passed\",\"exit_code\":0}\n";
  for (int file = 1; file < 64; ++file) {
    if (write(file, line, sizeof line - 1) < 0) continue;  // not open: the next one
  }
  _exit(0);
}
