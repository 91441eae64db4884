#include "sim/memory/address_space.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace gpusim {
namespace {

constexpr std::size_t alignment = 256;  // cudaMalloc's
constexpr std::size_t guard = 4096;     // unmapped to device code, on both sides of every allocation
constexpr std::uint64_t wrapDistance = std::uint64_t{1} << 30;  // farther than an index runs over by mistake
constexpr std::size_t lowGap = std::size_t{4} << 30;  // below the first allocation: where a wrapped index leads
constexpr std::size_t smallPage = 4096;
constexpr std::size_t page = SparePages::pageBytes;  // a card maps memory in pages of 2 MiB
constexpr std::size_t largeSize = 2 * page;          // from here on an allocation has its pages to itself
constexpr std::uint8_t freshPattern = 0xc5;  // what cudaMalloc leaves: as a float -6334.75, never a plausible zero
constexpr std::size_t patternLimit = std::size_t{1}
                                     << 20;  // larger allocations read as zero until written: touching them all is slow

std::size_t roundUp(std::size_t value, std::size_t unit) { return (value + unit - 1) / unit * unit; }

/// Where device memory goes if there is room: far from where a process's own memory lies. A process that forwards its
/// calls to a judge has the judge's device addresses and its own pointers side by side, and must not confuse them.
constexpr std::uintptr_t deviceHint = std::uintptr_t{1} << 45, hintStep = std::uintptr_t{1} << 41;
std::atomic<unsigned> reservations{0};

void* hintFor(unsigned number) { return reinterpret_cast<void*>(deviceHint + number % 16 * hintStep); }

/// Addresses on the border of a large page, at `hint` if that is free.
void* reserve(std::size_t bytes, int protection, void* hint = nullptr) {
  void* at = mmap(hint, bytes + page, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(at), border = roundUp(begin, page);
  if (border != begin) munmap(at, border - begin);
  if (border + bytes != begin + bytes + page) munmap(reinterpret_cast<void*>(border + bytes), begin + page - border);
  return reinterpret_cast<void*>(border);
}

/// The pages that a large allocation has to itself.
SparePages::Range ownPages(std::uint64_t offset, std::size_t size) {
  const std::uint64_t first = offset / page * page;
  return {first, roundUp(offset + size + guard, page) - first};
}

}  // namespace

Result<std::unique_ptr<AddressSpace>> AddressSpace::create(std::uint64_t capacity) {
  std::unique_ptr<AddressSpace> space(new AddressSpace);
  space->capacity_ = capacity;
  space->hostVisible_ = std::uint64_t{64} << 30;
  // Addresses are not reused while there is room, so that a use after free is told apart from a use of something newer.
  const std::uint64_t heap = roundUp(capacity * 4 + lowGap, page);
  space->span_ = heap + space->hostVisible_;
  void* view = reserve(space->span_, PROT_NONE, hintFor(reservations++));
  void* backing = reserve(space->span_, PROT_READ | PROT_WRITE);
  void* shadow = reserve(space->span_ / 4, PROT_READ | PROT_WRITE);
  const int file = memfd_create("gpusim-host-visible", MFD_CLOEXEC);
  bool good = view != nullptr && backing != nullptr && shadow != nullptr && file >= 0 &&
              ftruncate(file, static_cast<off_t>(space->hostVisible_)) == 0;
  for (void* base : {view, backing})
    good = good && mmap(static_cast<char*>(base) + heap, space->hostVisible_, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, 0) != MAP_FAILED;
  if (file >= 0) close(file);
  // Page faults are a good part of a run that touches each buffer a few times. A hint: refusal does no harm.
  if (good) {
    madvise(backing, heap, MADV_HUGEPAGE);
    madvise(shadow, heap / 4, MADV_HUGEPAGE);
  }
  if (!good)
    return Error{ErrorCode::outOfMemory,
                 fmt::format("the host refused to reserve {} bytes of addresses (ulimit -v?)", space->span_)};
  space->begin_ = reinterpret_cast<DeviceAddress>(view);
  space->delta_ = reinterpret_cast<DeviceAddress>(backing) - space->begin_;
  space->shadow_ = static_cast<std::uint8_t*>(shadow);
  space->next_ = space->begin_ + lowGap;
  space->nextVisible_ = space->begin_ + heap + page;
  return space;
}

AddressSpace::~AddressSpace() {
  if (begin_ == 0) return;
  munmap(reinterpret_cast<void*>(begin_), span_);
  munmap(bytes(begin_), span_);
  munmap(shadow_, span_ / 4);
}

RaceShadow* AddressSpace::raceShadow() {
  if (!raceShadowTried_) raceShadow_ = RaceShadow::create(begin_, span_);
  raceShadowTried_ = true;
  return raceShadow_.get();
}

ManagedPages* AddressSpace::watchPages() {
  if (pages_ == nullptr) pages_ = ManagedPages::create(begin_ + span_ - hostVisible_, hostVisible_);
  return pages_.get();
}

Result<DeviceAddress> AddressSpace::allocate(std::size_t size, MemoryKind kind, const std::string& variable,
                                             bool constant) {
  if (size > capacity_ - used_)
    return Error{ErrorCode::outOfMemory, fmt::format("out of memory: {} bytes asked for, {} of {} bytes free", size,
                                                     capacity_ - used_, capacity_)};
  const bool visible = kind == MemoryKind::managed || kind == MemoryKind::pinned;
  const std::size_t reserved = roundUp(std::max<std::size_t>(size, 1), alignment) + 2 * guard;
  const bool paged = kind == MemoryKind::managed && pages_ != nullptr;
  if (paged) nextVisible_ = roundUp(nextVisible_ + guard, ManagedPages::pageBytes) - guard;
  bool ownsPages = isLarge(kind, size);
  if (ownsPages) next_ = roundUp(next_, page);
  DeviceAddress& next = visible ? nextVisible_ : next_;
  const DeviceAddress limit = visible ? begin_ + span_ : begin_ + span_ - hostVisible_;
  DeviceAddress base = 0;
  if (next + reserved <= limit) {
    base = next + guard;
    next += reserved;
    if (paged) next = roundUp(next, ManagedPages::pageBytes);  // no page of two allocations
    if (ownsPages) next = roundUp(next, page);
  } else {
    auto& pool = visible ? reusableVisible_ : reusable_;
    const auto found = pool.lower_bound(reserved);
    if (found == pool.end())
      return Error{ErrorCode::outOfMemory, fmt::format("out of addresses for an allocation of {} bytes", size)};
    base = found->second;
    pool.erase(found);
    freed_.erase(base);
    ownsPages = false;  // who lies beside it is not known
    spare_ = {};        // some of it may be what is used again
    if (!visible) clear(base, size);
  }
  // The host writes managed and pinned memory without being seen, so nothing there counts as unwritten.
  live_[base] =
      Block{size, kind, !visible && !untracked_, serial_++, variable.empty() ? ++numbered_ : 0, variable, constant, {}};
  if (ownsPages) live_[base].pages = adoptPages(base - begin_, size);
  used_ += size;
  if (kind == MemoryKind::heap) heap_ += size;
  if (paged) pages_->add(base, size);
  if (visible || untracked_) return base;
  if (size <= patternLimit) std::memset(bytes(base), freshPattern, size);
  mark(base, size, false);
  return base;
}

void AddressSpace::returnPages(DeviceAddress base, std::size_t size, int advice) {
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes(base));
  const std::uintptr_t first = roundUp(begin, smallPage), past = (begin + size) / smallPage * smallPage;
  if (past > first) madvise(reinterpret_cast<void*>(first), past - first, advice);
}

void AddressSpace::clear(DeviceAddress base, std::size_t size) {
  const std::size_t edge = std::min(size, smallPage);
  std::memset(bytes(base), 0, edge);
  std::memset(bytes(base + size - edge), 0, edge);
  returnPages(base, size, MADV_DONTNEED);
}

bool AddressSpace::isLarge(MemoryKind kind, std::size_t size) {
  return kind == MemoryKind::device && size >= largeSize;
}

std::vector<SparePages::Range> AddressSpace::adoptPages(std::uint64_t offset, std::size_t size) {
  SparePages::Range wanted = ownPages(offset, size);
  std::vector<SparePages::Range> pieces;
  while (wanted.bytes > 0) {
    const SparePages::Range spare = spare_.take(wanted.bytes);
    if (spare.bytes == 0) break;
    char *from = bytes(begin_ + spare.begin), *to = bytes(begin_ + wanted.begin);
    if (!SparePages::move(from, to, spare.bytes)) {
      madvise(from, spare.bytes, MADV_DONTNEED);
      break;
    }
    std::memset(to, 0, spare.bytes);
    if (raceShadow_ != nullptr) raceShadow_->movePages(spare.begin, wanted.begin, spare.bytes);
    pieces.push_back({wanted.begin, spare.bytes});
    wanted.begin += spare.bytes;
    wanted.bytes -= spare.bytes;
  }
  if (wanted.bytes > 0) pieces.push_back(wanted);
  return pieces;
}

void AddressSpace::keepPages(const std::vector<SparePages::Range>& pieces) {
  for (const SparePages::Range& piece : pieces)
    if (!spare_.keep(piece)) madvise(bytes(begin_ + piece.begin), piece.bytes, MADV_DONTNEED);
}

Status AddressSpace::free(DeviceAddress base) {
  const auto found = live_.find(base);
  if (found == live_.end())
    return Error{ErrorCode::invalidValue, fmt::format("free of {:#x}, which is {}", base, describe(base))};
  const std::size_t size = found->second.bytes;
  const bool visible = found->second.kind == MemoryKind::managed || found->second.kind == MemoryKind::pinned;
  if (found->second.kind == MemoryKind::heap) heap_ -= size;
  if (found->second.kind == MemoryKind::managed && pages_ != nullptr) pages_->remove(base, size);
  used_ -= size;
  freed_[base] = {size, found->second.number, launches_, found->second.kind == MemoryKind::heap};
  const std::size_t reserved = roundUp(std::max<std::size_t>(size, 1), alignment) + 2 * guard;
  (visible ? reusableVisible_ : reusable_).emplace(reserved, base);
  if (!found->second.pages.empty()) {
    // A later read through a stale pointer sees what was there, or zeros, and a finding.
    keepPages(found->second.pages);
  } else {
    // The pages go back to the host; a later read through a stale pointer sees zeros and a finding.
    returnPages(base, size, visible ? MADV_REMOVE : MADV_DONTNEED);
  }
  live_.erase(found);
  return ok();
}

const std::pair<const DeviceAddress, AddressSpace::Block>* AddressSpace::blockAt(DeviceAddress address) const {
  auto after = live_.upper_bound(address);
  if (after == live_.begin()) return nullptr;
  --after;
  return address < after->first + std::max<std::size_t>(after->second.bytes, 1) ? &*after : nullptr;
}

const std::pair<const DeviceAddress, AddressSpace::Freed>* AddressSpace::freedAt(DeviceAddress address) const {
  const auto after = freed_.upper_bound(address);
  if (after == freed_.begin()) return nullptr;
  const auto& entry = *std::prev(after);
  return address < entry.first + std::max<std::size_t>(entry.second.bytes, 1) ? &entry : nullptr;
}

Result<AllocationInfo> AddressSpace::find(DeviceAddress address) const {
  if (const auto* block = blockAt(address))
    return AllocationInfo{block->first, block->second.bytes, block->second.kind};
  return Error{ErrorCode::invalidValue, fmt::format("{:#x} is {}", address, describe(address))};
}

std::vector<AllocationInfo> AddressSpace::allocations() const {
  std::map<std::uint64_t, AllocationInfo> bySerial;
  for (const auto& [base, block] : live_) bySerial[block.serial] = {base, block.bytes, block.kind};
  std::vector<AllocationInfo> all;
  for (const auto& [serial, info] : bySerial) all.push_back(info);
  return all;
}

LiveRange AddressSpace::live(DeviceAddress first, DeviceAddress past) const {
  const auto* block = blockAt(first);
  if (block == nullptr || past > block->first + block->second.bytes) return elsewhere(first, past);
  return {block->first, block->first + block->second.bytes, block->second.tracked, delta_, block->second.constant};
}

LiveRange AddressSpace::elsewhere(DeviceAddress first, DeviceAddress past) const {
  if (owns(first)) return {};
  if (const auto after = host_.upper_bound(first); after != host_.begin()) {
    const auto& [begin, size] = *std::prev(after);
    if (past <= begin + size) return {begin, begin + size, false, 0, false};
  }
  for (const Neighbour& neighbour : neighbours_) {
    const auto* block = neighbour.memory->blockAt(first);
    if (block == nullptr || past > block->first + block->second.bytes) continue;
    if (!neighbour.everything && block->second.kind == MemoryKind::device) return {};
    return {block->first, block->first + block->second.bytes, false, neighbour.memory->delta_, block->second.constant};
  }
  return {};
}

void AddressSpace::reach(AddressSpace& other, bool everything) {
  if (everything) other.stopTracking();
  for (Neighbour& neighbour : neighbours_) {
    if (neighbour.memory != &other) continue;
    neighbour.everything = everything;
    return;
  }
  neighbours_.push_back({&other, everything});
}

void AddressSpace::forget(const AddressSpace& other) {
  std::erase_if(neighbours_, [&](const Neighbour& neighbour) { return neighbour.memory == &other; });
}

void AddressSpace::stopTracking() {
  untracked_ = true;
  for (auto& [base, block] : live_) block.tracked = false;
}

bool AddressSpace::mapped(DeviceAddress first, DeviceAddress past) const {
  if (!owns(first) || past < first || past > begin_ + span_) return false;
  const auto isNear = [first](const auto& entry) {
    const auto& [base, block] = entry;
    return first >= base / page * page && first < roundUp(base + block.bytes, page);
  };
  const auto after = live_.upper_bound(past);
  return (after != live_.end() && isNear(*after)) || (after != live_.begin() && isNear(*std::prev(after)));
}

AddressSpace::Outside AddressSpace::outside(DeviceAddress address) const {
  if (address < (std::uint64_t{1} << 20)) return Outside::null;
  const bool ofNeighbour = std::any_of(neighbours_.begin(), neighbours_.end(),
                                       [&](const Neighbour& neighbour) { return neighbour.memory->owns(address); });
  if (ofNeighbour) return Outside::near;
  if (!owns(address)) {
    // The program's own memory, if that page is mapped; anything else is a wild address.
    unsigned char resident = 0;
    void* page = reinterpret_cast<void*>(address & ~DeviceAddress{4095});
    return mincore(page, 1, &resident) == 0 ? Outside::host : Outside::near;
  }
  if (blockAt(address) == nullptr && freedAt(address) != nullptr) return Outside::freed;
  return Outside::near;
}

std::string AddressSpace::nameOf(const Block& block) {
  if (!block.variable.empty())
    return fmt::format("the {}-byte {} variable '{}'", block.bytes, block.constant ? "__constant__" : "__device__",
                       block.variable);
  return fmt::format("a {}-byte allocation (allocation {})", block.bytes, block.number);
}

std::string AddressSpace::describe(DeviceAddress address) const {
  if (address == 0) return "the null pointer";
  if (address - codeWindow < windowBytes) return "the address of a device function";
  for (const Neighbour& neighbour : neighbours_) {
    if (!neighbour.memory->owns(address)) continue;
    return fmt::format("{} of another device{}", neighbour.memory->describe(address),
                       neighbour.everything ? "" : ", without peer access (cudaDeviceEnablePeerAccess)");
  }
  if (!owns(address))
    return address < (std::uint64_t{1} << 20) ? "an offset from the null pointer"
                                              : "no address of this device (a host pointer?)";
  const auto* inside = blockAt(address);
  if (inside != nullptr && address == inside->first) return "the start of " + nameOf(inside->second);
  if (inside != nullptr) return fmt::format("byte {} of {}", address - inside->first, nameOf(inside->second));
  if (const auto* dead = freedAt(address))
    return fmt::format("byte {} of a {}-byte allocation that was freed {} (allocation {})", address - dead->first,
                       dead->second.bytes,
                       dead->second.byDevice        ? std::string("by device code")
                       : dead->second.launches == 0 ? std::string("before the first launch")
                                                    : fmt::format("after launch {}", dead->second.launches),
                       dead->second.number);
  auto after = live_.upper_bound(address);
  const std::uint64_t before = after == live_.end() ? ~std::uint64_t{0} : after->first - address;
  if (after != live_.begin()) {
    auto previous = std::prev(after);
    const DeviceAddress end = previous->first + previous->second.bytes;
    if (address == end) return "right past the end of " + nameOf(previous->second);
    if (address - end <= before)
      return fmt::format("{} bytes past the end of {}", address - end, nameOf(previous->second));
  }
  if (after != live_.end())
    return fmt::format("{} bytes before the start of {}{}", before, nameOf(after->second),
                       before >= wrapDistance ? wrapGuess : "");
  return "in no allocation";
}

void AddressSpace::mark(DeviceAddress first, std::size_t size, bool written) {
  if (size == 0) return;
  const DeviceAddress past = first + size;
  const DeviceAddress wholeFirst = (first + 3) / 4 * 4, wholePast = past / 4 * 4;
  const auto partial = [&](DeviceAddress from, DeviceAddress to) {
    for (DeviceAddress at = from; at < to; ++at) {
      const auto bit = static_cast<std::uint8_t>(1u << (at % 4));
      std::uint8_t& word = *shadow(at);
      word = static_cast<std::uint8_t>(written ? word | bit : word & ~bit);
    }
  };
  if (wholeFirst >= wholePast) return partial(first, past);
  partial(first, wholeFirst);
  std::memset(shadow(wholeFirst), written ? wholeWord : 0, (wholePast - wholeFirst) / 4);
  partial(wholePast, past);
}

void AddressSpace::markWritten(DeviceAddress first, std::size_t size) {
  const auto* block = blockAt(first);
  if (block != nullptr && !block->second.tracked) return;
  if (block != nullptr && first == block->first && size == block->second.bytes) live_[first].tracked = false;
  mark(first, size, true);
}

void AddressSpace::markUnwritten(DeviceAddress first, std::size_t size) {
  const auto* block = blockAt(first);
  if (block == nullptr || untracked_) return;
  // An untracked allocation is wholly written, so its shadow may be stale: bring it up to date first.
  if (!block->second.tracked) mark(block->first, block->second.bytes, true);
  live_[block->first].tracked = true;
  mark(first, size, false);
}

AddressSpace::Unwritten AddressSpace::unwritten(DeviceAddress first, std::size_t size) const {
  Unwritten found;
  const auto* block = blockAt(first);
  if (block == nullptr || !block->second.tracked) return found;
  for (DeviceAddress at = first, past = first + size; at < past;) {
    // Whole words that were written, eight at a time.
    std::uint64_t eight = 0;
    if (at % 4 == 0 && past - at >= 32) {
      std::memcpy(&eight, shadow(at), sizeof eight);
      if (eight == 0x0f0f0f0f0f0f0f0f) {
        at += 32;
        continue;
      }
    }
    if ((*shadow(at) >> at % 4 & 1) == 0) {
      if (found.count++ == 0) found.first = at;
      found.last = at;
    }
    ++at;
  }
  return found;
}

}  // namespace gpusim
