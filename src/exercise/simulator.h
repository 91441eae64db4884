#pragma once
// What the simulator adds to the CUDA runtime, looked up at run time so that the same executable runs on a card.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace exercise {

struct PageFaults {
  std::uint64_t ofDevice = 0, ofHost = 0;
};

/// The functions of src/cudart/gpusim.h. On a card all do nothing.
class Simulator {
 public:
  Simulator() {
    find(version_, "gpusimVersion");
    find(setSeed_, "gpusimSetSeed");
    find(setChecks_, "gpusimSetChecks");
    find(setCounters_, "gpusimSetCounters");
    find(markUnwritten_, "gpusimMarkUnwritten");
    find(copiedBytes_, "gpusimCopiedBytes");
    find(watchPages_, "gpusimWatchPages");
    find(pageCounts_, "gpusimPageCounts");
    find(takeFindings_, "gpusimTakeFindings");
    find(takeLaunches_, "gpusimTakeLaunches");
    find(setSampling_, "gpusimSetSampling");
    find(takeLines_, "gpusimTakeLines");
    find(lastErrorMessage_, "gpusimLastErrorMessage");
  }

  bool present() const { return version_ != nullptr; }

  /// The order of blocks and warps of later launches; 0 is ascending.
  void setSeed(std::uint64_t seed) const {
    if (setSeed_ != nullptr) setSeed_(seed);
  }
  /// All checkers on, or off for a launch of which only the time matters.
  void setChecks(bool on) const {
    if (setChecks_ != nullptr) setChecks_(on ? 15U : 0U);
  }
  /// For launches of the course's own kernels, which no learner can spoil but by a pointer: memcheck alone.
  void addressesOnly() const {
    if (setChecks_ != nullptr) setChecks_(1U);
  }
  /// Counts launches for what is told of them, or only for events that the program itself makes.
  void countAll() const {
    if (setCounters_ != nullptr) setCounters_(1);
  }
  void countForEvents() const {
    if (setCounters_ != nullptr) setCounters_(2);
  }
  /// For launches of which only the values matter: an access outside an allocation is still kept from happening.
  void valuesOnly() const {
    if (setChecks_ != nullptr) setChecks_(1U);
    if (setCounters_ != nullptr) setCounters_(0);
  }
  void markUnwritten(void* device, std::size_t bytes) const {
    if (markUnwritten_ != nullptr) markUnwritten_(device, bytes);
  }
  /// Bytes copied so far to devices (`bytes[0]`) and from them to the host. False on a card, which does not count.
  bool copiedBytes(std::uint64_t (&bytes)[2]) const {
    if (copiedBytes_ != nullptr) copiedBytes_(bytes);
    return copiedBytes_ != nullptr;
  }
  /// Counts page faults of managed memory that is allocated from now on.
  void watchPages() const {
    if (watchPages_ != nullptr) watchPages_();
  }
  /// Page faults so far on these bytes of managed memory. False on a card, and where pages are not watched.
  bool pageFaults(const void* managed, std::size_t bytes, PageFaults& faults) const {
    std::uint64_t counts[8] = {};
    if (pageCounts_ == nullptr || pageCounts_(managed, bytes, counts) == 0) return false;
    faults.ofDevice = counts[0];
    faults.ofHost = counts[1];
    return true;
  }
  /// JSON arrays; "[]" on a card.
  std::string takeFindings() const { return take(takeFindings_); }
  std::string takeLaunches() const { return take(takeLaunches_); }
  /// What launches since then cost by source line; an empty array on a card.
  std::string takeLines() const { return take(takeLines_); }
  void setSampling(bool on) const {
    if (setSampling_ != nullptr) setSampling_(on ? 1 : 0);
  }

  /// Why the last call failed, in one line; empty when the device does not say.
  std::string lastErrorMessage() const {
    const std::string message = take(lastErrorMessage_);
    return message == "[]" ? "" : message;
  }

 private:
  using Take = std::size_t (*)(char*, std::size_t);

  template <class Function>
  static void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  }

  static std::string take(Take function) {
    if (function == nullptr) return "[]";
    std::string json(1U << 14, '\0');
    // The answer is kept until it fits, and its length is returned either way.
    for (;;) {
      const std::size_t length = function(&json[0], json.size());
      if (length < json.size()) {
        json.resize(length);
        // An event is one line; between the tokens of JSON a line feed is a space.
        for (char& c : json)
          if (c == '\n') c = ' ';
        return json.empty() ? "[]" : json;
      }
      json.assign(length + 1, '\0');
    }
  }

  int (*version_)() = nullptr;
  void (*setSeed_)(std::uint64_t) = nullptr;
  void (*setChecks_)(std::uint32_t) = nullptr;
  void (*copiedBytes_)(std::uint64_t*) = nullptr;
  int (*markUnwritten_)(void*, std::size_t) = nullptr;
  int (*watchPages_)() = nullptr;
  int (*pageCounts_)(const void*, std::size_t, std::uint64_t*) = nullptr;
  void (*setSampling_)(int) = nullptr;
  void (*setCounters_)(int) = nullptr;
  Take takeLines_ = nullptr;
  Take takeFindings_ = nullptr, takeLaunches_ = nullptr, lastErrorMessage_ = nullptr;
};

}  // namespace exercise
