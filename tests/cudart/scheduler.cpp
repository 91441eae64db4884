#include "cudart/scheduler.h"

#include <doctest/doctest.h>

#include <string>

using namespace gpusim::cudart;

namespace {

/// Submits operations that write their letter into one text when they run.
struct Recorder {
  Scheduler scheduler;
  std::string ran;

  OperationPointer add(Stream& stream, char letter, double seconds = 1.0, Engine engine = Engine::compute,
                       const OperationPointer& extra = nullptr) {
    return scheduler.submit(
        stream, engine,
        [this, letter, seconds] {
          ran += letter;
          return seconds;
        },
        extra);
  }
};

}  // namespace

TEST_CASE("nothing runs before something waits for it") {
  Recorder r;
  r.add(r.scheduler.legacy(), 'a');
  CHECK(r.ran.empty());
  r.scheduler.waitForAll();
  CHECK(r.ran == "a");
}

TEST_CASE("a stream runs first in, first out, and only as far as waited for") {
  Recorder r;
  Stream& stream = r.scheduler.create(false);
  r.add(stream, 'a');
  const OperationPointer second = r.add(stream, 'b');
  r.add(stream, 'c');
  r.scheduler.waitFor(second);
  CHECK(r.ran == "ab");
  r.scheduler.waitForStream(stream);
  CHECK(r.ran == "abc");
}

TEST_CASE("waiting for one stream leaves the others alone") {
  Recorder r;
  Stream& one = r.scheduler.create(true);
  Stream& two = r.scheduler.create(true);
  r.add(one, 'a');
  r.add(two, 'b');
  r.scheduler.waitForStream(two);
  CHECK(r.ran == "b");
}

TEST_CASE("the legacy default stream waits for blocking streams and they for it; non-blocking streams do not") {
  Recorder r;
  Stream& blocking = r.scheduler.create(true);
  Stream& free = r.scheduler.create(false);
  r.add(blocking, 'a');
  r.add(free, 'x');
  r.add(r.scheduler.legacy(), 'b');
  r.add(blocking, 'c');
  r.add(free, 'y');
  r.scheduler.waitForStream(blocking);
  CHECK(r.ran == "abc");
  r.scheduler.waitForStream(free);
  CHECK(r.ran == "abcxy");
}

TEST_CASE("an event orders two streams") {
  Recorder r;
  Stream& one = r.scheduler.create(false);
  Stream& two = r.scheduler.create(false);
  r.add(one, 'a');
  const OperationPointer event = r.scheduler.submit(one, Engine::none, nullptr);
  r.add(one, 'z');
  r.scheduler.submit(two, Engine::none, nullptr, event);
  r.add(two, 'b');
  r.scheduler.waitForStream(two);
  CHECK(r.ran == "ab");
}

TEST_CASE("polling runs one operation at a time") {
  Recorder r;
  Stream& stream = r.scheduler.create(true);
  r.add(stream, 'a');
  const OperationPointer last = r.add(stream, 'b');
  r.scheduler.step(last);
  CHECK(r.ran == "a");
  CHECK_FALSE(last->done);
  r.scheduler.step(last);
  CHECK(last->done);
}

TEST_CASE("a destroyed stream's work still runs, and its handle is gone") {
  Recorder r;
  Stream& stream = r.scheduler.create(true);
  r.add(stream, 'a');
  CHECK(r.scheduler.knows(&stream));
  r.scheduler.destroy(stream);
  CHECK_FALSE(r.scheduler.knows(&stream));
  r.scheduler.waitForAll();
  CHECK(r.ran == "a");
}

TEST_CASE("a seed changes the order between streams, never within one") {
  std::string orders;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Recorder r;
    r.scheduler.setSeed(seed);
    Stream& one = r.scheduler.create(false);
    Stream& two = r.scheduler.create(false);
    for (const char letter : std::string("abcd")) r.add(one, letter);
    for (const char letter : std::string("ABCD")) r.add(two, letter);
    r.scheduler.waitForAll();
    std::string lower, upper;
    for (const char letter : r.ran) (letter >= 'a' ? lower : upper) += letter;
    CHECK(lower == "abcd");
    CHECK(upper == "ABCD");
    orders += r.ran + " ";
  }
  // With 70 interleavings, eight seeds that all give the same one would mean that the seed is not used.
  CHECK(orders.find(orders.substr(0, 9), 9) != 9);
}

TEST_CASE("modelled time: a stream adds up, engines overlap, one engine does not") {
  Recorder r;
  Stream& one = r.scheduler.create(false);
  Stream& two = r.scheduler.create(false);
  const OperationPointer start = r.scheduler.submit(one, Engine::none, nullptr);
  r.add(one, 'a', 2.0);
  const OperationPointer stop = r.scheduler.submit(one, Engine::none, nullptr);
  const OperationPointer copied = r.add(two, 'b', 1.5, Engine::copyIn);
  const OperationPointer computed = r.add(two, 'c', 1.0, Engine::compute);
  r.scheduler.waitFor(stop);
  CHECK(stop->end - start->end == doctest::Approx(2.0));
  r.scheduler.waitFor(computed);
  CHECK(copied->end == doctest::Approx(1.5));
  CHECK(computed->end == doctest::Approx(3.0));  // the compute engine is busy until 2.0
  CHECK(r.scheduler.hostTime() == doctest::Approx(3.0));
  // What the host asks for now cannot have started before.
  Stream& three = r.scheduler.create(false);
  const OperationPointer later = r.scheduler.submit(three, Engine::none, nullptr);
  r.scheduler.waitFor(later);
  CHECK(later->end == doctest::Approx(3.0));
}

TEST_CASE("a queue of 300,000 launches runs without recursion") {
  Recorder r;
  for (int i = 0; i < 300000; ++i) r.add(r.scheduler.legacy(), '.', 0.0);
  r.scheduler.waitForAll();
  CHECK(r.ran.size() == 300000);
}

TEST_CASE("an operation may submit and wait while it runs") {
  Recorder r;
  Stream& stream = r.scheduler.create(false);
  r.scheduler.submit(stream, Engine::none, [&] {
    r.scheduler.waitFor(r.add(stream, 'a'));
    return 0.0;
  });
  r.scheduler.waitForStream(stream);
  CHECK(r.ran == "a");
}

TEST_CASE("devices have default streams of their own, and waiting for one leaves the other") {
  Recorder r;
  r.add(r.scheduler.legacy(0), 'a');
  r.add(r.scheduler.legacy(1), 'b');
  Stream& blocking = r.scheduler.create(true, 0, 1);
  r.add(blocking, 'c');
  r.scheduler.waitForDevice(1);
  CHECK(r.ran == "bc");
  r.scheduler.waitForAll();
  CHECK(r.ran == "bca");
}

TEST_CASE("the engines of two devices run beside each other") {
  Recorder r;
  const OperationPointer here = r.add(r.scheduler.legacy(0), 'a', 2.0);
  const OperationPointer there = r.add(r.scheduler.legacy(1), 'b', 3.0);
  r.scheduler.waitFor(here);
  r.scheduler.waitFor(there);
  CHECK(there->end == doctest::Approx(5.0 - 2.0));
}

TEST_CASE("an operation of no stream waits for what it was given, and a stream for it") {
  Recorder r;
  Stream& stream = r.scheduler.create(false);
  const OperationPointer first = r.add(stream, 'a');
  const auto letter = [&](char which) {
    return [&r, which] {
      r.ran += which;
      return 1.0;
    };
  };
  const OperationPointer left = r.scheduler.detached(0, Engine::compute, letter('l'), {first});
  const OperationPointer right = r.scheduler.detached(0, Engine::copyIn, letter('r'), {first});
  r.scheduler.submitAfter(stream, Engine::none, nullptr, {left, right});
  r.add(stream, 'z');
  r.scheduler.waitForStream(stream);
  CHECK(r.ran == "alrz");
}

TEST_CASE("a seed chooses among what an operation waits for") {
  std::string orders;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Recorder r;
    r.scheduler.setSeed(seed);
    std::vector<OperationPointer> branches;
    for (const char which : std::string("abcd")) {
      branches.push_back(r.scheduler.detached(0, Engine::compute,
                                              [&r, which] {
                                                r.ran += which;
                                                return 1.0;
                                              },
                                              {}));
    }
    Stream& stream = r.scheduler.create(false);
    r.scheduler.submitAfter(stream, Engine::none, nullptr, branches);
    r.scheduler.waitForStream(stream);
    CHECK(r.ran.size() == 4);
    orders += r.ran + " ";
  }
  // With 24 orders, eight seeds that all give one would mean that the seed is not used.
  CHECK(orders.find(orders.substr(0, 5), 5) != 5);
}
