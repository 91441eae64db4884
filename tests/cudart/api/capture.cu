// Graphs that are captured from streams.
#include <thread>

#include "report.h"

namespace {

int statusOf(cudaStream_t stream) {
  cudaStreamCaptureStatus status{};
  cudaStreamIsCapturing(stream, &status);
  return status;
}

}  // namespace

void captureScene() {
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaStream_t stream = nullptr, other = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph = nullptr;
  const auto begin = [&] { says("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed)); };
  const auto end = [&] {
    graph = nullptr;
    says("end", cudaStreamEndCapture(stream, &graph));
    value("there is a graph", graph != nullptr);
    value("status", statusOf(stream));
  };
  says("begin on the default stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed));
  says("begin in mode 9", cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(9)));
  says("end without a beginning", cudaStreamEndCapture(stream, &graph));
  value("status", statusOf(stream));
  begin();
  value("status", statusOf(stream));
  says("begin twice", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  value("status", statusOf(stream));
  end();
  begin();
  store<<<1, 1, 0, stream>>>(data, 1);
  says("kernel", cudaGetLastError());
  says("copy", cudaMemcpyAsync(data + 1, data, 4, cudaMemcpyDeviceToDevice, stream));
  says("fork's record", cudaEventRecord(fork, stream));
  says("fork", cudaStreamWaitEvent(other, fork, 0));
  value("the other's status", statusOf(other));
  says("set in the other", cudaMemsetAsync(data + 2, 0, 4, other));
  says("join's record", cudaEventRecord(join, other));
  says("join", cudaStreamWaitEvent(stream, join, 0));
  says("query the event", cudaEventQuery(join));
  value("status", statusOf(stream));
  end();
  begin();
  store<<<1, 1, 0, stream>>>(data, 1);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  store<<<1, 1, 0, other>>>(data + 1, 1);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  end();
  size_t nodes = 0, edges = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  value("nodes", static_cast<long long>(nodes));
  value("roots", static_cast<long long>(roots));
  value("edges", static_cast<long long>(edges));
  begin();
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  store<<<1, 1, 0, other>>>(data + 1, 1);
  end();  // never joined
  begin();
  says("synchronize the stream", cudaStreamSynchronize(stream));
  value("status", statusOf(stream));
  store<<<1, 1, 0, stream>>>(data, 1);
  says("kernel after it", cudaGetLastError());
  end();
  begin();
  says("query the stream", cudaStreamQuery(stream));
  value("status", statusOf(stream));
  end();
  begin();
  says("synchronize the device", cudaDeviceSynchronize());
  value("status", statusOf(stream));
  end();
  begin();
  says("synchronize an unrelated stream", cudaStreamSynchronize(other));
  value("status", statusOf(stream));
  cudaEventRecord(fork, stream);
  says("synchronize a captured event", cudaEventSynchronize(fork));
  value("status", statusOf(stream));
  end();
  begin();
  says("end another stream", cudaStreamEndCapture(other, &graph));
  says("destroy it", cudaStreamDestroy(other));
  end();
  says("synchronize", cudaDeviceSynchronize());
}

void captureModesScene() {
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaStream_t stream = nullptr, blocking = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreate(&blocking);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  cudaGraph_t graph = nullptr;
  void* p = nullptr;
  const struct {
    const char* name;
    cudaStreamCaptureMode mode;
  } modes[] = {{"global", cudaStreamCaptureModeGlobal},
               {"thread-local", cudaStreamCaptureModeThreadLocal},
               {"relaxed", cudaStreamCaptureModeRelaxed}};
  for (const auto& each : modes) {
    const cudaStreamCaptureMode mode = each.mode;
    std::printf("mode %s\n", each.name);
    const auto during = [&](const char* what, auto&& act) {
      cudaStreamBeginCapture(stream, mode);
      says(what, act());
      value("status", statusOf(stream));
      says("end", cudaStreamEndCapture(stream, &graph));
    };
    during("malloc", [&] { return cudaMalloc(&p, 64); });
    during("host malloc", [&] { return cudaMallocHost(&p, 64); });
    during("free", [&] { return cudaFree(nullptr); });
    during("copy", [&] { return cudaMemcpy(data, data + 4, 4, cudaMemcpyDeviceToDevice); });
    during("set", [&] { return cudaMemset(data, 0, 4); });
    during("event query", [&] { return cudaEventQuery(event); });
    during("stream create", [&] { return cudaStreamCreate(&blocking); });
    during("event create", [&] { return cudaEventCreate(&event); });
    during("launch in the default stream", [&] {
      store<<<1, 1>>>(data, 1);
      return cudaGetLastError();
    });
    during("malloc async", [&] { return cudaMallocAsync(&p, 64, stream); });
    during("memory info", [&] {
      size_t free = 0, total = 0;
      return cudaMemGetInfo(&free, &total);
    });
    during("malloc in another thread", [&] {
      cudaError_t code = cudaSuccess;
      std::thread([&] { code = cudaMalloc(&p, 64); }).join();
      return code;
    });
    cudaStreamBeginCapture(stream, mode);
    cudaError_t code = cudaSuccess;
    std::thread([&] { code = cudaStreamEndCapture(stream, &graph); }).join();
    says("end in another thread", code);
    value("status", statusOf(stream));
    says("end", cudaStreamEndCapture(stream, &graph));
  }
  cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed);
  store<<<1, 1>>>(data, 1);
  says("default stream beside a blocking capture", cudaGetLastError());
  value("status", statusOf(blocking));
  says("end", cudaStreamEndCapture(blocking, &graph));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  says("exchange", cudaThreadExchangeStreamCaptureMode(&mode));
  value("mode", mode);
  says("exchange back", cudaThreadExchangeStreamCaptureMode(&mode));
  value("mode", mode);
}
