#include "cudart/host_fault.h"

#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <unistd.h>

#include "sim/memory/managed_pages.h"

namespace gpusim::cudart {
namespace {

// A signal handler can reach nothing but globals.
constexpr unsigned most = 16;  // as many devices as GPUSIM_DEVICES may ask for
const Device* watched[most] = {};
bool installed = false;
struct sigaction previous;

void write(std::string_view text) {
  // Nothing can be done about a stderr that does not take it.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

/// Async-signal-safe: no allocation, no stdio.
void explain(std::uint64_t address) {
  char text[] =
      "gpusim: host code dereferenced device pointer 0x0000000000000000, which only the GPU can read: copy it with "
      "cudaMemcpy first\n";
  char* digits = std::strstr(text, "0x") + 2;
  for (int i = 15; i >= 0; --i, address >>= 4) digits[i] = "0123456789abcdef"[address & 15];
  write(text);
}

void onFault(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Device* device : watched) {
    if (device == nullptr || !device->owns(address)) continue;
    if (ManagedPages* pages = device->pages(); pages != nullptr && pages->hostTouch(address)) return;
    explain(address);
    sigaction(signal, &previous, nullptr);  // the access faults again, under the previous handler or the default
    return;
  }
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    sigaction(signal, &previous, nullptr);
  } else {
    previous.sa_handler(signal);
  }
}

}  // namespace

void watchHostFaults(const Device* now, const Device* before) {
  for (const Device*& device : watched) {
    if (device != before) continue;
    device = now;
    break;
  }
  if (installed || now == nullptr) return;
  installed = true;
  struct sigaction action {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous);
}

}  // namespace gpusim::cudart
