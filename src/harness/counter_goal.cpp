#include "harness/counter_goal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "harness/day.h"
#include "harness/why_counters.h"
#include "harness/why_notes.h"

namespace harness {
namespace {

/// A counter made of others: the sum of `over`, by the sum of `under` where it is a mean.
struct DerivedCounter {
  const char *name, *words;
  std::vector<const char*> over, under;
};

const std::vector<DerivedCounter>& derivedCounters() {
  static const std::vector<DerivedCounter> all{
      {"sectors_per_request",
       "sectors a global request",
       {"global_load_sectors", "global_store_sectors"},
       {"global_load_requests", "global_store_requests"}},
      {"sectors_per_load", "sectors a global load", {"global_load_sectors"}, {"global_load_requests"}},
      {"sectors_per_store", "sectors a global store", {"global_store_sectors"}, {"global_store_requests"}},
      {"global_requests", "global requests", {"global_load_requests", "global_store_requests"}, {}},
      {"global_sectors", "global sectors", {"global_load_sectors", "global_store_sectors"}, {}},
      {"bank_conflicts", "bank conflicts", {"shared_load_conflicts", "shared_store_conflicts"}, {}},
      {"active_lanes", "active lanes an instruction", {"thread_instructions"}, {"warp_instructions"}},
  };
  return all;
}

/// Recursive descent over a bound. The first thing that does not fit stops it.
class Expression {
 public:
  Expression(std::string_view text, const std::vector<std::string>& names, const std::vector<std::uint64_t>& values)
      : text_(text), names_(names), values_(values) {}

  std::optional<double> value() {
    const double result = sum();
    skip();
    if (!failed_ && at_ != text_.size()) failed_ = true;
    return failed_ ? std::nullopt : std::optional(result);
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char wanted) {
    skip();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  double sum() {
    double left = product();
    while (!failed_) {
      if (take('+'))
        left += product();
      else if (take('-'))
        left -= product();
      else
        break;
    }
    return left;
  }

  double product() {
    double left = power();
    while (!failed_) {
      if (take('*'))
        left *= power();
      else if (take('/'))
        left /= power();
      else
        break;
    }
    return left;
  }

  double power() {
    const double base = factor();
    return take('^') ? std::pow(base, factor()) : base;
  }

  double factor() {
    if (take('(')) {
      // An author's line, not a stranger's: still, a page of parentheses must not end the process.
      if (++depth_ > deepest) failed_ = true;
      const double inner = failed_ ? 0 : sum();
      --depth_;
      if (!take(')')) failed_ = true;
      return inner;
    }
    skip();
    if (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {  // from_chars takes "inf" and "-1" as well
      double number = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
      failed_ |= error != std::errc();
      at_ = static_cast<std::size_t>(end - text_.data());
      return number;
    }
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
    const auto name = std::find(names_.begin(), names_.end(), text_.substr(start, at_ - start));
    if (name != names_.end()) return static_cast<double>(values_[static_cast<std::size_t>(name - names_.begin())]);
    failed_ = true;
    return 0;
  }

  static constexpr int deepest = 32;
  std::string_view text_;
  const std::vector<std::string>& names_;
  const std::vector<std::uint64_t>& values_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

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
  for (const DerivedCounter& counter : derivedCounters()) names.emplace_back(counter.name);
  for (const CounterName& counter : counterNames()) names.emplace_back(counter.field);
  return names;
}

std::string countText(double count) {
  if (count == std::floor(count) && count >= 0 && count < 1e18) return grouped(static_cast<std::uint64_t>(count));
  return fmt::format("{:.2f}", count);
}

std::string CounterGoal::words() const {
  for (const DerivedCounter& derived : derivedCounters())
    if (derived.name == counter) return derived.words;
  for (const CounterName& field : counterNames())
    if (field.field == counter) return field.text;
  return counter;
}

bool CounterGoal::isMean() const {
  for (const DerivedCounter& derived : derivedCounters())
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

double CounterGoal::countIn(const CounterSum& sum) const {
  const auto added = [&](const std::vector<const char*>& fields) {
    std::uint64_t total = 0;
    for (const char* field : fields) total += sum(field);
    return static_cast<double>(total);
  };
  for (const DerivedCounter& derived : derivedCounters()) {
    if (derived.name != counter) continue;
    if (derived.under.empty()) return added(derived.over);
    const double under = added(derived.under);
    return under == 0 ? 0 : added(derived.over) / under;
  }
  return static_cast<double>(sum(counter));
}

double CounterGoal::boundAt(std::string_view shape) const {
  return Expression(bound, extentNames(shapeKind), extentsOf(shape)).value().value_or(0);
}

bool CounterGoal::isMet(double count, std::string_view shape) const {
  const double most = boundAt(shape);
  return comparison == "<="   ? count <= most
         : comparison == ">=" ? count >= most
         : comparison == "<"  ? count < most
         : comparison == ">"  ? count > most
                              : count == most;
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
  if (!Expression(goal.bound, names, std::vector<std::uint64_t>(names.size(), 1)).value()) {
    problem = fmt::format("the bound '{}' is no expression of numbers, {}, + - * / ^ and parentheses", goal.bound,
                          fmt::join(names, ", "));
    return std::nullopt;
  }
  return goal;
}

}  // namespace harness
