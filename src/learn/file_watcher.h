#pragma once
// Tells when a file was saved: by inotify on its folder where that works, else by looking every so often. Editors save
// in place, or write beside the file and rename: both count, and so does a file that appears.
#include <chrono>
#include <filesystem>
#include <string>

namespace learn {

class FileWatcher {
 public:
  /// `poll`: look, and do not ask the kernel. Chosen by itself where notifications do not arrive: network and shared
  /// file systems (by statfs), and where inotify has no room.
  FileWatcher(std::filesystem::path file, bool poll);
  ~FileWatcher();
  FileWatcher(const FileWatcher&) = delete;
  FileWatcher& operator=(const FileWatcher&) = delete;

  bool polls() const { return descriptor_ < 0; }

  /// A descriptor that is readable when something may have happened; -1 when there is none and changed() has to be
  /// asked every pollInterval.
  int descriptor() const { return descriptor_; }

  static constexpr std::chrono::milliseconds pollInterval{200};

  /// Whether the file was saved since the last call, or since the beginning. A save that leaves the same text is none.
  bool changed();

 private:
  std::string content() const;
  void drain() const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::string last_;
};

}  // namespace learn
