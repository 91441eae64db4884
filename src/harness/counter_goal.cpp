#include "harness/counter_goal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "exercise/counter_goal.h"
#include "harness/day.h"
#include "harness/why_counters.h"
#include "harness/why_notes.h"

namespace harness {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<std::string> extentNames(std::string_view shapeKind) {
  if (shapeKind == "vector") return {"n"};
  if (shapeKind == "matrix") return {"rows", "cols"};
  if (shapeKind == "product") return {"m", "n", "k"};
  return {"depth", "rows", "cols"};
}

std::vector<std::string> counterGoalNames() {
  std::vector<std::string> names;
  for (const exercise::DerivedCounter& counter : exercise::derivedCounters()) names.emplace_back(counter.name);
  for (const CounterName& counter : counterNames()) names.emplace_back(counter.field);
  return names;
}

std::string countText(double count) {
  if (count == std::floor(count) && count >= 0 && count < 1e18) return grouped(static_cast<std::uint64_t>(count));
  return fmt::format("{:.2f}", count);
}

std::string CounterGoal::words() const {
  for (const exercise::DerivedCounter& derived : exercise::derivedCounters())
    if (derived.name == counter) return derived.words;
  for (const CounterName& field : counterNames())
    if (field.field == counter) return field.text;
  return counter;
}

bool CounterGoal::isMean() const {
  for (const exercise::DerivedCounter& derived : exercise::derivedCounters())
    if (derived.name == counter) return !derived.under.empty();
  return false;
}

std::string CounterGoal::boundWords(std::string_view shape) const {
  const std::string_view words = comparison == "<="   ? "at most "
                                 : comparison == ">=" ? "at least "
                                 : comparison == "<"  ? "fewer than "
                                 : comparison == ">"  ? "more than "
                                                      : "";
  // Of a count, the last whole number that still meets the goal says as much as the bound with its fraction.
  const double exact = boundAt(shape);
  const bool downwards = comparison == "<=" || comparison == ">";
  const double shown = isMean() || comparison == "==" ? exact : downwards ? std::floor(exact) : std::ceil(exact);
  return fmt::format("{}{}", words, countText(shown));
}

double CounterGoal::countIn(const CounterSum& sum) const { return exercise::countIn(counter, sum); }

double CounterGoal::boundAt(std::string_view shape) const {
  return exercise::BoundExpression(bound, extentNames(shapeKind), extentsOf(shape)).value().value_or(0);
}

bool CounterGoal::isMet(double count, std::string_view shape) const {
  return exercise::meets(count, comparison, boundAt(shape));
}

std::optional<CounterGoal> parseCounterGoal(std::string_view text, std::string_view shapeKind, std::string& problem) {
  const std::size_t at = text.find_first_of("<>=");
  if (at == std::string_view::npos) {
    problem = "expected COUNTER <= BOUND, with one of <= >= < > ==";
    return std::nullopt;
  }
  const std::size_t length = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
  CounterGoal goal{std::string(trimmed(text.substr(0, at))), std::string(text.substr(at, length)),
                   std::string(trimmed(text.substr(at + length))), std::string(shapeKind)};
  if (goal.comparison == "=") {
    problem = "expected == for equality";
    return std::nullopt;
  }
  const std::vector<std::string> counters = counterGoalNames();
  if (std::find(counters.begin(), counters.end(), goal.counter) == counters.end()) {
    problem = fmt::format("unknown counter '{}', expected one of: {}", goal.counter, fmt::join(counters, ", "));
    return std::nullopt;
  }
  const std::vector<std::string> names = extentNames(shapeKind);
  if (!exercise::BoundExpression(goal.bound, names, std::vector<std::uint64_t>(names.size(), 1)).value()) {
    problem = fmt::format("the bound '{}' is no expression of numbers, {}, + - * / ^ and parentheses", goal.bound,
                          fmt::join(names, ", "));
    return std::nullopt;
  }
  return goal;
}

}  // namespace harness
