// FACT-SHEET.md's tables against the simulator's cards: where the two disagree, one of them is wrong.
#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "sim/cards/card.h"

using namespace gpusim;

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

/// A table of the sheet: its rows by their first cell, each a map from column to value.
using Table = std::map<std::string, std::map<std::string, std::string>>;

/// The first table after the line that begins with `heading`.
Table tableAfter(const std::string& heading) {
  std::ifstream file(PROJECT_ROOT "/FACT-SHEET.md");
  Table table;
  std::vector<std::string> columns;
  bool inSection = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("## ", 0) == 0) inSection = line.rfind(heading, 0) == 0;
    if (!inSection) continue;
    if (line.rfind("|", 0) != 0) {
      if (!table.empty()) break;
      continue;
    }
    const std::vector<std::string> cells = cellsOf(line);
    if (columns.empty()) {
      columns = cells;
    } else if (cells[0].find("---") == std::string::npos) {
      for (std::size_t i = 1; i < cells.size(); ++i) table[cells[0]][columns.at(i)] = cells[i];
    }
  }
  return table;
}

/// 1,590 or 64 KB as a number; KB are 1,024 bytes.
std::uint64_t numberOf(const std::string& text) {
  std::uint64_t number = 0;
  for (const char c : text)
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return text.find("KB") == std::string::npos ? number : number * 1024;
}

std::string capabilityOf(const Card& card) {
  return std::to_string(card.computeMajor) + "." + std::to_string(card.computeMinor);
}

}  // namespace

TEST_CASE("the fact sheet's table of cards is that of the card files") {
  const Table table = tableAfter("## 1. Cards");
  const std::map<std::string, std::string> columns = {{"T4", "t4"},     {"A100", "a100"},        {"L4", "l4"},
                                                      {"H100", "h100"}, {"RTX 4090", "rtx4090"}, {"H200", "h200"}};
  using Field = std::function<std::uint64_t(const Card&)>;
  const std::map<std::string, Field> fields = {
      {"multiprocessors", [](const Card& card) { return card.multiprocessors; }},
      {"L2 cache, MiB", [](const Card& card) { return card.l2Bytes >> 20; }},
      {"highest SM clock, MHz", [](const Card& card) { return card.clockKilohertz / 1000; }},
      {"memory clock, MHz", [](const Card& card) { return card.memoryClockKilohertz / 1000; }},
      {"memory bus, bits", [](const Card& card) { return card.memoryBusBits; }},
  };
  REQUIRE(table.size() == fields.size() + 1);
  for (const auto& [column, id] : columns) {
    CAPTURE(column);
    const Result<Card> card = findCard(id);
    REQUIRE(card);
    CHECK(table.at("compute capability").at(column) == capabilityOf(*card));
    for (const auto& [row, field] : fields) {
      CAPTURE(row);
      CHECK(numberOf(table.at(row).at(column)) == field(*card));
    }
  }
}

TEST_CASE("the fact sheet's limits by compute capability are those of the card files") {
  const Table table = tableAfter("## 2. Limits");
  using Field = std::function<std::uint64_t(const Card&)>;
  const std::map<std::string, Field> fields = {
      {"shared memory of a multiprocessor", [](const Card& card) { return card.sharedBytesPerMultiprocessor; }},
      {"shared memory of a block, opted in", [](const Card& card) { return card.sharedBytesPerBlockOptin; }},
      {"resident threads of a multiprocessor", [](const Card& card) { return card.maxThreadsPerMultiprocessor; }},
      {"resident blocks of a multiprocessor", [](const Card& card) { return card.maxBlocksPerMultiprocessor; }},
  };
  REQUIRE(table.size() == fields.size());
  for (const std::string id : {"t4", "a100", "l4", "rtx4090", "h100", "h200"}) {
    CAPTURE(id);
    const Result<Card> card = findCard(id);
    REQUIRE(card);
    for (const auto& [row, field] : fields) {
      CAPTURE(row);
      CHECK(numberOf(table.at(row).at(capabilityOf(*card))) == field(*card));
    }
    // The sentence below the table.
    CHECK(card->maxThreadsPerBlock == 1024);
    CHECK(card->maxBlockDim == std::array<std::uint32_t, 3>{1024, 1024, 64});
    CHECK(card->maxGridDim == std::array<std::uint32_t, 3>{2147483647, 65535, 65535});
    CHECK(card->registersPerMultiprocessor == 65536);
    CHECK(card->registersPerBlock == 65536);
    CHECK(card->sharedBytesPerBlock == 49152);
    CHECK(card->constantBytes == 65536);
  }
}
