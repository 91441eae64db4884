#pragma once
// One call of solve() that is looked at instead of judged: what every source line costs on the simulator, and where the
// wrong cells lie when there are any.
#include <cstdint>
#include <optional>
#include <string>

#include "exercise/call.h"
#include "exercise/diagnose.h"
#include "exercise/report.h"
#include "exercise/simulator.h"
#include "exercise/wrong_map.h"

namespace exercise {

/// Calls solve() once at `shape`, with the inputs of the ladder's first run and blocks in ascending order, and reports
/// a `why` event. The checkers are off: they are the ladder's, and cost more than the sampling.
inline void explain(const Exercise& day, const Shape& shape, CallName name, std::uint64_t seed,
                    const Simulator& simulator, Report& report) {
  name.shape = shape;
  const Problem problem = day.problem(shape, derivedSeed(seed, shape.count(), 1));
  report.caseBegin(name);
  simulator.setChecks(false);
  simulator.takeLines();
  simulator.setSampling(true);
  const CallResult call = callSolve(day, problem, {}, 0, simulator);
  WhyOutcome why;
  why.kernels = simulator.takeLines();
  simulator.setSampling(false);
  why.bytes = day.bytesMoved(problem);
  if (call.error) {
    why.error = call.error->detail.empty() ? call.error->text : call.error->detail;
  } else {
    for (const Array& array : problem.arrays) why.total += array.compared() ? array.shape.count() : 0;
    for (std::size_t i = 0; i < problem.arrays.size(); ++i)
      if (problem.arrays[i].compared()) why.wrong += compare(problem.arrays[i], call.after[i]).wrong.size();
    if (const std::optional<std::size_t> wrong = firstWrongArray(problem, call))
      why.map = wrongMapJson(problem.arrays[*wrong], call.after[*wrong]);
  }
  report.why(name, why);
}

}  // namespace exercise
