#pragma once
// What is said of a failing case.
#include <string>
#include <vector>

namespace exercise {

/// What is wrong with a case, in one line.
struct Diagnosis {
  std::string faultClass = "unexplained";
  std::string headline, see;
  std::vector<std::string> others;  // classes that explain cells which the first one leaves open
  std::string second;               // the class that fits the same cells next best; empty when there is none
};

}  // namespace exercise
