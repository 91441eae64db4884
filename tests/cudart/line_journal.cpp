#include "cudart/line_journal.h"

#include <doctest/doctest.h>

using namespace gpusim;
using namespace gpusim::cudart;

namespace {

LaunchReport launchOf(const std::string& kernel, unsigned worstUnits, std::uint64_t requests) {
  LaunchReport report;
  report.kernel = kernel;
  report.config.grid = {4, 1, 1};
  report.config.block = {32, 1, 1};
  report.modelledSeconds = 0.001;
  report.counters.globalLoadRequests = requests;
  LineCounters line;
  line.where = {"h.h", 3};
  line.inlinedAt = {{"k.cu", 14}};
  line.counters.globalLoadRequests = requests;
  report.lines.push_back(line);
  AccessSample access;
  access.where = line.where;
  access.inlinedAt = line.inlinedAt;
  access.bytes = access.elementBytes = 4;
  access.isReal = true;
  access.requests = requests;
  access.units = requests * worstUnits;
  access.idealUnits = requests * 4;
  access.lanes = requests * 2;
  access.worst = {{1, 0, 0}, {0, 0, 0}, 3, 3};
  access.worstUnits = worstUnits;
  access.worstIdeal = 4;
  access.address[0] = -32;
  access.address[1] = worstUnits;
  access.allocationBytes = 64;
  report.accesses.push_back(access);
  BranchSample split;
  split.where = {"k.cu", 20};
  split.splits = requests;
  split.most = {{1, 0, 0}, {0, 0, 0}, 0xff, 0xff};
  split.taken = worstUnits == 5 ? 0x1 : 0xf;
  report.splits.push_back(split);
  return report;
}

}  // namespace

TEST_CASE("lines: launches of a kernel add up, and the costliest access stays") {
  LineJournal journal;
  CHECK(journal.json() == "[]");
  journal.add(launchOf("k(float*)", 5, 10));
  journal.add(launchOf("k(float*)", 32, 1));
  journal.add(launchOf("k(float*)", 6, 100));
  const std::string json = journal.json();
  CAPTURE(json);
  const auto has = [&](const std::string& text) { return json.find(text) != std::string::npos; };
  CHECK(
      has("{\"kernel\":\"k(float*)\",\"launches\":3,\"grid\":[4,1,1],\"block\":[32,1,1],\"modelled_ms\":3,"
          "\"global_load_requests\":111,"));
  // Of a line, counters of 0 are left out.
  CHECK(
      has("\"lines\":[{\"file\":\"h.h\",\"line\":3,\"inlined_at\":[{\"file\":\"k.cu\",\"line\":14}],"
          "\"global_load_requests\":111}]"));
  CHECK(
      has("\"space\":\"global\",\"kind\":\"load\",\"bytes\":4,\"element_bytes\":4,\"real\":true,\"narrow_index\":0,"
          "\"requests\":111,"
          "\"units\":682,\"ideal_units\":444,\"lanes\":222,"));
  CHECK(
      has("\"worst\":{\"block\":[1,0,0],\"thread\":[0,0,0],\"exists\":3,\"mask\":3,\"units\":32,\"ideal_units\":4,"
          "\"address\":[-32,32,null,"));
  CHECK(has("\"splits\":111,\"most\":{\"block\":[1,0,0],\"thread\":[0,0,0],\"exists\":255,\"mask\":255,\"taken\":15}"));
  journal.forget();
  CHECK(journal.json() == "[]");
}

TEST_CASE("lines: kernels, and lines that were inlined at different places, stay apart") {
  LineJournal journal;
  journal.add(launchOf("k(float*)", 5, 1));
  journal.add(launchOf("other(float*)", 5, 1));
  LaunchReport elsewhere = launchOf("k(float*)", 5, 1);
  elsewhere.lines[0].inlinedAt[0].line = 99;
  journal.add(elsewhere);
  const std::string json = journal.json();
  CAPTURE(json);
  CHECK(json.find("\"kernel\":\"other(float*)\",\"launches\":1") != std::string::npos);
  CHECK(json.find("\"kernel\":\"k(float*)\",\"launches\":2") != std::string::npos);
  CHECK(json.find("\"line\":99}],\"global_load_requests\":1}") != std::string::npos);
}
