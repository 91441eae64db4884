#include "cudart/pools.h"

#include <algorithm>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

constexpr std::uint64_t chunk = std::uint64_t{32} << 20;  // a pool asks the card for this much at a time

std::uint64_t roundUp(std::uint64_t value) { return (value + chunk - 1) / chunk * chunk; }

}  // namespace

Pool* Pools::find(cudaMemPool_t handle) {
  const auto found = pools_.find(reinterpret_cast<const Pool*>(handle));
  return found == pools_.end() ? nullptr : found->second.get();
}

Pool& Pools::create(int ordinal) {
  auto pool = std::make_unique<Pool>();
  pool->ordinal = ordinal;
  Pool& made = *pool;
  pools_.emplace(&made, std::move(pool));
  return made;
}

Pool& Pools::defaultOf(Context& context) {
  Pool*& known = defaults_[context.ordinal];
  if (known == nullptr) {
    known = &create(context.ordinal);
    known->isDefault = true;
  }
  return *known;
}

void Pools::destroy(Runtime& runtime, Pool& pool) {
  for (Context& context : runtime.contexts) {
    if (context.currentPool == &pool) context.currentPool = nullptr;
  }
  for (auto& [address, piece] : owner_) {
    if (piece.pool == &pool) piece.pool = nullptr;
  }
  pools_.erase(&pool);
}

cudaError_t Pools::allocate(Runtime& runtime, Pool& pool, void** pointer, std::size_t bytes) {
  Context& context = *runtime.context(pool.ordinal);
  runtime.wake(context);
  const Result<DeviceAddress> address = context.device->allocate(bytes, MemoryKind::device);
  if (!address) return runtime.refuse(address.error());
  owner_[*address] = {&pool, bytes};
  pool.used += bytes;
  pool.usedHigh = std::max(pool.usedHigh, pool.used);
  pool.reserved = std::max(pool.reserved, roundUp(pool.used));
  pool.reservedHigh = std::max(pool.reservedHigh, pool.reserved);
  *pointer = reinterpret_cast<void*>(*address);
  return cudaSuccess;
}

void Pools::released(DeviceAddress address) {
  releasing_.insert(address);
  const auto found = owner_.find(address);
  if (found == owner_.end()) return;
  if (found->second.pool != nullptr) found->second.pool->used -= found->second.bytes;
  owner_.erase(found);
}

void Pools::trim(Pool& pool, std::uint64_t keep) {
  pool.reserved = std::min(pool.reserved, std::max(roundUp(pool.used), roundUp(keep)));
}

void Pools::trimAll(Runtime& runtime) {
  for (auto& [handle, pool] : pools_) {
    if (pool->ordinal == runtime.current().ordinal) trim(*pool, pool->threshold);
  }
}

void Pools::forget(Context& context) {
  std::erase_if(owner_, [&](const auto& entry) {
    return entry.second.pool != nullptr && entry.second.pool->ordinal == context.ordinal;
  });
  std::erase_if(pools_, [&](const auto& entry) { return entry.second->ordinal == context.ordinal; });
  defaults_.erase(context.ordinal);
  context.currentPool = nullptr;
}

}  // namespace gpusim::cudart
