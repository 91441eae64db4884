#include "sim/memory/race_shadow.h"

#include <sys/mman.h>

#include "sim/memory/spare_pages.h"

namespace gpusim {

std::unique_ptr<RaceShadow> RaceShadow::create(std::uint64_t begin, std::uint64_t span) {
  std::unique_ptr<RaceShadow> shadow(new RaceShadow);
  shadow->begin_ = begin;
  shadow->bytes_ = span * sizeof(RaceStamp);
  for (std::size_t k = 0; k < all; ++k) {
    void* at =
        mmap(nullptr, shadow->bytesOf(k), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    if (k < ofUnits) madvise(at, shadow->bytes_, MADV_HUGEPAGE);  // a hint: refusal does no harm
    shadow->arrays_[k] = static_cast<RaceStamp*>(at);
  }
  return shadow;
}

RaceShadow::~RaceShadow() {
  for (std::size_t k = 0; k < all; ++k)
    if (arrays_[k] != nullptr) munmap(arrays_[k], bytesOf(k));
}

void RaceShadow::movePages(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  constexpr unsigned shift = 2;
  constexpr std::uint64_t scale = sizeof(RaceStamp) >> shift;  // bytes of stamps for a byte of memory
  for (std::size_t k = 0; k < ofUnits; ++k) {
    char* base = reinterpret_cast<char*>(arrays_[k]);
    if (!SparePages::move(base + from * scale, base + to * scale, bytes * scale)) return;
  }
}

std::uint64_t RaceShadow::firstIncarnation(std::uint64_t room) {
  if (next_ + room >= incarnationLimit) {
    for (std::size_t k = 0; k < all; ++k) madvise(arrays_[k], bytesOf(k), MADV_DONTNEED);
    next_ = 1;
  }
  return next_;
}

}  // namespace gpusim
