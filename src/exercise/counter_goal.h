#pragma once
// A goal in counters (day.yaml): what a counter's name means, what its bound is worth, and when it is met. For the
// harness and for the files of starters/. C++17 without CUDA.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace exercise {

/// A counter made of others: the sum of `over`, by the sum of `under` where it is a mean.
struct DerivedCounter {
  const char *name, *words;
  std::vector<const char*> over, under;
};

inline const std::vector<DerivedCounter>& derivedCounters() {
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
class BoundExpression {
 public:
  BoundExpression(std::string text, std::vector<std::string> names, std::vector<std::uint64_t> values)
      : text_(std::move(text)), names_(std::move(names)), values_(std::move(values)) {}

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

  bool isDigit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }

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
    if (isDigit()) {  // strtod alone takes "inf", "-1" and "0x10" as well
      const std::size_t first = at_;
      while (isDigit() || (at_ < text_.size() && text_[at_] == '.')) ++at_;
      const std::string number = text_.substr(first, at_ - first);
      char* end = nullptr;
      const double value = std::strtod(number.c_str(), &end);
      failed_ = failed_ || *end != '\0';
      return value;
    }
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z') ++at_;
    const auto name = std::find(names_.begin(), names_.end(), text_.substr(start, at_ - start));
    if (name != names_.end()) return static_cast<double>(values_[static_cast<std::size_t>(name - names_.begin())]);
    failed_ = true;
    return 0;
  }

  static constexpr int deepest = 32;
  std::string text_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> values_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

/// The value of a counter's name: a field's own sum, or one made of several. A mean over nothing is 0. `sum(field)`:
/// the field's sum over launches.
template <class Sum>
double countIn(const std::string& counter, const Sum& sum) {
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
  return static_cast<double>(sum(counter.c_str()));
}

/// Whether a count meets its bound. A NaN meets none.
inline bool meets(double count, const std::string& comparison, double bound) {
  return comparison == "<="   ? count <= bound
         : comparison == ">=" ? count >= bound
         : comparison == "<"  ? count < bound
         : comparison == ">"  ? count > bound
                              : count == bound;
}

}  // namespace exercise
