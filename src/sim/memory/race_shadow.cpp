#include "sim/memory/race_shadow.h"

#include <sys/mman.h>

namespace gpusim {

std::unique_ptr<RaceShadow> RaceShadow::create(std::uint64_t begin, std::uint64_t span) {
  std::unique_ptr<RaceShadow> shadow(new RaceShadow);
  shadow->begin_ = begin;
  shadow->bytes_ = span * sizeof(RaceStamp);
  for (RaceStamp*& array : shadow->arrays_) {
    void* at =
        mmap(nullptr, shadow->bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return nullptr;
    madvise(at, shadow->bytes_, MADV_HUGEPAGE);  // a hint: refusal does no harm
    array = static_cast<RaceStamp*>(at);
  }
  return shadow;
}

RaceShadow::~RaceShadow() {
  for (RaceStamp* array : arrays_)
    if (array != nullptr) munmap(array, bytes_);
}

std::uint64_t RaceShadow::firstIncarnation(std::uint64_t room) {
  if (next_ + room >= incarnationLimit) {
    for (RaceStamp* array : arrays_) madvise(array, bytes_, MADV_DONTNEED);
    next_ = 1;
  }
  return next_;
}

}  // namespace gpusim
