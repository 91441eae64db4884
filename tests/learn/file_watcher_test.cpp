#include "learn/file_watcher.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <fstream>

using learn::FileWatcher;

namespace {

namespace fs = std::filesystem;

struct WatchedFolder {
  fs::path path = fs::temp_directory_path() / ("file_watcher_test." + std::to_string(getpid()));
  WatchedFolder() { fs::create_directories(path); }
  ~WatchedFolder() { fs::remove_all(path); }
};

void save(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

/// Written where nobody watches, so that the rename alone can tell.
void saveByRename(const fs::path& file, const std::string& text) {
  const fs::path elsewhere = file.parent_path() / "elsewhere";
  fs::create_directories(elsewhere);
  save(elsewhere / "new", text);
  fs::rename(elsewhere / "new", file);
}

bool told(const FileWatcher& watcher) {
  pollfd wait{watcher.descriptor(), POLLIN, 0};
  return poll(&wait, 1, 500) == 1;
}

}  // namespace

TEST_CASE("saves are seen, in place and by rename, by notification and by looking") {
  const WatchedFolder folder;
  const fs::path file = folder.path / "day01.cu";
  save(file, "one");
  fs::create_directories(folder.path / "elsewhere");
  for (const bool poll : {false, true}) {
    CAPTURE(poll);
    save(file, "one");
    FileWatcher watcher(file, poll);
    CHECK(watcher.polls() == poll);
    CHECK_FALSE(watcher.changed());
    save(file, "two");
    if (!poll) CHECK(told(watcher));
    CHECK(watcher.changed());
    CHECK_FALSE(watcher.changed());
    saveByRename(file, "three");
    if (!poll) CHECK(told(watcher));
    CHECK(watcher.changed());
  }
}

TEST_CASE("a save of the same text, and the moment between truncating and writing, are no saves") {
  const WatchedFolder folder;
  const fs::path file = folder.path / "day01.cu";
  save(file, "one");
  FileWatcher watcher(file, false);
  save(file, "one");
  CHECK_FALSE(watcher.changed());
  save(file, "");
  CHECK_FALSE(watcher.changed());
  save(file, "two");
  CHECK(watcher.changed());
}

TEST_CASE("a file that is not there yet is seen when it comes") {
  const WatchedFolder folder;
  const fs::path file = folder.path / "day02.cu";
  FileWatcher watcher(file, false);
  CHECK_FALSE(watcher.changed());
  save(file, "one");
  CHECK(watcher.changed());
}
