#pragma once
// A goal in counters, as day.yaml writes it: "global_load_requests <= 2*m*n*k/(32*16)".
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

/// A counter's sum over launches: the value of one field of docs/counters.md by its JSON name.
using CounterSum = std::function<std::uint64_t(std::string_view field)>;

/// What one counter of one solve() is held to. The bound may depend on the extents of the timed case, by the names that
/// extentNames() lists.
struct CounterGoal {
  std::string counter;  // one of counterGoalNames()
  std::string comparison;
  std::string bound;      // an expression: numbers, extents, + - * / ^ and parentheses
  std::string shapeKind;  // day.yaml's `shape`, whose extents the bound names

  /// The counter in words: "global load requests".
  std::string words() const;
  /// Whether the counter is a mean and not a count.
  bool isMean() const;
  /// What it is held to at a case: "at most 4,194,304". Of a count, the whole number that meets the bound as well.
  std::string boundWords(std::string_view shape) const;
  /// The bound at a case, "33x17x40".
  double boundAt(std::string_view shape) const;
  /// The counter's value: a field's sum, or one made of several (sectors_per_request, bank_conflicts, ...). A mean over
  /// nothing is 0.
  double countIn(const CounterSum& sum) const;
  /// Whether `count` meets the goal at a case. A NaN meets none.
  bool isMet(double count, std::string_view shape) const;
};

/// Reads "COUNTER <= EXPRESSION" (or >=, <, >, ==); empty and `problem` set to what is wrong with it otherwise.
std::optional<CounterGoal> parseCounterGoal(std::string_view text, std::string_view shapeKind, std::string& problem);

/// The names of a case's extents in the order they are written: {"m", "n", "k"} for a product.
std::vector<std::string> extentNames(std::string_view shapeKind);

/// 4194304 is "4,194,304", 4.5 is "4.50".
std::string countText(double count);

/// Every name that a goal may use.
std::vector<std::string> counterGoalNames();

}  // namespace harness
