#pragma once
// Numbers and texts as bytes. Both ends are processes of one machine, so numbers keep their layout; the reader trusts
// no length, since the other end may be hostile.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpusim::remote {

class Writer {
 public:
  template <class T>
  Writer& number(T value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    const auto* at = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), at, at + sizeof value);
    return *this;
  }
  Writer& raw(std::span<const std::byte> from) {
    bytes_.insert(bytes_.end(), from.begin(), from.end());
    return *this;
  }
  Writer& text(std::string_view from) {
    number(std::uint64_t{from.size()});
    return raw(std::as_bytes(std::span(from.data(), from.size())));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what a Writer wrote. After the first read past the end everything reads as zero and good() is false.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  T number() {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    T value{};
    if (rest_.size() < sizeof value) {
      good_ = false;
      rest_ = {};
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }
  /// A whole number from 0 to `most`; more is no number of ours.
  std::uint64_t count(std::uint64_t most) {
    const auto value = number<std::uint64_t>();
    if (value <= most) return value;
    good_ = false;
    return 0;
  }
  std::string text(std::size_t most) {
    const std::uint64_t size = count(most);
    if (size > rest_.size()) good_ = false;
    if (!good_) return {};
    std::string out(reinterpret_cast<const char*>(rest_.data()), static_cast<std::size_t>(size));
    rest_ = rest_.subspan(static_cast<std::size_t>(size));
    return out;
  }
  /// The next `bytes` bytes; none when there are fewer.
  std::span<const std::byte> raw(std::size_t bytes) {
    if (bytes > rest_.size()) good_ = false;
    if (!good_) return {};
    const std::span<const std::byte> out = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return out;
  }
  std::span<const std::byte> rest() { return std::exchange(rest_, {}); }
  bool good() const { return good_; }
  /// Whether everything was read and nothing is left.
  bool complete() const { return good_ && rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  bool good_ = true;
};

}  // namespace gpusim::remote
