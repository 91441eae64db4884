#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "sim/cards/card.h"
#include "support.h"

using namespace gpusim;

namespace {

std::string cardText(const std::string& id) {
  return support::readText(std::string(PROJECT_ROOT) + "/src/sim/cards/" + id + ".yaml");
}

/// `text` with the first occurrence of `what` replaced.
std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

std::string refusal(const std::string& text) {
  const Result<Card> card = parseCard(text, "cards/x.yaml");
  return card ? "accepted" : card.error().message;
}

}  // namespace

TEST_CASE("every card file is embedded and loads") {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PROJECT_ROOT) + "/src/sim/cards")) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().stem().string());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= 6);
  CHECK(cardIds() == files);
  for (const std::string& id : files) {
    CAPTURE(id);
    const Result<Card> card = findCard(id);
    if (!card) FAIL(card.error().message);
    CHECK(card->id == id);
    // What holds for every card NVIDIA ever described.
    CHECK(card->sharedBytesPerBlock == 49152);
    CHECK(card->sharedBytesPerBlockOptin + card->reservedSharedBytesPerBlock == card->sharedBytesPerMultiprocessor);
    CHECK(card->maxThreadsPerMultiprocessor % 32 == 0);
    const double peak = 2.0 * card->memoryClockKilohertz * 1e3 * card->memoryBusBits / 8;
    CHECK(card->dramBytesPerSecond < peak);
    CHECK(card->dramBytesPerSecond > 0.5 * peak);
  }
}

TEST_CASE("the T4 is the course's reference card") {
  const Result<Card> t4 = findCard("t4");
  REQUIRE(t4);
  CHECK(t4->name == "Tesla T4");
  CHECK(t4->sharedBytesPerBlockOptin == 65536);
  CHECK(t4->maxThreadsPerMultiprocessor == 1024);
  CHECK(t4->maxGridDim == std::array<std::uint32_t, 3>{2147483647, 65535, 65535});
}

TEST_CASE("an unknown card lists the known ones") {
  const Result<Card> card = findCard("gtx");
  REQUIRE_FALSE(card);
  CHECK(card.error().message == "no card is called 'gtx'; the cards are a100, h100, h200, l4, rtx4090, t4");
}

TEST_CASE("a wrong field is refused with file, line and what was expected") {
  const std::string good = cardText("t4");
  REQUIRE(refusal(good) == "accepted");
  const auto lineOf = [&](const std::string& field) {
    return 1 + std::count(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.find(field)), '\n');
  };

  CHECK(refusal(replaced(good, "multiprocessors: 40", "")) ==
        "cards/x.yaml: field 'multiprocessors' is missing, expected a whole number, 0 or more");
  CHECK(refusal(replaced(good, "multiprocessors: 40", "multiprocessors: forty")) ==
        "cards/x.yaml:" + std::to_string(lineOf("multiprocessors")) +
            ": field 'multiprocessors' is 'forty', expected a whole number, 0 or more");
  CHECK(
      refusal(replaced(good, "multiprocessors: 40", "multiprocessors: -4")).find("is '-4', expected a whole number") !=
      std::string::npos);
  CHECK(refusal(replaced(good, "l2_bytes: 4194304", "l2_bytes: 4.5")).find("is '4.5', expected a whole number") !=
        std::string::npos);
  CHECK(refusal(replaced(good, "registers_per_block: 65536", "registers_per_block: 99999999999"))
            .find("expected a whole number") != std::string::npos);
  CHECK(refusal(replaced(good, "[1024, 1024, 64]", "[1024, 1024]"))
            .find("expected a list of three whole numbers, [x, y, z]") != std::string::npos);
  CHECK(refusal(replaced(good, "partial_write_penalty: 4.685", "partial_write_penalty: .nan"))
            .find("expected a number above 0") != std::string::npos);
  const std::string unknown = refusal(replaced(good, "l2_bytes:", "l2_bites: 1\nl2_bytes:"));
  CHECK(unknown.find("cards/x.yaml:" + std::to_string(lineOf("l2_bytes")) +
                     ": unknown field 'l2_bites', expected one of ") == 0);
  CHECK(refusal(good + "name: Twice\n").find("field 'name' appears twice") != std::string::npos);
  CHECK(refusal("- a\n- b\n").find("expected a map of fields") != std::string::npos);
  CHECK(refusal("name: [\n").find("cards/x.yaml:") == 0);
}
