// Device memory: addresses, guards, what is said of an address, and the shadow of written bytes.
#include "sim/memory/address_space.h"

#include <doctest/doctest.h>

#include <cstring>

using gpusim::AddressSpace;
using gpusim::DeviceAddress;
using gpusim::ErrorCode;
using gpusim::MemoryKind;

namespace {

constexpr std::uint64_t capacity = std::uint64_t{64} << 20;

std::unique_ptr<AddressSpace> makeSpace() {
  auto space = AddressSpace::create(capacity);
  REQUIRE_MESSAGE(space, space.error().message);
  return std::move(*space);
}

DeviceAddress allocate(AddressSpace& space, std::size_t bytes, MemoryKind kind = MemoryKind::device) {
  const auto base = space.allocate(bytes, kind);
  REQUIRE_MESSAGE(base, base.error().message);
  return *base;
}

}  // namespace

TEST_CASE("address space: allocations are aligned to 256 bytes and do not touch") {
  const auto space = makeSpace();
  DeviceAddress previousEnd = 0;
  for (const std::size_t bytes : {1, 4, 255, 256, 257, 4096, 100000}) {
    const DeviceAddress base = allocate(*space, bytes);
    CHECK(base % 256 == 0);
    CHECK(base >= previousEnd + 4096);  // room in which a stray access is noticed
    CHECK_FALSE(space->live(base + bytes, base + bytes + 1).contains(base + bytes, base + bytes + 1));
    previousEnd = base + bytes;
  }
}

TEST_CASE("address space: free, free twice, and a pointer into the middle") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 1024);
  const auto middle = space->free(base + 256);
  REQUIRE_FALSE(middle);
  CHECK(middle.error().code == ErrorCode::invalidValue);
  CHECK(middle.error().message.find("byte 256 of a 1024-byte allocation") != std::string::npos);
  CHECK(space->free(base));
  const auto twice = space->free(base);
  REQUIRE_FALSE(twice);
  CHECK(twice.error().code == ErrorCode::invalidValue);
  CHECK(twice.error().message.find("a 1024-byte allocation that was freed") != std::string::npos);
  CHECK(space->allocations().empty());
}

TEST_CASE("address space: describe says what an address is") {
  const auto space = makeSpace();
  const DeviceAddress first = allocate(*space, 1000), gone = allocate(*space, 300);
  CHECK(space->free(gone));
  CHECK(space->describe(0) == "the null pointer");
  CHECK(space->describe(64) == "an offset from the null pointer");
  int onHost = 0;
  CHECK(space->describe(reinterpret_cast<DeviceAddress>(&onHost)) == "no address of this device (a host pointer?)");
  CHECK(space->describe(first) == "the start of a 1000-byte allocation (allocation 1)");
  CHECK(space->describe(first + 999) == "byte 999 of a 1000-byte allocation (allocation 1)");
  CHECK(space->describe(first + 1000) == "right past the end of a 1000-byte allocation (allocation 1)");
  CHECK(space->describe(first + 1004) == "4 bytes past the end of a 1000-byte allocation (allocation 1)");
  CHECK(space->describe(first - 8) == "8 bytes before the start of a 1000-byte allocation (allocation 1)");
  CHECK(space->describe(gone + 299) ==
        "byte 299 of a 300-byte allocation that was freed before the first launch (allocation 2)");
}

TEST_CASE("address space: capacity counts, and running out says how much there was") {
  const auto space = makeSpace();
  CHECK(space->freeBytes() == capacity);
  const DeviceAddress base = allocate(*space, capacity - 100);
  CHECK(space->freeBytes() == 100);
  const auto failed = space->allocate(101, MemoryKind::device);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ErrorCode::outOfMemory);
  CHECK(failed.error().message == "out of memory: 101 bytes asked for, 100 of 67108864 bytes free");
  CHECK(space->allocate(100, MemoryKind::device));
  CHECK(space->free(base));
  CHECK(space->freeBytes() == capacity - 100);
  CHECK_FALSE(space->allocate(~std::size_t{0}, MemoryKind::device));
}

TEST_CASE("address space: addresses serve again when there are no new ones, as unwritten memory") {
  const auto space = makeSpace();
  DeviceAddress last = 0;
  for (int k = 0; k < 12; ++k) {  // 12 times three quarters of the capacity is more than the addresses reserved
    last = allocate(*space, capacity / 4 * 3);
    CHECK(last % 256 == 0);
    CHECK(*space->shadow(last) == 0);
    space->markWritten(last, 64);
    CHECK(space->find(last));
    REQUIRE(space->free(last));
  }
  CHECK(space->freeBytes() == capacity);
}

TEST_CASE("address space: a live range is one allocation, whole or nothing") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 512);
  const auto range = space->live(base + 16, base + 512);
  CHECK(range.begin == base);
  CHECK(range.end == base + 512);
  CHECK(range.contains(base, base + 512));
  CHECK_FALSE(range.contains(base - 1, base + 1));
  CHECK_FALSE(range.contains(base + 511, base + 513));
  const auto past = space->live(base + 16, base + 513);
  CHECK_FALSE(past.contains(base + 16, base + 17));
  CHECK_FALSE(space->live(base - 4, base + 4).contains(base, base + 1));
  CHECK(space->mapped(base + 512, base + 516));
  CHECK_FALSE(space->mapped(4, 8));
}

TEST_CASE("address space: the shadow knows bytes of a word") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 64);
  const auto word = [&](std::size_t k) { return static_cast<unsigned>(*space->shadow(base + 4 * k)); };
  CHECK(space->live(base, base + 64).tracked);
  CHECK(word(0) == 0);
  space->markWritten(base + 3, 6);  // one byte, a whole word, one byte
  CHECK(word(0) == 0b1000);
  CHECK(word(1) == 0b1111);
  CHECK(word(2) == 0b0001);
  CHECK(word(3) == 0);
  space->markUnwritten(base + 5, 2);  // within one word
  CHECK(word(1) == 0b1001);
  space->markWritten(base + 13, 2);
  CHECK(word(3) == 0b0110);
  space->markUnwritten(base + 3, 12);
  for (std::size_t k = 0; k < 4; ++k) CHECK(word(k) == 0);
}

TEST_CASE("address space: a wholly written allocation is no longer tracked until part of it is unwritten") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 64);
  space->markWritten(base, 60);
  CHECK(space->live(base, base + 4).tracked);
  space->markWritten(base, 64);
  CHECK_FALSE(space->live(base, base + 4).tracked);
  space->markUnwritten(base + 8, 4);
  CHECK(space->live(base, base + 4).tracked);
  CHECK(*space->shadow(base + 4) == AddressSpace::wholeWord);
  CHECK(*space->shadow(base + 8) == 0);
  CHECK(*space->shadow(base + 12) == AddressSpace::wholeWord);
}

TEST_CASE("address space: a part of managed memory marked unwritten leaves the rest written") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 64, MemoryKind::managed);
  space->markUnwritten(base + 8, 4);
  CHECK(space->live(base, base + 4).tracked);
  CHECK(*space->shadow(base + 4) == AddressSpace::wholeWord);
  CHECK(*space->shadow(base + 8) == 0);
  CHECK(*space->shadow(base + 12) == AddressSpace::wholeWord);
}

TEST_CASE("address space: managed memory is visible to the host at the same address") {
  const auto space = makeSpace();
  for (const auto kind : {MemoryKind::managed, MemoryKind::pinned}) {
    const DeviceAddress base = allocate(*space, 4096, kind);
    auto* host = reinterpret_cast<char*>(base);
    CHECK(host[0] == 0);
    std::strcpy(host, "from the host");
    CHECK(std::string(space->bytes(base)) == "from the host");
    std::strcpy(space->bytes(base + 100), "from the device");
    CHECK(std::string(host + 100) == "from the device");
    CHECK_FALSE(space->live(base, base + 4096).tracked);
    CHECK(space->find(base + 5)->kind == kind);
    CHECK(space->free(base));
  }
}

TEST_CASE("address space: fresh device memory holds no plausible value") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 8);
  float value = 0;
  std::memcpy(&value, space->bytes(base), 4);
  CHECK(value < -1000);
}

TEST_CASE("address space: what lies on a page of an allocation is mapped, on both sides of each") {
  const auto space = makeSpace();
  constexpr std::size_t bytes = 1498172, page = std::size_t{2} << 20;
  const DeviceAddress first = allocate(*space, bytes), last = allocate(*space, bytes);
  for (const DeviceAddress base : {first, last}) {
    CHECK(space->mapped(base + bytes, base + bytes + 4));
    CHECK(space->mapped(base - 4, base));
  }
  const DeviceAddress end = (last + bytes + page - 1) / page * page;
  CHECK(space->mapped(end - 4, end));
  CHECK_FALSE(space->mapped(end, end + 4));
  CHECK_FALSE(space->mapped(first / page * page - 4, first / page * page));
}

TEST_CASE("address space: device addresses lie far from a process's own memory") {
  const auto space = makeSpace();
  const DeviceAddress base = allocate(*space, 64);
  int onStack = 0;
  const auto onHeap = std::make_unique<int>(0);
  constexpr DeviceAddress far = DeviceAddress{1} << 40;
  for (const void* own : {static_cast<const void*>(&onStack), static_cast<const void*>(onHeap.get()),
                          reinterpret_cast<const void*>(&makeSpace)}) {
    const auto at = reinterpret_cast<DeviceAddress>(own);
    CHECK((at > base ? at - base : base - at) > far);
  }
}
