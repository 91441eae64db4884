// Stream capture: what streams are asked becomes nodes of a graph, and what a capture forbids spoils it.
#include <algorithm>
#include <set>

#include "cudart/graph.h"
#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

namespace {

// What cudaThreadExchangeStreamCaptureMode set for the calling thread.
thread_local int threadMode = cudaStreamCaptureModeGlobal;

}  // namespace

int Graphs::exchangeMode(int mode) { return std::exchange(threadMode, mode); }

cudaError_t Graphs::begin(Runtime& runtime, Stream& stream, int mode, std::shared_ptr<Graph> graph,
                          std::vector<Node*> after) {
  if (&stream == &runtime.scheduler.legacy(stream.device))
    return runtime.refuse(cudaErrorStreamCaptureUnsupported, "the legacy default stream cannot capture");
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return runtime.refuse(cudaErrorInvalidValue, "no such capture mode");
  if (stream.capture) return runtime.refuse(cudaErrorIllegalState, "the stream captures already");
  auto capture = std::make_shared<Capture>();
  capture->id = nextCapture_++;
  capture->graph = std::move(graph);
  capture->mode = mode;
  capture->thread = thisThread();
  capture->origin = &stream;
  capture->streams = {&stream};
  captures_.push_back(capture);
  stream.capture = std::move(capture);
  stream.captured = std::move(after);
  return cudaSuccess;
}

void Graphs::finish(const std::shared_ptr<Capture>& capture) {
  for (Stream* stream : capture->streams) {
    stream->capture.reset();
    stream->captured.clear();
  }
  std::erase(captures_, capture);
}

cudaError_t Graphs::end(Runtime& runtime, Stream& stream, cudaGraph_t* graph) {
  if (!stream.capture) return runtime.refuse(cudaErrorIllegalState, "the stream does not capture");
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture->origin != &stream)
    return runtime.refuse(cudaErrorStreamCaptureUnmatched, "the capture began in another stream, and ends there");
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != thisThread()) {
    finish(capture);
    destroy(*capture->graph);
    return runtime.refuse(cudaErrorStreamCaptureWrongThread, "the capture began in another thread, and ends there");
  }
  if (graph != nullptr) *graph = nullptr;
  // Every stream that joined must have led back: its last node comes before the origin's last ones.
  std::vector<Node*> reach = stream.captured;
  std::set<const Node*> seen;
  while (!reach.empty()) {
    Node* node = reach.back();
    reach.pop_back();
    if (seen.insert(node).second) reach.insert(reach.end(), node->after.begin(), node->after.end());
  }
  std::vector<Node*> ends = capture->left;
  for (const Stream* other : capture->streams) ends.insert(ends.end(), other->captured.begin(), other->captured.end());
  const bool joined = std::all_of(ends.begin(), ends.end(), [&](const Node* node) { return seen.count(node) != 0; });
  const bool invalid = capture->invalid;
  finish(capture);
  if (invalid || !joined) {
    destroy(*capture->graph);
    return invalid ? runtime.refuse(cudaErrorStreamCaptureInvalidated, "an earlier call spoiled the capture")
                   : runtime.refuse(cudaErrorStreamCaptureUnjoined,
                                    "a stream that joined the capture was not led back to the one it began in");
  }
  if (graph != nullptr) *graph = handleOf(*capture->graph);
  return cudaSuccess;
}

cudaError_t Graphs::capture(Runtime& runtime, Stream& stream, Work work) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture->invalid)
    return runtime.refuse(cudaErrorStreamCaptureInvalidated, "an earlier call spoiled the stream's capture");
  if (auto* record = std::get_if<RecordWork>(&work)) {
    record->event->capture = capture;
    record->event->nodes = stream.captured;
    return cudaSuccess;
  }
  if (auto* wait = std::get_if<WaitWork>(&work)) {
    if (wait->event->capture.lock() == capture) return join(runtime, stream, *wait->event);
    return spoil(runtime, stream, cudaErrorStreamCaptureIsolation);
  }
  Node& node = add(*capture->graph, std::move(work), stream.captured);
  stream.captured = {&node};
  return cudaSuccess;
}

cudaError_t Graphs::join(Runtime& runtime, Stream& stream, const Event& event) {
  const std::shared_ptr<Capture> capture = event.capture.lock();
  if (!capture || capture->invalid)
    return runtime.refuse(cudaErrorStreamCaptureInvalidated, "the event's capture was spoiled");
  if (stream.capture && stream.capture != capture) {
    // Two captures meet: neither can be whole.
    stream.capture->invalid = capture->invalid = true;
    return runtime.refuse(cudaErrorStreamCaptureMerge, "the event belongs to another capture");
  }
  if (!stream.capture) {
    if (&stream == &runtime.scheduler.legacy(stream.device)) {
      capture->invalid = true;
      return runtime.refuse(cudaErrorStreamCaptureImplicit, "the legacy default stream cannot join a capture");
    }
    stream.capture = capture;
    stream.captured.clear();
    capture->streams.push_back(&stream);
  }
  for (Node* node : event.nodes) {
    if (std::find(stream.captured.begin(), stream.captured.end(), node) == stream.captured.end())
      stream.captured.push_back(node);
  }
  return cudaSuccess;
}

cudaError_t Graphs::spoil(Runtime& runtime, Stream& stream, cudaError_t code) {
  if (!stream.capture) return cudaSuccess;
  if (stream.capture->invalid) code = cudaErrorStreamCaptureInvalidated;
  stream.capture->invalid = true;
  return runtime.refuse(code, "the stream captures: nothing runs that could be waited for or asked about");
}

cudaError_t Graphs::disturb(Runtime& runtime, Stream& stream) {
  if (captures_.empty() || &stream != &runtime.scheduler.legacy(stream.device)) return cudaSuccess;
  cudaError_t code = cudaSuccess;
  for (const std::shared_ptr<Capture>& capture : captures_) {
    const bool blocks = std::any_of(capture->streams.begin(), capture->streams.end(), [&](const Stream* each) {
      return each->blocking && each->device == stream.device;
    });
    if (!blocks) continue;
    capture->invalid = true;
    code = runtime.refuse(cudaErrorStreamCaptureImplicit,
                          "the legacy default stream would wait for a stream that captures");
  }
  return code;
}

cudaError_t Graphs::disturbDevice(Runtime& runtime, int ordinal) {
  cudaError_t code = cudaSuccess;
  for (const std::shared_ptr<Capture>& capture : captures_) {
    if (capture->origin->device != ordinal) continue;
    capture->invalid = true;
    code = runtime.refuse(cudaErrorStreamCaptureUnsupported, "a stream of the device captures");
  }
  return code;
}

cudaError_t Graphs::forbid(Runtime& runtime, const char* what) {
  if (threadMode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  cudaError_t code = cudaSuccess;
  for (const std::shared_ptr<Capture>& capture : captures_) {
    const bool mine = capture->thread == thisThread();
    const bool forbids = (mine && capture->mode != cudaStreamCaptureModeRelaxed) ||
                         (threadMode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal);
    if (!forbids) continue;
    capture->invalid = true;
    code = runtime.refuse(cudaErrorStreamCaptureUnsupported,
                          std::string(what) + " could wait for work, which a capture in this mode forbids");
  }
  return code;
}

void Graphs::leave(Stream& stream) {
  if (!stream.capture) return;
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture->origin == &stream) {
    finish(capture);
    destroy(*capture->graph);
    return;
  }
  capture->left.insert(capture->left.end(), stream.captured.begin(), stream.captured.end());
  std::erase(capture->streams, &stream);
  stream.capture.reset();
}

}  // namespace gpusim::cudart
