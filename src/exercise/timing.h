#pragma once
// solve() against the copy and the naive kernel, on the same buffers, seconds apart.
//
// On a card: quads of cells in the order copy, solve, naive, ceiling, ceiling, naive, solve, copy or the reverse, so
// that a linear drift of the clock cancels; buffers in rotation, so that no call finds its data in L2; each cell the
// median of several launches; outputs poisoned before and compared after. A quad over which the clock changed is
// dropped. On the simulator times are modelled and exact: one call each.
#include <cuda_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/cache_warning.h"
#include "exercise/call.h"
#include "exercise/protocol.h"
#include "exercise/ratio.h"
#include "exercise/report.h"

namespace exercise {

/// Times, or why there are none: an error of solve(), or values that were wrong after the timing.
struct TimingOutcome {
  std::optional<ApiError> error;
  bool ours = false;
  std::optional<std::size_t> wrongArray;  // of `problem`
  Problem problem;
  CallResult call;
  TimingResult result;
};

namespace detail {

enum class Contender { copy, naive, solve, ceiling };

/// `ceiling` is not the day's, and launched by timeCell.
inline void launch(const Exercise& day, Contender contender, const Problem& problem,
                   const std::vector<void*>& pointers) {
  switch (contender) {
    case Contender::ceiling:
      return;
    case Contender::copy:
      return day.copy(problem, pointers);
    case Contender::naive:
      return day.naive(problem, pointers);
    case Contender::solve:
      return day.solve(problem, pointers);
  }
}

/// Buffer sets in rotation.
struct Sets {
  std::vector<Problem> problems;
  std::vector<std::vector<PlacedArray>> device;
  std::size_t next = 0;
  cudaError_t error = cudaSuccess;
  CeilingBuffers ceiling;
  bool ceilingIsWide = true;  // else cudaMemcpy was faster
  std::optional<StreamHold> hold;
  /// Whose cells are queued while the stream is held. Not those of a contender that waits for the card itself, or whose
  /// work escapes the events.
  bool held[4] = {true, true, true, true};
};

/// How a cell's time is taken: by the simulator's model, by events as launches come, or by events on a held stream.
enum class Clocking { modelled, open, held };

/// At most this many launches are queued on a held stream: its queue has room for 1,024 commands, and two of a launch's
/// are events.
constexpr std::size_t mostHeldLaunches = 100;

/// Milliseconds of one launch between two events, median of `launches`; negative after an error, which `sets` keeps.
inline double timeCell(const Exercise& day, Contender contender, Sets& sets, std::size_t launches,
                       Clocking clocking = Clocking::open) {
  bool& mayHold = sets.held[static_cast<int>(contender)];
  const bool held = clocking == Clocking::held && mayHold && sets.hold;
  if (held) launches = std::min(launches, mostHeldLaunches);
  std::vector<cudaEvent_t> events(2 * launches);
  for (cudaEvent_t& event : events)
    if ((sets.error = cudaEventCreate(&event)) != cudaSuccess) return -1;
  if (clocking != Clocking::modelled) forgetPersistingLines();
  if (held) sets.hold->begin();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < launches; ++i) {
    const std::size_t set = sets.next++ % sets.problems.size();
    cudaEventRecord(events[2 * i]);
    if (contender == Contender::ceiling)
      sets.ceiling.copy(sets.ceilingIsWide ? day.wideCopy : nullptr);
    else
      launch(day, contender, sets.problems[set], pointersOf(sets.device[set]));
    cudaEventRecord(events[2 * i + 1]);
  }
  if (held) sets.hold->release();
  sets.error = cudaGetLastError();
  if (const cudaError_t late = cudaDeviceSynchronize(); sets.error == cudaSuccess) sets.error = late;
  const bool good = sets.error == cudaSuccess;
  const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  std::vector<double> times;
  for (std::size_t i = 0; i < launches; ++i) {
    float milliseconds = 0;
    if (good) cudaEventElapsedTime(&milliseconds, events[2 * i], events[2 * i + 1]);
    times.push_back(static_cast<double>(milliseconds));
  }
  for (const cudaEvent_t event : events) cudaEventDestroy(event);
  if (!good) return -1;
  if (held && sets.hold->gaveUp()) {
    mayHold = false;
    return timeCell(day, contender, sets, launches);
  }
  if (clocking == Clocking::modelled || held) return medianOf(times);  // the clock on the wall knows neither
  // Work on a stream that does not wait for the default one escapes the events, but not the clock on the wall.
  const double perLaunch = wall / static_cast<double>(launches), inEvents = medianOf(times);
  if (!(perLaunch > 1.5 * inEvents + 0.05)) return inEvents;
  mayHold = false;
  return perLaunch;
}

/// Milliseconds of the copy alone, from a few cells: before solve() has run, and what later times are held to.
inline double calibrate(const Exercise& day, Sets& sets) {
  std::vector<double> cells;
  for (int cell = 0; cell < 5; ++cell) cells.push_back(timeCell(day, Contender::copy, sets, 20));
  return *std::min_element(cells.begin(), cells.end()) < 0 ? -1 : medianOf(cells);
}

/// The faster of a 16-byte copy and cudaMemcpy on this card. No buffers, no ceiling.
inline void findCeiling(const Exercise& day, Sets& sets, TimingResult& out) {
  if (sets.ceiling.bytes == 0) return;
  double best[2] = {0, 0};
  for (const bool wide : {true, false}) {
    sets.ceilingIsWide = wide;
    timeCell(day, Contender::ceiling, sets, 5);
    best[wide ? 1 : 0] = timeCell(day, Contender::ceiling, sets, 20);
  }
  sets.ceilingIsWide = best[1] <= best[0];
  out.ceilingName = sets.ceilingIsWide ? "16-byte copy" : "cudaMemcpy";
}

inline bool measure(const Exercise& day, Sets& sets, double calibrated, TimingResult& out) {
  // How many launches make a cell of 5 ms, at least 5.
  const double first = timeCell(day, Contender::copy, sets, 20);
  if (first < 0) return false;
  const std::size_t launches = std::max<std::size_t>(5, static_cast<std::size_t>(5.0 / std::max(first, 0.001)) + 1);
  // Warm: as launches come, which shows who must not be held.
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  while (elapsed() < 0.3)
    for (const Contender contender : {Contender::copy, Contender::solve, Contender::naive})
      // What was loaded or allocated in an earlier cell says nothing of this one.
      if (sets.held[static_cast<int>(contender)] = true; timeCell(day, contender, sets, 5) < 0) return false;
  findCeiling(day, sets, out);
  const ClockReader clock(day.clock);
  sets.hold.emplace(day.hold);
  int nominalKilohertz = 0;
  cudaDeviceGetAttribute(&nominalKilohertz, cudaDevAttrClockRate, 0);

  std::vector<double> toCopy, toNaive, copies, naives, solves, ceilings, clocks;
  constexpr std::size_t looks[] = {12, 24, 48};
  constexpr double budgetSeconds = 10;
  for (const std::size_t quads : looks) {
    while (toCopy.size() < quads && (toCopy.size() < 6 || elapsed() < budgetSeconds)) {
      Contender order[] = {Contender::copy,    Contender::solve, Contender::naive, Contender::ceiling,
                           Contender::ceiling, Contender::naive, Contender::solve, Contender::copy};
      // Every other quad begins with solve(), so that neither is always the one after a pause.
      if ((toCopy.size() + out.droppedQuads) % 2 == 1) {
        std::swap(order[0], order[1]);
        std::swap(order[6], order[7]);
      }
      double product[4] = {1, 1, 1, 1};  // of a contender's two cells
      const double before = clock.megahertz();
      for (const Contender contender : order) {
        if (contender == Contender::ceiling && sets.ceiling.bytes == 0) continue;
        // A slow contender fills its cell with fewer launches.
        const bool fast = contender == Contender::copy || contender == Contender::ceiling;
        const double time =
            timeCell(day, contender, sets, fast ? launches : std::min<std::size_t>(launches, 20), Clocking::held);
        if (!(time > 0)) return false;
        product[static_cast<int>(contender)] *= time;
      }
      const double after = clock.megahertz();
      // A card that is always throttled still gets a figure, and a warning.
      if (isThrottled(before, after, nominalKilohertz / 1e3) && out.droppedQuads < looks[0]) {
        ++out.droppedQuads;
        continue;
      }
      clocks.push_back(std::min(before, after));
      const double copy = std::sqrt(product[0]), naive = std::sqrt(product[1]), solve = std::sqrt(product[2]);
      toCopy.push_back(std::log(solve / copy));
      toNaive.push_back(std::log(naive / solve));
      copies.push_back(copy);
      naives.push_back(naive);
      solves.push_back(solve);
      if (sets.ceiling.bytes != 0) ceilings.push_back(std::sqrt(product[3]));
    }
    const Ratio ratio = ratioOf(toCopy);
    out.ratioToCopy = ratio.value;
    out.interval = ratio.interval;
    if (ratio.interval[1] - ratio.interval[0] <= 0.02 * ratio.value || elapsed() >= budgetSeconds) break;
  }
  out.quads = toCopy.size();
  const Ratio ratioToNaive = ratioOf(toNaive);
  out.ratioToNaive = ratioToNaive.value;
  out.intervalToNaive = ratioToNaive.interval;
  out.copyMilliseconds = medianOf(copies);
  out.naiveMilliseconds = medianOf(naives);
  out.solveMilliseconds = medianOf(solves);
  out.ceilingMilliseconds = medianOf(ceilings);
  out.clockMegahertz = medianOf(clocks);
  for (const std::string& doubt :
       {ceilingDoubt(out.solveMilliseconds, out.ceilingMilliseconds, out.ceilingName),
        copyDoubt(out.copyMilliseconds, calibrated), throttleDoubt(out.quads, out.droppedQuads)})
    if (!doubt.empty()) out.warning += (out.warning.empty() ? "" : "; ") + doubt;
  return true;
}

inline bool model(const Exercise& day, Sets& sets, const Simulator& simulator, TimingResult& out) {
  // A modelled call costs seconds, not launches: the first call of each already counts, and only the time matters.
  simulator.setChecks(false);
  simulator.countAll();
  simulator.takeLaunches();
  out.modelled = true;
  out.copyMilliseconds = timeCell(day, Contender::copy, sets, 1, Clocking::modelled);
  out.naiveMilliseconds = timeCell(day, Contender::naive, sets, 1, Clocking::modelled);
  simulator.takeLaunches();
  // solve() last and over poison: its output is the one that is compared afterwards.
  for (std::size_t i = 0; i < sets.device[0].size(); ++i)
    if (sets.problems[0].arrays[i].role != Role::input)
      sets.device[0][i].upload(startOf(sets.problems[0].arrays[i], Fill::poison));
  out.solveMilliseconds = timeCell(day, Contender::solve, sets, 1, Clocking::modelled);
  out.launches = simulator.takeLaunches();
  simulator.setChecks(true);
  if (!(out.copyMilliseconds > 0) || !(out.naiveMilliseconds > 0) || !(out.solveMilliseconds > 0)) return false;
  out.ratioToCopy = out.solveMilliseconds / out.copyMilliseconds;
  out.ratioToNaive = out.naiveMilliseconds / out.solveMilliseconds;
  out.interval = {out.ratioToCopy, out.ratioToCopy};
  out.intervalToNaive = {out.ratioToNaive, out.ratioToNaive};
  return true;
}

}  // namespace detail

/// Milliseconds of the copy at `shape` on a card, before solve() was ever called; 0 when it could not be timed.
inline double calibrateCopy(const Exercise& day, const Shape& shape, std::uint64_t seed, std::uint64_t l2Bytes,
                            const Simulator& simulator) {
  detail::Sets sets;
  const Problem drawn = day.problem(shape, seed);
  const std::uint64_t wanted = std::max<std::uint64_t>(2, 3 * l2Bytes / day.bytesMoved(drawn) + 1);
  for (std::uint64_t i = 0; i < wanted; ++i) {
    sets.problems.push_back(drawn);
    cudaError_t code = cudaSuccess;
    sets.device.push_back(placeArrays(drawn, {}, simulator, code));
    if (code != cudaSuccess) {
      cudaGetLastError();
      return 0;
    }
  }
  return std::max(0.0, detail::calibrate(day, sets));
}

/// Times the contenders at `shape`. The buffers are drawn from `seed`. `calibrated`: what calibrateCopy said.
inline TimingOutcome timeSolve(const Exercise& day, const Shape& shape, std::uint64_t seed, std::uint64_t l2Bytes,
                               double calibrated, const Simulator& simulator) {
  TimingOutcome outcome;
  detail::Sets sets;
  const auto addSet = [&](std::uint64_t index) {
    sets.problems.push_back(day.problem(shape, derivedSeed(seed, index, 11)));
    cudaError_t code = cudaSuccess;
    sets.device.push_back(placeArrays(sets.problems.back(), {}, simulator, code));
    if (code != cudaSuccess) outcome.error = describeError(code, "allocation", simulator);
    outcome.ours = code != cudaSuccess;
    return code == cudaSuccess;
  };
  if (!addSet(0)) return outcome;
  const std::uint64_t bytes = day.bytesMoved(sets.problems[0]);
  if (!simulator.present()) {
    const std::uint64_t wanted = std::max<std::uint64_t>(2, 3 * l2Bytes / bytes + 1);
    for (std::uint64_t i = 1; i < wanted; ++i)
      if (!addSet(i)) return outcome;
    sets.ceiling.allocate(bytes, static_cast<std::size_t>(wanted));
  }

  outcome.result.shape = shape;
  outcome.result.bytes = bytes;
  outcome.result.l2Multiple = l2Bytes > 0 ? static_cast<double>(bytes) / static_cast<double>(l2Bytes) : 0;
  if (l2Bytes > 0) outcome.result.warning = cacheWarning(sets.problems[0], outcome.result.l2Multiple);
  const bool timed = simulator.present() ? detail::model(day, sets, simulator, outcome.result)
                                         : detail::measure(day, sets, calibrated, outcome.result);
  if (!timed) {
    // No time and no error: an event pair without work between them, which no launch of solve() leaves.
    const cudaError_t code = sets.error == cudaSuccess ? cudaErrorUnknown : sets.error;
    outcome.error = describeError(code, "sync", simulator);
    return outcome;
  }

  // Every set once more, from poison: a kernel that was right for a hundred calls may not be for the next.
  for (std::size_t set = 0; set < sets.problems.size(); ++set) {
    const Problem& problem = sets.problems[set];
    CallResult call;
    call.after.resize(problem.arrays.size());
    for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
      PlacedArray& array = sets.device[set][i];
      // On the simulator the last timed call was solve's own, and what it left is compared.
      if (!simulator.present() && problem.arrays[i].role != Role::input)
        array.upload(startOf(problem.arrays[i], Fill::poison));
    }
    if (!simulator.present()) day.solve(problem, pointersOf(sets.device[set]));
    const cudaError_t code = cudaDeviceSynchronize();
    if (code != cudaSuccess) {
      outcome.error = describeError(code, "sync", simulator);
      return outcome;
    }
    for (std::size_t i = 0; i < problem.arrays.size(); ++i)
      if (problem.arrays[i].compared()) sets.device[set][i].download(call.after[i]);
    for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
      if (!problem.arrays[i].compared() || compare(problem.arrays[i], call.after[i]).wrong.empty()) continue;
      outcome.wrongArray = i;
      outcome.problem = problem;
      outcome.call = call;
      return outcome;
    }
  }
  return outcome;
}

}  // namespace exercise
