#include "cudart/scheduler.h"

#include <algorithm>

namespace gpusim::cudart {

Scheduler::Scheduler() { create(true); }

Stream& Scheduler::create(bool blocking, int priority) {
  forgetDestroyed();
  auto stream = std::make_unique<Stream>();
  stream->id = nextId_++;
  stream->blocking = blocking;
  stream->priority = priority;
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

OperationPointer Scheduler::submit(Stream& stream, Engine engine, std::function<double()> run,
                                   const OperationPointer& extra) {
  auto operation = std::make_shared<Operation>();
  operation->run = std::move(run);
  operation->engine = engine;
  operation->notBefore = hostTime_;
  const auto waitsFor = [&](const OperationPointer& other) {
    if (!other) return;
    if (other->done) {
      operation->notBefore = std::max(operation->notBefore, other->end);
    } else {
      operation->after.push_back(other);
    }
  };
  waitsFor(stream.last);
  waitsFor(extra);
  if (&stream == &legacy()) {
    for (const auto& other : streams_) {
      if (other.get() != &stream && other->blocking) waitsFor(other->last);
    }
  } else if (stream.blocking) {
    waitsFor(legacy().last);
  }
  stream.last = operation;
  return operation;
}

OperationPointer Scheduler::runnable(const OperationPointer& operation) const {
  OperationPointer at = operation;
  while (true) {
    const auto next =
        std::find_if(at->after.begin(), at->after.end(), [](const auto& before) { return !before->done; });
    if (next == at->after.end()) return at;
    at = *next;
  }
}

void Scheduler::runOne(Operation& operation) {
  double& engineFree = engineFree_[static_cast<std::size_t>(operation.engine)];
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
    const auto next =
        std::find_if(at->after.begin(), at->after.end(), [](const auto& before) { return !before->done; });
    if (at->done) {
      path.pop_back();
    } else if (next != at->after.end()) {
      path.push_back(*next);
    } else {
      runOne(*at);
      path.pop_back();
    }
  }
  hostTime_ = std::max(hostTime_, operation->end);
}

void Scheduler::waitForStream(Stream& stream) { waitFor(stream.last); }

void Scheduler::waitForAll() {
  if (seed_ != 0) {
    while (true) {
      std::vector<OperationPointer> pending;
      for (const auto& stream : streams_) {
        if (!stream->idle()) pending.push_back(stream->last);
      }
      // One queue has one order; a choice needs two.
      if (pending.size() < 2) break;
      step(pending[random_() % pending.size()]);
    }
  }
  for (std::size_t i = 0; i < streams_.size(); ++i) waitFor(streams_[i]->last);
  forgetDestroyed();
}

void Scheduler::step(const OperationPointer& operation) {
  if (operation && !operation->done) runOne(*runnable(operation));
}

void Scheduler::setSeed(std::uint64_t seed) {
  seed_ = seed;
  random_.seed(seed);
}

}  // namespace gpusim::cudart
