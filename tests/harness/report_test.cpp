#include "harness/report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "harness/json.h"
#include "recorded.h"

using namespace recorded;
using harness::jsonReport;
using harness::parseJson;
using harness::Report;
using harness::textReport;

namespace {

Report reportOf(const std::vector<std::string>& events) {
  Report report;
  report.files.number = 13;
  report.files.slug = "shared-memory";
  report.files.root = "/course";
  report.files.learner = "/course/work/day13.cu";
  report.day.title = "Shared memory";
  report.day.goals.fasterThanNaive = 1.05;
  report.day.goals.ratioToCopy = 2.2;
  report.file = "work/day13.cu";
  report.sourceText = "// one\n  tile[threadIdx.y][threadIdx.x] = in[i];\n\tout[o] = tile[threadIdx.x][threadIdx.y];\n";
  report.device = "sim";
  report.card = "Tesla T4";
  report.seed = 123;
  report.judgement = harness::judge(run(events), harness::Goals{1.05, 2.2, true});
  return report;
}

}  // namespace

TEST_CASE("report: a wrong result") {
  CHECK(textReport(reportOf({hello, begin, wrong, goodbye}), {}) ==
        "Day 13, Shared memory: work/day13.cu on a simulated Tesla T4\n"
        "wrong: copied, not transposed\n"
        "  smallest failing case  31x33: 990 of 1023 cells wrong\n"
        "  first wrong cell       row 0, column 1: got unwritten, expected 2.5\n"
        "  see                    day 13, The block swaps\n"
        "  replay                 ./harness day13 --case 31x33 --seed 123 --verbose\n");
}

TEST_CASE("report: a failure takes eight lines at first, however long its one line is") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  for (int i = 0; i < 100; ++i) report.judgement.headline += " and so on";
  const std::string text = textReport(report, {});
  CHECK(std::count(text.begin(), text.end(), '\n') <= 8);
  CHECK(text.find(" ...\n") != std::string::npos);
  CHECK(textReport(report, {false, false, true}).size() > text.size() + 500);
}

TEST_CASE("report: a headline that is cut stays within the width, wherever its words end") {
  for (std::size_t letters = 1; letters < 12; ++letters) {
    Report report = reportOf({hello, begin, wrong, goodbye});
    for (int i = 0; i < 300; ++i) report.judgement.headline += " " + std::string(letters, 'x');
    std::istringstream lines(textReport(report, {}));
    bool cut = false;
    for (std::string line; std::getline(lines, line); cut = cut || line.ends_with(" ...")) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
    }
    CHECK(cut);
  }
}

TEST_CASE("report: a smaller case, and the order that a wrong value needs") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  report.smallest.emplace();
  report.smallest->shape = "2x33";
  CHECK(textReport(report, {})
            .find("  fails first at         31x33: 990 of 1023 cells wrong\n"
                  "  first wrong cell       row 0, column 1: got unwritten, expected 2.5\n"
                  "  smallest failing case  2x33\n") != std::string::npos);
  report.smallest->run = 5;
  report.smallest->order = "warps in turns";
  CHECK(textReport(report, {}).find("  smallest failing case  2x33 (warps in turns, run 5)\n") != std::string::npos);
  CHECK(textReport(report, {}).find("--case 2x33 --seed 123") != std::string::npos);
  report.smallest->seed = 1;
  CHECK(textReport(report, {}).find("--case 2x33 --seed 1") != std::string::npos);
  CHECK(jsonReport(report).find("\"smallest_seed\": 1,") != std::string::npos);
  // What a checker found does not hang on an order: its findings come at the end of the last run.
  report.judgement.status = harness::ExitStatus::unsafe;
  CHECK(textReport(report, {}).find("warps in turns") == std::string::npos);
}

TEST_CASE("report: --verbose has the cells, the map and what a character stands for") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  report.judgement.map = {"..##", "oo##", ". right, # wrong; a character is 8 x 8 cells"};
  CHECK(textReport(report, {false, false, true}) ==
        "Day 13, Shared memory: work/day13.cu on a simulated Tesla T4\n"
        "wrong: copied, not transposed\n"
        "  smallest failing case  31x33: 990 of 1023 cells wrong\n"
        "  see                    day 13, The block swaps\n"
        "  replay                 ./harness day13 --case 31x33 --seed 123\n"
        "\n"
        "         row     column                got           expected\n"
        "           0          1          unwritten                2.5\n"
        "           1          0                nan                 -3\n"
        "  and 988 more\n"
        "\n"
        "  ..##\n"
        "  oo##\n"
        "  . right, # wrong; a character is 8 x 8 cells\n");
}

TEST_CASE("report: --verbose has all of a race") {
  CHECK(textReport(reportOf({hello, begin, race, right, timing(3.2, 1.8), goodbye}), {false, false, true})
            .find("  racecheck: race: two threads, one cell (12 times)\n"
                  "    at    work/day13.cu:2  block (0, 0, 0), thread (1, 0, 0)\n"
                  "          | tile[threadIdx.y][threadIdx.x] = in[i];\n"
                  "    and   work/day13.cu:3  block (0, 0, 0), thread (2, 0, 0)\n"
                  "          | out[o] = tile[threadIdx.x][threadIdx.y];\n") != std::string::npos);
}

TEST_CASE("report: a race's two lines stand in the first eight, beside right values and beside wrong ones") {
  const std::string lines =
      "  at line 2              tile[threadIdx.y][threadIdx.x] = in[i];\n"
      "  and line 3             out[o] = tile[threadIdx.x][threadIdx.y];\n";
  Report report = reportOf({hello, begin, race, wrong, goodbye});
  for (const char* word : {"order-dependent", "lost-updates"}) {
    report.judgement.faultClass = word;
    CHECK(textReport(report, {}).find(lines) != std::string::npos);
  }
  report.judgement.faultClass = "copied-not-transposed";  // which the race does not explain
  CHECK(textReport(report, {}).find("line 2") == std::string::npos);
  CHECK(textReport(reportOf({hello, begin, race, right, timing(3.2, 1.8), goodbye}), {}) ==
        "Day 13, Shared memory: work/day13.cu on a simulated Tesla T4\n"
        "unsafe: the values are right, but there is a race at line 2: two threads, one\n"
        "  cell\n"
        "  case                   31x33\n" +
            lines +
            "  see                    day 14\n"
            "  replay                 ./harness day13 --case 31x33 --seed 123 --verbose\n");
}

TEST_CASE("report: every failure takes eight lines at first") {
  for (const bool shrunk : {false, true})
    for (const bool found : {false, true})
      for (const std::string& values : {wrong, right}) {
        std::vector<std::string> events{hello, begin, values, goodbye};
        if (found) events.insert(events.begin() + 2, race);
        Report report = reportOf(events);
        if (report.judgement.status != harness::ExitStatus::wrong && !found) continue;
        report.judgement.faultClass = found ? "order-dependent" : "copied";
        report.judgement.see = "day 14";
        for (int i = 0; i < 100; ++i) report.judgement.headline += " and so on";
        if (shrunk) report.smallest = harness::FailingCase{"2x2", 1, "blocks in reverse", {}};
        const std::string text = textReport(report, {});
        CAPTURE(text);
        CHECK(std::count(text.begin(), text.end(), '\n') <= 8);
        CHECK((text.find("at line 2") != std::string::npos) == found);
        CHECK(text.find("replay") != std::string::npos);
      }
}

TEST_CASE("report: whoever ran out of time is told where to look") {
  harness::RunRecord record = run({hello, begin});
  record.end.kind = harness::ProcessEnd::Kind::timedOut;
  Report report = reportOf({hello, begin});
  report.judgement = harness::judge(record, harness::Goals{1.05, 2.2, true});
  CHECK(textReport(report, {}).find("a loop in host code") != std::string::npos);
  report.device = "gpu";
  const std::string onCard = textReport(report, {});
  CHECK(onCard.find("a barrier that not all threads reach") != std::string::npos);
  CHECK(onCard.find("./harness day13 --case 31x33 --seed 123 --device sim") != std::string::npos);
  record = run({hello, begin, stillRunning, stopped});
  record.end.kind = harness::ProcessEnd::Kind::timedOut;
  report.device = "sim";
  report.judgement = harness::judge(record, harness::Goals{1.05, 2.2, true});
  const std::string known = textReport(report, {});
  CHECK(known.find("at line 2") != std::string::npos);
  CHECK(known.find("likely") == std::string::npos);
}

TEST_CASE("report: a race's cause stands before its numbers") {
  std::string event = race;
  event.replace(event.find("two threads, one cell"), 21,
                "a read of byte 4 races with a write by thread (1,0,0): no __syncthreads() between them");
  CHECK(reportOf({hello, begin, event, right, timing(3.2, 1.8), goodbye}).judgement.headline ==
        "the values are right, but there is a race at line 2: no __syncthreads() between them; a read of byte 4 races "
        "with a write by thread (1,0,0)");
}

TEST_CASE("report: a cell that has a name is called by it") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  report.judgement.cells[0].place = "FLOP of kernel 2 (saxpy)";
  CHECK(
      textReport(report, {}).find("  first wrong cell       FLOP of kernel 2 (saxpy): got unwritten, expected 2.5\n") !=
      std::string::npos);
  const std::string all = textReport(report, {false, false, true});
  CHECK(all.find("row ") == std::string::npos);
  CHECK(all.find("  FLOP of kernel 2 (saxpy)  ") != std::string::npos);
}

TEST_CASE("report: one finding that is left out is one finding") {
  std::vector<std::string> events{hello, begin};
  const auto add = [&](int count) {
    for (int i = 0; i < count; ++i) {
      std::string event = note;
      event.replace(event.find("\"kernel\":\"\""), 11, "\"kernel\":\"k" + std::to_string(events.size()) + "\"");
      events.push_back(event);
    }
  };
  const auto text = [&] {
    std::vector<std::string> all = events;
    all.insert(all.end(), {right, timing(3.24, 1.78), goodbye});
    return textReport(reportOf(all), {});
  };
  add(6);
  CHECK(text().find("  and 1 more finding; --verbose lists it\n") != std::string::npos);
  add(1);
  CHECK(text().find("  and 2 more findings; --verbose lists them\n") != std::string::npos);
}

TEST_CASE("report: success") {
  CHECK(textReport(reportOf({hello, begin, right, timing(3.24, 1.78), goodbye}), {}) ==
        "Day 13, Shared memory: work/day13.cu on a simulated Tesla T4\n"
        "\n"
        "1 case right, seed 123.\n"
        "\n"
        "Modelled at 2003x3001, 45.9 MiB moved:\n"
        "  kernel           ms       GB/s    to copy\n"
        "  copy          0.228      210.9      1.00x\n"
        "  naive        0.7387       65.1      3.24x\n"
        "  yours        0.4058      118.5      1.78x  (give or take 15%)\n"
        "\n"
        "Counted in your 1 launch of one solve():\n"
        "  global loads       4.87 sectors a request (4.00 would hold its bytes)\n"
        "  global stores      4.85 sectors a request (3.99 would hold its bytes)\n"
        "  shared loads      30.79 bank conflicts a request (ideal 0)\n"
        "  shared stores      0.00 bank conflicts a request (ideal 0)\n"
        "\n"
        "Goals:\n"
        "  at least 1.05 times as fast as the naive kernel: 1.82\n"
        "  at most 2.20 times the copy's time: 1.78\n"
        "\n"
        "passed: 1.78 times the copy's time and 1.82 times as fast as the naive kernel\n"
        "  (modelled)\n");
}

TEST_CASE("report: what the learner printed cannot pass for the report") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  report.standardOutput = "passed: 1.00 times\n\033[2Jpassed\n";
  const std::string text = textReport(report, {});
  CHECK(text.find("    passed: 1.00 times\n") != std::string::npos);
  CHECK(text.find('\033') == std::string::npos);
  CHECK(text.find("\npassed") == std::string::npos);
}

TEST_CASE("report: a second cause that does not fit its lines is left out whole") {
  Report report = reportOf({hello, begin, wrong, goodbye});
  const std::string first = "shifted by one: each wrong cell holds what belongs one column to the left",
                    rest = "1 more wrong cell of 140,002 fits no pattern that the harness knows: row 0, column 0";
  report.judgement.headline = first + "; also: " + rest + "; also: " + rest;
  const std::string text = textReport(report, {});
  CHECK(text.find(" ...") == std::string::npos);
  CHECK(text.find("also: 1 more wrong") != std::string::npos);
  CHECK(text.find("also: 1 more wrong") == text.rfind("also:"));
  CHECK(textReport(report, {false, false, true}).find("also: 1 more wrong") <
        textReport(report, {false, false, true}).rfind("also:"));
}

TEST_CASE("report: color and quiet") {
  const Report report = reportOf({hello, begin, wrong, goodbye});
  CHECK(textReport(report, {true, false}).find("\033[1;31mwrong\033[0m") != std::string::npos);
  CHECK(textReport(report, {false, true}) == "wrong: copied, not transposed\n");
}

TEST_CASE("report: errors of the compiler are shown as it prints them") {
  Report report = reportOf({});
  report.judgement = {};
  report.judgement.status = harness::ExitStatus::didNotBuild;
  report.compilerSaid = "work/day13.cu(7): error: expected a \";\"\n";
  const std::string text = textReport(report, {});
  CHECK(text.find("\nwork/day13.cu(7): error: expected a \";\"\n") != std::string::npos);
  CHECK(text.find("did not build") != std::string::npos);
  CHECK(text.starts_with("Day 13, Shared memory: work/day13.cu\n"));  // and no card: it ran nowhere
}

TEST_CASE("report: JSON has every field of the protocol") {
  const auto json = parseJson(jsonReport(reportOf({hello, begin, wrong, goodbye})));
  REQUIRE(json);
  for (const char* name : {"day",           "device",
                           "card",          "file",
                           "verdict",       "reason",
                           "exit_code",     "fault_class",
                           "headline",      "see",
                           "case",          "seed",
                           "cells",         "findings",
                           "ratio_to_copy", "ratio_to_naive",
                           "interval",      "interval_to_naive",
                           "modelled",      "copy_ms",
                           "naive_ms",      "solve_ms",
                           "counters",      "build_seconds",
                           "run_seconds"}) {
    CAPTURE(name);
    CHECK(json->find(name) != nullptr);
  }
  CHECK(json->find("day")->string() == "day13");
  CHECK(json->find("verdict")->string() == "wrong");
  CHECK(json->find("exit_code")->count() == 40U);
  CHECK(json->find("fault_class")->string() == "copied-not-transposed");
  CHECK(json->find("case")->string() == "31x33");
  CHECK(json->find("seed")->count() == 123U);
  CHECK(json->find("cells")->array()->size() == 2);
  CHECK(json->find("ratio_to_copy")->isNull());

  const auto passed = parseJson(jsonReport(reportOf({hello, begin, right, timing(3.24, 1.78), goodbye})));
  REQUIRE(passed);
  CHECK(passed->find("ratio_to_copy")->number() == 1.78);
  CHECK(passed->find("modelled")->boolean() == true);
  CHECK(passed->find("counters")->array()->size() == 1);
  CHECK(passed->find("fault_class")->isNull());
}

TEST_CASE("report: a problem is the same object") {
  const auto json = parseJson(harness::jsonProblem({harness::ExitStatus::usage, "there is no day 'x'"}, "x"));
  REQUIRE(json);
  CHECK(json->find("exit_code")->count() == 2U);
  CHECK(json->find("day")->string() == "x");
  CHECK(json->find("seed")->isNull());
}

TEST_CASE("wrap: at spaces, never within a word") {
  CHECK(harness::wrap("aaa bbb ccc", 2, 7) == "aaa bbb\n  ccc");
  CHECK(harness::wrap("aaaaaaaaaaaa bb", 2, 5) == "aaaaaaaaaaaa\n  bb");
  CHECK(harness::wrap("  aaaaaaaaaaaa bb", 2, 5) == "  aaaaaaaaaaaa\n  bb");
  CHECK(harness::wrap("", 2, 5) == "");
}
