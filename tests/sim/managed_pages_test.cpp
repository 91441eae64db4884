// Where pages of managed memory are, and what counts as a fault.
#include "sim/memory/managed_pages.h"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cstdint>

using gpusim::ManagedPages;
using gpusim::PageAdvice;
using gpusim::PageCounts;

namespace {

constexpr std::size_t page = ManagedPages::pageBytes, pages = 8;

/// Eight pages that begin with one, watched.
struct Memory {
  char* mapping = nullptr;
  char* at = nullptr;
  std::unique_ptr<ManagedPages> watch;

  Memory() {
    void* mapped = mmap(nullptr, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mapped != MAP_FAILED);
    mapping = static_cast<char*>(mapped);
    at = mapping + (page - reinterpret_cast<std::uintptr_t>(mapping) % page) % page;
    watch = ManagedPages::create(address(), pages * page);
    REQUIRE(watch != nullptr);
    watch->add(address(), pages * page);
  }
  ~Memory() { munmap(mapping, (pages + 1) * page); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::uint64_t address(std::size_t number = 0) const { return reinterpret_cast<std::uint64_t>(at) + number * page; }
  PageCounts of(std::size_t number) const { return watch->counts(address(number), 1); }
  void kernelTouches(std::size_t number, bool writes) {
    watch->deviceTouch(address(number), address(number) + 4, writes);
    watch->settle();
  }
  void kernelReads(std::size_t number) { kernelTouches(number, false); }
  void kernelWrites(std::size_t number) { kernelTouches(number, true); }
  /// As the signal's handler does, and then the access itself, which must not fault again.
  void hostWrites(std::size_t number) {
    REQUIRE(watch->hostTouch(address(number)));
    at[number * page] = 1;
  }
};

}  // namespace

TEST_CASE("managed pages: a page moves to whoever touches it, one fault a move, and none while it stays") {
  Memory memory;
  memory.hostWrites(0);
  memory.kernelReads(0);
  memory.kernelWrites(0);
  CHECK(memory.of(0).deviceFaults == 1);
  CHECK(memory.of(0).movedToDevice == 1);
  CHECK(memory.of(0).onDevice == 1);
  CHECK(memory.of(0).onHost == 0);
  memory.hostWrites(0);
  CHECK(memory.of(0).hostFaults == 2);  // the first of them brought nothing along
  CHECK(memory.of(0).movedToHost == 1);
  CHECK(memory.of(1).deviceFaults + memory.of(1).hostFaults == 0);
}

TEST_CASE("managed pages: an access across a border touches both pages") {
  Memory memory;
  memory.watch->deviceTouch(memory.address(1) - 4, memory.address(1) + 4, false);
  CHECK(memory.of(0).deviceFaults == 1);
  CHECK(memory.of(1).deviceFaults == 1);
  CHECK(memory.of(1).movedToDevice == 0);  // nobody had written it
}

TEST_CASE("managed pages: what a prefetch put there faults in neither") {
  Memory memory;
  for (std::size_t i = 0; i < pages; ++i) memory.hostWrites(i);
  memory.watch->prefetch(memory.address(), 3 * page + 1, true);
  for (std::size_t i = 0; i < pages; ++i) memory.kernelWrites(i);
  CHECK(memory.watch->totals().deviceFaults == pages - 4);
  CHECK(memory.watch->totals().prefetchedToDevice == 4);
  memory.watch->prefetch(memory.address(), pages * page, false);
  for (std::size_t i = 0; i < pages; ++i) memory.at[i * page] = 2;  // would end the test with a signal
  CHECK(memory.watch->totals().hostFaults == pages);
  CHECK(memory.watch->totals().prefetchedToHost == pages);
  memory.watch->prefetch(memory.address(), pages * page, false);
  CHECK(memory.watch->totals().prefetchedToHost == pages);
}

TEST_CASE("managed pages: advice duplicates for reading, maps without moving, keeps on the host") {
  Memory memory;
  for (std::size_t i = 0; i < 3; ++i) memory.hostWrites(i);
  memory.watch->advise(memory.address(0), page, PageAdvice::readMostly, true);
  memory.watch->advise(memory.address(1), page, PageAdvice::mappedForDevice, true);
  memory.watch->advise(memory.address(2), page, PageAdvice::preferHost, true);
  for (std::size_t i = 0; i < 3; ++i) {
    memory.kernelReads(i);
    memory.kernelReads(i);
  }
  CHECK(memory.of(0).onHost == 1);
  CHECK(memory.of(0).onDevice == 1);
  CHECK(memory.of(0).deviceFaults == 1);
  memory.kernelWrites(0);  // leaves one copy
  CHECK(memory.of(0).onHost == 0);
  CHECK(memory.of(0).deviceFaults == 2);
  CHECK(memory.of(1).deviceFaults == 0);
  CHECK(memory.of(1).onDevice == 0);
  CHECK(memory.of(2).deviceFaults == 1);
  CHECK(memory.of(2).movedToDevice == 0);
  CHECK(memory.of(2).onHost == 1);
}

TEST_CASE("managed pages: memory that nobody watches is left alone") {
  Memory memory;
  CHECK_FALSE(memory.watch->hostTouch(memory.address() - 1));
  CHECK_FALSE(memory.watch->hostTouch(memory.address(pages)));
  memory.watch->remove(memory.address(), pages * page);
  CHECK_FALSE(memory.watch->hostTouch(memory.address()));
  memory.kernelWrites(0);
  memory.at[0] = 1;
  CHECK(memory.watch->totals().deviceFaults == 0);
}
