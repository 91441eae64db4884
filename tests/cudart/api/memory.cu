// Allocation, release, registration, and what a pointer is.
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

#include "report.h"

void allocateScene() {
  void* p = nullptr;
  says("malloc into null", cudaMalloc(static_cast<void**>(nullptr), 4));
  says("malloc of 0 bytes", cudaMalloc(&p, 0));
  value("its pointer is null", p == nullptr);
  says("malloc of 2^60 bytes", cudaMalloc(&p, size_t{1} << 60));
  says("malloc of 100 bytes", cudaMalloc(&p, 100));
  value("aligned to 256", reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
  says("host malloc into null", cudaMallocHost(static_cast<void**>(nullptr), 4));
  says("host malloc of 0 bytes", cudaMallocHost(&p, 0));
  value("its pointer is null", p == nullptr);
  says("host alloc portable mapped write-combined", cudaHostAlloc(&p, 64, 7));
  says("host alloc flag 8", cudaHostAlloc(&p, 64, 8));
  says("host alloc flag 64", cudaHostAlloc(&p, 64, 64));
  says("managed into null", cudaMallocManaged(static_cast<void**>(nullptr), 4));
  says("managed of 0 bytes", cudaMallocManaged(&p, 0));
  says("managed without flags", cudaMallocManaged(&p, 4, 0));
  says("managed single", cudaMallocManaged(&p, 4, cudaMemAttachSingle));
  says("managed for the host", cudaMallocManaged(&p, 4, cudaMemAttachHost));
  size_t pitch = 7;
  says("pitch into null", cudaMallocPitch(&p, nullptr, 100, 10));
  says("pitch of 100 x 10", cudaMallocPitch(&p, &pitch, 100, 10));
  value("pitch", static_cast<long long>(pitch));
  says("pitch of 513 x 3", cudaMallocPitch(&p, &pitch, 513, 3));
  value("pitch", static_cast<long long>(pitch));
  says("pitch of 0 x 10", cudaMallocPitch(&p, &pitch, 0, 10));
  says("pitch of 10 x 0", cudaMallocPitch(&p, &pitch, 10, 0));
  cudaPitchedPtr volume{};
  says("3D into null", cudaMalloc3D(nullptr, make_cudaExtent(10, 10, 10)));
  says("3D of 100 x 10 x 3", cudaMalloc3D(&volume, make_cudaExtent(100, 10, 3)));
  value("pitch", static_cast<long long>(volume.pitch));
  value("xsize", static_cast<long long>(volume.xsize));
  value("ysize", static_cast<long long>(volume.ysize));
  says("3D of 100 x 10 x 0", cudaMalloc3D(&volume, make_cudaExtent(100, 10, 0)));
  size_t freeBytes = 0, total = 0;
  says("memory info", cudaMemGetInfo(&freeBytes, &total));
  value("free is less than all", freeBytes <= total && freeBytes > 0);
  says("memory info, free only", cudaMemGetInfo(&freeBytes, nullptr));
  says("memory info, total only", cudaMemGetInfo(nullptr, &total));
}

void freeScene() {
  char* device = nullptr;
  void *pinned = nullptr, *managed = nullptr;
  int local = 0;
  cudaMalloc(reinterpret_cast<void**>(&device), 4096);
  cudaMallocHost(&pinned, 4096);
  cudaMallocManaged(&managed, 4096);
  says("free null", cudaFree(nullptr));
  says("free in the middle", cudaFree(device + 256));
  says("free of the stack", cudaFree(&local));
  says("free of pinned", cudaFree(pinned));
  says("free host again", cudaFreeHost(pinned));
  cudaMallocHost(&pinned, 4096);
  says("free host of device memory", cudaFreeHost(device));
  says("free host of the stack", cudaFreeHost(&local));
  says("free host null", cudaFreeHost(nullptr));
  says("free host", cudaFreeHost(pinned));
  says("free host twice", cudaFreeHost(pinned));
  says("free", cudaFree(device));
  says("free twice", cudaFree(device));
  says("free host of managed", cudaFreeHost(managed));
  says("free managed", cudaFree(managed));
}

void registerScene() {
  constexpr size_t bytes = 1 << 16;
  char* memory =
      static_cast<char*>(mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  void *pinned = nullptr, *device = nullptr, *twin = nullptr;
  unsigned flags = 99;
  cudaMallocHost(&pinned, 4096);
  cudaMalloc(&device, 4096);
  says("register null", cudaHostRegister(nullptr, 4096, cudaHostRegisterDefault));
  says("register 0 bytes", cudaHostRegister(memory, 0, cudaHostRegisterDefault));
  says("register flag 128", cudaHostRegister(memory, bytes, 128));
  says("device pointer before", cudaHostGetDevicePointer(&twin, memory, 0));
  says("flags before", cudaHostGetFlags(&flags, memory));
  says("unregister before", cudaHostUnregister(memory));
  says("register", cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
  says("register twice", cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
  says("register an overlap", cudaHostRegister(memory + 4096, bytes, cudaHostRegisterDefault));
  says("device pointer", cudaHostGetDevicePointer(&twin, memory, 0));
  value("is the host's", twin == memory);
  says("device pointer inside", cudaHostGetDevicePointer(&twin, memory + 100, 0));
  value("is the host's", twin == memory + 100);
  says("device pointer, flag 1", cudaHostGetDevicePointer(&twin, memory, 1));
  says("device pointer into null", cudaHostGetDevicePointer(nullptr, memory, 0));
  says("flags", cudaHostGetFlags(&flags, memory));
  value("flags", flags);
  store<<<1, 1>>>(reinterpret_cast<int*>(memory) + 5, 42);
  says("kernel writes registered memory", cudaDeviceSynchronize());
  value("it holds", reinterpret_cast<int*>(memory)[5]);
  cudaPointerAttributes attributes{};
  says("attributes", cudaPointerGetAttributes(&attributes, memory + 8));
  value("type", attributes.type);
  says("unregister in the middle", cudaHostUnregister(memory + 4096));
  says("unregister", cudaHostUnregister(memory));
  says("unregister twice", cudaHostUnregister(memory));
  says("register pinned memory", cudaHostRegister(pinned, 4096, cudaHostRegisterDefault));
  says("register device memory", cudaHostRegister(device, 4096, cudaHostRegisterDefault));
  says("unregister pinned memory", cudaHostUnregister(pinned));
  says("flags of pinned memory", cudaHostGetFlags(&flags, pinned));
  value("flags", flags);
  says("flags of device memory", cudaHostGetFlags(&flags, device));
  says("flags into null", cudaHostGetFlags(nullptr, pinned));
  says("device pointer of device memory", cudaHostGetDevicePointer(&twin, device, 0));
  says("register, not aligned to a page", cudaHostRegister(memory + 100, 1000, cudaHostRegisterMapped));
  says("flags inside it", cudaHostGetFlags(&flags, memory + 200));
  value("flags", flags);
  says("unregister it", cudaHostUnregister(memory + 100));
}

namespace {

void describe(const char* what, const void* pointer) {
  cudaPointerAttributes a{};
  a.device = -7;
  says(what, cudaPointerGetAttributes(&a, pointer));
  std::printf("  type %d device %d device pointer %s host pointer %s\n", a.type, a.device,
              a.devicePointer == nullptr   ? "null"
              : a.devicePointer == pointer ? "same"
                                           : "other",
              a.hostPointer == nullptr   ? "null"
              : a.hostPointer == pointer ? "same"
                                         : "other");
}

}  // namespace

void pointersScene() {
  char *device = nullptr, *pinned = nullptr, *managed = nullptr;
  int local = 0;
  cudaMalloc(reinterpret_cast<void**>(&device), 4096);
  cudaMallocHost(reinterpret_cast<void**>(&pinned), 4096);
  cudaMallocManaged(reinterpret_cast<void**>(&managed), 4096);
  says("attributes into null", cudaPointerGetAttributes(nullptr, device));
  describe("of null", nullptr);
  describe("of the stack", &local);
  describe("of device memory", device);
  describe("of its middle", device + 100);
  describe("of pinned memory", pinned);
  describe("of managed memory", managed);
  cudaFree(device);
  describe("of freed memory", device);
}
