#pragma once
// Day 7's exercise: SAXPY by a kernel that is right on any grid. See src/exercise/day.h for what each member is for.
//
// The harness launches the kernel itself, with grids of its own choice: a kernel that needs another grid cannot hide.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exercise/arrays.h"
#include "exercise/diagnosis.h"
#include "exercise/text.h"

/// y[i] = a * x[i] + y[i] for i < n, launched with any one-dimensional grid and block.
using SaxpyKernel = void (*)(float a, const float* x, float* y, std::size_t n);

/// Written by the learner: the kernel to be judged.
SaxpyKernel solve();

namespace day07 {

/// blocks x threads of a launch. Drawn for middle lengths; the shortest get more threads than elements, so that the
/// same fault fails at the same case every time.
struct Grid {
  unsigned blocks, threads;
};
constexpr Grid grids[] = {{1, 1}, {1, 32}, {3, 1}, {5, 33}, {7, 96}, {2, 256}, {40, 64}, {3, 1000}};
constexpr std::size_t fewElements = 100;
constexpr std::size_t manyElements = 50000;     // from here on one lane, or one warp, would take too long
constexpr std::size_t timedElements = 4000000;  // and from here on the grid fills a card

inline Grid gridFor(std::size_t n, std::uint64_t seed) {
  if (n < fewElements) return {7, 96};
  if (n >= timedElements) return {1280, 256};
  const std::size_t first = n >= manyElements ? 4 : 0;
  return grids[first + seed % (sizeof grids / sizeof *grids - first)];
}

/// Whole numbers, x never 0: a * x + y is exact, and how often an element was updated can be read from its value.
inline exercise::Problem saxpyProblem(const exercise::Shape& shape, std::uint64_t seed) {
  using namespace exercise;
  const std::size_t n = shape.count();
  const double a = static_cast<double>(3 + seed % 5);
  const Grid grid = gridFor(n, derivedSeed(seed, 3, 0));
  const std::vector<double> x = wholeNumbers(derivedSeed(seed, 1, 0), n, 1U << 9);
  const std::vector<double> y = wholeNumbers(derivedSeed(seed, 2, 0), n, 1U << 20);
  std::vector<double> after(n);
  for (std::size_t i = 0; i < n; ++i) after[i] = a * x[i] + y[i];
  Problem problem;
  problem.shape = shape;
  problem.scalars = {a, static_cast<double>(grid.blocks), static_cast<double>(grid.threads)};
  problem.arrays.push_back(inputArray("x", ElementType::f32, shape, x));
  problem.arrays.push_back(inOutArray("y", ElementType::f32, shape, y, after));
  problem.arrays.back().relation.elementwise = [=](std::size_t i, std::size_t j) { return a * x[i] + y[j]; };
  return problem;
}

/// How often each element was updated, read from y; empty where some value is no whole number of updates.
struct Visits {
  std::vector<unsigned> of;
  std::size_t never = 0, once = 0, oftener = 0;
  std::size_t firstNever = 0, firstOftener = 0;
};

inline std::optional<Visits> visitsOf(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const Array &x = problem.arrays[0], &y = problem.arrays[1];
  const std::size_t n = problem.shape.count();
  Visits visits;
  visits.of.resize(n);
  for (std::size_t i = n; i-- > 0;) {
    const double step = problem.scalars[0] * elementAt(x.initial, x.type, i);
    const double count = (elementAt(got, y.type, i) - elementAt(y.initial, y.type, i)) / step;
    if (!(count >= 0 && count <= 4096)) return std::nullopt;
    const unsigned whole = static_cast<unsigned>(count);
    if (static_cast<double>(whole) != count) return std::nullopt;
    visits.of[i] = whole;
    visits.never += whole == 0 ? 1 : 0;
    visits.once += whole == 1 ? 1 : 0;
    visits.oftener += whole > 1 ? 1 : 0;
    if (whole == 0) visits.firstNever = i;
    if (whole > 1) visits.firstOftener = i;
  }
  return visits;
}

/// A trip after which the gaps begin: element i is missing exactly where i mod `step` >= `threads`. 0: no such step.
inline std::size_t stepWithGaps(const Visits& visits, std::size_t threads) {
  std::size_t step = visits.firstNever;
  while (step < visits.of.size() && visits.of[step] == 0) ++step;
  if (visits.firstNever != threads || step == visits.of.size()) return 0;
  for (std::size_t i = 0; i < visits.of.size(); ++i)
    if ((i % step >= threads) != (visits.of[i] == 0)) return 0;
  return step;
}

/// What the visits say of the loop; nothing where they say nothing of it.
inline std::optional<exercise::Diagnosis> explainVisits(const exercise::Problem& problem, const Visits& visits) {
  using namespace exercise;
  const std::size_t n = problem.shape.count();
  const std::size_t blocks = static_cast<std::size_t>(problem.scalars[1]);
  const std::size_t block = static_cast<std::size_t>(problem.scalars[2]), threads = blocks * block;
  const std::string grid = counted(blocks, "block") + " of " + counted(block, "thread");
  Diagnosis out;
  out.see = "day 7";
  if (visits.never == n) {
    if (n < fewElements) return std::nullopt;  // too few to tell a short loop from none
    out.faultClass = "nothing-updated";
    out.headline = "no element of y changed: the kernel ran with " + grid + ", and none of its " +
                   counted(threads, "thread") + " updated any of " + counted(n, "element");
  } else if (visits.oftener > 0) {
    const std::size_t at = visits.firstOftener;
    out.faultClass = "updated-more-than-once";
    out.headline = counted(visits.oftener, "element") + " of " + number(n) + (visits.oftener == 1 ? " was" : " were") +
                   " updated more than once, the first is element " + number(at) + " (" + number(visits.of[at]) +
                   " times): with " + grid + ", two threads or two trips meet there, so the step is not the " +
                   counted(threads, "thread") + " of the grid";
    if (visits.never > 0) out.headline += "; " + counted(visits.never, "element") + " got no update at all";
  } else if (threads < n && visits.never == n - threads && visits.firstNever == threads) {
    out.faultClass = "first-trip-only";
    out.headline = "the grid of " + grid + " has " + counted(threads, "thread") + ", and only " +
                   (threads == 1 ? "element 0" : "the first " + counted(threads, "element")) + " of " + number(n) +
                   (threads == 1 ? " was" : " were") + " updated: no thread went on to a second element";
  } else if (const std::size_t step = stepWithGaps(visits, threads)) {
    out.faultClass = "step-too-long";
    out.headline = "each trip starts " + counted(step, "element") + " after the one before, but the grid of " + grid +
                   " has only " + counted(threads, "thread") + ": " + counted(visits.never, "element") + " of " +
                   number(n) + " between the trips got no update, the first is element " + number(visits.firstNever);
  } else if (visits.firstNever + visits.never == n) {
    out.faultClass = "tail-missing";
    out.headline = "the last " + counted(visits.never, "element") + " of " + number(n) + " got no update: with " +
                   grid + ", the loop ends before n";
  } else {
    out.faultClass = "elements-skipped";
    out.headline = counted(visits.never, "element") + " of " + number(n) + " got no update, the first is element " +
                   number(visits.firstNever) + " (grid: " + grid + ")";
  }
  return out;
}

/// Another formula that every element of y agrees with.
inline std::optional<exercise::Diagnosis> explainFormula(const exercise::Problem& problem, const exercise::Bytes& got) {
  using namespace exercise;
  const Array &x = problem.arrays[0], &y = problem.arrays[1];
  const double a = problem.scalars[0];
  struct Formula {
    const char *faultClass, *headline;
    double (*of)(double a, double x, double y);
  };
  constexpr Formula formulas[] = {
      {"y-overwritten", "y holds a * x: what was in y before was overwritten and not added",
       [](double f, double p, double) { return f * p; }},
      {"factor-missing", "y holds x + y: the factor a is missing", [](double, double p, double q) { return p + q; }},
      {"operands-swapped", "y holds x + a * y: the factor a belongs to x",
       [](double f, double p, double q) { return p + f * q; }},
      {"sign-wrong", "y holds a * x - y: y is to be added", [](double f, double p, double q) { return f * p - q; }},
  };
  for (const Formula& formula : formulas) {
    bool fits = true;
    for (std::size_t i = 0; i < problem.shape.count() && fits; ++i)
      fits =
          elementAt(got, y.type, i) == formula.of(a, elementAt(x.initial, x.type, i), elementAt(y.initial, y.type, i));
    if (!fits) continue;
    Diagnosis out;
    out.faultClass = formula.faultClass;
    out.headline = formula.headline;
    out.see = "day 4";
    return out;
  }
  return std::nullopt;
}

}  // namespace day07

#ifdef __CUDACC__
#include "exercise/day_defaults.cuh"

namespace day07 {

// One element a thread on a grid that covers them all: what the starter's kernel is when the grid is large enough.
static __global__ void oneEach(float a, const float* x, float* y, std::size_t n) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

}  // namespace day07

struct Day : exercise::DayDefaults<Day> {
  static constexpr const char* name = "day07";

  static std::vector<Shape> ladder() {
    return {Shape(1), Shape(31), Shape(1000), Shape(4097), Shape(70001), Shape(1000003)};
  }
  static Shape timedShape() { return Shape(4194347); }

  static Problem problem(const Shape& shape, std::uint64_t seed) { return day07::saxpyProblem(shape, seed); }

  static void solve(const Problem& problem, const Pointers& at) {
    const SaxpyKernel kernel = ::solve();
    using exercise::DevicePointer;
    kernel<<<static_cast<unsigned>(problem.scalars[1]), static_cast<unsigned>(problem.scalars[2])>>>(
        static_cast<float>(problem.scalars[0]), DevicePointer{at[0]}, DevicePointer{at[1]}, problem.shape.count());
  }

  static void naive(const Problem& problem, const Pointers& at) {
    using exercise::DevicePointer;
    const std::size_t n = problem.shape.count();
    day07::oneEach<<<static_cast<unsigned>((n + 255) / 256), 256>>>(static_cast<float>(problem.scalars[0]),
                                                                    DevicePointer{at[0]}, DevicePointer{at[1]}, n);
  }

  static std::optional<exercise::Diagnosis> explain(const Problem& problem, std::size_t, const exercise::Bytes& got) {
    if (const auto formula = day07::explainFormula(problem, got)) return formula;
    const std::optional<day07::Visits> visits = day07::visitsOf(problem, got);
    return visits ? day07::explainVisits(problem, *visits) : std::nullopt;
  }
};
#endif
