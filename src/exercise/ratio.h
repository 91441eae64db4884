#pragma once
// From interleaved times to a ratio with its uncertainty. Pure arithmetic: tested without a device.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace exercise {

inline double medianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// A ratio and the interval that holds it with at least 95% confidence.
struct Ratio {
  double value = 0;
  std::array<double, 2> interval{0, 0};
};

/// From the logarithms of the ratio, one a quad: exp of the median, and of the order statistics whose binomial coverage
/// is at least 98.6%, so that three looks at the data keep 95%. For n = 12, 24 and 48 these are ranks 2 and 11, 6 and
/// 19, 16 and 33; for fewer than six the whole range.
inline Ratio ratioOf(std::vector<double> logRatios) {
  Ratio ratio;
  if (logRatios.empty()) return ratio;
  std::sort(logRatios.begin(), logRatios.end());
  const std::size_t n = logRatios.size();
  const double coverage = 0.986;
  // P(at most k of n fall below the median), summed from below; the interval drops k values on each side.
  std::size_t drop = 0;
  double tail = 0, term = std::pow(0.5, static_cast<double>(n));
  for (std::size_t k = 0; k < n / 2; ++k) {
    tail += term;
    if (2 * tail > 1 - coverage) break;
    drop = k;
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  ratio.value = std::exp(medianOf(logRatios));
  ratio.interval = {std::exp(logRatios[drop]), std::exp(logRatios[n - 1 - drop])};
  return ratio;
}

/// What an interval says about a bound that the ratio is to stay at or below.
enum class Answer { met, missed, tooClose };

/// Met or missed when the whole interval lies on one side; a NaN is missed.
inline Answer answerTo(const std::array<double, 2>& interval, double most) {
  if (interval[1] <= most) return Answer::met;
  return interval[0] <= most ? Answer::tooClose : Answer::missed;
}

/// The same of a ratio that is to stay at or above a bound.
inline Answer answerToLeast(const std::array<double, 2>& interval, double least) {
  if (interval[0] >= least) return Answer::met;
  return interval[1] >= least ? Answer::tooClose : Answer::missed;
}

/// Whether a measured ratio misses its goal by less than is known of it. It counts as met, so that the same file does
/// not pass today and fail tomorrow, and the verdict says so. A modelled ratio has no interval.
inline bool isTooClose(bool met, bool modelled, Answer answer) {
  return !met && !modelled && answer == Answer::tooClose;
}

/// Why a time that beats the ceiling of the card is to be doubted; empty when it does not. 3% is what two measurements
/// of one copy differ by at most.
inline std::string ceilingDoubt(double solve, double ceiling, const std::string& name) {
  if (!(ceiling > 0) || !(solve < 0.97 * ceiling)) return "";
  return "faster than the card's fastest copy of as many bytes (" + name +
         "): it moves fewer bytes than the exercise has, or finds them in a cache";
}

/// Why the copy of the timing is to be doubted: it took 10% more or less than before solve() had run. 0: not
/// calibrated.
inline std::string copyDoubt(double copy, double calibrated) {
  if (!(calibrated > 0) || (copy <= 1.1 * calibrated && copy >= calibrated / 1.1)) return "";
  return copy > calibrated ? "the copy took longer beside solve() than before it: something else uses the card"
                           : "the copy took less time beside solve() than before it: the card was busy or cold then";
}

/// Whether a quad is to be dropped: its clocks differ by more than 2%, or one is below 75% of the card's own. A clock
/// that could not be read (0) drops nothing.
inline bool isThrottled(double before, double after, double nominal) {
  if (!(before > 0) || !(after > 0)) return false;
  const double low = std::min(before, after), high = std::max(before, after);
  return high > 1.02 * low || low < 0.75 * nominal;
}

/// Why a card's clock makes the figure doubtful: more than a third of the quads were dropped.
inline std::string throttleDoubt(std::size_t kept, std::size_t dropped) {
  if (2 * dropped <= kept) return "";
  return "the card's clock changed during the measurement, or stayed below 75% of its own";
}

}  // namespace exercise
