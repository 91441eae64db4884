#pragma once
// The 64-bit state of an mbarrier object in shared memory. PTX leaves its bits open; here, from the top: 2 bits that
// mark an initialized object, the parity of the phase, 20 bits pending arrivals, 20 bits arrivals expected in each
// phase, and 21 bits transactions (bytes) still expected, two's complement.
#include <cstdint>

namespace gpusim {

class MbarrierState {
 public:
  static constexpr std::uint32_t mostArrivals = (1u << 20) - 1;

  explicit MbarrierState(std::uint64_t bits) : bits_(bits) {}
  static MbarrierState fresh(std::uint32_t arrivals) {
    MbarrierState state(std::uint64_t{2} << 62);
    state.setField(expectedAt, 20, arrivals);
    state.setField(pendingAt, 20, arrivals);
    return state;
  }

  std::uint64_t bits() const { return bits_; }
  bool isInitialized() const { return bits_ >> 62 == 2; }
  unsigned parity() const { return static_cast<unsigned>(bits_ >> parityAt & 1); }
  std::uint32_t pending() const { return static_cast<std::uint32_t>(field(pendingAt, 20)); }
  std::uint32_t expected() const { return static_cast<std::uint32_t>(field(expectedAt, 20)); }
  std::int64_t transactions() const { return static_cast<std::int64_t>(bits_ << 43) >> 43; }

  void expectTransactions(std::int64_t bytes) { setField(0, 21, static_cast<std::uint64_t>(transactions() + bytes)); }
  void addPending(std::int64_t arrivals) { setField(pendingAt, 20, static_cast<std::uint64_t>(pending() + arrivals)); }
  void dropExpected(std::uint32_t arrivals) { setField(expectedAt, 20, expected() - arrivals); }
  /// Starts the next phase when nothing is missing any more. True when it did.
  bool advance() {
    if (pending() != 0 || transactions() != 0) return false;
    bits_ ^= std::uint64_t{1} << parityAt;
    setField(pendingAt, 20, expected());
    return true;
  }

 private:
  static constexpr unsigned parityAt = 61, pendingAt = 41, expectedAt = 21;
  std::uint64_t field(unsigned at, unsigned width) const { return bits_ >> at & ((std::uint64_t{1} << width) - 1); }
  void setField(unsigned at, unsigned width, std::uint64_t value) {
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << at;
    bits_ = (bits_ & ~mask) | (value << at & mask);
  }

  std::uint64_t bits_;
};

}  // namespace gpusim
