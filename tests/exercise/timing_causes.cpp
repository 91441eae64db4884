// Day 9's exercise names the cause of a wrong figure. Here the launches are made up, so that what a card would show is
// tested without one: there the host's clock is a few microseconds off, and on the simulator hundreds of times.
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "../../days/day09-timing/exercise.h"

namespace {

using day09::Cause;
using day09::Observed;

/// One warm-up and eleven runs: seven of the usual length, three slow ones and a fast one.
Observed launches(double usual, double hostFactor, double hostMore) {
  Observed seen;
  seen.runs = 11;
  for (const double eighths : {64, 8, 8, 32, 4, 8, 8, 8, 32, 8, 8, 32}) {
    seen.onDevice.push_back(usual * eighths / 8);
    seen.onHost.push_back(seen.onDevice.back() * hostFactor + hostMore);
    seen.inLaunch.push_back(0.004);
  }
  seen.reference.assign(seen.onDevice.begin() + 1, seen.onDevice.end());
  return seen;
}

Observed onCard() { return launches(0.8, 1, 0.008); }

Observed onSimulator() {
  Observed seen = launches(0.2, 40, 0.1);
  seen.part = 0.01;
  return seen;
}

Cause causeOf(Observed seen, double figure) {
  seen.figure = figure;
  return day09::causeOf(seen);
}

/// Without the warm-up: the first launch of all is the first of the runs.
Observed cold(Observed seen) {
  for (auto* list : {&seen.onDevice, &seen.onHost, &seen.inLaunch}) list->pop_back();
  seen.reference.pop_back();
  return seen;
}

}  // namespace

TEST_SUITE("causes of a wrong timing") {
  TEST_CASE("by value, on either device") {
    for (const Observed& seen : {onCard(), onSimulator()}) {
      const double usual = seen.onDevice[1], mean = day09::meanOf(seen.reference);
      CHECK(causeOf(seen, usual) == Cause::right);
      CHECK(causeOf(seen, usual / 1000) == Cause::seconds);
      CHECK(causeOf(seen, usual * 1000) == Cause::microseconds);
      CHECK(causeOf(seen, mean) == Cause::mean);
      CHECK(causeOf(seen, mean * 11) == Cause::total);
      CHECK(causeOf(seen, usual / 2) == Cause::least);
      CHECK(causeOf(seen, usual * 4) == Cause::greatest);
      CHECK(causeOf(seen, usual * 8) == Cause::warmUpIncluded);
      CHECK(causeOf(cold(seen), day09::meanOf(cold(seen).onDevice)) == Cause::warmUpIncluded);
      CHECK(causeOf(seen, 0.004) == Cause::kernelNotInside);
      CHECK(causeOf(seen, -1) == Cause::noTime);
      CHECK(causeOf(seen, std::numeric_limits<double>::quiet_NaN()) == Cause::noTime);
      CHECK(causeOf(seen, usual * 2.9) == Cause::unexplained);
    }
  }

  TEST_CASE("by what the launches show") {
    Observed seen = onCard();
    seen.waited = false;
    CHECK(causeOf(seen, 0.004) == Cause::notWaited);
    seen.askedTooEarly = true;
    CHECK(causeOf(seen, 0) == Cause::askedTooEarly);
    CHECK(causeOf(seen, 0.8) == Cause::right);  // a program that polls until the event has happened

    Observed few = onCard();
    few.onDevice.resize(2);
    few.reference = {few.onDevice[1]};
    CHECK(causeOf(few, 0.8) == Cause::tooFewRuns);
    few.onDevice.clear();
    few.reference.clear();
    CHECK(causeOf(few, 0.8) == Cause::neverLaunched);
  }

  TEST_CASE("the host's clock is told where it differs") {
    const Observed simulated = onSimulator();
    CHECK(causeOf(simulated, simulated.onHost[1]) == Cause::hostClock);
    CHECK(causeOf(simulated, 8) == Cause::hostClock);  // whole milliseconds
    CHECK(causeOf(simulated, 0) == Cause::kernelNotInside);
    CHECK(causeOf(onCard(), 0) == Cause::hostClock);
    // A wait of 8 microseconds on a kernel of 800 is within what is asked for; whole milliseconds are not.
    CHECK(causeOf(onCard(), onCard().onHost[1]) == Cause::right);
  }

  TEST_CASE("an even count has two medians, and what lies between them is right") {
    Observed seen = onCard();
    seen.runs = 2;
    seen.onDevice = {6.4, 0.8, 3.2};
    seen.onHost = {6.4, 0.8, 3.2};
    seen.reference = {0.8, 3.2};
    for (const double figure : {0.8, 2.0, 3.2}) CHECK(causeOf(seen, figure) == Cause::right);
    CHECK(causeOf(seen, 6.4) == Cause::warmUpIncluded);
  }

  TEST_CASE("every cause has words of its own") {
    for (int cause = 1; cause <= static_cast<int>(Cause::unexplained); ++cause) {
      std::vector<double> fields(day09::fieldCount, 0);
      fields[day09::cause] = cause;
      fields[day09::figure] = 1;
      fields[day09::median] = 2;
      const exercise::Diagnosis said =
          day09::explainTiming(11, exercise::bytesOfValues(exercise::ElementType::f32, fields));
      CHECK_MESSAGE((said.faultClass == "unexplained") == (cause == static_cast<int>(Cause::unexplained)), cause);
      CHECK(said.headline.find('\n') == std::string::npos);
    }
  }
}
