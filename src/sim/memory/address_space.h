#pragma once
// Device memory: one reserved range of addresses, its backing store at a constant distance, and a shadow byte a word.
//
// Device code uses addresses of a range that the host cannot touch (managed and pinned memory: a part of it that it
// can). The simulator reaches the bytes through a second view of the same size, so translation is one addition.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/memory/managed_pages.h"
#include "sim/memory/race_shadow.h"
#include "sim/memory/spare_pages.h"
#include "sim/sim.h"

namespace gpusim {

/// Generic addresses of shared and local memory lie in windows that no allocation uses.
constexpr DeviceAddress sharedWindow = 0x0001000000000000;
constexpr DeviceAddress localWindow = 0x0002000000000000;
constexpr DeviceAddress parameterWindow = 0x0003000000000000;  // of a kernel's parameters
constexpr DeviceAddress codeWindow = 0x0004000000000000;       // of functions: only calls may use these
constexpr DeviceAddress windowBytes = 0x0000000100000000;

/// A live range, as the access path caches it.
struct LiveRange {
  DeviceAddress begin = 1, end = 0;  // empty when begin > end
  bool tracked = true;               // some bytes may be unwritten: ask the shadow
  std::uint64_t delta = 0;           // host address = address + delta
  bool constant = false;             // a __constant__ variable: device code must not write it
  bool contains(DeviceAddress first, DeviceAddress past) const { return first >= begin && past <= end; }
};

class AddressSpace {
 public:
  /// Reserves room for `capacity` bytes of device memory plus guards. outOfMemory when the host refuses the
  /// reservation.
  static Result<std::unique_ptr<AddressSpace>> create(std::uint64_t capacity);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  /// `variable` names a module's variable, for messages; without one this is an allocation of the program, and counted.
  Result<DeviceAddress> allocate(std::size_t bytes, MemoryKind kind, const std::string& variable = {},
                                 bool constant = false);
  Status free(DeviceAddress base);

  Result<AllocationInfo> find(DeviceAddress address) const;
  std::vector<AllocationInfo> allocations() const;
  std::uint64_t freeBytes() const { return capacity_ - used_; }
  std::uint64_t heapBytes() const { return heap_; }  // of live allocations of kind heap
  bool owns(DeviceAddress address) const { return address - begin_ < span_; }
  DeviceAddress begin() const { return begin_; }
  std::uint64_t span() const { return span_; }
  /// True for addresses on a page a card would have mapped: near a live or freed allocation. Others are illegal.
  bool mapped(DeviceAddress first, DeviceAddress past) const;

  /// The live allocation that holds all of [first, past), or an empty range.
  LiveRange live(DeviceAddress first, DeviceAddress past) const;
  /// Memory beyond this device's: `other`'s managed and pinned memory, with `everything` all of it, and the host's own.
  void reach(AddressSpace& other, bool everything);
  void forget(const AddressSpace& other);
  void reachHost(DeviceAddress at, std::size_t bytes) { host_[at] = bytes; }
  void forgetHost(DeviceAddress at) { host_.erase(at); }

  /// What `address` is, for a message: "4 bytes past the end of a 24000-byte allocation (allocation 3)". The number
  /// counts the program's own allocations from 1. It ends with wrapGuess for what lies far before all of them.
  std::string describe(DeviceAddress address) const;
  static constexpr const char* wrapGuess = " (a 32-bit index that wrapped past 2^31?)";

  /// The simulator's view of a device address inside the range. Valid for any owned address.
  char* bytes(DeviceAddress address) const { return reinterpret_cast<char*>(address + delta_); }
  std::uint64_t delta() const { return delta_; }
  /// One byte for each aligned 4-byte word; bit k: byte k was written.
  std::uint8_t* shadow(DeviceAddress address) const { return shadow_ + (address - begin_) / 4; }
  static constexpr std::uint8_t wholeWord = 0x0f;

  /// An address for one more function; no two of a device are alike.
  DeviceAddress nextCodeAddress() { return codeWindow + 16 * ++functions_; }
  /// What an address outside every live allocation is, for the kind of a finding: " after free", "".
  enum class Outside { near, freed, null, host };
  Outside outside(DeviceAddress address) const;
  /// "a 24000-byte allocation (allocation 3)"; `address` lies in a live one.
  std::string nameAt(DeviceAddress address) const { return nameOf(blockAt(address)->second); }
  /// Launches so far: tells when an allocation was freed.
  void noteLaunch() { ++launches_; }
  /// What racecheck knows of global memory, made when a launch first asks; null when the host refuses the room.
  RaceShadow* raceShadow();

  /// Where the pages of managed memory are. Null until watchPages(), which watches what is allocated from then on.
  ManagedPages* pages() const { return pages_.get(); }
  ManagedPages* watchPages();

  void markWritten(DeviceAddress first, std::size_t bytes);
  void markUnwritten(DeviceAddress first, std::size_t bytes);
  /// Bytes of [first, first + bytes) that nobody wrote: how many, and the first and last of them.
  struct Unwritten {
    std::size_t count = 0;
    DeviceAddress first = 0, last = 0;
  };
  Unwritten unwritten(DeviceAddress first, std::size_t bytes) const;

 private:
  struct Block {
    std::size_t bytes = 0;
    MemoryKind kind = MemoryKind::device;
    bool tracked = true;
    std::uint64_t serial = 0;
    std::uint64_t number = 0;  // of the program's allocations; 0: a module's variable
    std::string variable;      // its name
    bool constant = false;
    std::vector<SparePages::Range> pages;  // of a large one, in pieces
  };
  struct Freed {
    std::size_t bytes = 0;
    std::uint64_t number = 0, launches = 0;  // launches before it was freed
    bool byDevice = false;                   // from the heap of malloc() in a kernel
  };
  static std::string nameOf(const Block& block);
  AddressSpace() = default;
  const std::pair<const DeviceAddress, Block>* blockAt(DeviceAddress address) const;
  const std::pair<const DeviceAddress, Freed>* freedAt(DeviceAddress address) const;
  void mark(DeviceAddress first, std::size_t bytes, bool written);
  LiveRange elsewhere(DeviceAddress first, DeviceAddress past) const;
  void stopTracking();
  void returnPages(DeviceAddress base, std::size_t bytes, int advice);
  void clear(DeviceAddress base, std::size_t bytes);
  static bool isLarge(MemoryKind kind, std::size_t bytes);
  /// Moves spare pages to a large allocation's own, as far as there are any; they read as zero, as fresh ones do. What
  /// came from one place, and what is fresh, each by itself: only such a piece can move on at once.
  std::vector<SparePages::Range> adoptPages(std::uint64_t offset, std::size_t bytes);
  void keepPages(const std::vector<SparePages::Range>& pieces);

  DeviceAddress begin_ = 0;
  std::uint64_t span_ = 0, hostVisible_ = 0;  // the last hostVisible_ bytes of the span are managed and pinned memory
  std::uint64_t delta_ = 0;
  std::uint8_t* shadow_ = nullptr;
  std::uint64_t capacity_ = 0, used_ = 0, heap_ = 0;
  DeviceAddress next_ = 0, nextVisible_ = 0;
  std::map<DeviceAddress, Block> live_;
  std::map<DeviceAddress, Freed> freed_;                                  // most recent use of addresses no longer live
  std::multimap<std::size_t, DeviceAddress> reusable_, reusableVisible_;  // by reserved size
  struct Neighbour {
    AddressSpace* memory;
    bool everything;
  };
  std::vector<Neighbour> neighbours_;
  std::map<DeviceAddress, std::size_t> host_;
  bool untracked_ = false;  // another device writes here, where this one's checkers do not look
  std::uint64_t serial_ = 0, functions_ = 0, numbered_ = 0, launches_ = 0;
  SparePages spare_;
  std::unique_ptr<ManagedPages> pages_;
  std::unique_ptr<RaceShadow> raceShadow_;
  bool raceShadowTried_ = false;
};

}  // namespace gpusim
