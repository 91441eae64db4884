// Files that may be anything.
#include "grade/files.h"
#include "harness/replace_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    char name[] = "/tmp/grade-files-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path); }
};

std::string complaint(const fs::path& path, std::size_t limit = 100) {
  const auto read = grade::readRegularFile(path, limit, "it");
  return read ? "read" : read.problem().message;
}

}  // namespace

TEST_CASE("only a regular file within its limit is read") {
  const Folder folder;
  std::ofstream(folder.path / "good") << "text";
  std::ofstream(folder.path / "large") << std::string(101, 'x');
  std::ofstream(folder.path / "just") << std::string(100, 'x');
  fs::create_symlink(folder.path / "good", folder.path / "link");
  REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  CHECK(complaint(folder.path / "good") == "read");
  CHECK(complaint(folder.path / "just") == "read");
  CHECK(complaint(folder.path / "large") == "it: 101 bytes, the limit is 100");
  CHECK(complaint(folder.path / "link") == "it: a symbolic link, which is not followed");
  CHECK(complaint(folder.path / "pipe") == "it: a pipe, no file");
  CHECK(complaint(folder.path) == "it: a folder, no file");
  CHECK(complaint("/dev/zero") == "it: a device, no file");
  CHECK(complaint(folder.path / "none").find("No such file") != std::string::npos);
}

TEST_CASE("a file is replaced whole, and nothing is left beside it") {
  const Folder folder;
  const fs::path file = folder.path / "result.json";
  REQUIRE(harness::replaceFile(file, "first"));
  REQUIRE(harness::replaceFile(file, "second"));
  const auto read = grade::readRegularFile(file, 100, "it");
  REQUIRE(read);
  CHECK(*read == "second");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
  CHECK(!harness::replaceFile(folder.path / "none" / "x", "text"));
}

TEST_CASE("nothing that a terminal obeys gets through") {
  CHECK(grade::printable("day13.cu") == "day13.cu");
  CHECK(grade::printable("a\x1b[2Jb\n") == "a\\x1b[2Jb\\x0a");
  CHECK(grade::printable("\u00e4\u8ee2") == "\u00e4\u8ee2");
  CHECK(grade::printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(grade::printable("a\u202eb") == "a\\xe2\\x80\\xaeb");
  CHECK(grade::printable("a\u009bb") == "a\\xc2\\x9bb");
  CHECK(grade::printable(std::string(300, 'x'), 10) == "xxxxxxxxxx...");
}
