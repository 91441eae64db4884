// Day 9: time a kernel that runs while the host goes on.
//
// launch() starts a kernel on the default stream and returns at once. Return how long one launch takes on the device,
// in milliseconds: call launch() at least once to warm up, then time `runs` calls, each on its own, and return the
// median. The kernel does not take equally long each time. The first launch is slow, and now and then another one is.
//
// The version below reads the host's clock around all runs and divides. It compiles, it prints plausible figures, and
// four things are wrong with it.
#include <chrono>

float solve(int runs, void (*launch)()) {
  const auto start = std::chrono::steady_clock::now();
  for (int run = 0; run < runs; ++run) {
    launch();
  }
  const auto stop = std::chrono::steady_clock::now();
  return std::chrono::duration<float, std::milli>(stop - start).count() / static_cast<float>(runs);
}
