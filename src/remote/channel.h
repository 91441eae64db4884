#pragma once
// Messages on a socket between the process that holds the simulated device and the one that runs a submission.
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace gpusim::remote {

enum class Kind : std::uint32_t {
  // From the judge's process: run solve(). From the submission's: it has returned.
  call = 1,
  returned,
  // Requests of the submission's process, each answered by one `answer`.
  hello,
  allocate,
  release,
  find,
  freeBytes,
  copyIn,
  copyOut,
  copyOnDevice,
  fill,
  markUnwritten,
  syncIn,   // bytes of managed or pinned memory that a launch may read
  syncOut,  // the same memory after the launch
  load,
  prepare,
  validate,
  launch,
  reset,
  answer,
};

struct Message {
  Kind kind{};
  std::vector<std::byte> body;
};

/// Larger messages are refused; copies go in pieces of pieceBytes.
constexpr std::size_t pieceBytes = std::size_t{4} << 20, largestMessage = std::size_t{24} << 20;

class Channel {
 public:
  explicit Channel(int socket) : socket_(socket) {}

  /// False when the other end is gone.
  bool send(Kind kind, std::span<const std::byte> body);
  /// The next message; nothing when the other end is gone or sends what is no message, which `broken` tells apart.
  std::optional<Message> receive();
  bool broken() const { return broken_; }

 private:
  bool receiveBytes(std::byte* to, std::size_t bytes);
  int socket_;
  bool broken_ = false;
};

/// The submission's end: threads ask at any time, also while the main thread waits to be called.
class SharedChannel {
 public:
  explicit SharedChannel(int socket) : channel_(socket) {}

  /// Sends a request and waits for its answer. Ends the process when the judge is gone.
  std::vector<std::byte> ask(Kind kind, std::span<const std::byte> body);
  /// Waits until solve() is to run.
  std::vector<std::byte> waitForCall() { return take(Kind::call); }
  void tell(Kind kind, std::span<const std::byte> body);

 private:
  std::vector<std::byte> take(Kind kind);

  Channel channel_;
  std::mutex asking_, state_;
  std::condition_variable arrived_;
  std::optional<std::vector<std::byte>> call_, answer_;
  bool reading_ = false;
};

}  // namespace gpusim::remote
