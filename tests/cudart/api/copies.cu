// Copies and fills, and the variables they reach by name.
#include <cstdlib>
#include <vector>

#include "report.h"

__device__ int number = 7;
__constant__ float table[4];

namespace {
int plain = 3;
}

void copyScene() {
  constexpr size_t bytes = 4096;
  std::vector<char> a(bytes), b(bytes);
  char *device = nullptr, *other = nullptr, *managed = nullptr, *pinned = nullptr, *large = nullptr;
  constexpr size_t largeBytes = size_t{32} << 20;
  cudaMalloc(reinterpret_cast<void**>(&device), bytes);
  cudaMalloc(reinterpret_cast<void**>(&other), bytes);
  cudaMalloc(reinterpret_cast<void**>(&large), largeBytes);
  cudaMallocManaged(reinterpret_cast<void**>(&managed), bytes);
  cudaMallocHost(reinterpret_cast<void**>(&pinned), bytes);
  says("set", cudaMemset(device, 0, bytes));
  says("set host memory", cudaMemset(a.data(), 0, bytes));
  says("set pinned memory", cudaMemset(pinned, 1, bytes));
  value("it holds", pinned[5]);
  says("set null", cudaMemset(nullptr, 0, bytes));
  says("set 0 bytes of null", cudaMemset(nullptr, 0, 0));
  says("set past the end", cudaMemset(large, 0, largeBytes + (size_t{8} << 20)));
  says("to the device", cudaMemcpy(device, a.data(), bytes, cudaMemcpyHostToDevice));
  says("kind 5", cudaMemcpy(device, a.data(), bytes, static_cast<cudaMemcpyKind>(5)));
  says("kind -1", cudaMemcpy(device, a.data(), bytes, static_cast<cudaMemcpyKind>(-1)));
  says("kind 5, 0 bytes", cudaMemcpy(device, a.data(), 0, static_cast<cudaMemcpyKind>(5)));
  says("0 bytes of null", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  says("to null", cudaMemcpy(nullptr, a.data(), bytes, cudaMemcpyHostToDevice));
  says("from null", cudaMemcpy(device, nullptr, bytes, cudaMemcpyHostToDevice));
  says("default, from null", cudaMemcpy(device, nullptr, bytes, cudaMemcpyDefault));
  says("to the device, host to host", cudaMemcpy(a.data(), b.data(), bytes, cudaMemcpyHostToDevice));
  says("to the host, host to host", cudaMemcpy(a.data(), b.data(), bytes, cudaMemcpyDeviceToHost));
  says("on the device, host to host", cudaMemcpy(a.data(), b.data(), bytes, cudaMemcpyDeviceToDevice));
  says("host to host, host to device", cudaMemcpy(device, b.data(), bytes, cudaMemcpyHostToHost));
  says("host to host", cudaMemcpy(a.data(), b.data(), bytes, cudaMemcpyHostToHost));
  says("to the host, host to device", cudaMemcpy(device, b.data(), bytes, cudaMemcpyDeviceToHost));
  says("to the device, device to host", cudaMemcpy(a.data(), device, bytes, cudaMemcpyHostToDevice));
  says("to the device, device to device", cudaMemcpy(other, device, bytes, cudaMemcpyHostToDevice));
  says("to the host, device to device", cudaMemcpy(other, device, bytes, cudaMemcpyDeviceToHost));
  says("on the device, host to device", cudaMemcpy(device, a.data(), bytes, cudaMemcpyDeviceToDevice));
  says("default, device to host", cudaMemcpy(a.data(), device, bytes, cudaMemcpyDefault));
  says("default, host to host", cudaMemcpy(a.data(), b.data(), bytes, cudaMemcpyDefault));
  says("to managed, to the device", cudaMemcpy(managed, a.data(), bytes, cudaMemcpyHostToDevice));
  says("to managed, host to host", cudaMemcpy(managed, a.data(), bytes, cudaMemcpyHostToHost));
  says("to pinned, to the device", cudaMemcpy(pinned, a.data(), bytes, cudaMemcpyHostToDevice));
  says("to pinned, on the device", cudaMemcpy(pinned, device, bytes, cudaMemcpyDeviceToDevice));
  says("past the end, 8 MiB", cudaMemcpy(large, large, largeBytes + (size_t{8} << 20), cudaMemcpyDeviceToDevice));
  says("overlapping on the device", cudaMemcpy(device + 64, device, 1024, cudaMemcpyDeviceToDevice));
  says("async to the host", cudaMemcpyAsync(a.data(), device, bytes, cudaMemcpyDeviceToHost, nullptr));
  says("async, kind 9", cudaMemcpyAsync(a.data(), device, bytes, static_cast<cudaMemcpyKind>(9), nullptr));
  says("synchronize", cudaDeviceSynchronize());
  cudaFree(other);
  says("of freed memory", cudaMemcpy(device, other, bytes, cudaMemcpyDeviceToDevice));
}

void copyRowsScene() {
  std::vector<char> host(64 * 64);
  char* device = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(reinterpret_cast<void**>(&device), &pitch, 64, 64);
  says("2D", cudaMemcpy2D(device, pitch, host.data(), 64, 64, 64, cudaMemcpyHostToDevice));
  says("2D, pitch below width", cudaMemcpy2D(device, 32, host.data(), 64, 64, 64, cudaMemcpyHostToDevice));
  says("2D, source pitch below width", cudaMemcpy2D(device, pitch, host.data(), 32, 64, 64, cudaMemcpyHostToDevice));
  says("2D, pitch below width, one row", cudaMemcpy2D(device, 32, host.data(), 64, 64, 1, cudaMemcpyHostToDevice));
  says("2D, width 0", cudaMemcpy2D(device, pitch, host.data(), 64, 0, 64, cudaMemcpyHostToDevice));
  says("2D, height 0", cudaMemcpy2D(device, pitch, host.data(), 64, 64, 0, cudaMemcpyHostToDevice));
  says("2D, to null", cudaMemcpy2D(nullptr, pitch, host.data(), 64, 64, 64, cudaMemcpyHostToDevice));
  says("2D, wrong way", cudaMemcpy2D(device, pitch, host.data(), 64, 64, 64, cudaMemcpyDeviceToHost));
  says("2D, kind 7", cudaMemcpy2D(device, pitch, host.data(), 64, 64, 64, static_cast<cudaMemcpyKind>(7)));
  says("2D, pitch 2^40", cudaMemcpy2D(device, size_t{1} << 40, host.data(), 64, 64, 2, cudaMemcpyHostToDevice));
  says("2D async", cudaMemcpy2DAsync(host.data(), 64, device, pitch, 64, 64, cudaMemcpyDeviceToHost, nullptr));
  says("set 2D", cudaMemset2D(device, pitch, 1, 64, 64));
  says("set 2D, pitch below width", cudaMemset2D(device, 32, 1, 64, 64));
  says("set 2D, width 0", cudaMemset2D(device, pitch, 1, 0, 64));
  says("set 2D, host memory", cudaMemset2D(host.data(), 64, 1, 64, 64));
  says("set 2D async", cudaMemset2DAsync(device, pitch, 1, 64, 64, nullptr));
  says("synchronize", cudaDeviceSynchronize());
}

void copyVolumeScene() {
  const cudaExtent extent = make_cudaExtent(32, 8, 4);
  std::vector<char> host(32 * 8 * 4);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<char>(i % 101);
  cudaPitchedPtr volume{};
  cudaMalloc3D(&volume, extent);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(host.data(), 32, 32, 8);
  p.dstPtr = volume;
  p.extent = extent;
  p.kind = cudaMemcpyHostToDevice;
  says("3D", cudaMemcpy3D(&p));
  says("3D null", cudaMemcpy3D(nullptr));
  cudaMemcpy3DParms q = p;
  q.dstPtr.ptr = nullptr;
  says("3D without destination", cudaMemcpy3D(&q));
  q = p;
  q.srcPtr.ptr = nullptr;
  says("3D without source", cudaMemcpy3D(&q));
  q = p;
  q.extent.depth = 0;
  says("3D of depth 0", cudaMemcpy3D(&q));
  q = p;
  q.extent.width = 33;
  says("3D wider than the source's pitch", cudaMemcpy3D(&q));
  q = p;
  q.kind = cudaMemcpyDeviceToHost;
  says("3D wrong way", cudaMemcpy3D(&q));
  q = p;
  q.kind = static_cast<cudaMemcpyKind>(9);
  says("3D kind 9", cudaMemcpy3D(&q));
  q = p;
  q.srcPtr.ysize = 2;
  says("3D taller than the source's ysize", cudaMemcpy3D(&q));
  q = p;
  q.srcPos = make_cudaPos(8, 2, 1);
  q.dstPos = make_cudaPos(4, 1, 2);
  q.extent = make_cudaExtent(16, 4, 2);
  says("3D of a part", cudaMemcpy3D(&q));
  std::vector<char> back(host.size());
  q = p;
  q.srcPtr = volume;
  q.dstPtr = make_cudaPitchedPtr(back.data(), 32, 32, 8);
  q.kind = cudaMemcpyDefault;
  says("3D back", cudaMemcpy3D(&q));
  value("untouched", back[32 * 8 * 1 + 33] == host[32 * 8 * 1 + 33]);
  value("moved", back[32 * (8 * 2 + 1) + 4] == host[32 * (8 * 1 + 2) + 8]);
  says("3D async", cudaMemcpy3DAsync(&q, nullptr));
  says("set 3D", cudaMemset3D(volume, 5, extent));
  says("set 3D wider than the pitch", cudaMemset3D(volume, 5, make_cudaExtent(volume.pitch + 1, 8, 4)));
  says("set 3D of depth 0", cudaMemset3D(volume, 5, make_cudaExtent(32, 8, 0)));
  says("set 3D of null", cudaMemset3D(make_cudaPitchedPtr(nullptr, 512, 32, 8), 5, extent));
  says("set 3D async", cudaMemset3DAsync(volume, 5, extent, nullptr));
  says("synchronize", cudaDeviceSynchronize());
}

void symbolsScene() {
  int read = 0;
  void* address = nullptr;
  size_t bytes = 0;
  says("from a symbol", cudaMemcpyFromSymbol(&read, number, sizeof(int)));
  value("it holds", read);
  says("to a symbol", cudaMemcpyToSymbol(table, &read, 4, 8));
  says("past its end", cudaMemcpyToSymbol(table, &read, 4, 16));
  says("more than it has", cudaMemcpyToSymbol(table, &read, 20));
  says("of a host variable", cudaMemcpyToSymbol(plain, &read, 4));
  says("of null", cudaMemcpyToSymbol(static_cast<const void*>(nullptr), &read, 4));
  says("wrong way", cudaMemcpyToSymbol(number, &read, 4, 0, cudaMemcpyDeviceToHost));
  says("from null", cudaMemcpyToSymbol(number, nullptr, 4));
  says("0 bytes", cudaMemcpyToSymbol(number, &read, 0));
  says("address", cudaGetSymbolAddress(&address, number));
  value("address is null", address == nullptr);
  says("address of a host variable", cudaGetSymbolAddress(&address, plain));
  says("size", cudaGetSymbolSize(&bytes, table));
  value("size", static_cast<long long>(bytes));
  says("size of a host variable", cudaGetSymbolSize(&bytes, plain));
  says("async", cudaMemcpyFromSymbolAsync(&read, number, 4, 0, cudaMemcpyDeviceToHost, nullptr));
  says("synchronize", cudaDeviceSynchronize());
}
