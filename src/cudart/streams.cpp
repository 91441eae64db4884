#include <algorithm>

#include "cudart/graph.h"
#include "cudart/progress.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t badStream(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live stream"); }

constexpr int greatestPriority = -5;  // of every card since Pascal; 0 is the least

cudaError_t create(cudaStream_t* handle, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (handle == nullptr || (flags & ~streamNonBlocking) != 0)
      return runtime.refuse(cudaErrorInvalidValue, "a stream is made with flags 0 or cudaStreamNonBlocking");
    const int kept = std::clamp(priority, greatestPriority, 0);
    Stream& made = runtime.scheduler.create((flags & streamNonBlocking) == 0, kept, runtime.current().ordinal);
    *handle = reinterpret_cast<cudaStream_t>(&made);
    return cudaSuccess;
  });
}

cudaError_t synchronize(cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (stream->capture) return runtime.graphs.spoil(runtime, *stream, cudaErrorStreamCaptureUnsupported);
    if (const cudaError_t error = runtime.graphs.disturb(runtime, *stream); error != cudaSuccess) return error;
    return runtime.waitForStream(*stream);
  });
}

cudaError_t query(cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (stream->capture) return runtime.graphs.spoil(runtime, *stream, cudaErrorStreamCaptureUnsupported);
    if (const cudaError_t error = runtime.graphs.disturb(runtime, *stream); error != cudaSuccess) return error;
    if (stream->idle()) return runtime.contextOf(*stream).sticky;
    runtime.scheduler.step(stream->last);  // a program that polls gets there
    return cudaErrorNotReady;
  });
}

cudaError_t waitEvent(cudaStream_t handle, cudaEvent_t eventHandle, unsigned flags) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    const std::shared_ptr<Event> event = runtime.event(eventHandle);
    if (!event) return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live event");
    if (flags > 1) return runtime.refuse(cudaErrorInvalidValue, "flags of a wait are 0 or cudaEventWaitExternal");
    if (!stream->capture && event->capture.lock()) return runtime.graphs.join(runtime, *stream, *event);
    if (stream->capture && flags == 1) {
      Node& node = runtime.graphs.add(*stream->capture->graph, WaitWork{event}, stream->captured);
      stream->captured = {&node};
      return cudaSuccess;
    }
    return runtime.enqueue(*stream, WaitWork{event});
  });
}

cudaError_t launchHostFunction(cudaStream_t handle, cudaHostFn_t function, void* data) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (function == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no function to call");
    return runtime.enqueue(*stream, HostWork{&runtime.contextOf(*stream), function, data});
  });
}

cudaError_t addCallback(cudaStream_t handle, cudaStreamCallback_t callback, void* data, unsigned flags) {
  return call([&](Runtime& runtime) {
    Stream* stream = runtime.stream(handle);
    if (stream == nullptr) return badStream(runtime);
    if (callback == nullptr || flags != 0)
      return runtime.refuse(cudaErrorInvalidValue, "no function to call, or flags that are not 0");
    if (stream->capture) return runtime.graphs.spoil(runtime, *stream, cudaErrorStreamCaptureUnsupported);
    // Straight to the scheduler: a callback is told of a fault, a launch after one is skipped.
    Context& context = runtime.contextOf(*stream);
    watchHostWork(runtime, runtime.scheduler.submit(*stream, Engine::none, [&context, handle, callback, data] {
      const CallbackScope scope;
      callback(handle, context.sticky, data);
      return 0.0;
    }));
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
cudaError_t deviceOf(cudaStream_t handle, int* ordinal) {
  return describe(handle, ordinal, [](const Stream& stream) { return stream.device; });
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
    runtime.graphs.leave(*stream);
    runtime.scheduler.destroy(*stream);
    return cudaSuccess;
  });
}

CUDART_API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return synchronize(stream); }
CUDART_API cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return synchronize(perThread(stream)); }
CUDART_API cudaError_t cudaStreamQuery(cudaStream_t stream) { return query(stream); }
CUDART_API cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) { return query(perThread(stream)); }
CUDART_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return waitEvent(stream, event, flags);
}
CUDART_API cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return waitEvent(perThread(stream), event, flags);
}
CUDART_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return launchHostFunction(stream, function, data);
}
CUDART_API cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return launchHostFunction(perThread(stream), function, data);
}
CUDART_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                             unsigned flags) {
  return addCallback(stream, callback, data, flags);
}
CUDART_API cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                                  unsigned flags) {
  return addCallback(perThread(stream), callback, data, flags);
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

CUDART_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* ordinal) { return deviceOf(stream, ordinal); }
CUDART_API cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t stream, int* ordinal) {
  return deviceOf(perThread(stream), ordinal);
}

CUDART_API cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call([&](Runtime&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = greatestPriority;
    return cudaSuccess;
  });
}

}  // namespace gpusim::cudart
