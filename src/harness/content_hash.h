#pragma once
// Names of cached build products. FNV-1a of 128 bits: fast enough for source text, and nobody gains by a collision,
// since whoever can choose a source file can also write into the build folder.
#include <string>
#include <string_view>

namespace harness {

class ContentHash {
 public:
  /// Adds one text. Its length is added too, so that ("ab", "c") and ("a", "bc") differ.
  ContentHash& add(std::string_view text);
  /// 32 hexadecimal digits.
  std::string hex() const;

 private:
  void addBytes(std::string_view bytes);
  __extension__ using Bits = unsigned __int128;
  static constexpr Bits offset = (Bits{0x6c62272e07bb0142} << 64) | 0x62b821756295c58d;
  static constexpr Bits prime = (Bits{1} << 88) | 0x13b;
  Bits state_ = offset;
};

}  // namespace harness
