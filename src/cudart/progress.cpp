#include "cudart/progress.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <thread>

namespace gpusim::cudart {

namespace {

// Long enough that a program which goes on to wait by the API does so first, and a missing synchronise still shows.
constexpr std::chrono::milliseconds patience{200};

/// One thread a process, started by the first host function; it ends with the process.
class Watcher {
 public:
  explicit Watcher(Runtime& runtime) : runtime_(runtime) {
    std::thread([this] { watch(); }).detach();
  }

  void add(const OperationPointer& operation) {
    const std::lock_guard lock(mutex_);
    pending_.push_back({operation, std::chrono::steady_clock::now()});
    changed_.notify_one();
  }

 private:
  struct Pending {
    OperationPointer operation;
    std::chrono::steady_clock::time_point since;
  };

  Pending next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !pending_.empty(); });
    Pending first = pending_.front();
    pending_.pop_front();
    return first;
  }

  void watch() {
    while (true) {
      const Pending first = next();
      std::this_thread::sleep_until(first.since + patience);
      const std::lock_guard lock(runtime_.mutex);
      if (first.operation->done) continue;
      runtime_.scheduler.waitFor(first.operation);
      if (!runtime_.programTakesFindings) runtime_.printFindings();
    }
  }

  Runtime& runtime_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Pending> pending_;
};

}  // namespace

void watchHostWork(Runtime& runtime, const OperationPointer& operation) {
  if (&runtime != &Runtime::instance()) return;  // one that may be gone before the thread comes to it
  // Never destroyed, as the Runtime: its thread outlives the program's own destructors.
  static auto* watcher = new Watcher(runtime);
  watcher->add(operation);
}

}  // namespace gpusim::cudart
