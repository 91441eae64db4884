#pragma once
// Page faults of one call of solve() that gets managed memory, by array: the kernel's, which met pages on the host, and
// the host's, which met pages on the device, in the call and when it reads the results after it.
//
// The simulator counts them (src/sim/memory/managed_pages.h); a card does not tell a program.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exercise/placed_array.h"
#include "exercise/simulator.h"

namespace exercise {

struct PageAccount {
  std::string array;
  std::uint64_t pages = 0;  // that the array lies on
  PageFaults faults;
};

/// Opens the account of one call, array by array; read() closes it.
class PageWatch {
 public:
  explicit PageWatch(const Simulator& simulator) : simulator_(simulator) {}

  void open(const std::string& name, const PlacedArray& array) {
    Entry entry;
    entry.account.array = name;
    entry.account.pages = (array.bytes() + pageBytes - 1) / pageBytes;
    entry.at = array.data();
    entry.bytes = array.bytes();
    if (simulator_.pageFaults(entry.at, entry.bytes, entry.before)) entries_.push_back(entry);
  }

  /// Empty where nobody counts.
  std::vector<PageAccount> read() const {
    std::vector<PageAccount> accounts;
    for (const Entry& entry : entries_) {
      PageFaults now;
      if (!simulator_.pageFaults(entry.at, entry.bytes, now)) continue;
      accounts.push_back(entry.account);
      accounts.back().faults.ofDevice = now.ofDevice - entry.before.ofDevice;
      accounts.back().faults.ofHost = now.ofHost - entry.before.ofHost;
    }
    return accounts;
  }

 private:
  static constexpr std::size_t pageBytes = 64 * 1024;  // the simulator's, and its allocations start with a page

  struct Entry {
    PageAccount account;
    const void* at = nullptr;
    std::size_t bytes = 0;
    PageFaults before;
  };

  const Simulator& simulator_;
  std::vector<Entry> entries_;
};

}  // namespace exercise
