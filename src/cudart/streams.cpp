#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t badStream(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream"); }

cudaError_t create(cudaStream_t* handle, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (handle == nullptr || (flags & ~streamNonBlocking) != 0)
      return runtime.refuse(cudaErrorInvalidValue, "a stream is made with flags 0 or cudaStreamNonBlocking");
    *handle = reinterpret_cast<cudaStream_t>(&runtime.scheduler.create((flags & streamNonBlocking) == 0, priority));
    return cudaSuccess;
  });
}

cudaError_t synchronize(cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    return stream == nullptr ? badStream(runtime) : runtime.waitForStream(*stream);
  });
}

cudaError_t query(cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (stream->idle()) return runtime.sticky();
    runtime.scheduler.step(stream->last);  // a program that polls gets there
    return cudaErrorNotReady;
  });
}

cudaError_t waitEvent(cudaStream_t handle, cudaEvent_t eventHandle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    const auto event = runtime.events.find(eventHandle);
    if (event == runtime.events.end()) return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live event");
    // An event that was never recorded holds nobody up.
    if (event->second->recorded) runtime.submit(*stream, Engine::none, nullptr, event->second->recorded);
    return cudaSuccess;
  });
}

cudaError_t launchHostFunction(cudaStream_t handle, cudaHostFn_t function, void* data) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (function == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no function to call");
    runtime.submit(*stream, Engine::none, [function, data] {
      function(data);
      return 0.0;
    });
    return cudaSuccess;
  });
}

cudaError_t addCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (callback == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no function to call");
    // Straight to the scheduler: a callback is told of a fault, a launch after one is skipped.
    runtime.scheduler.submit(*stream, Engine::none, [&runtime, handle, callback, data] {
      callback(handle, runtime.sticky(), data);
      return 0.0;
    });
    return cudaSuccess;
  });
}

/// One fact about a stream, stored where the program asked.
template <class T, class Read>
cudaError_t describe(cudaStream_t handle, T* out, Read&& read) {
  return call([&](Runtime& runtime) {
    const Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (out == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the answer");
    *out = read(*stream);
    return cudaSuccess;
  });
}

cudaError_t flagsOf(cudaStream_t handle, unsigned* flags) {
  return describe(handle, flags, [](const Stream& stream) { return stream.blocking ? 0u : streamNonBlocking; });
}
cudaError_t priorityOf(cudaStream_t handle, int* priority) {
  return describe(handle, priority, [](const Stream& stream) { return stream.priority; });
}
cudaError_t idOf(cudaStream_t handle, unsigned long long* id) {
  return describe(handle, id, [](const Stream& stream) { return static_cast<unsigned long long>(stream.id); });
}

}  // namespace

CUDART_API cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create(stream, 0, 0); }
CUDART_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return create(stream, flags, 0);
}
CUDART_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return create(stream, flags, priority);
}

CUDART_API cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = reinterpret_cast<std::uintptr_t>(handle) <= 2 ? nullptr : runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    runtime.scheduler.destroy(*stream);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return synchronize(stream); }
CUDART_API cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return synchronize(perThread(stream)); }
CUDART_API cudaError_t cudaStreamQuery(cudaStream_t stream) { return query(stream); }
CUDART_API cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) { return query(perThread(stream)); }
CUDART_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return waitEvent(stream, event);
}
CUDART_API cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return waitEvent(perThread(stream), event);
}
CUDART_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return launchHostFunction(stream, function, data);
}
CUDART_API cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return launchHostFunction(perThread(stream), function, data);
}
CUDART_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  return addCallback(stream, callback, data);
}
CUDART_API cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                                  unsigned) {
  return addCallback(perThread(stream), callback, data);
}
CUDART_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) { return flagsOf(stream, flags); }
CUDART_API cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t stream, unsigned* flags) {
  return flagsOf(perThread(stream), flags);
}
CUDART_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return priorityOf(stream, priority);
}
CUDART_API cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t stream, int* priority) {
  return priorityOf(perThread(stream), priority);
}
CUDART_API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) { return idOf(stream, id); }
CUDART_API cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long* id) {
  return idOf(perThread(stream), id);
}

}  // namespace gpusim::cudart
