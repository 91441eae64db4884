// Events. Their times are modelled: when the stream would have come to them on the card.
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

Event* find(Runtime& runtime, cudaEvent_t handle) {
  const auto event = runtime.events.find(handle);
  return event == runtime.events.end() ? nullptr : event->second.get();
}

cudaError_t badEvent(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live event"); }

cudaError_t create(cudaEvent_t* handle, unsigned flags) {
  return call([&](Runtime& runtime) {
    const bool unknown = (flags & ~(eventBlockingSync | eventDisableTiming | eventInterprocess)) != 0;
    const bool timedInterprocess = (flags & eventInterprocess) != 0 && (flags & eventDisableTiming) == 0;
    if (handle == nullptr || unknown || timedInterprocess)
      return runtime.refuse(cudaErrorInvalidValue, "these flags make no event");
    auto event = std::make_unique<Event>();
    event->timing = (flags & eventDisableTiming) == 0;
    *handle = reinterpret_cast<cudaEvent_t>(event.get());
    runtime.events.emplace(*handle, std::move(event));
    return cudaSuccess;
  });
}

cudaError_t recordEvent(cudaEvent_t handle, cudaStream_t streamHandle) {
  return call([&](Runtime& runtime) {
    Event* event = find(runtime, handle);
    Stream* stream = runtime.stream(streamHandle);
    if (event == nullptr) return badEvent(runtime);
    if (stream == nullptr)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "the event is recorded in no live stream");
    event->recorded = runtime.submit(*stream, Engine::none, nullptr);
    return cudaSuccess;
  });
}

}  // namespace

CUDART_API cudaError_t cudaEventCreate(cudaEvent_t* event) { return create(event, 0); }
CUDART_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) { return create(event, flags); }

CUDART_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Runtime& runtime) { return runtime.events.erase(event) != 0 ? cudaSuccess : badEvent(runtime); });
}

CUDART_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return recordEvent(event, stream); }
CUDART_API cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) {
  return recordEvent(event, perThread(stream));
}
CUDART_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return recordEvent(event, stream);
}
CUDART_API cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return recordEvent(event, perThread(stream));
}

CUDART_API cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return call([&](Runtime& runtime) {
    const Event* event = find(runtime, handle);
    if (event == nullptr) return badEvent(runtime);
    const OperationPointer recorded = event->recorded;  // the wait may run a callback that destroys the event
    return runtime.waitFor(recorded);
  });
}

CUDART_API cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return call([&](Runtime& runtime) {
    const Event* event = find(runtime, handle);
    if (event == nullptr) return badEvent(runtime);
    if (!event->recorded || event->recorded->done) return runtime.sticky();
    runtime.scheduler.step(event->recorded);  // a program that polls gets there
    return cudaErrorNotReady;
  });
}

CUDART_API cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t startHandle, cudaEvent_t endHandle) {
  return call([&](Runtime& runtime) {
    const Event* start = find(runtime, startHandle);
    const Event* end = find(runtime, endHandle);
    if (start == nullptr || end == nullptr) return badEvent(runtime);
    if (milliseconds == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the time");
    if (!start->timing || !end->timing)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "an event made with cudaEventDisableTiming has no time");
    if (!start->recorded || !end->recorded)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "an event was never recorded");
    if (!start->recorded->done || !end->recorded->done)
      return runtime.refuse(cudaErrorNotReady, "an event has not happened yet: cudaEventSynchronize first");
    *milliseconds = static_cast<float>((end->recorded->end - start->recorded->end) * 1e3);
    return cudaSuccess;
  });
}

/// The name that CUDA 12.8's header gives the same function.
CUDART_API cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

}  // namespace gpusim::cudart
