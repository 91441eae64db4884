#include "learn/file_watcher.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif

namespace learn {

namespace fs = std::filesystem;

namespace {

#ifdef __linux__
/// File systems whose changes may be made elsewhere, of which this kernel hears nothing. Numbers: statfs(2).
bool isRemote(const fs::path& folder) {
  struct statfs facts {};
  if (statfs(folder.c_str(), &facts) != 0) return false;
  switch (static_cast<unsigned long>(facts.f_type)) {
    case 0x6969:      // NFS
    case 0xff534d42:  // CIFS
    case 0xfe534d42:  // SMB2
    case 0x01021997:  // 9p: Windows' disks in WSL 2, shared folders of virtual machines
    case 0x65735546:  // FUSE: sshfs, shared folders
    case 0x786f4256:  // VirtualBox's shared folders
    case 0x53464846:  // WSL 1
      return true;
    default:
      return false;
  }
}

int watchFolder(const fs::path& folder) {
  if (isRemote(folder)) return -1;
  const int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return -1;
  // The folder and not the file: a rename puts another file in its place.
  if (inotify_add_watch(descriptor, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE) < 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}
#else
int watchFolder(const fs::path&) { return -1; }
#endif

}  // namespace

FileWatcher::FileWatcher(fs::path file, bool poll) : file_(std::move(file)) {
  if (!poll) descriptor_ = watchFolder(file_.parent_path());
  last_ = content();
}

FileWatcher::~FileWatcher() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool FileWatcher::changed() {
  drain();
  std::string now = content();
  // Between an editor's truncating and its writing there is nothing; the end of the save is told too.
  if (now.empty() || now == last_) return false;
  last_ = std::move(now);
  return true;
}

std::string FileWatcher::content() const {
  std::ifstream file(file_, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return std::move(text).str();
}

void FileWatcher::drain() const {
  char events[4096];
  while (descriptor_ >= 0 && read(descriptor_, events, sizeof events) > 0) {
  }
}

}  // namespace learn
