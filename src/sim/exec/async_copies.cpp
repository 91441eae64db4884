#include "sim/exec/async_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/exec/shared_place.h"
#include "sim/exec/worker.h"

namespace gpusim {

void AsyncCopies::start(std::size_t sharedBytes, std::size_t warps) {
  if (pending_ != 0) std::fill(covered_.begin(), covered_.end(), std::uint16_t{0});
  covered_.resize((sharedBytes + 3) / 4, 0);
  queues_.resize(warps);
  for (Queue& queue : queues_) queue = {};
  pending_ = 0;
}

AsyncCopies::Queue& AsyncCopies::queueOf(Warp& warp) {
  Queue& queue = queues_[warp.index];
  queue.warp = &warp;
  return queue;
}

void AsyncCopies::cover(const Copy& copy, std::uint32_t lanes, int change) {
  const unsigned words = copy.instruction->width / 4;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t first = copy.to[static_cast<unsigned>(std::countr_zero(rest))] / 4;
    for (unsigned word = 0; word < words; ++word)
      covered_[first + word] = static_cast<std::uint16_t>(covered_[first + word] + change);
  }
}

AsyncCopies::Copy& AsyncCopies::issue(Warp& warp, const Instruction& instruction, std::uint32_t mask,
                                      const std::uint64_t* to) {
  Queue& queue = queueOf(warp);
  Copy& copy = queue.copies.emplace_back();
  copy.instruction = &instruction;
  copy.mask = mask;
  for (unsigned lane = 0; lane < warpSize; ++lane) copy.to[lane] = static_cast<std::uint32_t>(to[lane]);
  copy.group = queue.committed;
  cover(copy, mask, 1);
  pending_ += static_cast<std::uint64_t>(std::popcount(mask));
  return copy;
}

void AsyncCopies::commit(Warp& warp) {
  Queue& queue = queueOf(warp);
  for (unsigned lane = 0; lane < warpSize; ++lane) queue.committed[lane] += warp.mask >> lane & 1;
}

void AsyncCopies::landCopy(Worker& worker, Warp& warp, Copy& copy, std::uint32_t lanes) {
  alignas(64) std::uint64_t address[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane) address[lane] = copy.to[lane];
  cover(copy, lanes, -1);
  pending_ -= static_cast<std::uint64_t>(std::popcount(lanes));
  copy.mask &= ~lanes;
  worker.landed(warp, *copy.instruction, lanes, address);
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::memcpy(worker.sharedBytes + copy.to[lane], copy.bytes[lane].data(), copy.instruction->width);
  }
}

template <class Due>
void AsyncCopies::landWhere(Worker& worker, Queue& queue, std::uint32_t lanes, Due&& due) {
  for (std::size_t k = 0; k < queue.copies.size(); ++k) {
    Copy& copy = queue.copies[k];
    std::uint32_t now = 0;
    for (std::uint32_t rest = copy.mask & lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (due(copy, lane, queue.first + k)) now |= 1u << lane;
    }
    if (now != 0) landCopy(worker, *queue.warp, copy, now);
  }
  std::size_t done = 0;
  while (done < queue.copies.size() && queue.copies[done].mask == 0) ++done;
  queue.copies.erase(queue.copies.begin(), queue.copies.begin() + static_cast<std::ptrdiff_t>(done));
  queue.first += done;
}

void AsyncCopies::waitForGroups(Warp& warp, unsigned newest) {
  Queue& queue = queueOf(warp);
  landWhere(*warp.worker, queue, warp.mask, [&](const Copy& copy, unsigned lane, std::uint64_t) {
    return std::uint64_t{copy.group[lane]} + newest < queue.committed[lane];
  });
}

void AsyncCopies::waitForAll(Warp& warp) {
  landWhere(*warp.worker, queueOf(warp), warp.mask, [](const Copy&, unsigned, std::uint64_t) { return true; });
}

void AsyncCopies::arriveLater(Warp& warp, const std::uint64_t* barrier) {
  Queue& queue = queueOf(warp);
  for (std::uint32_t rest = warp.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    queue.arrivals.push_back({barrier[lane], lane, queue.first + queue.copies.size()});
  }
}

std::uint32_t AsyncCopies::land(Worker& worker, std::uint64_t barrier) {
  std::uint32_t threads = 0;
  for (Queue& queue : queues_) {
    if (queue.arrivals.empty()) continue;
    std::array<std::uint64_t, warpSize> before{};
    std::uint32_t lanes = 0;
    const auto mine = std::stable_partition(queue.arrivals.begin(), queue.arrivals.end(),
                                            [&](const Arrival& arrival) { return arrival.barrier != barrier; });
    for (auto arrival = mine; arrival != queue.arrivals.end(); ++arrival) {
      before[arrival->lane] = std::max(before[arrival->lane], arrival->issued);
      lanes |= 1u << arrival->lane;
      ++threads;
    }
    queue.arrivals.erase(mine, queue.arrivals.end());
    landWhere(worker, queue, lanes,
              [&](const Copy&, unsigned lane, std::uint64_t serial) { return serial < before[lane]; });
    for (const auto& observer : worker.observers)
      if (lanes != 0) observer->mbarrierArrival(barrier, *queue.warp, lanes, worker.block);
  }
  return threads;
}

void AsyncCopies::check(Worker& worker, const Warp& warp, const Instruction& instruction, std::uint32_t mask,
                        const std::uint64_t* address, bool isLoad) const {
  const unsigned bytes = instruction.width;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t from = address[lane], past = from + bytes;
    bool covered = false;
    for (std::uint64_t word = from / 4; word <= (past - 1) / 4; ++word) covered = covered || covered_[word] != 0;
    if (covered) reportEarly(worker, warp, instruction, lane, from, isLoad);
  }
}

void AsyncCopies::reportEarly(Worker& worker, const Warp& warp, const Instruction& instruction, unsigned lane,
                              std::uint64_t from, bool isLoad) const {
  const std::uint64_t past = from + instruction.width;
  for (const Queue& queue : queues_)
    for (const Copy& copy : queue.copies)
      for (std::uint32_t lanes = copy.mask; lanes != 0; lanes &= lanes - 1) {
        const auto writer = static_cast<unsigned>(std::countr_zero(lanes));
        if (copy.to[writer] >= past || from >= copy.to[writer] + copy.instruction->width) continue;
        const bool committed = copy.group[writer] < queue.committed[writer];
        const Site here = worker.site(warp, instruction, lane);
        const Site there = worker.site(*queue.warp, *copy.instruction, writer);
        const char* verb = isLoad ? "read" : "written";
        worker.report(
            Tool::racecheck, fmt::format("stage {} before its copy {}", verb, committed ? "landed" : "was committed"),
            here, &there,
            fmt::format("{} is {} while the asynchronous copy that fills it, by thread ({},{},{}), {}",
                        sharedPlace(worker.launch.code, from, instruction), verb, there.thread.x, there.thread.y,
                        there.thread.z,
                        committed ? "is under way: its group was committed, but that thread has not waited for it"
                                  : "was never committed: a wait for groups does not wait for it"));
        return;
      }
}

}  // namespace gpusim
