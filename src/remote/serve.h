#pragma once
// The judge's end: answers one submission's process while solve() runs there. The process may be hostile: every number
// it sends is checked, it frees only what it allocated, and what it is charged, what it launched and what the checkers
// found is taken here and never from it.
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cudart/runtime.h"
#include "remote/call.h"
#include "remote/channel.h"
#include "remote/charges.h"
#include "remote/wire.h"

namespace gpusim::remote {

class Server {
 public:
  Server(cudart::Runtime& runtime, int socket) : runtime_(runtime), channel_(socket) {}

  /// Host memory of this process that solve() gets a pointer to.
  struct Block {
    std::byte* memory;
    cudart::LentMemory lent;
  };
  struct Call {
    Arguments arguments;
    std::vector<Block> blocks;
    std::vector<Patch> patches;
  };

  /// Runs solve() over there. Empty, or why it is over: the process is gone, or it sent what is no request.
  struct End {
    bool gone = false;
    std::string broken;
  };
  std::optional<End> call(const Call& call, Returned& returned);

 private:
  /// The answer to one request; nothing when it is malformed.
  std::optional<Writer> answer(Kind kind, Reader& request);
  Writer hello();
  Writer allocate(Reader& request);
  Writer release(Reader& request);
  Writer find(Reader& request);
  Writer copyIn(Reader& request);
  Writer copyOut(Reader& request);
  Writer copyOnDevice(Reader& request);
  Writer fill(Reader& request);
  Writer syncIn(Reader& request);
  Writer syncOut(Reader& request);
  Writer load(Reader& request);
  Writer prepare(Reader& request);
  Writer validate(Reader& request);
  Writer launch(Reader& request);
  void reset();
  bool takeReturned(Reader& message, const Call& call, Returned& returned, bool& running);
  void takeBlock(const Block& block, std::span<const std::byte> content);

  const Kernel* kernelOf(Reader& request) const;
  bool ownVisible(DeviceAddress at, std::size_t bytes) const;
  Device& device() { return runtime_.device(); }

  cudart::Runtime& runtime_;
  Channel channel_;
  std::optional<Charges> charges_;
  std::vector<std::shared_ptr<const Module>> modules_;
  std::set<DeviceAddress> owned_;
};

}  // namespace gpusim::remote
