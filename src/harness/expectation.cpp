#include "harness/expectation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/verdict.h"

namespace harness {

Result<Expectation> readExpectation(std::string_view source, const std::string& fileName,
                                    const Expectation& otherwise) {
  Expectation expected;
  bool said = false;
  constexpr std::string_view prefix = "// expect ";
  for (std::size_t number = 1; source.starts_with(prefix); ++number) {
    const std::size_t end = source.find('\n');
    std::string_view line = source.substr(0, end);
    source.remove_prefix(end == std::string_view::npos ? source.size() : end + 1);
    line.remove_prefix(prefix.size());
    const std::size_t colon = line.find(": ");
    const std::string_view name = line.substr(0, colon);
    const std::string value(colon == std::string_view::npos ? "" : line.substr(colon + 2));
    const auto refuse = [&](std::string_view what) {
      return Problem{ExitStatus::course, fmt::format("{}:{}: {}", fileName, number, what)};
    };
    if (value.empty()) return refuse("expected '// expect verdict|reason|class|also|case: VALUE'");
    if (name == "verdict") {
      if (statusOf(value, "") == ExitStatus::internal) return refuse(fmt::format("'{}' is no verdict", value));
      expected.verdict = value;
    } else if (name == "reason") {
      if (statusOf(expected.verdict, value) == ExitStatus::internal)
        return refuse(fmt::format("'{}' is no reason of '{}'", value, expected.verdict));
      expected.reason = value;
    } else if (name == "class") {
      expected.faultClass = value;
    } else if (name == "on a card verdict" || name == "with clang verdict") {
      if (statusOf(value, "") == ExitStatus::internal) return refuse(fmt::format("'{}' is no verdict", value));
      (name == "on a card verdict" ? expected.cardVerdict : expected.clangVerdict) = value;
    } else if (name == "on a card class") {
      expected.cardFaultClass = value;
    } else if (name == "with clang class") {
      expected.clangFaultClass = value;
    } else if (name == "case") {
      expected.shape = value;
    } else if (name == "also") {
      expected.also = value;
    } else {
      return refuse(fmt::format("unknown expectation '{}', expected verdict, reason, class, also or case", name));
    }
    said = true;
  }
  if (!said) return otherwise;
  if (expected.verdict.empty())
    return Problem{ExitStatus::course, fmt::format("{}:1: expected a line '// expect verdict: ...'", fileName)};
  return expected;
}

namespace {

/// Whether `got` is `wanted`, or one of "a or b". A write past a buffer is one fault, whether the memory checker saw it
/// or, on a card, the guard zone.
bool sameClass(std::string_view got, std::string_view wanted) {
  constexpr std::string_view between = " or ";
  if (const std::size_t at = wanted.find(between); at != std::string_view::npos)
    return sameClass(got, wanted.substr(0, at)) || sameClass(got, wanted.substr(at + between.size()));
  return got == wanted || (wanted == "memcheck" && got == "wrote-outside");
}

Expectation withOther(Expectation expected, const std::string& verdict, const std::string& faultClass) {
  if (!verdict.empty() && verdict != expected.verdict) {  // the class was the other verdict's
    expected.verdict = verdict;
    expected.faultClass.clear();
  }
  if (!faultClass.empty()) expected.faultClass = faultClass;
  return expected;
}

}  // namespace

Expectation Expectation::onCard() const { return withOther(*this, cardVerdict, cardFaultClass); }

Expectation Expectation::withClang() const { return withOther(*this, clangVerdict, clangFaultClass); }

bool namesAlso(const Judgement& judgement, const Expectation& expected) {
  return expected.also.empty() ||
         std::find(judgement.also.begin(), judgement.also.end(), expected.also) != judgement.also.end();
}

std::string compareToExpectation(const Judgement& judgement, const Expectation& expected) {
  const std::string_view verdict = verdictName(judgement.status);
  const auto differs = [&](std::string_view what, std::string_view got, std::string_view wanted) {
    return fmt::format("{} '{}', expected '{}' ({})", what, got, wanted, judgement.headline);
  };
  if (verdict != expected.verdict) return differs("verdict", verdict, expected.verdict);
  if (!expected.reason.empty() && reasonName(judgement.status) != expected.reason)
    return differs("reason", reasonName(judgement.status), expected.reason);
  if (!expected.faultClass.empty() && !sameClass(judgement.faultClass, expected.faultClass))
    return differs("class", judgement.faultClass, expected.faultClass);
  if (!namesAlso(judgement, expected))
    return differs("classes beside the first", fmt::format("{}", fmt::join(judgement.also, ", ")), expected.also);
  if (!expected.shape.empty() && judgement.shape != expected.shape)
    return differs("case", judgement.shape, expected.shape);
  return "";
}

}  // namespace harness
