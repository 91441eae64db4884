// Events. Their times are modelled: when the stream would have come to them on the card.
#include "cudart/graph.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

cudaError_t badEvent(Runtime& runtime) { return runtime.refuse(cudaErrorInvalidResourceHandle, "not a live event"); }

cudaError_t create(cudaEvent_t* handle, unsigned flags) {
  return call([&](Runtime& runtime) {
    const bool unknown = (flags & ~(eventBlockingSync | eventDisableTiming | eventInterprocess)) != 0;
    const bool timedInterprocess = (flags & eventInterprocess) != 0 && (flags & eventDisableTiming) == 0;
    if (handle == nullptr || unknown || timedInterprocess)
      return runtime.refuse(cudaErrorInvalidValue, "these flags make no event");
    if ((flags & eventDisableTiming) == 0) runtime.madeTimedEvent = true;
    auto event = std::make_shared<Event>();
    event->flags = flags;
    event->device = runtime.current().ordinal;
    *handle = reinterpret_cast<cudaEvent_t>(event.get());
    runtime.events.emplace(*handle, std::move(event));
    return cudaSuccess;
  });
}

cudaError_t recordEvent(cudaEvent_t handle, cudaStream_t streamHandle, unsigned flags) {
  return call([&](Runtime& runtime) {
    const std::shared_ptr<Event> event = runtime.event(handle);
    Stream* stream = runtime.stream(streamHandle);
    if (!event) return badEvent(runtime);
    if (stream == nullptr)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "the event is recorded in no live stream");
    if (flags > 1) return runtime.refuse(cudaErrorInvalidValue, "flags of a record are 0 or cudaEventRecordExternal");
    if (event->device != stream->device)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "the event and the stream are of different devices");
    if (flags == 1) {
      if (!stream->capture) return runtime.refuse(cudaErrorIllegalState, "an external record is a node of a capture");
      Node& node = runtime.graphs.add(*stream->capture->graph, RecordWork{event}, stream->captured);
      stream->captured = {&node};
      return cudaSuccess;
    }
    return runtime.enqueue(*stream, RecordWork{event});
  });
}

/// An event of a capture has not happened and never will: asking spoils the capture.
cudaError_t captured(Runtime& runtime, const Event& event) {
  const std::shared_ptr<Capture> capture = event.capture.lock();
  if (!capture) return cudaSuccess;
  capture->invalid = true;
  return runtime.refuse(cudaErrorCapturedEvent, "the event was recorded in a stream that captures");
}

}  // namespace

CUDART_API cudaError_t cudaEventCreate(cudaEvent_t* event) { return create(event, 0); }
CUDART_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) { return create(event, flags); }

CUDART_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Runtime& runtime) { return runtime.events.erase(event) != 0 ? cudaSuccess : badEvent(runtime); });
}

CUDART_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return recordEvent(event, stream, 0); }
CUDART_API cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) {
  return recordEvent(event, perThread(stream), 0);
}
CUDART_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return recordEvent(event, stream, flags);
}
CUDART_API cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  return recordEvent(event, perThread(stream), flags);
}

CUDART_API cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return call([&](Runtime& runtime) {
    const std::shared_ptr<Event> event = runtime.event(handle);  // kept: the wait may run what destroys it
    if (!event) return badEvent(runtime);
    if (const cudaError_t error = captured(runtime, *event); error != cudaSuccess) return error;
    const OperationPointer recorded = event->recorded;
    runtime.scheduler.waitFor(recorded);
    if (!runtime.programTakesFindings) runtime.printFindings();
    return runtime.context(event->device)->sticky;
  });
}

CUDART_API cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return call([&](Runtime& runtime) {
    const std::shared_ptr<Event> event = runtime.event(handle);
    if (!event) return badEvent(runtime);
    if (const cudaError_t error = captured(runtime, *event); error != cudaSuccess) return error;
    if (const cudaError_t error = runtime.graphs.forbid(runtime, "asking about an event"); error != cudaSuccess)
      return error;
    if (!event->recorded || event->recorded->done) return runtime.context(event->device)->sticky;
    runtime.scheduler.step(event->recorded);  // a program that polls gets there
    return cudaErrorNotReady;
  });
}

CUDART_API cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t startHandle, cudaEvent_t endHandle) {
  return call([&](Runtime& runtime) {
    const std::shared_ptr<Event> start = runtime.event(startHandle), end = runtime.event(endHandle);
    if (!start || !end) return badEvent(runtime);
    if (milliseconds == nullptr) return runtime.refuse(cudaErrorInvalidValue, "no place to put the time");
    if (start->device != end->device)
      return runtime.refuse(cudaErrorInvalidResourceHandle, "the events are of different devices");
    if (!start->timing() || !end->timing())
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
