#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "sim/exec/shared_place.h"
#include "sim/plugins/checkers.h"

namespace gpusim {
namespace {

/// Bits of a shadow byte for `bytes` at `address`, within one word.
std::uint8_t bytesInWord(std::uint64_t address, unsigned bytes) {
  return static_cast<std::uint8_t>(((1u << bytes) - 1) << (address % 4) & AddressSpace::wholeWord);
}

class Initcheck final : public Observer {
 public:
  explicit Initcheck(Worker& worker) : worker_(worker), memory_(worker.launch.memory) {}

  void blockBegin(const BlockView& block) override {
    if (slots_.size() <= block.slot) slots_.resize(block.slot + 1);
    slots_[block.slot].assign((block.sharedBytes + 3) / 4, 0);
    if (locals_.size() <= block.slot) locals_.resize(block.slot + 1);
    locals_[block.slot].clear();
  }

  void memory(const MemoryEvent& event, const BlockView& block) override {
    if (event.space == Space::global)
      global(event);
    else if (event.space == Space::shared)
      shared(event, slots_[block.slot]);
    else if (event.space == Space::local)
      local(event, locals_[block.slot]);
  }

 private:
  void global(const MemoryEvent& event) {
    const LiveRange& live = worker_.sites[event.instruction.index].live;
    if (!live.tracked && live.contains(event.address[0], event.address[0] + event.bytes) &&
        event.mask == event.warp.mask)
      return;
    if (event.contiguous && event.bytes % 4 == 0 && memory_.owns(event.address[0])) {
      std::uint8_t* shadow = memory_.shadow(event.address[0]);
      const std::size_t words = warpSize * event.bytes / 4;
      if (event.kind == AccessKind::store) {
        std::memset(shadow, AddressSpace::wholeWord, words);
        return;
      }
      std::uint8_t all = AddressSpace::wholeWord;
      for (std::size_t k = 0; k < words; ++k) all &= shadow[k];
      if (all == AddressSpace::wholeWord) return;
    }
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t at = event.address[lane];
      if (!memory_.owns(at)) continue;  // another device's or the host's: nobody keeps track
      std::uint8_t* shadow = memory_.shadow(at);
      if (event.bytes >= 4) {
        const std::size_t words = event.bytes / 4;
        if (event.kind == AccessKind::store) {
          for (std::size_t k = 0; k < words; ++k) shadow[k] = AddressSpace::wholeWord;
          continue;
        }
        bool written = true;
        for (std::size_t k = 0; k < words; ++k) written = written && shadow[k] == AddressSpace::wholeWord;
        if (!written) unwritten(event, lane, "global");
        if (event.kind == AccessKind::atomic) std::memset(shadow, AddressSpace::wholeWord, words);
        continue;
      }
      // Parts of one word may belong to blocks on different host threads.
      const std::uint8_t part = bytesInWord(at, event.bytes);
      if (event.kind == AccessKind::store)
        __atomic_fetch_or(shadow, part, __ATOMIC_RELAXED);
      else if ((*shadow & part) != part)
        unwritten(event, lane, "global");
    }
  }

  void shared(const MemoryEvent& event, std::vector<std::uint8_t>& shadow) {
    if (event.contiguous && event.bytes % 4 == 0) {
      std::uint8_t* first = shadow.data() + event.address[0] / 4;
      const std::size_t words = warpSize * event.bytes / 4;
      if (event.kind == AccessKind::store) {
        std::memset(first, AddressSpace::wholeWord, words);
        return;
      }
      std::uint8_t all = AddressSpace::wholeWord;
      for (std::size_t k = 0; k < words; ++k) all &= first[k];
      if (all == AddressSpace::wholeWord) return;
    }
    if (event.bytes == 4 && event.kind == AccessKind::load) {
      // Idle lanes repeat an active one's address, so all 32 may be asked.
      std::uint8_t all = AddressSpace::wholeWord;
      if (event.uniform)
        all &= shadow[event.address[0] / 4];
      else
        for (unsigned lane = 0; lane < warpSize; ++lane) all &= shadow[event.address[lane] / 4];
      if (all == AddressSpace::wholeWord) return;
    }
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t at = event.address[lane];
      const unsigned words = event.bytes < 4 ? 1 : event.bytes / 4;
      const std::uint8_t part = event.bytes < 4 ? bytesInWord(at, event.bytes) : AddressSpace::wholeWord;
      bool written = true;
      for (unsigned k = 0; k < words; ++k) {
        std::uint8_t& word = shadow[at / 4 + k];
        written = written && (word & part) == part;
        if (event.kind != AccessKind::load) word |= part;
      }
      if (!written && event.kind != AccessKind::store) unwritten(event, lane, "shared");
    }
  }

  /// A stack array. Compilers copy padding along with what a program wrote, so only an element of which no byte was
  /// written counts.
  void local(const MemoryEvent& event, std::unordered_map<std::uint32_t, std::vector<bool>>& frames) {
    std::vector<bool>& written = frames[event.warp.index];
    const unsigned size = event.instruction.elementBytes == 0 ? event.bytes : event.instruction.elementBytes;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t at = event.address[lane], past = at + event.bytes;
      if (written.size() < past) written.resize(past + 256, false);
      if (event.kind != AccessKind::load) {
        for (std::uint64_t k = at; k < past; ++k) written[k] = true;
        continue;
      }
      for (std::uint64_t element = at; element < past; element += size) {
        bool any = false;
        for (std::uint64_t k = element; k < std::min(element + size, past); ++k) any = any || written[k];
        if (!any) unwritten(event, lane, "local");
      }
    }
  }

  void unwritten(const MemoryEvent& event, unsigned lane, const char* space) {
    // Outside any allocation memcheck has spoken already.
    const std::uint64_t at = event.address[lane];
    if (event.space == Space::global && !memory_.live(at, at + event.bytes).contains(at, at + event.bytes)) return;
    worker_.report(Tool::initcheck, fmt::format("read of unwritten {} memory", space),
                   worker_.site(event.warp, event.instruction, lane), nullptr,
                   event.space == Space::local ? std::string("an element of a stack array is read, but nobody wrote it")
                   : event.space == Space::shared
                       ? fmt::format("{} is read, but no thread of this block wrote it",
                                     sharedPlace(worker_.launch.code, event.address[lane], event.instruction))
                       : fmt::format("{:#x} ({}) is read, but nobody wrote it", event.address[lane],
                                     memory_.describe(event.address[lane])));
  }

  Worker& worker_;
  const AddressSpace& memory_;
  std::vector<std::vector<std::uint8_t>> slots_;
  // By slot and warp: bytes of the 32 lanes' local memory that were written.
  std::vector<std::unordered_map<std::uint32_t, std::vector<bool>>> locals_;
};

}  // namespace

std::unique_ptr<Observer> makeInitcheck(Worker& worker) { return std::make_unique<Initcheck>(worker); }

}  // namespace gpusim
