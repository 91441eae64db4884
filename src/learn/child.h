#pragma once
// A command that shares this terminal. (harness/process.h is for those that must not.)
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace learn {

class Child {
 public:
  /// Starts `arguments` (the first is looked up on PATH) with `environment` set over this process's. With `ownGroup` it
  /// and what it starts can be stopped together, and Ctrl-C does not reach it.
  Child(const std::vector<std::string>& arguments, const std::vector<std::pair<std::string, std::string>>& environment,
        bool ownGroup);
  ~Child() { stop(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool started() const { return started_; }
  bool running();
  /// Waits for the end. The exit status, 128 plus the signal's number, or 127 when it never started.
  int wait();
  /// Asks it to end, and makes it after two seconds. Nothing is left running.
  void stop();

 private:
  void note(int status);

  pid_t pid_ = -1;
  bool started_ = false, ownGroup_ = false;
  int status_ = 127;
};

}  // namespace learn
