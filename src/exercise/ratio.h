#pragma once
// From interleaved times to a ratio with its uncertainty. Pure arithmetic: tested without a device.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
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

}  // namespace exercise
