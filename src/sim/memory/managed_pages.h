#pragma once
// Where each page of managed memory is, and what brought it there: the count behind "fewer page faults".
//
// A model, and a simpler one than a driver's. A page is 64 KiB and lies on the side that touched it last or that it was
// prefetched to; a touch from the other side is one page fault and moves that page. A driver has
// heuristics of its own against excessive faults, so a card's counts are others and need not repeat. Pages that a
// prefetch has put where they are touched fault in neither.
//
// Device code announces its accesses (page_faults.cpp). The host's are seen by protecting its view of a page that is
// not there: hostTouch() is for the handler of the signal. A system call that is handed such memory fails with EFAULT
// instead, which is why nothing is watched unless it was asked for.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpusim {

/// Events of one page, or the sums of many.
struct PageCounts {
  std::uint64_t deviceFaults = 0, hostFaults = 0;    // touches of a page that was not there, the first of all included
  std::uint64_t movedToDevice = 0, movedToHost = 0;  // of those, with bytes to bring along
  std::uint64_t prefetchedToDevice = 0, prefetchedToHost = 0;
  std::uint64_t onDevice = 0, onHost = 0;  // where pages are now
};

enum class PageAdvice { readMostly, mappedForDevice, preferHost };

class ManagedPages {
 public:
  static constexpr std::size_t pageBytes = std::size_t{64} << 10;

  /// For allocations within [begin, begin + span), the host's view. Null when the host refuses the room.
  static std::unique_ptr<ManagedPages> create(std::uint64_t begin, std::uint64_t span);
  ~ManagedPages();
  ManagedPages(const ManagedPages&) = delete;
  ManagedPages& operator=(const ManagedPages&) = delete;

  /// Pages that are nowhere yet. `base` is the start of a page, and no other allocation lies in its last one.
  void add(std::uint64_t base, std::size_t bytes);
  void remove(std::uint64_t base, std::size_t bytes);

  /// Device code is about to access [first, past). Any thread may say so. The host can touch the pages that this took
  /// away until settle(), which a launch ends with.
  void deviceTouch(std::uint64_t first, std::uint64_t past, bool writes) {
    if (first - begin_ >= span_) return;
    for (std::uint64_t page = (first - begin_) / pageBytes; page <= (past - 1 - begin_) / pageBytes; ++page) {
      const std::uint8_t state = pages_[page].state.load(std::memory_order_relaxed);
      if ((state & watched) == 0 || ((state & device) != 0 && !(writes && (state & host) != 0))) continue;
      deviceFault(page, writes);
    }
  }
  void settle();
  /// The host faulted at `at`: lets it go on when that is a page of managed memory. Safe in a signal handler.
  bool hostTouch(std::uint64_t at);

  void prefetch(std::uint64_t at, std::size_t bytes, bool toDevice);
  void advise(std::uint64_t at, std::size_t bytes, PageAdvice advice, bool set);

  /// Of the pages that [at, at + bytes) lies on.
  PageCounts counts(std::uint64_t at, std::size_t bytes) const;
  /// Of all pages there ever were; where pages are now is left out.
  PageCounts totals() const;

 private:
  enum State : std::uint8_t { watched = 1, host = 2, device = 4, readMostly = 8, mapped = 16, preferHost = 32 };
  enum Event : unsigned { deviceFaulted, hostFaulted, toDevice, toHost, fetchedToDevice, fetchedToHost, events };
  struct Page {
    std::atomic<std::uint8_t> state{0};
    std::atomic<std::uint8_t> shown{0};  // the protection of the host's view, as protectionOf() numbers them
    std::atomic<std::uint32_t> counts[events] = {};
  };

  ManagedPages() = default;
  void deviceFault(std::uint64_t page, bool writes);
  bool change(Page& page, std::uint8_t from, std::uint8_t to);
  void count(Page& page, Event event);
  static std::uint8_t protectionOf(std::uint8_t state);
  /// Gives the host's view of these pages the protection that their states ask for, in as few calls as there are runs.
  bool protect(std::uint64_t first, std::uint64_t past);
  void protectRange(std::uint64_t at, std::size_t bytes);
  template <class Body>
  void each(std::uint64_t at, std::size_t bytes, Body body) const;

  std::uint64_t begin_ = 0, span_ = 0;
  Page* pages_ = nullptr;
  std::atomic<std::uint64_t> firstTaken_{~std::uint64_t{0}}, pastTaken_{0};  // by device code since settle()
  std::atomic<std::uint64_t> totals_[events] = {};
};

}  // namespace gpusim
