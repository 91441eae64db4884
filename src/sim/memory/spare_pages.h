#pragma once
// Physical pages of large allocations that were freed, kept for the next ones.
//
// An address is not used twice while there is room, so every allocation would touch pages that were never touched
// before, which costs more than what a small kernel does with it, and many times as much where the system has to get
// pages back from a host (tools/fresh_pages.cpp, evidence/simulator/fresh-pages.txt). The pages move from the old
// addresses to the new ones instead.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpusim {

/// Ranges in bytes from the start of one address space, whole large pages each.
class SparePages {
 public:
  static constexpr std::uint64_t pageBytes = std::uint64_t{2} << 20;
  /// More than this is not kept: it goes back to the host.
  static constexpr std::uint64_t keptBytes = std::uint64_t{512} << 20;

  struct Range {
    std::uint64_t begin = 0, bytes = 0;
  };

  /// Keeps the range. False when enough is kept, or this host cannot move pages.
  bool keep(Range range);
  /// Takes at most `bytes` out of what is kept, largest piece first; empty when nothing is left.
  Range take(std::uint64_t bytes);

  /// Moves the pages behind [from, from + bytes) to `to`, where nothing has been written. `from` reads as zero then.
  /// Both are on a page's border, of private memory without a file. False when the host refuses, and nothing moved.
  static bool move(void* from, void* to, std::uint64_t bytes);

 private:
  std::vector<Range> ranges_;
  std::uint64_t kept_ = 0;
};

}  // namespace gpusim
