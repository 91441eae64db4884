#include "learn/watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "learn/child.h"
#include "learn/file_watcher.h"
#include "learn/terminal.h"

namespace learn {
namespace {

volatile sig_atomic_t interrupted = 0;

class Watch {
 public:
  explicit Watch(WatchRequest request) : request_(std::move(request)) { follow(request_.files); }

  int run() {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
    const KeyReader keys;
    keys_ = keys.active();
    if (watcher_->polls()) say("this file system does not tell of saves: looking five times a second");
    judge();
    while (interrupted == 0 && !quit_) step();
    child_.reset();
    return interrupted != 0 ? 130 : 0;
  }

 private:
  void follow(const harness::DayFiles& files) {
    files_ = files;
    watcher_ = std::make_unique<FileWatcher>(files.learner, request_.poll);
  }

  void say(const std::string& what) {
    const std::string text = fmt::format("[{}] {}", files_.id(), what);
    fmt::print(stderr, "{}\n", request_.style.color ? "\033[2m" + text + "\033[0m" : text);
  }

  void start(const std::vector<std::string>& words) {
    std::vector<std::string> arguments{request_.program};
    arguments.insert(arguments.end(), request_.options.begin(), request_.options.end());
    arguments.insert(arguments.end(), words.begin(), words.end());
    std::fflush(stdout);
    // The keys are ours, so nothing may page.
    child_ =
        std::make_unique<Child>(arguments, std::vector<std::pair<std::string, std::string>>{{"PAGER", "cat"}}, true);
  }

  void judge() {
    say("judging " + harness::shownPath(files_.learner, files_.root));
    startJudging({files_.id()});
  }

  void startJudging(std::vector<std::string> words) {
    words.insert(words.end(), request_.judged.begin(), request_.judged.end());
    start(words);
  }

  void step() {
    pollfd waits[2] = {{keys_ ? STDIN_FILENO : -1, POLLIN, 0}, {watcher_->descriptor(), POLLIN, 0}};
    const int timeout = child_ ? 50 : static_cast<int>(FileWatcher::pollInterval.count());
    if (poll(waits, 2, timeout) < 0) return;  // a signal
    if (child_ && !child_->running()) {
      child_.reset();
      prompt();
    }
    if (watcher_->changed()) {
      if (child_) {
        child_.reset();
        say("saved again: the run before is stopped");
      }
      judge();
    }
    if ((waits[0].revents & POLLIN) != 0) {
      char key = 0;
      if (read(STDIN_FILENO, &key, 1) == 1) press(key);
    }
    if ((waits[0].revents & (POLLHUP | POLLERR)) != 0) quit_ = true;  // the terminal is gone
  }

  void press(char key) {
    if (key == 'q') {
      quit_ = true;
    } else if (child_) {
      return;  // one thing at a time; saves and q are what cannot wait
    } else if (key == 'h') {
      start({"hint", files_.id()});
    } else if (key == 'w') {
      startJudging({files_.id(), "--why"});
    } else if (key == 'l') {
      start({"list"});
    } else if (key == 'r') {
      judge();
    } else if (key == 'n') {
      goOn();
    }
  }

  void goOn() {
    const std::optional<harness::DayFiles> next = request_.nextDay(files_);
    if (!next) return say("is not solved yet, or there is no day after it");
    say("solved; on to " + next->id());
    start({"prepare", next->id()});
    child_->wait();
    child_.reset();
    follow(*next);
    judge();
  }

  void prompt() {
    say(keys_ ? "waiting for a save.  h hint  w why  l list  n next  r again  q quit" : "waiting for a save");
  }

  WatchRequest request_;
  harness::DayFiles files_;
  std::unique_ptr<FileWatcher> watcher_;
  std::unique_ptr<Child> child_;
  bool keys_ = false, quit_ = false;
};

}  // namespace

int watch(WatchRequest request) { return Watch(std::move(request)).run(); }

}  // namespace learn
