// The shape of a warp access, sectors and wavefronts, against counts done the slow way.
#include "sim/exec/access.h"

#include <doctest/doctest.h>

#include <map>
#include <numeric>
#include <random>
#include <set>

using gpusim::AccessShape;
using gpusim::allLanes;
using gpusim::classify;
using gpusim::countSectors;
using gpusim::countWavefronts;
using gpusim::warpSize;

namespace {

using Addresses = std::array<std::uint64_t, warpSize>;
constexpr std::uint64_t base = 0x7f0000001000;

Addresses strided(std::uint64_t first, std::uint64_t stride) {
  Addresses address;
  for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = first + lane * stride;
  return address;
}

unsigned slowSectors(const Addresses& address, std::uint32_t mask, unsigned bytes) {
  std::set<std::uint64_t> sectors;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1) != 0)
      for (unsigned k = 0; k < bytes; ++k) sectors.insert((address[lane] + k) / 32);
  return static_cast<unsigned>(sectors.size());
}

/// 4 bytes or less a lane: the most distinct words that any bank has to serve.
unsigned slowWavefronts(const Addresses& address, std::uint32_t mask) {
  std::map<std::uint64_t, std::set<std::uint64_t>> wordsOfBank;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if ((mask >> lane & 1) != 0) wordsOfBank[address[lane] / 4 % 32].insert(address[lane] / 4);
  std::size_t most = 0;
  for (const auto& [bank, words] : wordsOfBank) most = std::max(most, words.size());
  return static_cast<unsigned>(most);
}

/// Random patterns of several kinds: anywhere, few places, permuted rows, strides.
Addresses randomPattern(std::mt19937_64& random, unsigned bytes) {
  const std::uint64_t range = std::uint64_t{1} << (3 + random() % 10);
  Addresses address = strided(random() % 64, random() % 70);
  const auto kind = random() % 3;
  for (std::uint64_t& at : address)
    at = (kind == 0 ? random() % range : kind == 1 ? at % range : (at ^ (range - 1)) % range) * bytes;
  return address;
}

}  // namespace

TEST_CASE("access: uniform, contiguous and scattered") {
  AccessShape shape;
  classify(shape, strided(base, 0).data(), base, allLanes, 4);
  CHECK(shape.kind == AccessShape::Kind::uniform);
  classify(shape, strided(base, 4).data(), base, allLanes, 4);
  CHECK(shape.kind == AccessShape::Kind::contiguous);
  CHECK(shape.near);
  CHECK(shape.low == 0);
  CHECK(shape.high == 124);
  classify(shape, strided(base, 12).data(), base, allLanes, 4);
  CHECK(shape.kind == AccessShape::Kind::scattered);
  CHECK(shape.high == 31 * 12);
  classify(shape, strided(base, ~std::uint64_t{3}).data(), base, allLanes, 4);  // stride -4
  CHECK(shape.kind == AccessShape::Kind::scattered);
  CHECK(shape.low == -124);
  CHECK(shape.high == 0);
  classify(shape, strided(base, 16).data(), base, allLanes, 16);
  CHECK(shape.kind == AccessShape::Kind::contiguous);
}

TEST_CASE("access: with lanes idle nothing is contiguous, and a changed mask forgets what was counted") {
  AccessShape shape;
  Addresses address = strided(base, 4);
  classify(shape, address.data(), base, allLanes, 4);
  shape.sectors[0] = 4;
  shape.wavefronts = shape.banks = 1;
  classify(shape, address.data(), base, allLanes, 4);
  CHECK(shape.sectors[0] == 4);  // the same shape is remembered
  const Addresses moved = strided(base + 4096, 4);
  classify(shape, moved.data(), base + 4096, allLanes, 4);
  CHECK(shape.sectors[0] == 4);  // at another base too
  CHECK(shape.wavefronts == 1);
  CHECK(shape.banks == 1);
  address[31] = base;  // an idle lane repeats the first's
  classify(shape, address.data(), base, allLanes >> 1, 4);
  CHECK(shape.kind == AccessShape::Kind::scattered);
  CHECK(shape.mask == allLanes >> 1);
  CHECK(shape.sectors[0] == 0);
  CHECK(shape.wavefronts == 0);
  CHECK(shape.banks == 0);
  shape.sectors[0] = 4;
  classify(shape, address.data(), base, allLanes, 4);  // same addresses, one lane more
  CHECK(shape.sectors[0] == 0);
}

TEST_CASE("access: addresses more than 2 GiB apart are far, and near ones after them are measured anew") {
  AccessShape shape;
  Addresses address = strided(base, 4);
  classify(shape, address.data(), base, allLanes, 4);
  shape.sectors[0] = 4;
  for (const std::uint64_t apart : {std::uint64_t{1} << 31, std::uint64_t{1} << 32, ~std::uint64_t{0} << 32}) {
    address[7] = base + apart;
    classify(shape, address.data(), base, allLanes, 4);
    CHECK_FALSE(shape.near);
    CHECK(shape.kind == AccessShape::Kind::scattered);
  }
  address[7] = base + (std::uint64_t{1} << 31) - 4;
  classify(shape, address.data(), base, allLanes, 4);
  CHECK(shape.near);
  CHECK(shape.high == 0x7ffffffc);
  CHECK(shape.sectors[0] == 0);
}

TEST_CASE("access: sectors equal a set's size on random patterns") {
  std::mt19937_64 random(13);
  for (int round = 0; round < 4000; ++round) {
    const unsigned bytes = 1u << (random() % 5);
    const Addresses address = randomPattern(random, bytes);
    const auto mask = static_cast<std::uint32_t>(random() % 4 == 0 ? allLanes : random() | 1);
    const unsigned got = countSectors(address.data(), mask, bytes), expected = slowSectors(address, mask, bytes);
    CAPTURE(round);
    REQUIRE(got == expected);
  }
}

TEST_CASE("access: wavefronts of up to 4 bytes equal the most distinct words of a bank on random patterns") {
  std::mt19937_64 random(31);
  for (int round = 0; round < 4000; ++round) {
    const unsigned bytes = 1u << (random() % 3);
    const Addresses address = randomPattern(random, bytes);
    const auto mask = static_cast<std::uint32_t>(random() % 4 == 0 ? allLanes : random() | 1);
    const unsigned expected = slowWavefronts(address, mask);
    CAPTURE(round);
    for (const bool isLoad : {true, false}) {
      const auto got = countWavefronts(address.data(), mask, bytes, isLoad);
      REQUIRE(got.count == expected);
      REQUIRE(got.ideal == 1);
    }
  }
}

TEST_CASE("access: a stride of S words takes gcd(S, 32) wavefronts") {
  for (std::uint64_t stride = 1; stride <= 64; ++stride) {
    CAPTURE(stride);
    CHECK(countWavefronts(strided(0, stride * 4).data(), allLanes, 4, true).count ==
          std::gcd(stride, std::uint64_t{32}));
  }
  CHECK(countWavefronts(strided(64, 0).data(), allLanes, 4, true).count == 1);  // a broadcast
}

TEST_CASE("access: wide accesses go by half and quarter warps") {
  const auto wide = [](std::uint64_t stride, unsigned bytes, bool isLoad) {
    const auto got = countWavefronts(strided(0, stride).data(), allLanes, bytes, isLoad);
    return std::pair(got.count, got.ideal);
  };
  using Pair = std::pair<unsigned, unsigned>;
  CHECK(wide(8, 8, true) == Pair{2, 2});
  CHECK(wide(16, 16, true) == Pair{4, 4});
  CHECK(wide(8, 8, false) == Pair{2, 2});
  CHECK(wide(16, 16, false) == Pair{4, 4});
  CHECK(wide(128, 8, true).first == 32);  // every lane at the same bank pair
  CHECK(wide(128, 16, false).first == 32);
  CHECK(wide(0, 16, true) == Pair{2, 2});   // equal addresses pair up in loads
  CHECK(wide(0, 16, false) == Pair{4, 4});  // and do not in stores
}

TEST_CASE("an atomic's sectors: each once for every lane of its most wanted address") {
  const auto count = [](auto rule, std::uint32_t mask = 0xffffffff) {
    std::array<std::uint64_t, 32> address{};
    for (unsigned lane = 0; lane < 32; ++lane) address[lane] = 4096 + rule(lane);
    return gpusim::countAtomicSectors(address.data(), mask);
  };
  CHECK(count([](std::uint64_t lane) { return 4 * lane; }) == 4);
  CHECK(count([](std::uint64_t) { return std::uint64_t{0}; }) == 32);
  CHECK(count([](std::uint64_t) { return std::uint64_t{0}; }, 0x1f) == 5);
  CHECK(count([](std::uint64_t lane) { return 4 * (lane % 8); }) == 4);
  // Two sectors: address 0 wanted twice beside others once, and 30 lanes over the 8 words of the second.
  CHECK(count([](std::uint64_t lane) { return lane < 2 ? 0 : 32 + 4 * (lane % 8); }) == 2 + 4);
  CHECK(count([](std::uint64_t lane) { return 36 * lane; }) == 32);
}
