#include "sim/memory/spare_pages.h"

#include <sys/mman.h>

#include <algorithm>

namespace gpusim {

#ifdef MREMAP_DONTUNMAP
constexpr bool canMove = true;
bool SparePages::move(void* from, void* to, std::uint64_t bytes) {
  return mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to) == to;
}
#else
constexpr bool canMove = false;
bool SparePages::move(void*, void*, std::uint64_t) { return false; }
#endif

bool SparePages::keep(Range range) {
  if (!canMove || kept_ + range.bytes > keptBytes) return false;
  ranges_.push_back(range);
  kept_ += range.bytes;
  return true;
}

SparePages::Range SparePages::take(std::uint64_t bytes) {
  const auto largest = std::max_element(ranges_.begin(), ranges_.end(),
                                        [](const Range& a, const Range& b) { return a.bytes < b.bytes; });
  if (largest == ranges_.end() || bytes == 0) return {};
  const Range taken{largest->begin, std::min(bytes, largest->bytes)};
  largest->begin += taken.bytes;
  largest->bytes -= taken.bytes;
  kept_ -= taken.bytes;
  if (largest->bytes == 0) ranges_.erase(largest);
  return taken;
}

}  // namespace gpusim
