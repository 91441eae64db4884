// Happens-before for shared memory, by epochs: a barrier of the block starts a new one, and within an epoch two accesses to a
// word by different threads conflict when one of them writes. Lanes of one warp are ordered by warp-level synchronisation too.
//
// The record of a word is its last write and its last reads in this epoch. Bytes of a word are told apart, so that threads that
// share a word of a char array do not conflict. Atomics do not conflict with each other. A write of the value that is already
// there is no fault.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

#include "sim/plugins/checkers.h"

namespace gpusim {
namespace {

constexpr std::uint16_t nobody = 0xffff;

struct Word {
  std::uint32_t writeEpoch = 0, readEpoch = 0;
  std::uint16_t writer = nobody, reader = nobody;  // thread in the block
  std::uint16_t otherReader = nobody;              // a reader of another warp than `reader`, if there was one
  std::uint16_t writeSync = 0, readSync = 0;       // the warp's synchronisations then, low bits
  std::uint16_t writeSource = 0, readSource = 0;
  std::uint8_t writeBytes = 0, readBytes = 0;
  bool atomic = false;
};

class Racecheck final : public Observer {
 public:
  explicit Racecheck(Worker& worker) : worker_(worker) {}

  void blockBegin(const BlockView& block) override {
    if (slots_.size() <= block.slot) slots_.resize(block.slot + 1);
    Slot& slot = slots_[block.slot];
    if (slot.words.size() < (block.sharedBytes + 3) / 4) slot.words.resize((block.sharedBytes + 3) / 4);
    ++slot.epoch;
  }
  void blockBarrier(const BlockView& block) override { ++slots_[block.slot].epoch; }

  void memory(const MemoryEvent& event, const BlockView& block) override {
    if (event.space != Space::shared) return;
    Slot& slot = slots_[block.slot];
    const unsigned words = event.bytes < 4 ? 1 : event.bytes / 4;
    const auto firstThread = static_cast<std::uint16_t>(event.warp.index * warpSize);
    const auto source = static_cast<std::uint16_t>(event.instruction.source);
    const auto sync = static_cast<std::uint16_t>(event.warp.syncs);
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t at = event.address[lane];
      const auto thread = static_cast<std::uint16_t>(firstThread + lane);
      const auto bytes = static_cast<std::uint8_t>(event.bytes < 4 ? ((1u << event.bytes) - 1) << (at % 4) : 0xf);
      for (unsigned k = 0; k < words; ++k) {
        Word& word = slot.words[at / 4 + k];
        if (event.kind == AccessKind::load) read(event, block, word, slot.epoch, thread, bytes, sync, source, lane, at + 4 * k);
        else write(event, block, word, slot.epoch, thread, bytes, sync, source, lane, at + 4 * k, k);
      }
    }
  }

 private:
  struct Slot {
    std::vector<Word> words;
    std::uint32_t epoch = 0;
  };

  /// Whether nothing orders an access by `a` before one by `b`, when `a` last acted at `syncOfA`.
  static bool unordered(std::uint16_t a, std::uint16_t b, std::uint16_t syncOfA, std::uint16_t syncOfB) {
    return a != b && (a / warpSize != b / warpSize || syncOfA == syncOfB);
  }

  void read(const MemoryEvent& event, const BlockView& block, Word& word, std::uint32_t epoch, std::uint16_t thread, std::uint8_t bytes,
            std::uint16_t sync, std::uint16_t source, unsigned lane, std::uint64_t at) {
    if (word.writeEpoch == epoch && (word.writeBytes & bytes) != 0 && unordered(word.writer, thread, word.writeSync, sync))
      conflict(event, block, lane, at, "read", word.writer, word.writeSource, word.atomic ? "an atomic" : "a write");
    if (word.readEpoch != epoch) {
      word.readEpoch = epoch;
      word.reader = thread;
      word.otherReader = nobody;
      word.readBytes = bytes;
    } else {
      if (word.reader / warpSize != thread / warpSize) word.otherReader = word.reader;
      word.reader = thread;
      word.readBytes |= bytes;
    }
    word.readSync = sync;
    word.readSource = source;
  }

  void write(const MemoryEvent& event, const BlockView& block, Word& word, std::uint32_t epoch, std::uint16_t thread, std::uint8_t bytes,
             std::uint16_t sync, std::uint16_t source, unsigned lane, std::uint64_t at, unsigned element) {
    const bool atomic = event.kind == AccessKind::atomic;
    const bool writeConflict = word.writeEpoch == epoch && (word.writeBytes & bytes) != 0 && !(atomic && word.atomic) &&
                               unordered(word.writer, thread, word.writeSync, sync);
    // Another reader in the same warp than the one recorded is covered by `reader` alone only when it is unordered too, which
    // the sync count of the last read decides for the whole warp.
    const bool readConflict = word.readEpoch == epoch && (word.readBytes & bytes) != 0 &&
                              (unordered(word.reader, thread, word.readSync, sync) || (word.otherReader != nobody && unordered(word.otherReader, thread, 0, 0)));
    if ((writeConflict || readConflict) && !(event.kind == AccessKind::store && keepsValue(event, block, lane, at, element))) {
      if (writeConflict) conflict(event, block, lane, at, atomic ? "atomic" : "write", word.writer, word.writeSource, word.atomic ? "an atomic" : "a write");
      else conflict(event, block, lane, at, atomic ? "atomic" : "write", unordered(word.reader, thread, word.readSync, sync) ? word.reader : word.otherReader,
                    word.readSource, "a read");
    }
    word.writeEpoch = epoch;
    word.writer = thread;
    word.writeBytes = bytes;
    word.writeSync = sync;
    word.writeSource = source;
    word.atomic = atomic;
  }

  /// Whether the store puts down what is there already. Stores of narrow types are taken to change the value.
  static bool keepsValue(const MemoryEvent& event, const BlockView& block, unsigned lane, std::uint64_t at, unsigned element) {
    if (event.bytes % 4 != 0) return false;
    const Operand operand = event.instruction.operand[event.bytes == 8 && element == 1 && event.instruction.operand[1].base == Operand::none ? 0 : element];
    if (operand.base == Operand::none || event.bytes == 8) return false;
    std::uint32_t now, stored;
    std::memcpy(&now, block.shared + at, 4);
    Warp& warp = const_cast<Warp&>(event.warp);
    stored = warp.at<const std::uint32_t>(operand)[lane];
    return now == stored;
  }

  void conflict(const MemoryEvent& event, const BlockView& block, unsigned lane, std::uint64_t at, const char* mine, std::uint16_t other,
                std::uint16_t otherSource, const char* theirs) {
    const Site here = worker_.site(event.warp, event.instruction, lane);
    Site there;
    there.block = block.index;
    const Dim3 shape = block.dimensions;
    there.thread = {other % shape.x, other / shape.x % shape.y, other / shape.x / shape.y};
    there.where = worker_.launch.code.sources[otherSource];
    const bool sameWarp = other / warpSize == event.warp.index;
    worker_.report(Tool::racecheck, "race", here, &there,
                   fmt::format("{} of shared byte {} races with {} by thread ({},{},{}){}: no {} between them", mine, at, theirs, there.thread.x,
                               there.thread.y, there.thread.z, sameWarp ? " of the same warp" : "", sameWarp ? "__syncwarp()" : "__syncthreads()"));
  }

  Worker& worker_;
  std::vector<Slot> slots_;
};

}  // namespace

std::unique_ptr<Observer> makeRacecheck(Worker& worker) { return std::make_unique<Racecheck>(worker); }

}  // namespace gpusim
