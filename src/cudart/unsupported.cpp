// The rest of the API: a program that calls it starts, and is told which call is missing.
#include <fmt/format.h>

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t notSimulated(const char* name) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  const std::string line = fmt::format("{} is not simulated yet", name);
  runtime.sayOnce(line);
  return runtime.record(runtime.refuse(cudaErrorNotSupported, line));
}

struct cudaChannelFormatDesc {
  int x, y, z, w, f;
};

}  // namespace

// Arguments are left where the caller put them, which the System V calling convention allows.
#define CUDART_UNSUPPORTED(name) \
  CUDART_API cudaError_t name() { return notSimulated(#name); }
#include "cudart/unsupported.inc"
#undef CUDART_UNSUPPORTED

/// Returns a structure, so it cannot answer with an error; what it makes is only good for calls that do.
CUDART_API cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}

}  // namespace gpusim::cudart
