// The submission's process: waits to be called, calls solve(), says when it has returned. Nothing it says decides
// anything but against it.
#include <cstdio>

#include "cudart/abi.h"
#include "cudart/gpusim.h"
#include "remote/call.h"
#include "remote/connection.h"
#include "remote/wire.h"

using gpusim::remote::Arguments;

// void remoteInvoke(void* solve, const Arguments* arguments): loads the registers, copies the stack words, calls.
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
extern "C" void remoteInvoke(void* solve, const Arguments* arguments);

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

}  // namespace

}  // namespace gpusim::remote

/// What main() of a submission's program calls. Does not return: the process ends when the judge closes the socket.
extern "C" __attribute__((visibility("default"))) int gpusimRemoteProcess(void* solve) {
  using namespace gpusim::remote;
  while (true) {
    const std::vector<std::byte> body = connection().waitForCall();
    Reader call(body);
    gpusimSetSeed(call.number<std::uint64_t>());
    const auto arguments = call.number<Arguments>();
    cudaGetLastError();
    remoteInvoke(solve, &arguments);
    Writer returned;
    returned.number(static_cast<std::int32_t>(cudaGetLastError())).text(lastMessage());
    returned.number(static_cast<std::int32_t>(cudaDeviceSynchronize())).text(lastMessage());
    cudaGetLastError();
    std::fflush(nullptr);
    connection().tell(Kind::returned, returned.bytes());
  }
}
