#pragma once
// Tasks that add further tasks, done by a fixed number of threads.
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace harness {

class WorkQueue {
 public:
  using Task = std::function<void()>;

  /// Puts a task at the end, or, when it goes on with something begun, in front. Safe to call from tasks.
  void add(Task task) { put(std::move(task), false); }
  void addFirst(Task task) { put(std::move(task), true); }

  /// Runs tasks on `threads` threads until none is left, those that tasks added among them. A task must not throw.
  void run(unsigned threads);

 private:
  void put(Task task, bool first);
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  unsigned busy_ = 0;  // threads in a task, which may add more
};

}  // namespace harness
