// Streams, events and what they are asked.
#include <cstring>

#include "report.h"

namespace {

void CUDART_CB bump(void* data) { ++*static_cast<int*>(data); }
void CUDART_CB called(cudaStream_t, cudaError_t code, void* data) { *static_cast<int*>(data) = code; }

}  // namespace

void streamsScene() {
  cudaStream_t stream = nullptr, other = nullptr;
  int number = 0, least = 9, greatest = 9, device = -1;
  unsigned flags = 9;
  says("create into null", cudaStreamCreate(nullptr));
  says("create", cudaStreamCreate(&stream));
  says("create flags 2", cudaStreamCreateWithFlags(&other, 2));
  says("create non-blocking", cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  says("its flags", cudaStreamGetFlags(other, &flags));
  value("flags", flags);
  says("priorities", cudaDeviceGetStreamPriorityRange(&least, &greatest));
  value("least", least);
  value("greatest", greatest);
  says("create of priority -2", cudaStreamCreateWithPriority(&other, 0, -2));
  says("its priority", cudaStreamGetPriority(other, &number));
  value("priority", number);
  says("create of priority 50", cudaStreamCreateWithPriority(&other, 0, 50));
  cudaStreamGetPriority(other, &number);
  value("priority", number);
  says("create of priority -50", cudaStreamCreateWithPriority(&other, 0, -50));
  cudaStreamGetPriority(other, &number);
  value("priority", number);
  says("priority into null", cudaStreamGetPriority(stream, nullptr));
  says("flags into null", cudaStreamGetFlags(stream, nullptr));
  says("flags of the default stream", cudaStreamGetFlags(nullptr, &flags));
  value("flags", flags);
  says("flags of the thread's stream", cudaStreamGetFlags(cudaStreamPerThread, &flags));
  value("flags", flags);
  says("device", cudaStreamGetDevice(stream, &device));
  value("device", device);
  unsigned long long id = 0, second = 0;
  says("id", cudaStreamGetId(stream, &id));
  cudaStreamGetId(other, &second);
  value("ids differ", id != second);
  says("query", cudaStreamQuery(stream));
  says("query the default stream", cudaStreamQuery(nullptr));
  says("synchronize", cudaStreamSynchronize(stream));
  says("synchronize the thread's", cudaStreamSynchronize(cudaStreamPerThread));
  says("wait for no event", cudaStreamWaitEvent(stream, nullptr, 0));
  number = 0;
  says("host function", cudaLaunchHostFunc(stream, bump, &number));
  says("host function null", cudaLaunchHostFunc(stream, nullptr, &number));
  cudaStreamSynchronize(stream);
  value("called", number);
  number = 77;
  says("callback", cudaStreamAddCallback(stream, called, &number, 0));
  says("callback null", cudaStreamAddCallback(stream, nullptr, &number, 0));
  says("callback flags 1", cudaStreamAddCallback(stream, called, &number, 1));
  cudaStreamSynchronize(stream);
  value("called with", number);
  cudaStreamAttrValue attribute{};
  says("synchronization policy", cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
  value("policy", attribute.syncPolicy);
  attribute.syncPolicy = cudaSyncPolicyYield;
  says("set it", cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
  std::memset(&attribute, 0, sizeof(attribute));
  cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute);
  value("policy", attribute.syncPolicy);
  says("copy attributes", cudaStreamCopyAttributes(other, stream));
  cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &attribute);
  value("policy", attribute.syncPolicy);
  says("priority attribute", cudaStreamGetAttribute(other, cudaLaunchAttributePriority, &attribute));
  value("priority", attribute.priority);
  says("attribute 99", cudaStreamGetAttribute(stream, static_cast<cudaStreamAttrID>(99), &attribute));
  says("destroy null", cudaStreamDestroy(nullptr));
  says("destroy the legacy stream", cudaStreamDestroy(cudaStreamLegacy));
  says("destroy the thread's stream", cudaStreamDestroy(cudaStreamPerThread));
  says("destroy", cudaStreamDestroy(stream));
  says("set memory in it", cudaDeviceSynchronize());
}

void eventsScene() {
  cudaEvent_t a = nullptr, b = nullptr, silent = nullptr, event = nullptr;
  cudaStream_t stream = nullptr;
  float time = -1;
  cudaStreamCreate(&stream);
  says("create into null", cudaEventCreate(nullptr));
  says("create", cudaEventCreate(&a));
  cudaEventCreate(&b);
  says("create without timing", cudaEventCreateWithFlags(&silent, cudaEventDisableTiming));
  says("create interprocess", cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  says("create interprocess without timing",
       cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  says("create flags 8", cudaEventCreateWithFlags(&event, 8));
  says("query unrecorded", cudaEventQuery(a));
  says("synchronize unrecorded", cudaEventSynchronize(a));
  says("elapsed unrecorded", cudaEventElapsedTime(&time, a, b));
  says("wait for an unrecorded one", cudaStreamWaitEvent(stream, a, 0));
  says("wait with flags 2", cudaStreamWaitEvent(stream, a, 2));
  says("record", cudaEventRecord(a, stream));
  says("record silent", cudaEventRecord(silent, stream));
  says("elapsed of one", cudaEventElapsedTime(&time, a, b));
  says("record with flags 2", cudaEventRecordWithFlags(b, stream, 2));
  says("record external", cudaEventRecordWithFlags(b, stream, cudaEventRecordExternal));
  says("record b", cudaEventRecord(b, stream));
  says("synchronize", cudaEventSynchronize(b));
  says("query", cudaEventQuery(b));
  says("elapsed", cudaEventElapsedTime(&time, a, b));
  value("is a time", time >= 0);
  says("elapsed into null", cudaEventElapsedTime(nullptr, a, b));
  says("elapsed silent", cudaEventElapsedTime(&time, a, silent));
  says("elapsed of itself", cudaEventElapsedTime(&time, a, a));
  value("is 0", time == 0);
  says("elapsed of null", cudaEventElapsedTime(&time, nullptr, a));
  says("record null", cudaEventRecord(nullptr, stream));
  says("query null", cudaEventQuery(nullptr));
  says("synchronize null", cudaEventSynchronize(nullptr));
  says("destroy null", cudaEventDestroy(nullptr));
  says("destroy", cudaEventDestroy(a));
}
