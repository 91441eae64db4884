#include "harness/lz_string.h"

#include <cstdint>
#include <unordered_map>

namespace harness {
namespace {

/// Bits into characters of base64, six each, the first bit the highest.
class BitWriter {
 public:
  /// The lowest `count` bits of `value`, the lowest first.
  void bits(std::uint32_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, value >>= 1) {
      pending_ = (pending_ << 1) | (value & 1);
      if (++held_ == 6) put();
    }
  }

  /// Fills the last character with zeros, and the last four characters with '='. As in lz-string there is always one
  /// more character, even when nothing is pending.
  std::string take() {
    pending_ <<= 6 - held_;
    put();
    while (out_.size() % 4 != 0) out_ += '=';
    return std::move(out_);
  }

 private:
  void put() {
    out_ += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[pending_];
    pending_ = held_ = 0;
  }

  std::string out_;
  std::uint32_t pending_ = 0;
  unsigned held_ = 0;
};

/// LZW whose codes grow by a bit when they run out. A character is told when it is first used; codes 0 to 2 are "a
/// character of 8 bits follows", "one of 16 bits", "the end".
class Compressor {
 public:
  std::string operator()(std::string_view text) {
    for (const char c : text) {
      const auto character = static_cast<unsigned char>(c);
      if (const auto [known, isNew] = codes_.try_emplace(key(none, character), next_); isNew) {
        ++next_;
        untold_[known->second] = character;
      }
      const auto longer = prefix_ == none ? codes_.find(key(none, character)) : codes_.find(key(prefix_, character));
      if (longer != codes_.end()) {
        prefix_ = longer->second;
        continue;
      }
      tellPrefix();
      codes_[key(prefix_, character)] = next_++;
      prefix_ = codes_[key(none, character)];
    }
    if (prefix_ != none) tellPrefix();
    bits_.bits(end, width_);
    return bits_.take();
  }

 private:
  static constexpr std::uint32_t none = 0, end = 2;  // no text has code 0

  static std::uint64_t key(std::uint32_t prefix, unsigned char next) { return (std::uint64_t{prefix} << 8) | next; }

  void tellPrefix() {
    if (const auto character = untold_.find(prefix_); character != untold_.end()) {
      bits_.bits(0, width_);
      bits_.bits(character->second, 8);
      untold_.erase(character);
      countDown();
    } else {
      bits_.bits(prefix_, width_);
    }
    countDown();
  }

  void countDown() {
    if (--leftAtWidth_ == 0) leftAtWidth_ = 1U << width_++;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> codes_;   // of a known text and a character after it
  std::unordered_map<std::uint32_t, unsigned char> untold_;  // characters whose code the reader has not met
  std::uint32_t prefix_ = none, next_ = 3, leftAtWidth_ = 2;
  unsigned width_ = 2;
  BitWriter bits_;
};

}  // namespace

std::string lzStringBase64(std::string_view ascii) { return Compressor()(ascii); }

}  // namespace harness
