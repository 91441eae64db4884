#include "sim/exec/access.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gpusim {

unsigned countSectors(const std::uint64_t* address, std::uint32_t mask, unsigned bytes) {
  // An access wider than a sector's rest (misaligned ones are faults) never straddles: 16 bytes at most, aligned.
  std::array<std::uint64_t, 2 * warpSize> sector;
  unsigned count = 0;
  bool ascending = true;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const std::uint64_t first = address[lane] / 32, last = (address[lane] + bytes - 1) / 32;
    for (std::uint64_t at = first; at <= last; ++at) {
      if (count != 0 && at == sector[count - 1]) continue;
      ascending = ascending && (count == 0 || at > sector[count - 1]);
      sector[count++] = at;
    }
  }
  if (ascending) return count;
  std::sort(sector.begin(), sector.begin() + count);
  return static_cast<unsigned>(std::unique(sector.begin(), sector.begin() + count) - sector.begin());
}

unsigned countIdealSectors(const std::uint64_t* address, std::uint32_t mask, unsigned bytes) {
  std::array<std::uint64_t, warpSize> sorted;
  unsigned count = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1) != 0) sorted[count++] = address[lane];
  std::sort(sorted.begin(), sorted.begin() + count);
  std::uint64_t distinct = 0, end = 0;
  for (unsigned k = 0; k < count; ++k) {
    const std::uint64_t past = sorted[k] + bytes;
    distinct += past - std::max(sorted[k], end);
    end = past;
  }
  return static_cast<unsigned>((distinct + 31) / 32);
}

unsigned countAtomicSectors(const std::uint64_t* address, std::uint32_t mask) {
  std::array<std::uint64_t, warpSize> sorted;
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1) != 0) sorted[lanes++] = address[lane];
  std::sort(sorted.begin(), sorted.begin() + lanes);
  unsigned total = 0, most = 0, alike = 0;
  for (unsigned k = 0; k < lanes; ++k) {
    const bool newSector = k == 0 || sorted[k] / 32 != sorted[k - 1] / 32;
    if (newSector) total += std::exchange(most, 0);
    alike = k != 0 && sorted[k] == sorted[k - 1] ? alike + 1 : 1;
    most = std::max(most, alike);
  }
  return total + most;
}

namespace {

/// Most distinct 4-byte words that fall into one bank.
unsigned bankDegree(const std::uint64_t* word, unsigned count) {
  std::array<std::array<std::uint64_t, 2 * warpSize>, 32> seen;
  std::array<std::uint8_t, 32> used{};
  unsigned degree = 0;
  for (unsigned k = 0; k < count; ++k) {
    const auto bank = static_cast<unsigned>(word[k] % 32);
    auto& list = seen[bank];
    if (std::find(list.begin(), list.begin() + used[bank], word[k]) != list.begin() + used[bank]) continue;
    list[used[bank]++] = word[k];
    degree = std::max<unsigned>(degree, used[bank]);
  }
  return degree;
}

}  // namespace

Wavefronts countWavefronts(const std::uint64_t* address, std::uint32_t mask, unsigned bytes, bool isLoad) {
  // 4 bytes or less: the whole warp in one group. 8: half-warps. 16: quarter-warps. A load whose neighbouring lanes
  // pair up on equal addresses needs half the groups (a broadcast LDS.128 takes 2 wavefronts, not 4).
  unsigned groups = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
  if (isLoad && groups > 1) {
    for (unsigned step : {1u, 2u}) {
      bool paired = true;
      for (unsigned lane = 0; lane < warpSize && paired; ++lane) {
        const unsigned other = lane ^ step;
        if ((mask >> lane & 1) != 0 && (mask >> other & 1) != 0) paired = address[lane] == address[other];
      }
      if (paired) {
        groups /= 2;
        break;
      }
    }
  }
  const unsigned lanesPerGroup = warpSize / groups;
  Wavefronts result;
  for (unsigned group = 0; group < groups; ++group) {
    std::array<std::uint64_t, 4 * warpSize> word;
    unsigned count = 0;
    for (unsigned lane = group * lanesPerGroup; lane < (group + 1) * lanesPerGroup; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      for (std::uint64_t at = address[lane] / 4; at <= (address[lane] + bytes - 1) / 4; ++at) word[count++] = at;
    }
    if (count == 0) continue;
    result.count += bankDegree(word.data(), count);
    result.ideal += 1;
  }
  return result;
}

}  // namespace gpusim
