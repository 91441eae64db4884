#pragma once
// What a call of solve() did on the host's side, where it gets host pointers: bytes copied each way, and device memory
// that it took and did not give back.
//
// The simulator knows both to the byte. A card tells only what is free, and hands memory out in pieces of 2 MiB: a
// smaller leak does not show there, and copies are not seen at all.
#include <cuda_runtime.h>

#include <cstdint>
#include <string>

#include "exercise/json.h"
#include "exercise/problem.h"
#include "exercise/simulator.h"
#include "exercise/text.h"

namespace exercise {

struct HostAccount {
  bool copiesCounted = false;  // on the simulator
  std::uint64_t toDevice = 0, toHost = 0;
  std::uint64_t leaked = 0;
};

/// Bytes that have to cross: every input once to the device, every output once back.
struct NeededCopies {
  std::uint64_t toDevice = 0, toHost = 0;
};

inline NeededCopies neededCopies(const Problem& problem) {
  NeededCopies needed;
  for (const Array& array : problem.arrays) {
    if (!startsUnwritten(array.role)) needed.toDevice += array.bytes();
    if (array.compared()) needed.toHost += array.bytes();
  }
  return needed;
}

/// Opens the account of one call; read() closes it, after everything has run.
class AccountWatch {
 public:
  explicit AccountWatch(const Simulator& simulator) : simulator_(simulator), before_(freeBytes()) {
    counted_ = simulator_.copiedBytes(copied_);
  }

  HostAccount read() const {
    HostAccount account;
    std::uint64_t now[2] = {};
    account.copiesCounted = counted_ && simulator_.copiedBytes(now);
    if (account.copiesCounted) {
      account.toDevice = now[0] - copied_[0];
      account.toHost = now[1] - copied_[1];
    }
    const std::uint64_t left = freeBytes();
    account.leaked = left < before_ ? before_ - left : 0;
    return account;
  }

 private:
  static std::uint64_t freeBytes() {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
  }

  const Simulator& simulator_;
  std::uint64_t before_ = 0;
  std::uint64_t copied_[2] = {};
  bool counted_ = false;
};

/// `findings`, a JSON array, with a leak of `bytes` added to it.
inline std::string withLeak(const std::string& findings, std::uint64_t bytes) {
  const std::string leak = JsonObject()
                               .text("tool", "leakcheck")
                               .text("kind", "leak")
                               .text("message", counted(bytes, "byte") + " of device memory that solve() allocated " +
                                                    (bytes == 1 ? "was" : "were") + " not freed when it returned")
                               .raw("block", "[0,0,0]")
                               .raw("thread", "[0,0,0]")
                               .str();
  const std::size_t end = findings.rfind(']');
  const bool empty = findings.find('{') == std::string::npos;
  return findings.substr(0, end) + (empty ? "" : ",") + leak + "]";
}

}  // namespace exercise
