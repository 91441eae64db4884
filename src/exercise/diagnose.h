#pragma once
// More evidence about a failing case than one call gives, and the one line that comes of it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "exercise/call.h"
#include "exercise/classify.h"
#include "exercise/orders.h"

namespace exercise {

/// Further calls are made only when they cost little: a wrong kernel may be a slow one too.
constexpr double affordableSeconds = 2;
constexpr std::size_t largestWitness = std::size_t{1} << 20;  // elements

/// Runs the same input under every order and counts the different outputs. An output that differs from the first
/// becomes `facts.again`. Orders that would take long are left out: how many were tried is told beside the count.
inline void countAnswers(const Exercise& day, const Problem& problem, std::size_t array, const Bytes& first,
                         std::uint64_t bits, const Simulator& simulator, Facts& facts) {
  std::vector<Bytes> answers{first};
  double spent = 0;
  for (unsigned run = 0; run < orderCount && spent < affordableSeconds; ++run) {
    const CallResult call = callSolve(day, problem, {}, orderOf(run, bits).seed, simulator);
    if (call.error) break;  // an error may stick: no call after it would say anything
    spent += call.seconds;
    ++facts.orders;
    if (std::find(answers.begin(), answers.end(), call.after[array]) == answers.end())
      answers.push_back(call.after[array]);
  }
  facts.answers = answers.size();
  if (answers.size() > 1) facts.again = valuesOf(problem.arrays[array], answers[1]);
}

/// The facts of one array after a failing call, with those that need further calls of solve() when `furtherCalls`.
/// `previous`: the same array after the call before, or empty.
inline Facts observe(const Exercise& day, const Problem& problem, std::size_t array, const CallResult& call,
                     std::uint64_t orderSeed, const Bytes& previous, bool furtherCalls, const Simulator& simulator) {
  const Array& of = problem.arrays[array];
  Facts facts = gatherFacts(problem, of, call.after[array]);
  if (previous.size() == of.bytes()) facts.previous = valuesOf(of, previous);
  facts.launchesKnown = simulator.present();
  facts.launches = readLaunches(call.launches);
  const FindingKinds kinds = readFindings(call.findings);
  facts.raceFound = kinds.race;
  facts.outsideFound = kinds.outside;
  facts.leftEarlyFound = kinds.leftEarly;
  facts.unwrittenSharedReadFound = kinds.unwrittenShared;
  facts.unwrittenGlobalReadFound = kinds.unwrittenGlobal;
  facts.unwrittenGlobalReadAt = kinds.unwrittenGlobalAt;
  facts.outsideAt = kinds.outsideAt;
  facts.raceMissing = kinds.raceMissing;
  if (!furtherCalls || call.seconds > affordableSeconds) return facts;

  const auto further = [&](Fill fill, std::uint64_t seed, std::vector<double>& out) {
    const CallResult again = callSolve(day, problem, {fill, array}, seed, simulator);
    if (again.error) return false;  // an error may stick: no call after it would say anything
    out = valuesOf(of, again.after[array]);
    return true;
  };
  // A NaN that is nobody's poison is what adding to the poison gives; the simulator saw the output being read.
  bool wroteWrong = false, mayAddUp = false;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (!facts.wrong[cell] || facts.unwritten[cell]) continue;
    wroteWrong = true;
    mayAddUp = mayAddUp || facts.unwrittenGlobalReadFound || std::isnan(facts.got[cell]);
  }
  // Whole numbers and doubles hide it: what was added to their poison is a number.
  const bool hidden = of.type != ElementType::f32 && of.type != ElementType::f16;
  mayAddUp = mayAddUp || (wroteWrong && hidden && !simulator.present());
  // Where all wrong cells are holes, a race is unlikely: not worth a large case once more.
  if (!wroteWrong && facts.total() > largestWitness) return facts;
  if (!further(Fill::poison, orderSeed + 1, facts.again)) return facts;
  // Where it costs nothing, or where the order is known to matter, all orders are compared.
  const bool differs = !std::equal(facts.got.begin(), facts.got.end(), facts.again.begin(),
                                   [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  if (simulator.present() && (day.orders(problem.shape) == orderCount || differs))
    countAnswers(day, problem, array, call.after[array], orderSeed, simulator, facts);
  if (mayAddUp && further(Fill::zeros, orderSeed, facts.overZeros)) further(Fill::ones, orderSeed, facts.overOnes);
  if (!wroteWrong || facts.total() > largestWitness) return facts;
  const Problem other = day.problem(problem.shape, derivedSeed(orderSeed, problem.shape.count(), 13));
  if (other.arrays.size() != problem.arrays.size() || !(other.arrays[array].shape == of.shape)) return facts;
  const CallResult elsewhere = callSolve(day, other, {}, orderSeed, simulator);
  if (elsewhere.error) return facts;
  facts.other = valuesOf(of, elsewhere.after[array]);
  facts.otherExpected = valuesOf(of, other.arrays[array].expected);
  return facts;
}

/// The first array of `problem` that `call` left wrong.
inline std::optional<std::size_t> firstWrongArray(const Problem& problem, const CallResult& call) {
  for (std::size_t i = 0; i < problem.arrays.size(); ++i)
    if (problem.arrays[i].compared() && !compare(problem.arrays[i], call.after[i]).wrong.empty()) return i;
  return std::nullopt;
}

/// The diagnosis of a failing case. A small case often fits several faults, since in 1 x 33 a missing last row is one
/// block, a partial tile and a short grid at once. So the largest affordable case of the ladder that fails too decides
/// on the class, and the failing case gives the numbers where it shows the same class.
///
/// `begin(shape)` is called before each call on a larger case. A day that explains a case itself has the last word: it
/// was silent about the failing one, which may be too small to tell faults apart, and is asked about the larger ones.
template <class Begin>
Diagnosis diagnose(const Exercise& day, const Problem& problem, const Facts& facts, std::uint64_t seed,
                   const Simulator& simulator, Begin begin) {
  const Diagnosis here = classify(facts);
  std::vector<Shape> witnesses = day.ladder();
  std::sort(witnesses.begin(), witnesses.end(), [](const Shape& a, const Shape& b) { return a.count() > b.count(); });
  for (const Shape& shape : witnesses) {
    if (shape.count() > largestWitness) continue;
    if (shape.count() <= problem.shape.count()) break;
    const std::uint64_t witnessSeed = derivedSeed(seed, shape.count(), 7);
    const Problem larger = day.problem(shape, witnessSeed);
    begin(shape);
    const CallResult call = callSolve(day, larger, {}, witnessSeed, simulator);
    if (call.error) break;
    const std::optional<std::size_t> wrong = firstWrongArray(larger, call);
    if (!wrong) continue;
    if (std::optional<Diagnosis> own = day.explain(larger, *wrong, call.after[*wrong])) {
      own->headline = "at " + shape.str() + ": " + own->headline;
      return *own;
    }
    Diagnosis there = classify(observe(day, larger, *wrong, call, witnessSeed, {}, true, simulator));
    if (there.faultClass == "unexplained") continue;
    if (there.faultClass == here.faultClass) return here;
    const std::optional<std::string> headline = headlineOf(there.faultClass, facts);
    there.headline = headline ? *headline : "at " + shape.str() + ": " + there.headline;
    return there;
  }
  return here;
}

}  // namespace exercise
