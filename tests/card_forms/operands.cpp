// The operands of the card forms. Any change here makes the kept results of the card worthless: run them again.
#include "form.h"

namespace card_forms {
namespace {

/// SplitMix64: the same on every machine, which std::uniform_int_distribution is not.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

struct FloatFormat {
  unsigned bits, mantissaBits;
  std::uint64_t mantissa() const { return (std::uint64_t{1} << mantissaBits) - 1; }
  std::uint64_t exponents() const { return (std::uint64_t{1} << (bits - 1 - mantissaBits)) - 1; }
  std::uint64_t bias() const { return exponents() / 2; }
  std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  std::uint64_t infinity() const { return exponents() << mantissaBits; }
  /// 2^power * (1 + fraction), where `fraction` counts 64ths.
  std::uint64_t scaled(int power, std::uint64_t fraction) const {
    return (static_cast<std::uint64_t>(static_cast<std::int64_t>(bias()) + power) << mantissaBits) |
           (mantissaBits >= 6 ? fraction << (mantissaBits - 6) : 0);
  }
};

std::vector<std::uint64_t> specialFloats(const FloatFormat& f) {
  const std::vector<std::uint64_t> positive = {
      0,
      1,                   // the smallest subnormal
      f.mantissa(),        // the largest
      f.mantissa() + 1,    // the smallest normal number
      f.scaled(-1, 0),     // 0.5
      f.scaled(0, 0),      // 1
      f.scaled(0, 0) + 1,  // 1 and one ULP
      f.scaled(0, 32),     // 1.5
      f.scaled(1, 16),     // 2.5
      f.scaled(7, 0) - 1,  // just below 128
      f.infinity() - 1,    // the largest number
      f.infinity(),
      f.infinity() | 1,                            // a signaling NaN
      f.infinity() | (f.mantissa() + 1) >> 1 | 5,  // a quiet NaN with a payload
  };
  std::vector<std::uint64_t> all = positive;
  for (std::uint64_t value : positive) all.push_back(value | f.sign());
  return all;
}

std::uint64_t randomFloat(const FloatFormat& f, std::uint64_t seed, std::uint64_t first, std::size_t position) {
  const std::uint64_t r = mixed(seed), sign = (r & 1) != 0 ? f.sign() : 0, fraction = mixed(r) & f.mantissa();
  const auto power = [&](unsigned range) { return static_cast<int>(r >> 8 & 0xff) % static_cast<int>(range); };
  switch (r >> 1 & 7) {
    case 0:
      return mixed(r ^ 1) & (f.sign() | (f.sign() - 1));  // any bits
    case 1:                                               // an integer or a half up to 128: ties
      return sign | f.scaled(power(7), r >> 20 & 63);
    case 2:  // subnormal
      return sign | fraction;
    case 3:  // near the first operand or its opposite: cancellation
      if (position != 0) return (first ^ ((r & 16) != 0 ? f.sign() : 0)) + (r >> 20 & 3);
      [[fallthrough]];
    case 4:
      return sign | ((f.scaled(power(40 < f.bias() ? 40 : 12), 0) -
                      (std::uint64_t{20 < f.bias() ? 20u : 6u} << f.mantissaBits)) |
                     fraction);
    default:  // between 2^-4 and 2^4
      return sign | ((f.scaled(power(8) - 4, 0)) | fraction);
  }
}

std::vector<std::uint64_t> specialIntegers(unsigned bits) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1), all = top | (top - 1);
  return {0,       1,   2,       3,       7,       8,       15,         16,           31,
          32,      33,  63,      64,      65,      127,     128,        255,          all,
          all - 1, top, top - 1, top + 1, all ^ 7, all / 3, 0x40 & all, 0x5410 & all, 0xff80 & all,
          all - 31};
}

std::uint64_t randomInteger(unsigned bits, std::uint64_t seed) {
  const std::uint64_t r = mixed(seed), value = mixed(r);
  const std::uint64_t all = (std::uint64_t{1} << (bits - 1)) * 2 - 1;
  switch (r & 3) {
    case 0:
      return (r >> 8) % 80 & all;  // a shift amount or a position
    case 1:
      return value >> (r >> 8 & 63) & all;  // every magnitude
    default:
      return value & all;
  }
}

std::vector<std::uint64_t> scalarValues(const FloatFormat* format, unsigned bits, std::size_t position,
                                        std::uint64_t stream) {
  const auto specials = format != nullptr ? specialFloats(*format) : specialIntegers(bits);
  const std::size_t count = specials.size();
  std::vector<std::uint64_t> values(sets);
  for (std::size_t k = 0; k < sets; ++k) {
    // Pairs of specials lie in the first count^2 places; spreading them makes any prefix a mixture.
    const std::size_t spread = k * 1237 % sets;
    if (spread < count * count) {
      const std::size_t places[] = {spread % count, spread / count, (spread * 5 + spread / count) % count,
                                    (spread * 11 + 3) % count};
      values[k] = specials[(places[position] + stream) % count];
    } else if (format != nullptr) {
      const std::uint64_t first = position == 0 ? 0 : randomFloat(*format, spread * 8 + stream * 0x10000, 0, 0);
      const std::uint64_t mask = format->sign() | (format->sign() - 1);
      values[k] = randomFloat(*format, spread * 8 + stream * 0x10000 + position, first, position) & mask;
    } else {
      values[k] = randomInteger(bits, spread * 8 + position + stream * 0x10000 + 0x5000000);
    }
  }
  return values;
}

}  // namespace

std::vector<std::uint64_t> operandValues(const std::string& type, std::size_t position) {
  static constexpr FloatFormat half{16, 10}, brain{16, 7}, single{32, 23}, twice{64, 52};
  if (type.ends_with("x2")) {  // two values of half the width: the high ones are another stream
    const FloatFormat* format = type == "f16x2" ? &half : type == "bf16x2" ? &brain : nullptr;
    std::vector<std::uint64_t> values = scalarValues(format, 16, position, 0);
    const std::vector<std::uint64_t> high = scalarValues(format, 16, position, 1);
    for (std::size_t k = 0; k < sets; ++k) values[k] |= high[k] << 16;
    return values;
  }
  const FloatFormat* format = type == "f16"    ? &half
                              : type == "bf16" ? &brain
                              : type == "f32"  ? &single
                              : type == "f64"  ? &twice
                                               : nullptr;
  return scalarValues(format, static_cast<unsigned>(8 * bytesOfType(type)), position, 0);
}

}  // namespace card_forms
