// Objects that are kept: those of the same text, whole, and nothing that a jail could have planted.
#include "grade/object_cache.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;
using grade::ObjectCache;

namespace {

struct CacheFolder {
  fs::path path;
  CacheFolder() {
    char name[] = "/tmp/grade-cache-XXXXXX";
    path = mkdtemp(name);
    fs::create_directory(path / "kept");
  }
  ~CacheFolder() { fs::remove_all(path); }
  fs::path kept() const { return path / "kept"; }
  fs::path file(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return path / name;
  }
  /// The one file of the cache.
  fs::path only() const {
    REQUIRE(std::distance(fs::directory_iterator(kept()), fs::directory_iterator()) == 1);
    return fs::directory_iterator(kept())->path();
  }
};

std::string textOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const std::string object(
    "\x7f"
    "ELF\n\0 1 2\n",
    11);

}  // namespace

TEST_CASE("a kept object: the same bytes and what the compiler said, for the same text and compiler alone") {
  const CacheFolder folder;
  const ObjectCache cache(folder.kept(), "nvcc -O3", "void solve() {}\n");
  CHECK(!cache.take(folder.path / "out.o"));
  cache.keep(folder.file("in.o", object), "a warning\n");
  const std::optional<std::string> said = cache.take(folder.path / "out.o");
  REQUIRE(said);
  CHECK(*said == "a warning\n");
  CHECK(textOf(folder.path / "out.o") == object);
  CHECK(!ObjectCache(folder.kept(), "nvcc -O1", "void solve() {}\n").take(folder.path / "out.o"));
  CHECK(!ObjectCache(folder.kept(), "nvcc -O3", "void solve() {}").take(folder.path / "out.o"));
}

TEST_CASE("a kept object of another text is not taken, whatever its name is") {
  const CacheFolder folder;
  const ObjectCache good(folder.kept(), "nvcc", "good");
  good.keep(folder.file("in.o", object), "");
  const fs::path place = folder.only();
  fs::remove(place);
  ObjectCache(folder.kept(), "nvcc", "evil").keep(folder.file("evil.o", "evil"), "");
  fs::rename(folder.only(), place);  // as if the two hashes were one
  CHECK(!good.take(folder.path / "out.o"));
}

TEST_CASE("a damaged object is not taken") {
  const CacheFolder folder;
  const ObjectCache cache(folder.kept(), "nvcc", "source");
  cache.keep(folder.file("in.o", object), "said");
  const fs::path place = folder.only();
  for (const std::string damaged :
       {"", "x", "99999999999 0\nsource", "6 99999999999\nsourcesaid", "6 4", "-1 4\nsource"}) {
    std::ofstream(place, std::ios::binary) << damaged;
    CHECK_MESSAGE(!cache.take(folder.path / "out.o"), damaged);
  }
}

TEST_CASE("what a jail leaves is kept only if it is a file") {
  const CacheFolder folder;
  const ObjectCache cache(folder.kept(), "nvcc", "source");
  fs::create_symlink("/etc/passwd", folder.path / "link.o");
  cache.keep(folder.path / "link.o", "");
  cache.keep(folder.path, "");
  cache.keep(folder.path / "none.o", "");
  fs::resize_file(folder.file("large.o", ""), 1U << 30);
  cache.keep(folder.path / "large.o", "");
  CHECK(fs::is_empty(folder.kept()));
  const ObjectCache nowhere("", "nvcc", "source");
  nowhere.keep(folder.file("in.o", object), "");
  CHECK(!nowhere.take(folder.path / "out.o"));
}
