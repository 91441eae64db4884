// A classifier without one of its classes is not the same classifier: each class has a case that it alone names.
#include <doctest/doctest.h>

#include <set>

#include "example.h"

using namespace exercise_tests;

namespace {

std::vector<Example> allExamples() {
  std::vector<Example> out;
  for (const auto make : {holeExamples, layoutExamples, sumExamples, orderExamples, raggedExamples})
    for (Example& example : make()) out.push_back(std::move(example));
  return out;
}

std::vector<FaultClass> without(const std::string& name) {
  std::vector<FaultClass> out;
  for (const FaultClass& faultClass : faultClasses())
    if (faultClass.name != name) out.push_back(faultClass);
  return out;
}

}  // namespace

TEST_SUITE("every class") {
  TEST_CASE("names its own example, and nobody else does") {
    for (const Example& example : allExamples()) {
      CAPTURE(example.faultClass);
      const Diagnosis diagnosis = classify(example.facts());
      CAPTURE(diagnosis.headline);
      CHECK(diagnosis.faultClass == example.word);
      CHECK_FALSE(diagnosis.headline.empty());
      CHECK(diagnosis.see.compare(0, 4, "day ") == 0);
      const std::vector<FaultClass> mutant = without(example.faultClass);
      CHECK(mutant.size() + 1 == faultClasses().size());
      CHECK(classify(example.facts(), mutant).faultClass != example.word);
    }
  }

  TEST_CASE("has an example, and a name of its own") {
    std::set<std::string> names, shown;
    for (const FaultClass& faultClass : faultClasses()) names.insert(faultClass.name);
    CHECK(names.size() == faultClasses().size());
    for (const Example& example : allExamples()) shown.insert(example.faultClass);
    for (const std::string& name : names) CHECK_MESSAGE(shown.count(name) == 1, name);
  }
}
