#pragma once
// What a .cu file of the course must get, as its first lines say: "// expect verdict: wrong", "// expect class: ...",
// "// expect on a card class: ..." where a card shows another ("a or b" where chance decides), and
// "// expect with clang class: ..." where clang's code does.
#include <string>
#include <string_view>

#include "harness/judge.h"
#include "harness/result.h"

namespace harness {

struct Expectation {
  std::string verdict;     // REQUIREMENTS' words
  std::string reason;      // of "did not run"; empty: any
  std::string faultClass;  // empty: any
  std::string shape;       // the smallest failing case; empty: any
  /// A class that has to be named beside the first: of a second fault, or the next best. Empty: any.
  std::string also = "";

  /// Where a card's verdict or class is another: it tells of no launches, checks no memory and has other rates.
  std::string cardVerdict = "", cardFaultClass = "";

  /// Where the code that clang makes of the file has another verdict or class.
  std::string clangVerdict = "", clangFaultClass = "";

  /// What holds on a card.
  Expectation onCard() const;
  /// What holds of clang's code.
  Expectation withClang() const;
};

/// Reads the leading comment lines. A file that says nothing is held to `otherwise`; an unknown word is a Problem.
Result<Expectation> readExpectation(std::string_view source, const std::string& fileName, const Expectation& otherwise);

/// Whether the class that is expected beside the first one is named, or none is expected.
bool namesAlso(const Judgement& judgement, const Expectation& expected);

/// Empty when the judgement is as expected, else one line of what was expected and what came.
std::string compareToExpectation(const Judgement& judgement, const Expectation& expected);

}  // namespace harness
