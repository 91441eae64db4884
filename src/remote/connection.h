#pragma once
// The one connection of a submission's process, and what it keeps of loaded code.
#include <cstdint>
#include <memory>

#include "remote/channel.h"
#include "sim/sim.h"

namespace gpusim::remote {

/// The descriptor on which the process finds its socket.
constexpr int socketDescriptor = 3;

SharedChannel& connection();

struct LoadedModule {
  std::uint64_t number = 0;  // the judge's
  std::shared_ptr<Module> module;
};

}  // namespace gpusim::remote
