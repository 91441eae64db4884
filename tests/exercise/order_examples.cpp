// Scans, sorts and compactions.
#include <algorithm>

#include "../corpus/days/day07-scan/exercise.h"
#include "../corpus/days/day09-compaction/exercise.h"
#include "../corpus/days/day10-sort/exercise.h"
#include "example.h"

namespace exercise_tests {

namespace {

/// A scan of 1,000 whole numbers where cell i holds the sum of elements from(i) … i.
Example scanFrom(const std::string& faultClass, const std::function<std::size_t(std::size_t)>& from) {
  const Problem problem = scan::runningSums(Shape(1000), 4);
  const std::vector<double>& in = problem.arrays[1].relation.input;
  return exampleOf(faultClass, problem, [&](Output& out) {
    for (std::size_t i = 0; i < out.value.size(); ++i) {
      out.value[i] = 0;
      for (std::size_t j = from(i); j <= i; ++j) out.value[i] += in[j];
    }
  });
}

/// A sort of 300 keys whose output is the input in another order.
Example sortWith(const std::string& faultClass, const std::function<void(std::vector<double>&)>& order) {
  const Problem problem = sort::sortByKey(Shape(300), 4);
  return exampleOf(faultClass, problem, [&](Output& out) {
    out.value = problem.arrays[2].relation.input;
    order(out.value);
  });
}

Example keptWith(const std::string& faultClass, const std::function<void(const Relation&, Output&)>& fault) {
  const Problem problem = compaction::keepPositive(Shape(300), 4);
  return exampleOf(faultClass, problem, [&](Output& out) { fault(problem.arrays[1].relation, out); });
}

}  // namespace

std::vector<Example> orderExamples() {
  std::vector<Example> out;
  {
    const Problem problem = scan::runningSums(Shape(1000), 4);
    const std::vector<double>& in = problem.arrays[1].relation.input;
    out.push_back(exampleOf("exclusive-inclusive-mixed", problem, [&](Output& made) {
      for (std::size_t i = 0; i < in.size(); ++i) made.value[i] -= in[i];
    }));
    out.push_back(exampleOf("scan-backwards", problem, [&](Output& made) {
      double sum = 0;
      for (std::size_t i = in.size(); i-- > 0;) made.value[i] = sum += in[i];
    }));
    out.push_back(exampleOf("block-offset-wrong", problem, [](Output& made) {
      for (std::size_t i = 0; i < made.value.size(); ++i)
        made.value[i] += static_cast<double>((i / 128) * (i / 128) * 77);
    }));
  }
  out.push_back(scanFrom("scan-within-blocks", [](std::size_t i) { return i / 128 * 128; }));
  out.push_back(scanFrom("scan-previous-block-only", [](std::size_t i) { return i < 128 ? 0 : (i / 128 - 1) * 128; }));
  out.push_back(scanFrom("scan-step-missing", [](std::size_t i) { return i < 63 ? 0 : i - 63; }));

  out.push_back(sortWith("sorted-within-blocks", [](std::vector<double>& keys) {
    for (std::size_t start = 0; start < keys.size(); start += 128)
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(start),
                keys.begin() + static_cast<std::ptrdiff_t>(std::min(start + 128, keys.size())));
  }));
  out.push_back(sortWith("sorted-as-unsigned", [](std::vector<double>& keys) {
    std::sort(keys.begin(), keys.end());
    std::rotate(keys.begin(), std::find_if(keys.begin(), keys.end(), [](double key) { return key >= 0; }), keys.end());
  }));
  out.push_back(sortWith("sorted-by-part-of-the-key", [](std::vector<double>& keys) {
    std::stable_sort(keys.begin(), keys.end(), [](double a, double b) {
      const auto low = [](double key) { return static_cast<std::int32_t>(key) & 0xffffff; };
      return low(a) < low(b);
    });
  }));
  out.push_back(sortWith("padding-sorted-in", [](std::vector<double>& keys) {
    const std::size_t n = keys.size();
    keys.resize(512, 7);
    std::sort(keys.begin(), keys.end());
    keys.resize(n);
  }));
  out.push_back(sortWith("almost-sorted", [](std::vector<double>& keys) {
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i + 9 < keys.size(); i += 10) std::swap(keys[i], keys[i + 9]);
  }));

  out.push_back(sortWith("order-lost-anyhow", [](std::vector<double>& keys) {
    std::uint64_t state = 4;
    for (std::size_t i = keys.size(); i-- > 1;) std::swap(keys[i], keys[splitmix64(state) % i]);
  }));
  out.back().word = "order-lost";

  Problem carried = sort::sortByKey(Shape(300), 4);
  carried.arrays[2].role = Role::scratch;  // so that the values are the first output
  const std::vector<double>& groups = carried.arrays[3].relation.groups;
  out.push_back(exampleOf("not-stable", carried, [&](Output& made) {
    for (std::size_t i = 0; i + 1 < groups.size(); ++i)
      if (groups[i] == groups[i + 1]) std::swap(made.value[i], made.value[i + 1]);
  }));

  out.push_back(keptWith("complement-kept", [](const Relation& relation, Output& made) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < relation.input.size(); ++i)
      if (!relation.passes[i]) made.value[at++] = relation.input[i];
  }));
  out.push_back(keptWith("extra-elements-kept", [](const Relation& relation, Output& made) {
    std::size_t at = 0;
    for (const double value : relation.input)
      if (value >= 0) made.value[at++] = value;
  }));
  out.push_back(keptWith("gaps-left", [](const Relation& relation, Output& made) {
    for (std::size_t i = 0; i < relation.input.size(); ++i) {
      made.hole[i] = relation.passes[i] ? 0 : 1;
      made.value[i] = relation.input[i];
    }
  }));
  out.push_back(keptWith("elements-lost", [](const Relation& relation, Output& made) {
    // Two blocks write over each other: the second half of what is kept goes on top of the first.
    const std::size_t half = relation.used / 2;
    for (std::size_t i = half; i < relation.used; ++i) {
      made.value[i - half] = made.value[i];
      made.hole[i] = 1;
    }
  }));
  out.push_back(keptWith("order-lost", [](const Relation& relation, Output& made) {
    std::rotate(made.value.begin(), made.value.begin() + 40,
                made.value.begin() + static_cast<std::ptrdiff_t>(relation.used));
  }));
  return out;
}

}  // namespace exercise_tests
