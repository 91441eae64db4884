// libFuzzer target of the whole way from PTX text to a decoded kernel: any bytes must come back as a module whose
// kernels are decoded, or as an error in words.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sim/sim.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gpusim::Card card = *gpusim::findCard("t4");
  // A device each time: variables of thousands of modules would fill one.
  gpusim::Card small = card;
  small.globalMemoryBytes = std::uint64_t{16} << 20;
  gpusim::Device device(small);
  const auto module = device.loadModule({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!module) {
    if (module.error().message.empty()) std::abort();
    return 0;
  }
  for (const gpusim::Kernel& kernel : (*module)->kernels)
    if (kernel.code == nullptr) std::abort();
  return 0;
}
