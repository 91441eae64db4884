#pragma once
// What the environment says about the simulated device.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gpusim::cudart {

/// Whether launches count sectors, wavefronts and the like, from which their modelled times come. `forEvents`: only
/// once the program has made an event, for nobody can have seen a time before.
enum class Counting : std::uint8_t { off, on, forEvents };

struct Settings {
  std::string card = "t4";              // GPUSIM_CARD
  std::vector<std::string> devices;     // GPUSIM_DEVICES: one card a device; empty: one device, `card`
  std::uint64_t seed = 0;               // GPUSIM_SEED
  unsigned threads = 0;                 // GPUSIM_THREADS; 0: one a core
  std::uint32_t tools = 15;             // GPUSIM_CHECKS: memcheck,initcheck,racecheck,synccheck; all, none
  bool reportLeaks = false;             // GPUSIM_CHECKS has leakcheck
  bool verbose = false;                 // GPUSIM_VERBOSE=1: a line a launch
  bool pages = false;                   // GPUSIM_PAGES=1: managed memory's page faults are counted
  bool stoppable = false;               // GPUSIM_STOPPABLE=1: SIGTERM ends the launch that runs, with its line
  bool work = false;                    // GPUSIM_WORK=1: gpusimTakeLaunches tells what the time model saw
  Counting counting = Counting::on;     // gpusimSetCounters
  std::vector<std::string> complaints;  // one line for each value that could not be used
};

/// `get` is getenv or a stand-in for it; null means unset. A bad value is a complaint and leaves the default.
Settings readSettings(const std::function<const char*(const char*)>& get);

}  // namespace gpusim::cudart
