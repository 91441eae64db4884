#include "learn/screens.h"

#include <doctest/doctest.h>

#include <sstream>

#include "harness/json.h"
#include "learn/command_line.h"
#include "learn/completion.h"
#include "learn/hints.h"
#include "learn/work_file.h"

using namespace learn;

namespace {

const TerminalStyle plain{false, true, 80};

Situation situation() {
  Situation s;
  s.outline.modules = {{"First",
                        {{1, "a", "Alpha", "The first.", true},
                         {2, "b", "Beta", "The second.", true},
                         {3, "c", "Gamma", "The third.", false}}}};
  s.now = "2026-11-30T08:00:00Z";
  return s;
}

void run(Situation& s, int day, const std::string& when, const std::string& verdict, double ratio = 0) {
  addRun(s.progress, {day, when, verdict, "the headline", ratio, "card"});
}

}  // namespace

TEST_CASE("the next day is the first that is not solved, a broken one before it") {
  Situation s = situation();
  CHECK(nextDay(s)->number == 1);
  run(s, 1, "2026-11-30T07:00:00Z", "passed");
  CHECK(nextDay(s)->number == 2);
  run(s, 2, "2026-11-30T07:10:00Z", "passed");
  CHECK(nextDay(s) == nullptr);
  run(s, 1, "2026-11-30T07:20:00Z", "wrong");
  CHECK(nextDay(s)->number == 1);
}

TEST_CASE("the home screen says how far, what was last and what to type") {
  Situation s = situation();
  const std::string fresh = homeScreen(s, plain);
  CHECK(fresh.find("0 of 2 days solved; 3 planned in all") != std::string::npos);
  CHECK(fresh.find("make day01") != std::string::npos);
  CHECK(fresh.find("Last run") == std::string::npos);
  run(s, 1, "2026-11-30T07:48:00Z", "wrong");
  s.files = {1};
  const std::string later = homeScreen(s, plain);
  CHECK(later.find("Last run: day01, 12 minutes ago: wrong: the headline") != std::string::npos);
  CHECK(later.find("make day01") == std::string::npos);
}

TEST_CASE("the list has each day's state, and finds days by words") {
  Situation s = situation();
  run(s, 1, "2026-11-30T07:00:00Z", "passed", 1.5);
  s.files = {1, 2};
  const std::string all = listScreen(s, {}, plain);
  CHECK(all.find("  day01  Alpha                                  solved                 1.50x\n") !=
        std::string::npos);
  CHECK(all.find("begun") != std::string::npos);
  CHECK(all.find("planned") != std::string::npos);
  CHECK(listScreen(s, {"SECOND"}, plain).find("Beta") != std::string::npos);
  CHECK(listScreen(s, {"SECOND"}, plain).find("Alpha") == std::string::npos);
  CHECK(listScreen(s, {"nothing"}, plain) == "no day holds 'nothing'\n");
  CHECK(listJson(s, {"alpha"}).find("\"state\": \"solved\"") != std::string::npos);
}

TEST_CASE("no screen is wider than 80 columns") {
  Situation s = situation();
  s.outline.modules[0].days[0].summary = std::string(30, 'x') + " " + std::string(60, 'y') + " z";
  addRun(s.progress, {1, "2026-11-30T07:00:00Z", "wrong", std::string(70, 'h') + " " + std::string(70, 'h'), 0, ""});
  for (const std::string& text : {homeScreen(s, plain), nextScreen(s, plain), listScreen(s, {}, plain), helpText()}) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK(columnsOf(line) <= 80);
    }
  }
}

TEST_CASE("times in words") {
  CHECK(agoText("2026-11-30T07:59:30Z", "2026-11-30T08:00:00Z") == "a moment ago");
  CHECK(agoText("2026-11-30T07:00:00Z", "2026-11-30T08:00:00Z") == "1 hour ago");
  CHECK(agoText("2026-11-28T07:00:00Z", "2026-11-30T08:00:00Z") == "2 days ago");
  CHECK(agoText("2026-10-28T07:00:00Z", "2026-11-30T08:00:00Z") == "on 2026-10-28");
  CHECK(durationText(40) == "40 s");
  CHECK(durationText(720) == "12 min");
  CHECK(durationText(11100) == "3 h 05 min");
}

TEST_CASE("commands are told from judged days") {
  CHECK((*parseRequest({}))->verb == Verb::home);
  CHECK((*parseRequest({"--json"}))->verb == Verb::home);
  CHECK((*parseRequest({"--json"}))->json);
  CHECK((*parseRequest({"--root", "x"}))->root == "x");
  CHECK(!parseRequest({"day13"}));
  CHECK(!parseRequest({"--help"}));
  CHECK((*parseRequest({"hint", "day13", "--solution"}))->solution);
  CHECK((*parseRequest({"list", "bank", "conflicts"}))->words.size() == 2);
  CHECK(!*parseRequest({"lesson"}));
  CHECK(!*parseRequest({"lesson", "day01", "day02"}));
  CHECK(!*parseRequest({"list", "--color"}));
  CHECK(!(*parseRequest({"watch", "--help"}))->help.empty());
}

TEST_CASE("what scripts ask for is JSON, also of names with quotes") {
  Situation s = situation();
  s.outline.modules[0].title = "\"First\"";
  const auto next = harness::parseJson(nextJson(s));
  REQUIRE(next);
  CHECK(next->find("next")->find("day")->count() == 1);
  CHECK(next->find("next")->find("module")->text() == "\"First\"");
  REQUIRE(harness::parseJson(listJson(s, {})));
  CHECK(harness::parseJson(listJson(s, {}))->find("days")->array()->size() == 3);
  CHECK(harness::parseJson(listJson(s, {"nothing"}))->find("days")->array()->empty());
  CHECK(listQuiet(s, {"second"}) == "day02\n");
  for (const int day : {1, 2}) run(s, day, "2026-11-30T07:00:00Z", "passed");
  CHECK(harness::parseJson(nextJson(s))->find("next")->isNull());

  const auto hint = harness::parseJson(hintJson({"all", 1, 2, "Hint 1: \"x\"", "a\nb", ""}, 7));
  REQUIRE(hint);
  CHECK(hint->find("text")->text() == "a\nb");
  CHECK(hint->find("shown")->count() == 1);
  CHECK(harness::parseJson(hintJson({"all", 2, 2, "", "", ""}, 7))->find("text")->isNull());
  const auto reset = harness::parseJson(resetJson({"work/a\"b.cu", "", true}));
  REQUIRE(reset);
  CHECK(reset->find("kept")->isNull());
  CHECK(reset->find("changed")->boolean() == true);
  const auto diff = harness::parseJson(diffJson({"work/day01.cu", "-a\n+b\n"}));
  REQUIRE(diff);
  CHECK(diff->find("diff")->text() == "-a\n+b\n");
}

TEST_CASE("every command takes --quiet, those that answer take --json, and help says where the statuses are") {
  for (const VerbRow& row : verbs()) {
    CAPTURE(row.name);
    std::vector<std::string> words{row.name, "--quiet"};
    if (*row.argument == 'D') words.insert(words.begin() + 1, "day01");
    CHECK(*parseRequest(words));
    words.back() = "--json";
    const bool talks =
        row.verb == Verb::lesson || row.verb == Verb::watch || row.verb == Verb::completion || row.verb == Verb::help;
    CHECK(static_cast<bool>(*parseRequest(words)) == !talks);
    words.back() = "--help";
    CHECK((*parseRequest(words))->help.find("docs/protocol.md") != std::string::npos);
  }
}

TEST_CASE("there is a completion for three shells") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = completionScript(shell, {{"list", "watch"}, {}, {"--json"}});
    CHECK(script.find("list watch") != std::string::npos);
    CHECK(script.find("--json") != std::string::npos);
  }
  CHECK(completionScript("tcsh", {}).empty());
}
