// Happens-before for shared memory, by epochs: a barrier of the block starts a new one, and within an epoch two
// accesses to a word by different threads conflict when one of them writes. Lanes of one warp are ordered by warp-level
// synchronization too.
//
// A word remembers its last write, its last read, and the last read by another warp than that one. Each is a stamp:
// serial number of the warp access (22 bits), warp (5), lane (5). Serials only grow, so "in this epoch" is one
// comparison and nothing is cleared between blocks. What else there is to know of an access lies in a table of this
// epoch's accesses, looked at only when stamps collide. Bytes of a word are told apart, atomics do not conflict with
// each other, and a write of the value that is already there is no fault.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "sim/plugins/checkers.h"

namespace gpusim {
namespace {

using Stamp = std::uint32_t;
constexpr unsigned threadBits = 10;
constexpr Stamp threadMask = (1u << threadBits) - 1;
constexpr std::uint32_t lastSerial = (1u << 22) - 2;

struct Record {
  std::uint32_t sync = 0;  // the warp's synchronizations so far
  std::uint32_t source = 0;
  bool atomic = false;
  bool partial = false;  // less than a word a lane: `bytes` tells which
  std::array<std::uint8_t, warpSize> bytes{};
};

class Racecheck final : public Observer {
 public:
  explicit Racecheck(Worker& worker) : worker_(worker) {}

  void blockBegin(const BlockView& block) override {
    if (slots_.size() <= block.slot) slots_.resize(block.slot + 1);
    Slot& slot = slots_[block.slot];
    const std::size_t words = (block.sharedBytes + 3) / 4;
    if (slot.write.size() < words) {
      slot.write.resize(words, 0);
      slot.read.resize(words, 0);
      slot.otherRead.resize(words, 0);
    }
    slot.nextEpoch();
  }
  void blockBarrier(const BlockView& block) override { slots_[block.slot].nextEpoch(); }

  void memory(const MemoryEvent& event, const BlockView& block) override {
    if (event.space != Space::shared) return;
    Slot& slot = slots_[block.slot];
    const Stamp id = slot.record(event);
    const bool isRead = event.kind == AccessKind::load;
    if (event.contiguous && event.bytes == 4) {
      const std::size_t first = event.address[0] / 4;
      if (isRead ? !readRow(slot, first, id) : !writeRow(slot, first, id)) return;
      for (unsigned lane = 0; lane < warpSize; ++lane) visit(event, block, slot, lane, first + lane, id + lane, 0);
      return;
    }
    const unsigned words = event.bytes < 4 ? 1 : event.bytes / 4;
    if (event.uniform && isRead) {
      // One word for the whole warp: its first lane stands for all.
      const auto lane = static_cast<unsigned>(std::countr_zero(event.mask));
      for (unsigned k = 0; k < words; ++k) {
        const std::size_t word = event.address[lane] / 4 + k;
        if (slot.write[word] < slot.base)
          noteRead(slot, word, id + lane);
        else
          for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
            const auto each = static_cast<unsigned>(std::countr_zero(rest));
            visit(event, block, slot, each, word, id + each, k);
          }
      }
      return;
    }
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      for (unsigned k = 0; k < words; ++k) {
        const std::size_t word = event.address[lane] / 4 + k;
        if (isRead && slot.write[word] < slot.base)
          noteRead(slot, word, id + lane);
        else
          visit(event, block, slot, lane, word, id + lane, k);
      }
    }
  }

 private:
  struct Slot {
    std::vector<Stamp> write, read, otherRead;
    std::vector<Record> records;  // of this epoch, by serial - firstSerial
    std::uint32_t serial = 1, firstSerial = 1;
    Stamp base = 1u << threadBits;  // stamps at or above it belong to this epoch

    void nextEpoch() {
      if (serial > lastSerial / 2) {
        for (auto* stamps : {&write, &read, &otherRead}) std::fill(stamps->begin(), stamps->end(), 0u);
        serial = 1;
      }
      firstSerial = serial;
      base = serial << threadBits;
      records.clear();
    }

    /// Enters the access and returns its stamp for lane 0.
    Stamp record(const MemoryEvent& event) {
      Record entry;
      entry.sync = event.warp.syncs;
      entry.source = event.instruction.source;
      entry.atomic = event.kind == AccessKind::atomic;
      entry.partial = event.bytes < 4;
      if (entry.partial)
        for (unsigned lane = 0; lane < warpSize; ++lane)
          entry.bytes[lane] = static_cast<std::uint8_t>(((1u << event.bytes) - 1) << (event.address[lane] % 4));
      // An epoch longer than the serials reach keeps its last one: conflicts are then reported with that access's line.
      if (serial < lastSerial) {
        records.push_back(entry);
        ++serial;
      } else {
        records.back() = entry;
      }
      return (serial - 1) << threadBits | event.warp.index * warpSize;
    }
    const Record& of(Stamp stamp) const { return records[(stamp >> threadBits) - firstSerial]; }
    std::uint8_t bytesOf(Stamp stamp) const {
      const Record& entry = of(stamp);
      return entry.partial ? entry.bytes[stamp % warpSize] : 0xf;
    }
  };

  static bool otherWarp(Stamp a, Stamp b) { return ((a ^ b) & threadMask & ~(warpSize - 1)) != 0; }

  static void noteRead(Slot& slot, std::size_t word, Stamp id) {
    const Stamp before = slot.read[word];
    if (before >= slot.base && otherWarp(before, id)) slot.otherRead[word] = before;
    slot.read[word] = id;
  }

  /// 32 lanes read 32 words in a row. Notes the reads; true when some word was written in this epoch by another thread.
  static bool readRow(Slot& slot, std::size_t first, Stamp id) {
    Stamp *write = slot.write.data() + first, *read = slot.read.data() + first, *other = slot.otherRead.data() + first;
    const Stamp base = slot.base;
    std::uint32_t collision = 0;
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      collision |= static_cast<std::uint32_t>(write[lane] >= base) &
                   static_cast<std::uint32_t>(((write[lane] ^ (id + lane)) & threadMask) != 0);
      const Stamp before = read[lane];
      const bool keep = before >= base && ((before ^ id) & threadMask & ~(warpSize - 1)) != 0;
      other[lane] = keep ? before : other[lane];
      read[lane] = id + lane;
    }
    return collision != 0;
  }

  /// 32 lanes write 32 words in a row. True, and nothing is noted, when some word was touched in this epoch by another
  /// thread.
  static bool writeRow(Slot& slot, std::size_t first, Stamp id) {
    Stamp *write = slot.write.data() + first, *read = slot.read.data() + first, *other = slot.otherRead.data() + first;
    const Stamp base = slot.base;
    std::uint32_t collision = 0;
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      const Stamp me = id + lane;
      collision |= (static_cast<std::uint32_t>(write[lane] >= base) &
                    static_cast<std::uint32_t>(((write[lane] ^ me) & threadMask) != 0)) |
                   (static_cast<std::uint32_t>(read[lane] >= base) &
                    static_cast<std::uint32_t>(((read[lane] ^ me) & threadMask) != 0)) |
                   static_cast<std::uint32_t>(other[lane] >= base);
    }
    if (collision != 0) return true;
    for (unsigned lane = 0; lane < warpSize; ++lane) write[lane] = id + lane;
    return false;
  }

  /// One lane and one word, the long way.
  void visit(const MemoryEvent& event, const BlockView& block, Slot& slot, unsigned lane, std::size_t word, Stamp id,
             unsigned element) {
    const bool isRead = event.kind == AccessKind::load;
    const auto clash = [&](Stamp other, bool otherWrites) {
      if (other < slot.base || ((other ^ id) & threadMask) == 0 || (isRead && !otherWrites)) return false;
      if ((slot.bytesOf(other) & slot.bytesOf(id)) == 0) return false;
      if (otherWrites && slot.of(other).atomic && event.kind == AccessKind::atomic) return false;
      return otherWarp(other, id) || slot.of(other).sync == slot.of(id).sync;
    };
    Stamp with = 0;
    bool withWrite = false;
    if (clash(slot.write[word], true)) {
      with = slot.write[word];
      withWrite = true;
    } else if (clash(slot.read[word], false)) {
      with = slot.read[word];
    } else if (clash(slot.otherRead[word], false)) {
      with = slot.otherRead[word];
    }
    if (with != 0 && !(event.kind == AccessKind::store && keepsValue(event, block, lane, word, element, id, with)))
      conflict(event, block, slot, lane, word, with, withWrite);
    if (isRead)
      noteRead(slot, word, id);
    else
      slot.write[word] = id;
  }

  /// Whether the store puts down what is there already, or what another lane of the same store puts down. Vectors of
  /// elements below 4 bytes are taken to change it.
  static bool keepsValue(const MemoryEvent& event, const BlockView& block, unsigned lane, std::size_t word,
                         unsigned element, Stamp id, Stamp with) {
    const unsigned size = event.instruction.elementBytes;
    const Operand operand = event.instruction.operand[size == 8 ? element / 2 : element];
    if (operand.base == Operand::none || (size < 4 && event.bytes != size)) return false;
    Warp& warp = const_cast<Warp&>(event.warp);
    const auto valueOf = [&](unsigned of) {
      const std::uint64_t slot = event.instruction.wideSlots ? warp.at<const std::uint64_t>(operand)[of]
                                                             : warp.at<const std::uint32_t>(operand)[of];
      const auto value = static_cast<std::uint32_t>(size == 8 ? slot >> (32 * (element % 2)) : slot);
      return size >= 4 ? value : value & ((1u << (8 * size)) - 1);
    };
    if (with >> threadBits == id >> threadBits) return valueOf(with % warpSize) == valueOf(lane);
    std::uint32_t now = 0;
    std::memcpy(&now, block.shared + (size < 4 ? event.address[lane] : word * 4), size < 4 ? size : 4);
    return now == valueOf(lane);
  }

  void conflict(const MemoryEvent& event, const BlockView& block, const Slot& slot, unsigned lane, std::size_t word,
                Stamp other, bool otherWrites) {
    const Site here = worker_.site(event.warp, event.instruction, lane);
    const std::uint32_t thread = other & threadMask;
    const Dim3 shape = block.dimensions;
    Site there;
    there.block = block.index;
    there.thread = {thread % shape.x, thread / shape.x % shape.y, thread / shape.x / shape.y};
    there.where = worker_.launch.code.sources[slot.of(other).source];
    const bool sameWarp = thread / warpSize == event.warp.index;
    const char* mine = event.kind == AccessKind::load    ? "a read"
                       : event.kind == AccessKind::store ? "a write"
                                                         : "an atomic";
    const char* theirs = !otherWrites ? "a read" : slot.of(other).atomic ? "an atomic" : "a write";
    worker_.report(Tool::racecheck, "race", here, &there,
                   fmt::format("{} of shared byte {} races with {} by thread ({},{},{}){}: no {} between them", mine,
                               word * 4, theirs, there.thread.x, there.thread.y, there.thread.z,
                               sameWarp ? " of the same warp" : "", sameWarp ? "__syncwarp()" : "__syncthreads()"));
  }

  Worker& worker_;
  std::vector<Slot> slots_;
};

}  // namespace

std::unique_ptr<Observer> makeRacecheck(Worker& worker) { return std::make_unique<Racecheck>(worker); }

}  // namespace gpusim
