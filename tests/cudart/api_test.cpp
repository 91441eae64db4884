// The runtime API's codes and values against what a card answered to the same program.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "support.h"

#ifdef API_PROGRAM
namespace {

using Lines = std::vector<std::string>;

bool startsWith(const std::string& text, const char* start) { return text.rfind(start, 0) == 0; }

/// "[scene]" and the lines under it; comments and empty lines are left out.
std::map<std::string, Lines> readScenes(const std::string& name) {
  std::map<std::string, Lines> scenes;
  std::istringstream text(support::readText(PROJECT_ROOT "/tests/cudart/data/" + name));
  std::string scene;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      scene = line.substr(1, line.size() - 2);
      scenes[scene];
    } else {
      scenes[scene].push_back(line);
    }
  }
  return scenes;
}

Lines runScene(const std::string& scene, const std::string& environment) {
  const std::string command =
      "exec env -u GPUSIM_SEED -u GPUSIM_CHECKS -u GPUSIM_VERBOSE LD_LIBRARY_PATH='" CUDART_FOLDER
      "' GPUSIM_CARD=h200 GPUSIM_DEVICES=2 " +
      environment + " '" API_PROGRAM "' " + scene + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string out;
  char buffer[4096];
  for (std::size_t n = 0; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) out.append(buffer, n);
  CHECK(WEXITSTATUS(pclose(pipe)) == 0);
  Lines lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The codes alone of the attribute scene: what a card has and the simulator does not (textures, virtual memory) is 0.
Lines codesOnly(Lines lines) {
  std::erase_if(lines, [](const std::string& line) { return !startsWith(line, "attribute "); });
  for (std::string& line : lines) line.erase(line.rfind(' '));
  return lines;
}

/// Replaces the card's lines by ours where a difference is on record: "- theirs", "+ ours", and before them "@ line"
/// where the words stand several times, to start from that line. Each must be there.
void applyDifferences(const std::string& scene, const Lines& differences, Lines& card) {
  auto from = card.begin();
  for (std::size_t i = 0; i < differences.size(); ++i) {
    CAPTURE(scene);
    CAPTURE(differences[i]);
    const std::string text = differences[i].substr(2);
    if (startsWith(differences[i], "@ ")) {
      from = std::find(card.begin(), card.end(), text);
      REQUIRE(from != card.end());
      continue;
    }
    REQUIRE(startsWith(differences[i], "- "));
    REQUIRE(i + 1 < differences.size());
    REQUIRE(startsWith(differences[i + 1], "+ "));
    from = std::find(from, card.end(), text);
    REQUIRE(from != card.end());
    *from = differences[++i].substr(2);
  }
}

}  // namespace

TEST_CASE("good and bad calls answer as on a card") {
  const auto card = readScenes("api_h200.txt");
  auto differences = readScenes("api_differences.txt");
  REQUIRE(card.size() == 33);
  for (auto [scene, expected] : card) {
    CAPTURE(scene);
    Lines got = runScene(scene, "");
    if (scene == "attributes") {
      expected = codesOnly(expected);
      got = codesOnly(got);
      REQUIRE(expected.size() == 160);
    }
    applyDifferences(scene, differences[scene], expected);
    differences.erase(scene);
    CHECK(got.size() == expected.size());
    for (std::size_t i = 0; i < std::min(got.size(), expected.size()); ++i) {
      CAPTURE(i);
      CHECK(got[i] == expected[i]);
    }
  }
  CHECK(differences.empty());
}

TEST_CASE("the order that a seed draws changes no answer") {
  for (const char* scene : {"graph-run", "graph-update", "capture", "copy", "pools", "peers", "cooperative"}) {
    CAPTURE(scene);
    CHECK(runScene(scene, "GPUSIM_SEED=7") == runScene(scene, ""));
  }
}
#else
TEST_CASE("good and bad calls answer as on a card") { FAIL("nvcc is needed to build tests/cudart/api"); }
#endif
