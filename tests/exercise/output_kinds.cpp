// The table of output kinds in docs/diagnosis.md: each kind has its families in tests/corpus, and they plant faults.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream in(row.substr(2));
  std::string cell;
  while (in >> cell) {
    if (cell == "|") continue;
    cells.push_back(cell);
  }
  return cells;
}

std::size_t filesIn(const fs::path& folder) {
  std::size_t count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    count += entry.path().extension() == ".cu" ? 1 : 0;
  return count;
}

/// The family's folder; empty when there is none.
fs::path folderOf(const std::string& family) {
  for (const fs::directory_entry& entry : fs::directory_iterator(PROJECT_ROOT "/tests/corpus/days"))
    if (entry.path().filename().string().substr(6) == family) return entry.path();
  return {};
}

}  // namespace

TEST_CASE("docs/diagnosis.md: every kind of output has families with planted faults, and every family a kind") {
  std::ifstream page(PROJECT_ROOT "/docs/diagnosis.md");
  REQUIRE(page);
  std::set<std::string> kinds, families;
  bool inTable = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| kind |", 0) == 0) inTable = true;
    if (line.empty()) inTable = false;
    if (!inTable || line.rfind("| kind |", 0) == 0 || line.rfind("|--", 0) == 0) continue;
    CAPTURE(line);
    const std::vector<std::string> cells = cellsOf(line);
    REQUIRE(cells.size() >= 4);  // kind, families, planted faults, right kernels
    kinds.insert(cells[0]);
    std::size_t planted = 0, right = 0;
    for (std::size_t i = 1; i + 2 < cells.size(); ++i) {
      const fs::path folder = folderOf(cells[i]);
      REQUIRE_MESSAGE(!folder.empty(), cells[i]);
      families.insert(cells[i]);
      planted += filesIn(folder / "wrong");
      right += filesIn(folder / "right");
    }
    CHECK(cells[cells.size() - 2] == std::to_string(planted));
    CHECK(cells[cells.size() - 1] == std::to_string(right));
    CHECK(planted >= 6);
    CHECK(right >= 2);
  }
  CHECK(kinds ==
        std::set<std::string>{"vector", "matrix", "volume", "scalar", "scan", "sort", "selection", "sparse", "ragged"});
  for (const fs::directory_entry& entry : fs::directory_iterator(PROJECT_ROOT "/tests/corpus/days"))
    CHECK_MESSAGE(families.count(entry.path().filename().string().substr(6)) == 1, entry.path().filename().string());
}
