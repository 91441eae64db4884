#include "sim/memory/managed_pages.h"

#include <sys/mman.h>

namespace gpusim {

std::unique_ptr<ManagedPages> ManagedPages::create(std::uint64_t begin, std::uint64_t span) {
  std::unique_ptr<ManagedPages> made(new ManagedPages);
  made->begin_ = begin / pageBytes * pageBytes;
  made->span_ = begin + span - made->begin_;
  const std::size_t bytes = (made->span_ / pageBytes + 1) * sizeof(Page);
  // Zero is the state of a page that nobody watches, so fresh memory of the system is a table of them.
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  made->pages_ = static_cast<Page*>(at);
  return made;
}

ManagedPages::~ManagedPages() {
  if (pages_ != nullptr) munmap(pages_, (span_ / pageBytes + 1) * sizeof(Page));
}

template <class Body>
void ManagedPages::each(std::uint64_t at, std::size_t bytes, Body body) const {
  if (at - begin_ >= span_ || bytes == 0) return;
  for (std::uint64_t page = (at - begin_) / pageBytes; page <= (at + bytes - 1 - begin_) / pageBytes; ++page)
    body(page, pages_[page]);
}

std::uint8_t ManagedPages::protectionOf(std::uint8_t state) {
  if ((state & watched) == 0 || (state & (host | device)) == host) return 0;  // as the system maps it: both ways
  return (state & host) != 0 ? 1 : 2;
}

bool ManagedPages::protect(std::uint64_t first, std::uint64_t past) {
  constexpr int protections[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
  bool done = true;
  for (std::uint64_t from = first; from < past;) {
    const std::uint8_t wanted = protectionOf(pages_[from].state.load(std::memory_order_relaxed));
    if (wanted == pages_[from].shown.load(std::memory_order_relaxed)) {
      ++from;
      continue;
    }
    std::uint64_t to = from;
    for (; to < past && protectionOf(pages_[to].state.load(std::memory_order_relaxed)) == wanted; ++to)
      pages_[to].shown.store(wanted, std::memory_order_relaxed);
    void* at = reinterpret_cast<void*>(begin_ + from * pageBytes);
    done = mprotect(at, (to - from) * pageBytes, protections[wanted]) == 0 && done;
    from = to;
  }
  return done;
}

void ManagedPages::protectRange(std::uint64_t at, std::size_t bytes) {
  if (at - begin_ < span_ && bytes != 0)
    static_cast<void>(protect((at - begin_) / pageBytes, (at + bytes - 1 - begin_) / pageBytes + 1));
}

void ManagedPages::settle() {
  const std::uint64_t first = firstTaken_.exchange(~std::uint64_t{0}), past = pastTaken_.exchange(0);
  if (first < past) static_cast<void>(protect(first, past));
}

void ManagedPages::count(Page& page, Event event) {
  page.counts[event].fetch_add(1, std::memory_order_relaxed);
  totals_[event].fetch_add(1, std::memory_order_relaxed);
}

bool ManagedPages::change(Page& page, std::uint8_t from, std::uint8_t to) {
  return page.state.compare_exchange_strong(from, to, std::memory_order_relaxed);
}

void ManagedPages::add(std::uint64_t base, std::size_t bytes) {
  each(base, bytes, [&](std::uint64_t, Page& page) {
    for (auto& counted : page.counts) counted.store(0, std::memory_order_relaxed);
    page.state.store(watched, std::memory_order_relaxed);
  });
  protectRange(base, bytes);
}

void ManagedPages::remove(std::uint64_t base, std::size_t bytes) {
  each(base, bytes, [&](std::uint64_t, Page& page) { page.state.store(0, std::memory_order_relaxed); });
  protectRange(base, bytes);
}

void ManagedPages::deviceFault(std::uint64_t number, bool writes) {
  Page& page = pages_[number];
  for (;;) {
    const std::uint8_t state = page.state.load(std::memory_order_relaxed);
    const bool there = (state & device) != 0 && !(writes && (state & host) != 0);
    if ((state & watched) == 0 || there) return;
    const bool onHost = (state & host) != 0, onDevice = (state & device) != 0;
    // Mapped for the device: it reaches the host's page across the bus, and nothing faults or moves.
    if (onHost && !onDevice && (state & mapped) != 0) return;
    std::uint8_t next = static_cast<std::uint8_t>((state & ~host) | device);
    if (onHost && !writes && (state & readMostly) != 0) next = static_cast<std::uint8_t>(state | device);
    const bool stays = onHost && !onDevice && (state & preferHost) != 0;
    if (stays) next = static_cast<std::uint8_t>(state | mapped);
    if (!change(page, state, next)) continue;
    count(page, deviceFaulted);
    if (onHost && !onDevice && !stays) count(page, toDevice);
    for (std::uint64_t known = firstTaken_.load();
         number < known && !firstTaken_.compare_exchange_weak(known, number);) {
    }
    for (std::uint64_t known = pastTaken_.load();
         number + 1 > known && !pastTaken_.compare_exchange_weak(known, number + 1);) {
    }
    return;
  }
}

bool ManagedPages::hostTouch(std::uint64_t at) {
  if (at - begin_ >= span_) return false;
  const std::uint64_t number = (at - begin_) / pageBytes;
  Page& page = pages_[number];
  for (;;) {
    const std::uint8_t state = page.state.load(std::memory_order_relaxed);
    if ((state & watched) == 0) return false;
    const bool onHost = (state & host) != 0, onDevice = (state & device) != 0;
    if (onHost && !onDevice) {  // another thread was quicker
      page.shown.store(2, std::memory_order_relaxed);
      return protect(number, number + 1);
    }
    // A page on both sides can be read, so this was a write, which leaves one copy.
    const bool copies = onDevice && !onHost && (state & readMostly) != 0;
    const auto next = static_cast<std::uint8_t>(copies ? state | host : (state & ~device) | host);
    if (!change(page, state, next)) continue;
    count(page, hostFaulted);
    if (onDevice && !onHost) count(page, toHost);
    page.shown.store(2, std::memory_order_relaxed);  // whatever it was, it was too strict
    return protect(number, number + 1);
  }
}

void ManagedPages::prefetch(std::uint64_t at, std::size_t bytes, bool toTheDevice) {
  const std::uint8_t there = toTheDevice ? device : host, other = toTheDevice ? host : device;
  each(at, bytes, [&](std::uint64_t, Page& page) {
    for (;;) {
      const std::uint8_t state = page.state.load(std::memory_order_relaxed);
      const bool duplicates = (state & readMostly) != 0 && (state & other) != 0;
      const auto next = static_cast<std::uint8_t>((duplicates ? state : state & ~other) | there);
      if ((state & watched) == 0 || state == next) return;
      if (!change(page, state, next)) continue;
      if ((state & there) == 0) count(page, toTheDevice ? fetchedToDevice : fetchedToHost);
      return;
    }
  });
  protectRange(at, bytes);
}

void ManagedPages::advise(std::uint64_t at, std::size_t bytes, PageAdvice advice, bool set) {
  const std::uint8_t bit = advice == PageAdvice::readMostly        ? readMostly
                           : advice == PageAdvice::mappedForDevice ? mapped
                                                                   : preferHost;
  each(at, bytes, [&](std::uint64_t, Page& page) {
    if (set)
      page.state.fetch_or(bit, std::memory_order_relaxed);
    else
      page.state.fetch_and(static_cast<std::uint8_t>(~bit), std::memory_order_relaxed);
  });
}

PageCounts ManagedPages::counts(std::uint64_t at, std::size_t bytes) const {
  PageCounts sum;
  each(at, bytes, [&](std::uint64_t, const Page& page) {
    const std::uint8_t state = page.state.load(std::memory_order_relaxed);
    const auto of = [&](Event event) { return page.counts[event].load(std::memory_order_relaxed); };
    sum.deviceFaults += of(deviceFaulted);
    sum.hostFaults += of(hostFaulted);
    sum.movedToDevice += of(toDevice);
    sum.movedToHost += of(toHost);
    sum.prefetchedToDevice += of(fetchedToDevice);
    sum.prefetchedToHost += of(fetchedToHost);
    sum.onDevice += (state & device) != 0 ? 1 : 0;
    sum.onHost += (state & host) != 0 ? 1 : 0;
  });
  return sum;
}

PageCounts ManagedPages::totals() const {
  const auto of = [&](Event event) { return totals_[event].load(std::memory_order_relaxed); };
  return {of(deviceFaulted), of(hostFaulted), of(toDevice), of(toHost), of(fetchedToDevice), of(fetchedToHost), 0, 0};
}

}  // namespace gpusim
