#include "learn/child.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

extern char** environ;

namespace learn {

Child::Child(const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment, bool ownGroup)
    : ownGroup_(ownGroup) {
  std::vector<std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string variable(*at);
    bool replaced = false;
    for (const auto& [name, value] : environment) replaced = replaced || variable.starts_with(name + "=");
    if (!replaced) variables.push_back(variable);
  }
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  std::vector<char*> words, settings;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  for (const std::string& variable : variables) settings.push_back(const_cast<char*>(variable.c_str()));
  words.push_back(nullptr);
  settings.push_back(nullptr);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                           (ownGroup ? POSIX_SPAWN_SETPGROUP : 0)));
  started_ = posix_spawnp(&pid_, words[0], nullptr, &attributes, words.data(), settings.data()) == 0;
  if (!started_) pid_ = -1;
  posix_spawnattr_destroy(&attributes);
}

void Child::note(int status) {
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  pid_ = -1;
}

bool Child::running() {
  int status = 0;
  if (pid_ < 0) return false;
  const pid_t ended = waitpid(pid_, &status, WNOHANG);
  if (ended == pid_) note(status);
  return pid_ >= 0;
}

int Child::wait() {
  int status = 0;
  while (pid_ >= 0) {
    if (waitpid(pid_, &status, 0) == pid_)
      note(status);
    else if (errno != EINTR)
      pid_ = -1;
  }
  return status_;
}

void Child::stop() {
  if (!running()) return;
  const pid_t target = ownGroup_ ? -pid_ : pid_;
  kill(target, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (running() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // What it started and left behind goes too.
  kill(target, SIGKILL);
  wait();
}

}  // namespace learn
