#pragma once
// accumulated: the result was added to what the output held. Either the cells are the expected value plus the previous
// call's, or further calls over an output of zeros and of ones differ by exactly one.
#include "exercise/classify/explanation.h"

namespace exercise {

inline Explained accumulated(const Facts& facts) {
  const auto rounded = [&](double sum) {
    return facts.type == ElementType::f32 ? static_cast<double>(static_cast<float>(sum)) : sum;
  };
  const auto isAbout = [&](std::size_t cell, double got, double value) {
    return got == rounded(value) || std::fabs(got - value) <= 2 * facts.slack(cell, value);
  };
  const auto everyWrongCell = [&](auto holds) {
    for (std::size_t cell = 0; cell < facts.total(); ++cell)
      if (facts.wrong[cell] && !holds(cell)) return false;
    return true;
  };
  const std::size_t count = facts.wrongCount();
  const std::string cells = count == 1 ? "the wrong cell" : "all " + number(count) + " wrong cells";
  if (!facts.previous.empty() && everyWrongCell([&](std::size_t cell) {
        return facts.previous[cell] != 0 && facts.got[cell] == rounded(facts.expected[cell] + facts.previous[cell]);
      })) {
    return Explanation{"accumulated",
                       "the result was added to the previous call's: " + cells + (count == 1 ? " holds" : " hold") +
                           " the right value plus what the call before left; clear what you add to",
                       "day 25", facts.wrong};
  }
  if (!facts.overZeros.empty() && !facts.overOnes.empty() && everyWrongCell([&](std::size_t cell) {
        return isAbout(cell, facts.overZeros[cell], facts.expected[cell]) &&
               isAbout(cell, facts.overOnes[cell], facts.expected[cell] + 1);
      })) {
    return Explanation{"accumulated",
                       "the result was added to what the output held: over an output of zeros " + cells +
                           (count == 1 ? " is" : " are") +
                           " right, over ones 1 too large; the output is not cleared for you",
                       "day 25", facts.wrong};
  }
  return std::nullopt;
}

}  // namespace exercise
