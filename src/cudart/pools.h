#pragma once
// Pools of stream-ordered memory. The simulator frees at once what a stream frees; what a pool adds is the accounting
// that a program reads, and which device the memory belongs to.
#include <cstdint>
#include <map>
#include <memory>
#include <set>

#include "cudart/context.h"
#include "cudart/work.h"

namespace gpusim::cudart {

class Runtime;

struct Pool {
  int ordinal = 0;
  bool isDefault = false;
  int flags[3] = {1, 1, 1};  // reuse: follow events, opportunistic, internal dependencies
  std::uint64_t threshold = 0;
  std::uint64_t used = 0, usedHigh = 0, reserved = 0, reservedHigh = 0;
  std::set<int> readers;  // devices that were given access
};

class Pools {
 public:
  /// The pool of a handle, null when it is none.
  Pool* find(abi::cudaMemPool_t handle);
  Pool& defaultOf(Context& context);
  Pool& create(int ordinal);
  /// Its memory stays valid; devices that used it use their default pool again.
  void destroy(Runtime& runtime, Pool& pool);

  abi::cudaError_t allocate(Runtime& runtime, Pool& pool, void** pointer, std::size_t bytes);
  /// A stream or the host has been told to free this: it no longer counts as used, if it came from a pool.
  void released(DeviceAddress address);
  /// The stream came to it.
  void freed(DeviceAddress address) { releasing_.erase(address); }
  bool isReleased(DeviceAddress address) const { return releasing_.count(address) != 0; }
  /// Gives back what is reserved and unused past `keep` bytes.
  static void trim(Pool& pool, std::uint64_t keep);
  /// What a synchronise does: every pool falls to its threshold.
  void trimAll(Runtime& runtime);
  /// The device is given back.
  void forget(Context& context);

 private:
  struct Piece {
    Pool* pool;
    std::size_t bytes;
  };
  std::map<const Pool*, std::unique_ptr<Pool>> pools_;
  std::map<int, Pool*> defaults_;
  std::map<DeviceAddress, Piece> owner_;
  std::set<DeviceAddress> releasing_;
};

}  // namespace gpusim::cudart
