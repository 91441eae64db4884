// Managed memory's hints, and allocation in stream order.
#include "report.h"

namespace {

const cudaMemLocation onDevice{cudaMemLocationTypeDevice, 0};
const cudaMemLocation onHost{cudaMemLocationTypeHost, 0};

}  // namespace

void managedScene() {
  char *managed = nullptr, *device = nullptr;
  int answer = -9;
  constexpr size_t bytes = 4 << 20;
  cudaMallocManaged(reinterpret_cast<void**>(&managed), bytes);
  cudaMalloc(reinterpret_cast<void**>(&device), bytes);
  says("prefetch", cudaMemPrefetchAsync(managed, bytes, onDevice, 0));
  says("prefetch to the host", cudaMemPrefetchAsync(managed, bytes, onHost, 0));
  says("prefetch to device 99", cudaMemPrefetchAsync(managed, bytes, {cudaMemLocationTypeDevice, 99}, 0));
  says("prefetch nowhere", cudaMemPrefetchAsync(managed, bytes, {cudaMemLocationTypeInvalid, 0}, 0));
  says("prefetch flag 1", cudaMemPrefetchAsync(managed, bytes, onDevice, 1));
  says("prefetch 0 bytes", cudaMemPrefetchAsync(managed, 0, onDevice, 0));
  says("prefetch null", cudaMemPrefetchAsync(nullptr, bytes, onDevice, 0));
  says("prefetch device memory", cudaMemPrefetchAsync(device, bytes, onDevice, 0));
  says("prefetch past the end", cudaMemPrefetchAsync(managed, bytes * 2, onDevice, 0));
  says("advise read mostly", cudaMemAdvise(managed, bytes, cudaMemAdviseSetReadMostly, onDevice));
  says("advise preferred location", cudaMemAdvise(managed, bytes, cudaMemAdviseSetPreferredLocation, onDevice));
  says("advise accessed by", cudaMemAdvise(managed, bytes, cudaMemAdviseSetAccessedBy, onHost));
  says("advise 77", cudaMemAdvise(managed, bytes, static_cast<cudaMemoryAdvise>(77), onDevice));
  says("advise on device memory", cudaMemAdvise(device, bytes, cudaMemAdviseSetReadMostly, onDevice));
  says("advise 0 bytes", cudaMemAdvise(managed, 0, cudaMemAdviseSetReadMostly, onDevice));
  const auto attribute = [&](const char* what, cudaMemRangeAttribute which, const void* pointer, size_t size) {
    answer = -9;
    if (says(what, cudaMemRangeGetAttribute(&answer, size, which, pointer, bytes)) == cudaSuccess)
      value("it is", answer);
  };
  attribute("range read mostly", cudaMemRangeAttributeReadMostly, managed, 4);
  attribute("range preferred location", cudaMemRangeAttributePreferredLocation, managed, 4);
  attribute("range accessed by", cudaMemRangeAttributeAccessedBy, managed, 4);
  attribute("range last prefetch", cudaMemRangeAttributeLastPrefetchLocation, managed, 4);
  attribute("range 3 bytes", cudaMemRangeAttributeReadMostly, managed, 3);
  attribute("range of device memory", cudaMemRangeAttributeReadMostly, device, 4);
  attribute("range of attribute 99", static_cast<cudaMemRangeAttribute>(99), managed, 4);
  says("range into null", cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, managed, bytes));
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  says("attach global", cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
  says("attach single", cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle));
  says("attach half", cudaStreamAttachMemAsync(stream, managed, bytes / 2, cudaMemAttachSingle));
  says("synchronize", cudaDeviceSynchronize());
}

namespace {

unsigned long long attributeOf(cudaMemPool_t pool, cudaMemPoolAttr which) {
  unsigned long long answer = 99;
  cudaMemPoolGetAttribute(pool, which, &answer);
  return answer;
}

void flagOf(const char* what, cudaMemPool_t pool, cudaMemPoolAttr which) {
  int answer = 99;
  says(what, cudaMemPoolGetAttribute(pool, which, &answer));
  value("it is", answer);
}

}  // namespace

void poolsScene() {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  void *p = nullptr, *q = nullptr;
  cudaMemPool_t pool = nullptr, mine = nullptr;
  says("default pool", cudaDeviceGetDefaultMemPool(&pool, 0));
  says("default pool of device 99", cudaDeviceGetDefaultMemPool(&pool, 99));
  says("default pool into null", cudaDeviceGetDefaultMemPool(nullptr, 0));
  says("current pool", cudaDeviceGetMemPool(&mine, 0));
  value("is the default one", pool == mine);
  flagOf("follows event dependencies", pool, cudaMemPoolReuseFollowEventDependencies);
  flagOf("opportunistic", pool, cudaMemPoolReuseAllowOpportunistic);
  flagOf("internal dependencies", pool, cudaMemPoolReuseAllowInternalDependencies);
  value("threshold", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrReleaseThreshold)));
  says("malloc async into null", cudaMallocAsync(static_cast<void**>(nullptr), 4, stream));
  says("malloc async of 0 bytes", cudaMallocAsync(&p, 0, stream));
  value("its pointer is null", p == nullptr);
  says("malloc async of 2^60 bytes", cudaMallocAsync(&p, size_t{1} << 60, stream));
  says("malloc async", cudaMallocAsync(&p, 4096, stream));
  value("used", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrUsedMemCurrent)));
  value("reserved", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrReservedMemCurrent)));
  says("set async", cudaMemsetAsync(p, 1, 4096, stream));
  says("free async in the middle", cudaFreeAsync(static_cast<char*>(p) + 64, stream));
  says("free async", cudaFreeAsync(p, stream));
  says("free async twice", cudaFreeAsync(p, stream));
  says("free async null", cudaFreeAsync(nullptr, stream));
  says("stream synchronize", cudaStreamSynchronize(stream));
  value("used", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrUsedMemCurrent)));
  value("used at most", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrUsedMemHigh)));
  unsigned long long threshold = 1 << 20;
  says("set threshold", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  value("threshold", static_cast<long long>(attributeOf(pool, cudaMemPoolAttrReleaseThreshold)));
  threshold = 0;
  says("reset the high mark", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &threshold));
  threshold = 5;
  says("set the high mark to 5", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &threshold));
  says("set what is used", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &threshold));
  says("set attribute 99", cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &threshold));
  says("attribute 99", cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &threshold));
  says("attribute into null", cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, nullptr));
  says("trim", cudaMemPoolTrimTo(pool, 0));
  says("trim null", cudaMemPoolTrimTo(nullptr, 0));
  says("destroy the default pool", cudaMemPoolDestroy(pool));
  says("destroy null", cudaMemPoolDestroy(nullptr));
  cudaMemPoolProps properties{};
  says("create without properties", cudaMemPoolCreate(&mine, nullptr));
  says("create of no type", cudaMemPoolCreate(&mine, &properties));
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 99};
  says("create on device 99", cudaMemPoolCreate(&mine, &properties));
  properties.location = onDevice;
  says("create", cudaMemPoolCreate(&mine, &properties));
  says("malloc from pool", cudaMallocFromPoolAsync(&p, 1000, mine, stream));
  value("used", static_cast<long long>(attributeOf(mine, cudaMemPoolAttrUsedMemCurrent)));
  says("malloc from pool null", cudaMallocFromPoolAsync(&q, 1000, nullptr, stream));
  cudaMemAccessDesc access{onDevice, cudaMemAccessFlagsProtNone};
  says("take the own device's access", cudaMemPoolSetAccess(mine, &access, 1));
  access.flags = cudaMemAccessFlagsProtReadWrite;
  says("give the own device access", cudaMemPoolSetAccess(mine, &access, 1));
  access.location.id = 99;
  says("give device 99 access", cudaMemPoolSetAccess(mine, &access, 1));
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  cudaMemLocation location = onDevice;
  says("access", cudaMemPoolGetAccess(&flags, mine, &location));
  value("it is", flags);
  says("use it", cudaDeviceSetMemPool(0, mine));
  says("use null", cudaDeviceSetMemPool(0, nullptr));
  says("malloc async", cudaMallocAsync(&q, 100, stream));
  value("used", static_cast<long long>(attributeOf(mine, cudaMemPoolAttrUsedMemCurrent)));
  says("free of an async allocation", cudaFree(q));
  value("used", static_cast<long long>(attributeOf(mine, cudaMemPoolAttrUsedMemCurrent)));
  says("destroy while used", cudaMemPoolDestroy(mine));
  says("current pool", cudaDeviceGetMemPool(&mine, 0));
  value("is the default one", pool == mine);
  says("free async", cudaFreeAsync(p, stream));
  says("free async of plain memory", (cudaMalloc(&q, 64), cudaFreeAsync(q, stream)));
  says("synchronize", cudaDeviceSynchronize());
}
