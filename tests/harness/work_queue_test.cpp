#include <doctest/doctest.h>

#include <atomic>

#include "harness/work_queue.h"

using harness::WorkQueue;

TEST_CASE("work queue: every task runs once, those that tasks add as well") {
  for (const unsigned threads : {1u, 3u}) {
    WorkQueue queue;
    std::atomic<int> done{0};
    for (int i = 0; i < 20; ++i)
      queue.add([&] {
        ++done;
        queue.add([&] { queue.addFirst([&] { ++done; }); });
      });
    queue.run(threads);
    CHECK(done == 40);
  }
}

TEST_CASE("work queue: what goes on comes before what is new") {
  WorkQueue queue;
  std::vector<int> order;
  queue.add([&] {
    order.push_back(1);
    queue.addFirst([&] { order.push_back(2); });
  });
  queue.add([&] { order.push_back(3); });
  queue.run(1);
  CHECK(order == std::vector<int>{1, 2, 3});
}

TEST_CASE("work queue: nothing to do is done at once") { WorkQueue().run(2); }
