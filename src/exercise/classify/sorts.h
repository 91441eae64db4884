#pragma once
// Faults of sorts: outputs that should hold the elements of the input in ascending order, and the values that move
// along.
#include <algorithm>

#include "exercise/classify/answers.h"

namespace exercise {

namespace detail {

inline bool isSort(const Facts& facts) {
  return facts.meaning() == Meaning::sorted && facts.relation->input.size() == facts.total();
}

inline std::vector<double> sortedCopy(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// Whether the output holds the elements of the input, each as often.
inline bool sameElements(const Facts& facts) {
  for (const std::uint8_t hole : facts.unwritten)
    if (hole) return false;
  for (const double value : facts.got)
    if (std::isnan(value)) return false;
  return sortedCopy(facts.got) == sortedCopy(facts.relation->input);
}

inline bool gotIs(const Facts& facts, const std::vector<double>& values) { return facts.got == values; }

/// The input in the order of `keyOf`, equal ones as they were.
template <class KeyOf>
std::vector<double> orderedBy(const Facts& facts, KeyOf keyOf) {
  std::vector<double> out = facts.relation->input;
  std::stable_sort(out.begin(), out.end(), [&](double a, double b) { return keyOf(a) < keyOf(b); });
  return out;
}

inline std::uint32_t bitsOf(const Facts& facts, double value) {
  if (facts.type == ElementType::f32) {
    const float narrow = static_cast<float>(value);
    std::uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits;
  }
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

}  // namespace detail

/// sorted-within-blocks: runs of one size are sorted, and each holds what stood there in the input.
inline Explained sortedWithinBlocks(const Facts& facts) {
  if (!detail::isSort(facts)) return std::nullopt;
  const std::vector<double>& in = facts.relation->input;
  std::vector<std::size_t> sizes;
  for (const std::size_t size : blockSizes(facts))
    for (std::size_t run = size; run < facts.total(); run *= 2) sizes.push_back(run);
  std::sort(sizes.rbegin(), sizes.rend());  // a run of 256 may be two sorted runs of 128 by chance, if never for all
  for (const std::size_t size : sizes) {
    bool fits = true;
    for (std::size_t start = 0; start < in.size() && fits; start += size) {
      const std::size_t end = std::min(start + size, in.size());
      const auto at = [&](const std::vector<double>& from, std::size_t i) {
        return from.begin() + static_cast<std::ptrdiff_t>(i);
      };
      fits = detail::sortedCopy({at(in, start), at(in, end)}) ==
             std::vector<double>(at(facts.got, start), at(facts.got, end));
    }
    if (!fits) continue;
    return Explanation{"sorted-within-blocks",
                       "sorted within runs of " + number(size) + " and not across them: " +
                           counted((in.size() + size - 1) / size, "run") + " that were never merged",
                       "day 66", facts.wrong};
  }
  return std::nullopt;
}

/// sorted-as-unsigned: the order is that of the bits, where negative numbers come last.
inline Explained sortedAsUnsigned(const Facts& facts) {
  if (!detail::isSort(facts)) return std::nullopt;
  if (!detail::gotIs(facts, detail::orderedBy(facts, [&](double value) { return detail::bitsOf(facts, value); })))
    return std::nullopt;
  std::size_t negative = 0;
  for (const double value : facts.got) negative += value < 0 ? 1 : 0;
  return Explanation{
      "sorted-as-unsigned",
      "sorted by bits, as unsigned numbers are: the " + counted(negative, "negative key") + " stand behind the others",
      "day 65", facts.wrong};
}

/// sorted-by-part-of-the-key: the order is that of some bits of the key.
inline Explained sortedByPart(const Facts& facts) {
  if (!detail::isSort(facts)) return std::nullopt;
  for (unsigned bits = 28; bits >= 4; bits -= 4) {
    for (const bool low : {true, false}) {
      const auto part = [&](double value) {
        const std::uint32_t all = detail::bitsOf(facts, value) ^ (low ? 0 : 0x80000000U);
        return low ? all & ((1U << bits) - 1) : all >> (32 - bits);
      };
      if (!detail::gotIs(facts, detail::orderedBy(facts, part))) continue;
      return Explanation{"sorted-by-part-of-the-key",
                         std::string("sorted by the ") + (low ? "low " : "high ") + std::to_string(bits) +
                             " bits of the keys alone: passes over the other bits are missing",
                         "day 65", facts.wrong};
    }
  }
  return std::nullopt;
}

/// almost-sorted: all elements are there, and most neighbors are in order: the rounds ended too early.
inline Explained almostSorted(const Facts& facts) {
  if (!detail::isSort(facts) || facts.total() < 3 || !detail::sameElements(facts)) return std::nullopt;
  std::size_t descents = 0, first = 0;
  for (std::size_t i = facts.total() - 1; i-- > 0;) {
    if (!(facts.got[i] > facts.got[i + 1])) continue;
    ++descents;
    first = i;
  }
  // A random order has one descent in two.
  if (descents == 0 || descents * 3 > facts.total()) return std::nullopt;
  return Explanation{"almost-sorted",
                     "all elements are there, and not yet in order: " + number(descents) + " of " +
                         number(facts.total() - 1) + " neighbors are the wrong way round, the first at index " +
                         number(first) + "; rounds are missing",
                     "day 64", facts.wrong};
}

/// padding-sorted-in: the output is the beginning of the keys sorted together with copies of one more value, which was
/// meant to fill up a power of two and stay behind them.
inline Explained paddingSortedIn(const Facts& facts) {
  if (!detail::isSort(facts) || facts.total() < 3 || !std::is_sorted(facts.got.begin(), facts.got.end()))
    return std::nullopt;
  const std::vector<double>& keys = facts.expected;
  std::size_t key = 0, padded = 0;
  double padding = 0;
  for (std::size_t cell = 0; cell < facts.total(); ++cell) {
    if (facts.unwritten[cell] || std::isnan(facts.got[cell])) return std::nullopt;
    if (facts.got[cell] == keys[key]) {
      ++key;
    } else if (padded == 0 || facts.got[cell] == padding) {
      padding = facts.got[cell];
      ++padded;
    } else {
      return std::nullopt;
    }
  }
  if (padded < 2 || key == 0) return std::nullopt;
  return Explanation{"padding-sorted-in",
                     counted(padded, "place") + " hold " + valueText(padding) +
                         ", which no key is: what the keys were padded with is sorted in among them; pad with a value "
                         "that no key is above",
                     "day 66", facts.wrong};
}

/// not-stable: the keys are right, and values of equal keys have changed places.
inline Explained notStable(const Facts& facts) {
  if (facts.meaning() != Meaning::carried || facts.relation->groups.size() != facts.total()) return std::nullopt;
  const std::vector<double>& groups = facts.relation->groups;
  std::size_t changed = 0;
  for (std::size_t start = 0; start < facts.total();) {
    std::size_t end = start;
    while (end < facts.total() && groups[end] == groups[start]) ++end;
    const auto part = [&](const std::vector<double>& from) {
      return std::vector<double>(from.begin() + static_cast<std::ptrdiff_t>(start),
                                 from.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (std::size_t i = start; i < end; ++i)
      if (facts.unwritten[i] || std::isnan(facts.got[i])) return std::nullopt;
    if (detail::sortedCopy(part(facts.got)) != detail::sortedCopy(part(facts.expected))) return std::nullopt;
    changed += part(facts.got) != part(facts.expected) ? 1 : 0;
    start = end;
  }
  return Explanation{"not-stable",
                     "not stable: values of equal keys have changed places, in " + counted(changed, "group") +
                         " of equal keys; everything else is in order",
                     "day 65", facts.wrong};
}

}  // namespace exercise
