#include "cudart/fatbin.h"

#include <doctest/doctest.h>

#include <cstring>

#include "cudart/fatbin_writer.h"
#include "support.h"

using namespace gpusim;

namespace {

/// Every prefix and every single corrupted byte must give an answer: text or an Error, and no access out of bounds.
void survives(const std::vector<std::byte>& bytes) {
  // A heap copy of exactly the size, so that a sanitizer or the allocator's guard sees an access past the end.
  for (std::size_t length = 0; length < bytes.size(); length += length < 256 ? 1 : 61) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    const Result<std::string> result = fatbin::selectPtx(cut, 75);
    if (!result) CHECK_FALSE(result.error().message.empty());
  }
  for (std::size_t at = 0; at < bytes.size(); at += at < 256 ? 1 : 17) {
    for (const unsigned flip : {0x01u, 0x80u, 0xFFu}) {
      std::vector<std::byte> damaged = bytes;
      damaged[at] ^= std::byte{static_cast<unsigned char>(flip)};
      const Result<std::string> result = fatbin::selectPtx(damaged, 75);
      if (!result) CHECK_FALSE(result.error().message.empty());
    }
  }
}

}  // namespace

TEST_CASE("every compression of nvcc 13 yields the same PTX") {
  const Result<std::string> plain = fatbin::selectPtx(support::readFixture("tiny_none.fatbin"), 75);
  REQUIRE(plain);
  CHECK(plain->find(".target sm_75") != std::string::npos);
  CHECK(plain->find("_Z6addOnePii") != std::string::npos);
  CHECK(plain->find('\0') == std::string::npos);
  for (const char* name : {"tiny_size.fatbin", "tiny_speed.fatbin", "tiny_default.fatbin"}) {
    CAPTURE(name);
    const Result<std::string> other = fatbin::selectPtx(support::readFixture(name), 75);
    REQUIRE(other);
    CHECK(*other == *plain);
  }
}

TEST_CASE("what the writer writes is read back, alone and beside another") {
  const std::string text = ".version 7.8\n.target sm_75\n.address_size 64\n// one\n";
  for (std::size_t more = 0; more < 9; ++more) {  // every padding
    const std::string ptx = text + std::string(more, ' ');
    const std::string bytes = fatbin::containerOf(ptx, 75);
    CHECK(bytes.size() % 8 == 0);
    std::vector<std::byte> container(bytes.size());
    std::memcpy(container.data(), bytes.data(), bytes.size());
    CHECK(fatbin::extent(container.data(), container.size()) == container.size());
    const Result<std::vector<fatbin::Image>> images = fatbin::listImages(container);
    REQUIRE(images);
    REQUIRE(images->size() == 1);
    CHECK(images->front().kind == fatbin::Kind::ptx);
    CHECK(images->front().arch == 75);
    const Result<std::string> read = fatbin::selectPtx(container, 75);
    REQUIRE(read);
    CHECK(*read == ptx);
    CHECK_FALSE(fatbin::selectPtx(container, 70));
    std::vector<std::byte> two = container;
    two.insert(two.end(), container.begin(), container.end());
    CHECK(fatbin::extent(two.data(), two.size()) == container.size());
    if (more == 0) survives(container);
  }
}

TEST_CASE("images are listed with their kind, architecture and compression") {
  const std::vector<std::byte> bytes = support::readFixture("tiny_default.fatbin");
  const Result<std::vector<fatbin::Image>> images = fatbin::listImages(bytes);
  REQUIRE(images);
  REQUIRE(images->size() == 2);
  CHECK((*images)[0].kind == fatbin::Kind::machineCode);
  CHECK((*images)[1].kind == fatbin::Kind::ptx);
  CHECK((*images)[1].compression == fatbin::Compression::zstd);
  CHECK((*images)[1].arch == 75);
}

TEST_CASE("the highest architecture that the card can run is taken") {
  const std::vector<std::byte> bytes = support::readFixture("tiny_two_archs.fatbin");
  CHECK(fatbin::selectPtx(bytes, 75)->find(".target sm_75") != std::string::npos);
  CHECK(fatbin::selectPtx(bytes, 89)->find(".target sm_75") != std::string::npos);
  CHECK(fatbin::selectPtx(bytes, 90)->find(".target sm_90") != std::string::npos);
  const Result<std::string> tooOld = fatbin::selectPtx(bytes, 70);
  REQUIRE_FALSE(tooOld);
  CHECK(tooOld.error().code == ErrorCode::symbolNotFound);
  CHECK(tooOld.error().message ==
        "this program holds PTX for compute_75, compute_90 only, and the card is compute_70: "
        "add -gencode arch=compute_70,code=compute_70 to the nvcc command");
}

TEST_CASE("machine code alone says what to add to the nvcc command") {
  const Result<std::string> result = fatbin::selectPtx(support::readFixture("tiny_no_ptx.fatbin"), 75);
  REQUIRE_FALSE(result);
  CHECK(result.error().code == ErrorCode::symbolNotFound);
  CHECK(result.error().message ==
        "this program has no PTX in it, only machine code (sm_75): "
        "add -gencode arch=compute_75,code=compute_75 to the nvcc command");
}

TEST_CASE("an empty fatbinary before the full one is walked over") {
  std::vector<std::byte> bytes(16);
  const std::uint32_t magic = fatbin::dataMagic;
  const std::uint16_t version = 1, header = 16;
  std::memcpy(bytes.data(), &magic, 4);
  std::memcpy(bytes.data() + 4, &version, 2);
  std::memcpy(bytes.data() + 6, &header, 2);
  const std::vector<std::byte> full = support::readFixture("tiny_size.fatbin");
  bytes.insert(bytes.end(), full.begin(), full.end());
  CHECK(fatbin::selectPtx(bytes, 75));
}

TEST_CASE("bare PTX text, as clang embeds it, ends where the text ends") {
  const std::string text = "// made by clang\n.version 7.8\n.target sm_75\n.address_size 64\n";
  const std::string next = ".version 7.8\n.target sm_80\n";
  std::string bytes = text + next;
  bytes += '\0';
  bytes += "\x50\xED\x55\xBA";
  const std::span<const std::byte> span(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
  const Result<std::string> ptx = fatbin::selectPtx(span, 75);
  REQUIRE(ptx);
  CHECK(*ptx == text);
  CHECK(fatbin::extent(span.data(), span.size()) == text.size());
  CHECK_FALSE(fatbin::selectPtx(span, 70));
}

TEST_CASE("no bytes are trusted") {
  for (const char* name : {"tiny_none.fatbin", "tiny_size.fatbin", "tiny_speed.fatbin", "tiny_default.fatbin"}) {
    CAPTURE(name);
    survives(support::readFixture(name));
  }
  CHECK_FALSE(fatbin::selectPtx({}, 75));
  CHECK(fatbin::extent(nullptr, 0) == 0);
}

TEST_CASE("a size that does not agree with the data is refused") {
  for (const char* name : {"tiny_size.fatbin", "tiny_speed.fatbin"}) {
    CAPTURE(name);
    std::vector<std::byte> bytes = support::readFixture(name);
    bytes[16 + 56] = std::byte{1};  // the low byte of the decoded size: 0x062a becomes 0x0601
    const Result<std::string> result = fatbin::selectPtx(bytes, 75);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::invalidValue);
    bytes[16 + 60] = std::byte{0xFF};  // and now a terabyte
    CHECK_FALSE(fatbin::selectPtx(bytes, 75));
  }
}
