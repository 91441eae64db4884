// Tells the pages of managed memory that device code touches them.
#include <bit>

#include "sim/memory/managed_pages.h"
#include "sim/plugins/checkers.h"

namespace gpusim {
namespace {

class PageFaults final : public Observer {
 public:
  explicit PageFaults(ManagedPages& pages) : pages_(pages) {}

  void memory(const MemoryEvent& event, const BlockView&) override {
    if (event.space != Space::global) return;
    const bool writes = event.kind != AccessKind::load;
    if (event.contiguous) {
      pages_.deviceTouch(event.address[0], event.address[0] + std::uint64_t{warpSize} * event.bytes, writes);
      return;
    }
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const std::uint64_t at = event.address[static_cast<unsigned>(std::countr_zero(rest))];
      pages_.deviceTouch(at, at + event.bytes, writes);
    }
  }

 private:
  ManagedPages& pages_;
};

}  // namespace

std::unique_ptr<Observer> makePageFaults(ManagedPages& pages) { return std::make_unique<PageFaults>(pages); }

}  // namespace gpusim
