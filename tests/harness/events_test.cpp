#include "harness/events.h"

#include <doctest/doctest.h>

#include "recorded.h"

using harness::EventFault;
using harness::EventReader;
using recorded::line;

namespace {

EventFault faultOf(const std::string& text) {
  EventReader reader("T");
  const auto event = reader.read(text);
  REQUIRE(std::holds_alternative<EventFault>(event));
  return std::get<EventFault>(event);
}

}  // namespace

TEST_CASE("events: every kind is read with its fields") {
  using namespace recorded;
  const auto record = run({hello, begin, race, wrong, inputChanged, guardBroken, launchError, timing(3, 1.5), goodbye});
  REQUIRE_FALSE(record.fault);
  REQUIRE(record.events.size() == 9);
  CHECK(std::get<harness::Hello>(record.events[0]).card == "Tesla T4");
  CHECK(std::get<harness::CaseBegin>(record.events[1]).of == 8);
  const auto& finding = std::get<harness::Findings>(record.events[2]).findings.at(0);
  CHECK(finding.site.line == 2);
  REQUIRE(finding.other);
  CHECK(finding.other->thread[0] == 2);
  CHECK(finding.shape == "31x33");
  const auto& end = std::get<harness::CaseEnd>(record.events[3]);
  CHECK(end.wrong == 990);
  REQUIRE(end.cells.size() == 2);
  CHECK(end.cells[0].got == "unwritten");
  CHECK(end.cells[0].expected == "2.5");
  CHECK(std::get<harness::Spoiled>(record.events[4]).faultClass == "changed-input");
  CHECK(std::get<harness::Spoiled>(record.events[5]).faultClass == "wrote-outside");
  CHECK(std::get<harness::ApiError>(record.events[6]).code == 9);
  CHECK(std::get<harness::Timing>(record.events[7]).launches.at(0).sharedLoadConflicts == 5821940);
  CHECK(std::get<harness::Goodbye>(record.events[8]).cases == 8);
}

TEST_CASE("events: another token, a gap, a repetition and text are forged") {
  CHECK(faultOf("passed").forged);
  CHECK(faultOf("").forged);
  CHECK(faultOf("[1]").forged);
  CHECK(faultOf(R"({"token":"X","n":0,"event":"goodbye","cases":8})").forged);
  CHECK(faultOf(R"({"n":0,"event":"goodbye","cases":8})").forged);
  CHECK(faultOf(R"({"token":"T","n":1,"event":"goodbye","cases":8})").forged);
  CHECK(faultOf(line(0, recorded::goodbye) + "x").forged);
  EventReader reader("T");
  CHECK(std::holds_alternative<harness::Event>(reader.read(line(0, recorded::hello))));
  CHECK(std::get<EventFault>(reader.read(line(0, recorded::hello))).forged);
}

TEST_CASE("events: the runtime's own line that this harness does not understand is no forgery") {
  const EventFault unknown = faultOf(line(0, R"("event":"farewell")"));
  CHECK_FALSE(unknown.forged);
  CHECK(unknown.message == "the exercise runtime sent an unknown event 'farewell'");
  CHECK(faultOf(line(0, R"("event":"goodbye","cases":"8")")).message ==
        "the exercise runtime's 'goodbye' event: field 'cases' should be a whole number");
  CHECK(faultOf(line(0, R"("event":"findings","case":"1x1","seed":1,"findings":[{"kind":"race"}])"))
            .message.find("'tool'") != std::string::npos);
}
