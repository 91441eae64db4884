#include "cudart/scheduler.h"

#include <algorithm>

namespace gpusim::cudart {

Scheduler::Scheduler() { legacy(0); }

Stream& Scheduler::legacy(int device) {
  Stream*& known = legacy_[device];
  if (known == nullptr) known = &create(true, 0, device);
  return *known;
}

Stream& Scheduler::create(bool blocking, int priority, int device) {
  forgetDestroyed();
  auto stream = std::make_unique<Stream>();
  stream->id = nextId_++;
  stream->blocking = blocking;
  stream->priority = priority;
  stream->device = device;
  streams_.push_back(std::move(stream));
  return *streams_.back();
}

void Scheduler::destroy(Stream& stream) {
  stream.destroyed = true;
  forgetDestroyed();
}

void Scheduler::forgetDestroyed() {
  std::erase_if(streams_, [](const auto& stream) { return stream->destroyed && stream->idle(); });
}

bool Scheduler::knows(const Stream* stream) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [&](const auto& known) { return known.get() == stream && !known->destroyed; });
}

void Scheduler::makeWait(Operation& operation, const OperationPointer& other) {
  if (!other) return;
  if (other->done) {
    operation.notBefore = std::max(operation.notBefore, other->end);
  } else {
    operation.after.push_back(other);
  }
}

OperationPointer Scheduler::detached(int device, Engine engine, std::function<double()> run,
                                     const std::vector<OperationPointer>& others) {
  auto operation = std::make_shared<Operation>();
  operation->run = std::move(run);
  operation->engine = engine;
  operation->device = device;
  operation->notBefore = hostTime_;
  for (const OperationPointer& other : others) makeWait(*operation, other);
  return operation;
}

OperationPointer Scheduler::submitAfter(Stream& stream, Engine engine, std::function<double()> run,
                                        const std::vector<OperationPointer>& others) {
  const OperationPointer operation = detached(stream.device, engine, std::move(run), others);
  makeWait(*operation, stream.last);
  Stream& shared = legacy(stream.device);
  if (&stream == &shared) {
    for (const auto& other : streams_) {
      if (other.get() != &stream && other->blocking && other->device == stream.device)
        makeWait(*operation, other->last);
    }
  } else if (stream.blocking) {
    makeWait(*operation, shared.last);
  }
  stream.last = operation;
  return operation;
}

OperationPointer Scheduler::submit(Stream& stream, Engine engine, std::function<double()> run,
                                   const OperationPointer& extra) {
  return submitAfter(stream, engine, std::move(run), extra ? std::vector{extra} : std::vector<OperationPointer>{});
}

/// One that `operation` still waits for, null when it may run. With a seed, any of them.
OperationPointer Scheduler::pendingBefore(const Operation& operation) {
  const auto pending = [](const auto& before) { return !before->done; };
  const auto first = std::find_if(operation.after.begin(), operation.after.end(), pending);
  if (first == operation.after.end()) return nullptr;
  if (seed_ == 0) return *first;
  const auto count = static_cast<std::uint64_t>(std::count_if(first, operation.after.end(), pending));
  if (count == 1) return *first;
  auto chosen = first;
  for (std::uint64_t skip = random_() % count; skip != 0; --skip)
    chosen = std::find_if(std::next(chosen), operation.after.end(), pending);
  return *chosen;
}

OperationPointer Scheduler::runnable(const OperationPointer& operation) {
  OperationPointer at = operation;
  while (const OperationPointer next = pendingBefore(*at)) at = next;
  return at;
}

void Scheduler::runOne(Operation& operation) {
  double& engineFree = engineFree_[operation.device][static_cast<std::size_t>(operation.engine)];
  double start = operation.notBefore;
  for (const OperationPointer& before : operation.after) start = std::max(start, before->end);
  if (operation.engine != Engine::none) start = std::max(start, engineFree);
  // Marked and detached first: `run` may submit or wait for other operations.
  const std::function<double()> run = std::move(operation.run);
  operation.run = nullptr;
  operation.after.clear();
  operation.done = true;
  operation.end = start;
  if (run) operation.end = start + run();
  if (operation.engine != Engine::none) engineFree = operation.end;
}

void Scheduler::waitFor(const OperationPointer& operation) {
  if (!operation) return;
  // A stack instead of recursion or a search from the top: queues may be hundreds of thousands of launches long.
  std::vector<OperationPointer> path{operation};
  while (!path.empty()) {
    const OperationPointer at = path.back();
    if (at->done) {
      path.pop_back();
    } else if (const OperationPointer next = pendingBefore(*at)) {
      path.push_back(next);
    } else {
      runOne(*at);
      path.pop_back();
    }
  }
  hostTime_ = std::max(hostTime_, operation->end);
}

void Scheduler::waitForStream(Stream& stream) { waitFor(stream.last); }

template <class Choose>
void Scheduler::waitForStreams(Choose&& choose) {
  if (seed_ != 0) {
    while (true) {
      std::vector<OperationPointer> pending;
      for (const auto& stream : streams_) {
        if (choose(*stream) && !stream->idle()) pending.push_back(stream->last);
      }
      // One queue has one order; a choice needs two.
      if (pending.size() < 2) break;
      step(pending[random_() % pending.size()]);
    }
  }
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (choose(*streams_[i])) waitFor(streams_[i]->last);
  }
  forgetDestroyed();
}

void Scheduler::waitForAll() {
  waitForStreams([](const Stream&) { return true; });
}

void Scheduler::waitForDevice(int device) {
  waitForStreams([device](const Stream& stream) { return stream.device == device; });
}

void Scheduler::step(const OperationPointer& operation) {
  if (operation && !operation->done) runOne(*runnable(operation));
}

void Scheduler::setSeed(std::uint64_t seed) {
  seed_ = seed;
  random_.seed(seed);
}

}  // namespace gpusim::cudart
