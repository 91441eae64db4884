// The submission's process: waits to be called, calls solve(), says when it has returned. Nothing it says decides
// anything but against it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "cudart/abi.h"
#include "cudart/gpusim.h"
#include "cudart/runtime.h"
#include "remote/call.h"
#include "remote/connection.h"
#include "remote/wire.h"

using gpusim::remote::Arguments;
using gpusim::remote::Returned;

// Returned remoteInvoke(void* solve, const Arguments* arguments): loads the registers, copies the stack words, calls.
asm(R"(
.text
.hidden remoteInvoke
.globl remoteInvoke
.type remoteInvoke,@function
remoteInvoke:
  pushq %rbp
  movq %rsp, %rbp
  movq %rdi, %r11
  movq %rsi, %r10
  movq 368(%r10), %rcx
  leaq 1(%rcx), %rax
  andq $-2, %rax
  shlq $3, %rax
  subq %rax, %rsp
1:
  testq %rcx, %rcx
  jz 2f
  decq %rcx
  movq 112(%r10,%rcx,8), %rax
  movq %rax, (%rsp,%rcx,8)
  jmp 1b
2:
  movsd 48(%r10), %xmm0
  movsd 56(%r10), %xmm1
  movsd 64(%r10), %xmm2
  movsd 72(%r10), %xmm3
  movsd 80(%r10), %xmm4
  movsd 88(%r10), %xmm5
  movsd 96(%r10), %xmm6
  movsd 104(%r10), %xmm7
  movq 0(%r10), %rdi
  movq 8(%r10), %rsi
  movq 16(%r10), %rdx
  movq 24(%r10), %rcx
  movq 32(%r10), %r8
  movq 40(%r10), %r9
  call *%r11
  leave
  ret
.size remoteInvoke, .-remoteInvoke
)");
static_assert(offsetof(Arguments, floating) == 48 && offsetof(Arguments, stack) == 112 &&
              offsetof(Arguments, stackWords) == 368);
extern "C" Returned remoteInvoke(void* solve, const Arguments* arguments);

extern "C" gpusim::abi::cudaError_t cudaGetLastError();
extern "C" gpusim::abi::cudaError_t cudaDeviceSynchronize();

namespace gpusim::remote {

SharedChannel& connection() {
  static auto* channel = new SharedChannel(socketDescriptor);  // never destroyed: the program's destructors may call
  return *channel;
}

namespace {

std::string lastMessage() {
  char text[1000] = {};
  gpusimLastErrorMessage(text, sizeof text);
  return text;
}

/// The judge's host memory that solve() gets pointers to, at addresses of this process.
class Blocks {
 public:
  /// Reads them from `call` and puts their addresses into `arguments`.
  Blocks(Reader& call, Arguments& arguments) {
    std::vector<Patch> patches(static_cast<std::size_t>(call.count(slots)));
    blocks_.resize(static_cast<std::size_t>(call.count(mostBlocks)));
    for (Patch& patch : patches) patch = call.number<Patch>();
    for (Block& block : blocks_) {
      block.bytes = static_cast<std::size_t>(call.count(largestMessage));
      const std::span<const std::byte> content = call.raw(block.bytes);
      block.memory = static_cast<std::byte*>(std::aligned_alloc(alignment, (block.bytes / alignment + 1) * alignment));
      if (block.memory == nullptr) std::abort();
      std::memcpy(block.memory, content.data(), content.size());
    }
    for (const Patch& patch : patches)
      slot(arguments, patch.slot) = reinterpret_cast<std::uint64_t>(blocks_[patch.block].memory + patch.offset);
  }
  ~Blocks() {
    for (const Block& block : blocks_) std::free(block.memory);
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  void write(Writer& to) const {
    for (const Block& block : blocks_) to.raw({block.memory, block.bytes});
  }

 private:
  struct Block {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t alignment = 256;  // of the judge's arrays

  static std::uint64_t& slot(Arguments& arguments, std::size_t number) {
    if (number < wholeRegisters) return arguments.whole[number];
    number -= wholeRegisters;
    return number < floatRegisters ? arguments.floating[number] : arguments.stack[number - floatRegisters];
  }

  std::vector<Block> blocks_;
};

/// Whether solve() left work behind that nothing has waited for.
bool stillRunning() {
  cudart::Runtime& runtime = cudart::Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  return runtime.hasDevice() && !runtime.scheduler.legacy().idle();
}

}  // namespace

}  // namespace gpusim::remote

/// What main() of a submission's program calls. Does not return: the process ends when the judge closes the socket.
extern "C" __attribute__((visibility("default"))) int gpusimRemoteProcess(void* solve) {
  using namespace gpusim::remote;
  gpusimSetCounters(2);  // what the judge counts it asks of its own device
  while (true) {
    const std::vector<std::byte> body = connection().waitForCall();
    Reader call(body);
    gpusimSetSeed(call.number<std::uint64_t>());
    auto arguments = call.number<Arguments>();
    const Blocks blocks(call, arguments);
    cudaGetLastError();
    const Returned result = remoteInvoke(solve, &arguments);
    const bool running = stillRunning();
    Writer returned;
    returned.number(static_cast<std::int32_t>(cudaGetLastError())).text(lastMessage());
    returned.number(static_cast<std::int32_t>(cudaDeviceSynchronize())).text(lastMessage());
    cudaGetLastError();
    returned.number(std::uint32_t{running}).number(result.whole).number(result.floating);
    blocks.write(returned);
    std::fflush(nullptr);
    connection().tell(Kind::returned, returned.bytes());
  }
}
