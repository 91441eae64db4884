// Devices: the cards that GPUSIM_DEVICES names, or one, the card of GPUSIM_CARD.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "cudart/properties.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

/// A question about the card that needs no device: it is answered even after a fault.
template <class Body>
cudaError_t ask(Body&& body) {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard lock(runtime.mutex);
  const Card* card = runtime.card();
  return runtime.record(card == nullptr ? cudaErrorNoDevice : body(runtime, *card));
}

/// Calls `body` with the device of that number.
template <class Body>
cudaError_t askAbout(int ordinal, Body&& body) {
  return ask([&](Runtime& runtime, const Card&) {
    Context* context = runtime.context(ordinal);
    return context != nullptr ? body(runtime, *context) : runtime.refuseDevice(ordinal);
  });
}

constexpr unsigned scheduleFlags = 7, deviceFlags = 0xff;  // cudaDeviceScheduleMask, cudaDeviceMask

cudaError_t setFlags(Runtime& runtime, Context& context, unsigned flags) {
  const unsigned schedule = flags & scheduleFlags;
  if ((flags & ~deviceFlags) != 0 || (schedule & (schedule - 1)) != 0)
    return runtime.refuse(cudaErrorInvalidValue, "not the flags of a device, or two ways to wait");
  context.flags = flags;
  return cudaSuccess;
}

}  // namespace

CUDART_API cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return Runtime::instance().record(cudaErrorInvalidValue);
  *count = 0;
  return ask([&](Runtime& runtime, const Card&) {
    *count = static_cast<int>(runtime.contexts.size());
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetDevice(int* ordinal) {
  return ask([&](Runtime& runtime, const Card&) {
    if (ordinal == nullptr) return cudaErrorInvalidValue;
    *ordinal = runtime.current().ordinal;
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaSetDevice(int ordinal) {
  return askAbout(ordinal, [&](Runtime& runtime, Context& context) {
    runtime.setCurrent(ordinal);
    runtime.wake(context);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaInitDevice(int ordinal, unsigned deviceFlagsWanted, unsigned flags) {
  return askAbout(ordinal, [&](Runtime& runtime, Context& context) {
    runtime.wake(context);
    constexpr unsigned flagsAreValid = 1;
    return (flags & flagsAreValid) != 0 ? setFlags(runtime, context, deviceFlagsWanted) : cudaSuccess;
  });
}

CUDART_API cudaError_t cudaSetValidDevices(int* list, int count) {
  return ask([&](Runtime& runtime, const Card&) {
    if (list == nullptr && count != 0) return runtime.refuse(cudaErrorInvalidValue, "no list of devices");
    for (int i = 0; i < count; ++i) {
      if (runtime.context(list[i]) == nullptr) return runtime.refuseDevice(list[i]);
    }
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return ask([&](Runtime& runtime, const Card&) { return setFlags(runtime, runtime.current(), flags); });
}
CUDART_API cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return ask([&](Runtime& runtime, const Card&) {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = runtime.current().flags | 8;  // cudaDeviceMapHost, always on
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
  return askAbout(ordinal, [&](Runtime&, const Context& context) {
    if (properties == nullptr) return cudaErrorInvalidValue;
    *properties = propertiesOf(context.card, ordinal);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int ordinal) {
  return askAbout(ordinal, [&](Runtime& runtime, const Context& context) {
    if (value == nullptr) return cudaErrorInvalidValue;
    const std::optional<int> found = attributeOf(context.card, attribute, ordinal);
    if (!found) return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no device attribute", attribute));
    *value = *found;
    return cudaSuccess;
  });
}

/// The device whose properties agree with most of what the program asks for; the first of equals.
CUDART_API cudaError_t cudaChooseDevice(int* ordinal, const cudaDeviceProp* wanted) {
  return ask([&](Runtime& runtime, const Card&) {
    if (ordinal == nullptr || wanted == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    int best = -1;
    for (const Context& context : runtime.contexts) {
      const cudaDeviceProp p = propertiesOf(context.card, context.ordinal);
      const int score = (p.major > wanted->major || (p.major == wanted->major && p.minor >= wanted->minor) ? 1 : 0) +
                        (p.totalGlobalMem >= wanted->totalGlobalMem ? 1 : 0) +
                        (p.multiProcessorCount >= wanted->multiProcessorCount ? 1 : 0) +
                        (p.sharedMemPerBlock >= wanted->sharedMemPerBlock ? 1 : 0);
      if (score <= best) continue;
      best = score;
      *ordinal = context.ordinal;
    }
    return cudaSuccess;
  });
}

// The simulated cards sit on one bus, a slot each, from 1 on.
CUDART_API cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int ordinal) {
  return askAbout(ordinal, [&](Runtime& runtime, const Context& context) {
    if (text == nullptr || length <= 0) return runtime.refuse(cudaErrorInvalidValue, "no place to put the id");
    const cudaDeviceProp p = propertiesOf(context.card, ordinal);
    const std::string id = fmt::format("{:04X}:{:02X}:{:02X}.0", p.pciDomainID, p.pciBusID, p.pciDeviceID);
    if (static_cast<std::size_t>(length) <= id.size())
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("the id needs {} characters", id.size() + 1));
    std::memcpy(text, id.c_str(), id.size() + 1);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceGetByPCIBusId(int* ordinal, const char* text) {
  return ask([&](Runtime& runtime, const Card&) {
    if (ordinal == nullptr || text == nullptr) return runtime.refuse(cudaErrorInvalidValue, "a null pointer");
    unsigned domain = 0, bus = 0, device = 0;
    if (std::sscanf(text, "%x:%x:%x", &domain, &bus, &device) != 3) {
      domain = 0;
      if (std::sscanf(text, "%x:%x", &bus, &device) != 2)
        return runtime.refuse(cudaErrorInvalidValue, "the id is domain:bus:device.function, in hexadecimal");
    }
    for (const Context& context : runtime.contexts) {
      const cudaDeviceProp p = propertiesOf(context.card, context.ordinal);
      if (p.pciDomainID != static_cast<int>(domain) || p.pciBusID != static_cast<int>(bus) ||
          p.pciDeviceID != static_cast<int>(device))
        continue;
      *ordinal = context.ordinal;
      return cudaSuccess;
    }
    return runtime.refuse(cudaErrorInvalidDevice, "no simulated device sits there");
  });
}

CUDART_API cudaError_t cudaDeviceSynchronize() {
  return call([](Runtime& runtime) { return runtime.waitForAll(); });
}

/// Runs what is queued, then frees every allocation. After a fault it succeeds too, and the device stays out of reach.
CUDART_API cudaError_t cudaDeviceReset() {
  return ask([](Runtime& runtime, const Card&) {
    Context& here = runtime.current();
    if (!here.device) return cudaSuccess;
    const cudaError_t error = runtime.waitForAll();
    if (error != cudaSuccess && error != here.sticky) return error;
    runtime.reset(here);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaDeviceSetCacheConfig(int config) {
  return ask([&](Runtime& runtime, const Card&) {
    if (config < 0 || config > 3)
      return runtime.refuse(cudaErrorInvalidValue, fmt::format("{} is no cache configuration", config));
    runtime.current().cacheConfig = config;
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaDeviceGetCacheConfig(int* config) {
  return ask([&](Runtime& runtime, const Card&) {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = runtime.current().cacheConfig;
    return cudaSuccess;
  });
}

// Bank width: 4 bytes on every card since Maxwell, whatever is asked for.
CUDART_API cudaError_t cudaDeviceGetSharedMemConfig(int* config) {
  return ask([&](Runtime&, const Card&) {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = 1;  // cudaSharedMemBankSizeFourByte
    return cudaSuccess;
  });
}
CUDART_API cudaError_t cudaDeviceSetSharedMemConfig(int) {
  return ask([](Runtime&, const Card&) { return cudaSuccess; });
}
CUDART_API cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([](Runtime&) { return cudaSuccess; });
}

CUDART_API cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return Runtime::instance().record(cudaErrorInvalidValue);
  *version = runtimeVersion;
  return cudaSuccess;
}
CUDART_API cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

// A profiler's marks; there is none to tell.
CUDART_API cudaError_t cudaProfilerStart() { return cudaSuccess; }
CUDART_API cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // namespace gpusim::cudart
