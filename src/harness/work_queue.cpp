#include "harness/work_queue.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace harness {

void WorkQueue::put(Task task, bool first) {
  {
    const std::lock_guard lock(mutex_);
    if (first)
      tasks_.push_front(std::move(task));
    else
      tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void WorkQueue::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !tasks_.empty() || busy_ == 0; });
    if (tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    ++busy_;
    lock.unlock();
    task();
    lock.lock();
    if (--busy_ == 0 && tasks_.empty()) changed_.notify_all();
  }
}

void WorkQueue::run(unsigned threads) {
  std::vector<std::jthread> pool;
  for (unsigned i = 0; i < std::max(threads, 1U); ++i) pool.emplace_back([this] { work(); });
}

}  // namespace harness
