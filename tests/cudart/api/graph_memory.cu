// What graphs hold of the device's memory, and streams that are destroyed while they take part in a capture.
#include <cstdint>

#include "report.h"

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

void account(const char* when) {
  std::uint64_t values[4] = {};
  for (int attribute = 0; attribute < 4; ++attribute)
    cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(attribute), &values[attribute]);
  std::printf("%s: used %d MiB, at most %d; reserved %d MiB, at most %d\n", when,
              static_cast<int>(values[0] / mebibyte), static_cast<int>(values[1] / mebibyte),
              static_cast<int>(values[2] / mebibyte), static_cast<int>(values[3] / mebibyte));
}

/// A graph that allocates 64 MiB and, if asked, frees it; its memory in `pointer`.
cudaGraphExec_t graphWithMemory(bool frees, void*& pointer) {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams parameters{};
  parameters.bytesize = 64 * mebibyte;
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraphNode_t allocation = nullptr, release = nullptr;
  cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &parameters);
  if (frees) cudaGraphAddMemFreeNode(&release, graph, &allocation, 1, parameters.dptr);
  pointer = parameters.dptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  return exec;
}

}  // namespace

void graphMemoryScene() {
  std::uint64_t number = 1;
  says("no such attribute", cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(4), &number));
  says("no such device", cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemCurrent, &number));
  says("no place", cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, nullptr));
  number = 0;
  says("set what is used", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &number));
  account("at first");
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  void *freed = nullptr, *kept = nullptr;
  cudaGraphExec_t frees = graphWithMemory(true, freed), keeps = graphWithMemory(false, kept);
  account("instantiated");
  says("launch", cudaGraphLaunch(frees, stream));
  says("wait", cudaStreamSynchronize(stream));
  account("launched");
  says("launch again", cudaGraphLaunch(frees, stream));
  says("wait", cudaStreamSynchronize(stream));
  account("launched again");
  says("trim", cudaDeviceGraphMemTrim(0));
  account("trimmed");
  says("launch what keeps", cudaGraphLaunch(keeps, stream));
  says("wait", cudaStreamSynchronize(stream));
  says("trim", cudaDeviceGraphMemTrim(0));
  account("trimmed, kept");
  says("launch it again", cudaGraphLaunch(keeps, stream));
  says("free", cudaFree(kept));
  account("freed");
  says("trim", cudaDeviceGraphMemTrim(0));
  account("trimmed, freed");
  says("set the mark back", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &number));
  says("and the other", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &number));
  account("set back");
  number = 5;
  says("set the mark to 5", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &number));
  says("trim no device", cudaDeviceGraphMemTrim(99));
}

void captureLeaveScene() {
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 64);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  // Destroyed after it was led back; before, with its last event waited for later; and never led back.
  for (const int when : {0, 1, 2}) {
    std::printf("case %d\n", when);
    cudaStream_t other = nullptr;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaGraph_t graph = nullptr;
    says("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    store<<<1, 1, 0, other>>>(data, 1);
    cudaEventRecord(join, other);
    if (when == 0) says("join", cudaStreamWaitEvent(stream, join, 0));
    says("destroy the other", cudaStreamDestroy(other));
    if (when == 1) says("join", cudaStreamWaitEvent(stream, join, 0));
    says("end", cudaStreamEndCapture(stream, &graph));
    value("there is a graph", graph != nullptr);
  }
  says("synchronize", cudaDeviceSynchronize());
}
