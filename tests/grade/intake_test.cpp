// A class's folder holds anything. Each thing in it gets one line, and nothing outside it is read.
#include "grade/intake.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "grade/submission.h"

namespace fs = std::filesystem;

namespace {

struct IntakeFolder {
  fs::path path;
  IntakeFolder() {
    char name[] = "/tmp/grade-intake-XXXXXX";
    path = mkdtemp(name);
  }
  ~IntakeFolder() { fs::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << text;
  }
};

std::string submission(const std::string& day) {
  grade::Submission out;
  out.day = day;
  out.note = "a sentence";
  out.verdict = "passed";
  out.sourceName = "-o /etc/x.cu";
  out.source = "void solve() {}";
  return grade::writeSubmission(out);
}

}  // namespace

TEST_CASE("a hostile folder: one line each") {
  const IntakeFolder folder;
  folder.write("day13.cu", "void solve() {}");
  folder.write("bob/day13.cu", "void solve() {}");
  folder.write("eve.submission", submission("day13"));
  folder.write("mallory.submission", submission("day14"));
  folder.write("damaged.submission", submission("day13") + "x");
  folder.write("cut.submission", "cuda-measured-submis");
  folder.write("empty.cu", "");
  folder.write("nul.cu", std::string("int x;\0", 7));
  folder.write("large.cu", std::string((1U << 20) + 70000, 'x'));
  folder.write("broken.zip", "PK\x03\x04");
  folder.write("notes.txt", "hello");
  folder.write("-rf.cu", "void solve() {}");
  folder.write("a\nb\x1b[2J.cu", "void solve() {}");
  folder.write("\xff\xfe.cu", "void solve() {}");
  folder.write("quo\"te's $(x);.cu", "void solve() {}");
  fs::create_symlink("/etc/passwd", folder.path / "link.cu");
  fs::create_directory_symlink("/", folder.path / "rootlink");
  fs::create_symlink("loop", folder.path / "loop");
  REQUIRE(mkfifo((folder.path / "pipe.cu").c_str(), 0600) == 0);
  folder.write("1/2/3/4/5/6/7/deep.cu", "void solve() {}");

  const auto items = grade::collect({folder.path.string()}, "day13", {});
  REQUIRE(items);
  CHECK(items->size() == 20);
  std::map<std::string, grade::Item> byName;
  for (const grade::Item& item : *items) {
    byName[item.name] = item;
    CHECK(item.name.find('\n') == std::string::npos);
    CHECK(item.name.find('\x1b') == std::string::npos);
    CHECK(item.source.find("root:") == std::string::npos);
    CHECK(item.refusal.empty() != item.source.empty());
    CHECK(!item.hash.empty());
  }
  CHECK(byName.size() == 20);
  const auto refused = [&](const char* name, const char* part) {
    REQUIRE(byName.count(name) == 1);
    CHECK(byName[name].refusal.find(part) != std::string::npos);
  };
  for (const char* good : {"day13.cu", "bob/day13.cu", "eve.submission", "-rf.cu", "a\\x0ab\\x1b[2J.cu",
                           "\\xff\\xfe.cu", "quo\"te's $(x);.cu"}) {
    REQUIRE(byName.count(good) == 1);
    CHECK(byName[good].refusal.empty());
  }
  refused("mallory.submission", "it is of day14, not of day13");
  refused("damaged.submission", "changed on the way");
  refused("cut.submission", "does not begin as a submission");
  refused("empty.cu", "holds no code");
  refused("nul.cu", "NUL");
  refused("large.cu", "the limit is");
  refused("broken.zip", "archive");
  refused("notes.txt", "neither a submission");
  refused("link.cu", "symbolic link");
  refused("rootlink", "symbolic link");
  refused("loop", "symbolic link");
  refused("pipe.cu", "a pipe");
  refused("1/2/3/4/5/6", "levels down");
}

TEST_CASE("the day of a bare file") {
  CHECK(grade::dayInPath("day13.cu") == "day13");
  CHECK(grade::dayInPath("day07/alice.cu") == "day07");
  CHECK(grade::dayInPath("alice-day100.cu") == "day100");
  CHECK(grade::dayInPath("today.cu").empty());
  CHECK(grade::dayInPath("day1.cu").empty());
  const IntakeFolder folder;
  folder.write("alice.cu", "void solve() {}");
  const auto items = grade::collect({folder.path.string()}, "", {});
  REQUIRE(items);
  CHECK((*items)[0].refusal.find("--day") != std::string::npos);
}

TEST_CASE("the folder of the results is no submission") {
  const IntakeFolder folder;
  folder.write("day13.cu", "void solve() {}");
  folder.write("grades/records/x.json", "{}");
  const auto items = grade::collect({folder.path.string()}, "", {(folder.path / "grades").string()});
  REQUIRE(items);
  CHECK(items->size() == 1);
  CHECK(!grade::collect({(folder.path / "none").string()}, "", {}));
}
