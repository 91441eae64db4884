#pragma once
// Host memory of ours that solve() gets a pointer to. Where a submission is graded, solve() runs in another process,
// and what it gets has to travel there and back; elsewhere nothing happens.
#include <dlfcn.h>

#include <cstddef>

namespace exercise {

/// Lends `bytes` at `memory` while it lives.
class Lent {
 public:
  enum Kind : unsigned { readAndWrite = 0, devicePointers = 1, readOnly = 2 };

  Lent(const void* memory, std::size_t bytes, Kind kind) : memory_(const_cast<void*>(memory)) {
    if (lend() != nullptr && bytes > 0) lend()(memory_, bytes, kind);
  }
  ~Lent() {
    if (lend() != nullptr && memory_ != nullptr) lend()(memory_, 0, 0);
  }
  Lent(Lent&& other) noexcept : memory_(other.memory_) { other.memory_ = nullptr; }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  Lent& operator=(Lent&&) = delete;

 private:
  using Lend = void (*)(void*, std::size_t, unsigned);
  static Lend lend() {
    static const Lend found = reinterpret_cast<Lend>(dlsym(RTLD_DEFAULT, "gpusimLend"));
    return found;
  }

  void* memory_;
};

}  // namespace exercise
