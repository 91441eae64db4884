// Pages of large allocations that move to later ones: nobody sees it in what memory holds.
#include "sim/memory/spare_pages.h"

#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <random>

#include "sim/memory/address_space.h"

using gpusim::AddressSpace;
using gpusim::DeviceAddress;
using gpusim::MemoryKind;
using gpusim::SparePages;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Whether all of [at, at + bytes) is `value`.
bool isFilled(const char* at, std::size_t bytes, char value) {
  return bytes == 0 || (*at == value && std::memcmp(at, at + 1, bytes - 1) == 0);
}

std::unique_ptr<AddressSpace> makeSpace(std::uint64_t capacity) {
  auto space = AddressSpace::create(capacity);
  REQUIRE_MESSAGE(space, space.error().message);
  return std::move(*space);
}

DeviceAddress allocate(AddressSpace& space, std::size_t bytes, MemoryKind kind = MemoryKind::device) {
  const auto base = space.allocate(bytes, kind);
  REQUIRE_MESSAGE(base, base.error().message);
  return *base;
}

/// Allocates and frees at random, and checks that fresh memory is zero and that live memory keeps its value.
void storm(AddressSpace& space, unsigned seed, int steps) {
  struct Live {
    std::size_t bytes;
    char value;
  };
  std::map<DeviceAddress, Live> live;
  std::mt19937 random(seed);
  for (int step = 0; step < steps; ++step) {
    const bool release = live.size() > 6 || (!live.empty() && random() % 3 == 0);
    if (release) {
      const auto victim = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      REQUIRE(isFilled(space.bytes(victim->first), victim->second.bytes, victim->second.value));
      REQUIRE(space.free(victim->first));
      live.erase(victim);
      continue;
    }
    const MemoryKind kind = random() % 4 == 0 ? MemoryKind::heap : MemoryKind::device;
    const std::size_t bytes = random() % 2 == 0 ? 1 + random() % (64 << 10) : 1 + random() % (12 * mebibyte);
    const auto there = space.allocate(bytes, kind);
    if (!there) continue;  // no room between what lives
    const DeviceAddress base = *there;
    if (bytes > mebibyte) REQUIRE(isFilled(space.bytes(base), bytes, 0));
    const char value = static_cast<char>(1 + random() % 100);
    std::memset(space.bytes(base), value, bytes);
    live[base] = {bytes, value};
  }
  for (const auto& [base, block] : live) {
    CHECK(isFilled(space.bytes(base), block.bytes, block.value));
    CHECK(space.free(base));
  }
}

}  // namespace

TEST_CASE("spare pages: taken largest first, no more than is kept") {
  SparePages spare;
  if (!spare.keep({0, 4 * SparePages::pageBytes})) return;  // this host cannot move pages
  REQUIRE(spare.keep({40 * SparePages::pageBytes, 8 * SparePages::pageBytes}));
  CHECK_FALSE(spare.keep({100 * SparePages::pageBytes, SparePages::keptBytes}));
  const SparePages::Range first = spare.take(2 * SparePages::pageBytes);
  CHECK(first.begin == 40 * SparePages::pageBytes);
  CHECK(first.bytes == 2 * SparePages::pageBytes);
  CHECK(spare.take(100 * SparePages::pageBytes).bytes == 6 * SparePages::pageBytes);
  CHECK(spare.take(100 * SparePages::pageBytes).bytes == 4 * SparePages::pageBytes);
  CHECK(spare.take(100 * SparePages::pageBytes).bytes == 0);
}

TEST_CASE("spare pages: large allocations do not share a page, and their addresses are new") {
  const auto space = makeSpace(256 * mebibyte);
  const DeviceAddress first = allocate(*space, 9 * mebibyte);
  CHECK(space->free(first));
  const DeviceAddress second = allocate(*space, 9 * mebibyte), third = allocate(*space, 5 * mebibyte);
  CHECK(second != first);
  CHECK((second + 9 * mebibyte) / SparePages::pageBytes < third / SparePages::pageBytes);
}

TEST_CASE("spare pages: fresh memory is zero and live memory keeps its value") {
  const auto space = makeSpace(256 * mebibyte);
  for (unsigned seed = 1; seed <= 4; ++seed) storm(*space, seed, 60);
}

TEST_CASE("spare pages: the same where addresses have run out and serve again") {
  const auto space = makeSpace(128 * mebibyte);
  for (unsigned seed = 1; seed <= 16; ++seed) storm(*space, seed, 80);
}
