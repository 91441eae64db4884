#pragma once
// Inputs whose every element can be told from every other.
//
// An exercise that moves elements is only tested when each value says where it came from: constant, symmetric or
// repeating inputs hide swapped indices. So element i holds a whole number that is a bijection of i, and the classifier
// reads a wrong cell's value back to the element it is.
#include <cstddef>
#include <cstdint>

namespace exercise {

/// The next number of a splitmix64 sequence; `state` advances.
inline std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// A seed for one use of a run: `a` and `b` tell the uses apart.
inline std::uint64_t derivedSeed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  std::uint64_t state = seed ^ (a * 0xd1342543de82ef95ULL) ^ (b * 0x2545f4914f6cdd1dULL);
  splitmix64(state);
  return splitmix64(state);
}

/// No element: what indexOf returns for a value that is not in the input.
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// `count` whole numbers from 1 to 2^24 - 1, each exactly representable as a float, drawn by a seed. All distinct when
/// count < 2^24; above that the numbers repeat every 2^24 elements and indexOf always answers `nowhere`.
class DistinctValues {
 public:
  DistinctValues() = default;
  DistinctValues(std::uint64_t seed, std::size_t count) : count_(count) {
    std::uint64_t state = seed;
    for (Round& round : rounds_) {
      round.factor = static_cast<std::uint32_t>(splitmix64(state) & mask) | 1U;
      round.offset = static_cast<std::uint32_t>(splitmix64(state) & mask);
      round.inverse = inverseOf(round.factor);
    }
    zeroAt_ = unmix(0);
  }

  std::size_t count() const { return count_; }
  bool distinct() const { return count_ <= mask; }

  /// The value of element `index`.
  std::uint32_t at(std::size_t index) const {
    const std::uint32_t value = mix(static_cast<std::uint32_t>(index) & mask);
    // 0 is left out, so that a zero in the output is never an input element. Its place takes the value of the
    // index past the end of the range, which no distinct input has.
    return value != 0 ? value : mix(mask);
  }

  /// The element that holds `value`, or `nowhere`.
  std::size_t indexOf(double value) const {
    if (!distinct() || !(value >= 1) || !(value <= static_cast<double>(mask))) return nowhere;
    const std::uint32_t whole = static_cast<std::uint32_t>(value);
    if (static_cast<double>(whole) != value) return nowhere;
    std::uint32_t index = unmix(whole);
    if (index == mask) index = zeroAt_;
    return index < count_ ? index : nowhere;
  }

 private:
  static constexpr std::uint32_t mask = (1U << 24) - 1;
  struct Round {
    std::uint32_t factor = 1, offset = 0, inverse = 1;
  };

  // Newton's iteration: each step doubles the number of right low bits, from 3.
  static std::uint32_t inverseOf(std::uint32_t odd) {
    std::uint32_t inverse = odd;
    for (int i = 0; i < 4; ++i) inverse *= 2U - odd * inverse;
    return inverse & mask;
  }

  std::uint32_t mix(std::uint32_t x) const {
    for (const Round& round : rounds_) {
      x = (x * round.factor + round.offset) & mask;
      x ^= x >> 12;  // its own inverse on 24 bits
    }
    return x;
  }

  std::uint32_t unmix(std::uint32_t x) const {
    for (std::size_t i = roundCount; i-- > 0;) {
      x ^= x >> 12;
      x = ((x - rounds_[i].offset) * rounds_[i].inverse) & mask;
    }
    return x;
  }

  static constexpr std::size_t roundCount = 2;
  Round rounds_[roundCount];
  std::size_t count_ = 0;
  std::uint32_t zeroAt_ = 0;
};

}  // namespace exercise
