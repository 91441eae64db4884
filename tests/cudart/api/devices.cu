// Devices, errors and entry points.
#include <cstring>

#include "report.h"

void devicesScene() {
  int number = -5;
  says("count into null", cudaGetDeviceCount(nullptr));
  says("count", cudaGetDeviceCount(&number));
  const int count = number;
  says("device", cudaGetDevice(&number));
  value("device", number);
  says("device into null", cudaGetDevice(nullptr));
  says("set device -1", cudaSetDevice(-1));
  says("set device past the last", cudaSetDevice(count));
  says("set device 0", cudaSetDevice(0));
  says("initialise", cudaInitDevice(0, 0, 0));
  says("initialise past the last", cudaInitDevice(count, 0, 0));
  says("initialise, flags 99", cudaInitDevice(0, 99, 1));
  cudaDeviceProp properties{};
  says("properties", cudaGetDeviceProperties(&properties, 0));
  says("properties past the last", cudaGetDeviceProperties(&properties, count));
  says("properties into null", cudaGetDeviceProperties(nullptr, 0));
  says("attribute", cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  says("attribute 0", cudaDeviceGetAttribute(&number, static_cast<cudaDeviceAttr>(0), 0));
  says("attribute 9999", cudaDeviceGetAttribute(&number, static_cast<cudaDeviceAttr>(9999), 0));
  says("attribute past the last", cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, count));
  says("attribute into null", cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  char id[64] = "";
  says("bus id", cudaDeviceGetPCIBusId(id, sizeof(id), 0));
  value("its length", static_cast<long long>(std::strlen(id)));
  says("device of the bus id", cudaDeviceGetByPCIBusId(&number, id));
  value("device", number);
  says("bus id, 4 bytes", cudaDeviceGetPCIBusId(id, 4, 0));
  says("bus id into null", cudaDeviceGetPCIBusId(nullptr, 64, 0));
  says("bus id past the last", cudaDeviceGetPCIBusId(id, sizeof(id), count));
  says("device of nonsense", cudaDeviceGetByPCIBusId(&number, "nonsense"));
  says("device of an empty slot", cudaDeviceGetByPCIBusId(&number, "ffff:ff:1f.0"));
  says("device of null", cudaDeviceGetByPCIBusId(&number, nullptr));
  says("choose", cudaChooseDevice(&number, &properties));
  says("choose into null", cudaChooseDevice(nullptr, &properties));
  unsigned flags = 99;
  says("flags", cudaGetDeviceFlags(&flags));
  value("flags", flags);
  says("set flags blocking", cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  cudaGetDeviceFlags(&flags);
  value("flags", flags);
  says("set flags 1024", cudaSetDeviceFlags(1024));
  says("set flags yield and blocking", cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceScheduleBlockingSync));
  says("valid devices", cudaSetValidDevices(&number, 1));
  says("peer access to itself", cudaDeviceCanAccessPeer(&number, 0, 0));
  value("it can", number);
  says("peer access past the last", cudaDeviceCanAccessPeer(&number, 0, count));
  says("enable peer access to itself", cudaDeviceEnablePeerAccess(0, 0));
  says("enable peer access past the last", cudaDeviceEnablePeerAccess(count, 0));
  says("disable peer access to itself", cudaDeviceDisablePeerAccess(0));
  says("peer attribute of itself", cudaDeviceGetP2PAttribute(&number, cudaDevP2PAttrAccessSupported, 0, 0));
  says("driver version into null", cudaDriverGetVersion(nullptr));
  says("runtime version", cudaRuntimeGetVersion(&number));
  value("runtime", number);
  says("reset", cudaDeviceReset());
  says("reset again", cudaDeviceReset());
  says("malloc after it", cudaMalloc(reinterpret_cast<void**>(&flags), 0));
}

void attributesScene() {
  for (int attribute = 1; attribute <= 160; ++attribute) {
    int number = -77;
    const cudaError_t code = cudaDeviceGetAttribute(&number, static_cast<cudaDeviceAttr>(attribute), 0);
    std::printf("attribute %d: %s %d\n", attribute, cudaGetErrorName(code), number);
  }
  cudaDeviceProp p{};
  cudaGetDeviceProperties(&p, 0);
  std::printf("name %s\n", p.name);
  value("totalGlobalMem", static_cast<long long>(p.totalGlobalMem));
  value("memPitch", static_cast<long long>(p.memPitch));
  value("persistingL2CacheMaxSize", p.persistingL2CacheMaxSize);
  value("accessPolicyMaxWindowSize", p.accessPolicyMaxWindowSize);
  value("asyncEngineCount", p.asyncEngineCount);
  value("hostNativeAtomicSupported", p.hostNativeAtomicSupported);
  value("memoryPoolSupportedHandleTypes", p.memoryPoolSupportedHandleTypes);
  value("unifiedFunctionPointers", p.unifiedFunctionPointers);
  value("l2CacheSize", p.l2CacheSize);
}

void entryPointsScene() {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult result{};
  says("cuMemAlloc", cudaGetDriverEntryPointByVersion("cuMemAlloc", &entry, 12000, cudaEnableDefault, &result));
  says("cuNonsense", cudaGetDriverEntryPointByVersion("cuNonsense", &entry, 12000, cudaEnableDefault, &result));
  value("result", result);
  value("entry is null", entry == nullptr);
  cudaFunction_t function = nullptr;
  says("function of a symbol", cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(nothing)));
  says("function of null", cudaGetFuncBySymbol(&function, nullptr));
  cudaKernel_t kernel = nullptr;
  says("kernel", cudaGetKernel(&kernel, reinterpret_cast<const void*>(nothing)));
  says("kernel of null", cudaGetKernel(&kernel, nullptr));
  says("kernel into null", cudaGetKernel(nullptr, reinterpret_cast<const void*>(nothing)));
  cudaLibrary_t library = nullptr;
  const char text[] = "this is no device code";
  says("library of text", cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  says("library of null", cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  says("library of no file",
       cudaLibraryLoadFromFile(&library, "/nowhere.ptx", nullptr, nullptr, 0, nullptr, nullptr, 0));
  const char ptx[] =
      ".version 7.0\n.target sm_75\n.address_size 64\n.global .align 4 .u32 word = 5;\n"
      ".visible .entry first() { ret; }\n.visible .entry second(.param .u64 p) { ret; }\n";
  says("library", cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned kernels = 0;
  says("kernel count", cudaLibraryGetKernelCount(&kernels, library));
  value("kernels", kernels);
  says("its kernel", cudaLibraryGetKernel(&kernel, library, "second"));
  says("no kernel of it", cudaLibraryGetKernel(&kernel, library, "third"));
  says("kernel first", cudaLibraryGetKernel(&kernel, library, "first"));
  says("launch it", cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 32, nullptr, 0, nullptr));
  void* address = nullptr;
  size_t bytes = 0;
  says("its variable", cudaLibraryGetGlobal(&address, &bytes, library, "word"));
  value("bytes", static_cast<long long>(bytes));
  says("no variable of it", cudaLibraryGetGlobal(&address, &bytes, library, "nowhere"));
  int word = 0;
  says("read it", cudaMemcpy(&word, address, 4, cudaMemcpyDeviceToHost));
  value("it holds", word);
  says("managed of it", cudaLibraryGetManaged(&address, &bytes, library, "word"));
  says("unload", cudaLibraryUnload(library));
}

void errorsScene() {
  std::printf("%s / %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
  std::printf("%s / %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
              cudaGetErrorString(static_cast<cudaError_t>(12345)));
  std::printf("%s / %s\n", cudaGetErrorName(static_cast<cudaError_t>(-1)),
              cudaGetErrorString(static_cast<cudaError_t>(-1)));
  const auto code = [](const char* what, cudaError_t error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); };
  code("peek at first", cudaPeekAtLastError());
  void* p = nullptr;
  code("malloc of 2^60 bytes", cudaMalloc(&p, size_t{1} << 60));
  code("peek", cudaPeekAtLastError());
  code("a good call", cudaMalloc(&p, 4));
  code("peek after a good call", cudaPeekAtLastError());
  code("another bad call", cudaMemcpy(p, nullptr, 4, cudaMemcpyHostToDevice));
  code("get", cudaGetLastError());
  code("get again", cudaGetLastError());
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  nothing<<<1, 2000, 0, stream>>>();
  code("synchronize after a refused launch", cudaDeviceSynchronize());
  code("peek", cudaPeekAtLastError());
  nothing<<<1, 1, 0, stream>>>();
  code("peek after a good launch", cudaPeekAtLastError());
  code("get", cudaGetLastError());
  code("query while nothing runs", (cudaStreamSynchronize(stream), cudaStreamQuery(stream)));
  cudaEvent_t event = nullptr;
  float time = 0;
  cudaEventCreate(&event);
  code("elapsed unrecorded", cudaEventElapsedTime(&time, event, event));
  code("get", cudaGetLastError());
  code("set device 1000", cudaSetDevice(1000));
  code("get", cudaGetLastError());
  code("device count into null", cudaGetDeviceCount(nullptr));
  code("get", cudaGetLastError());
  code("stream create into null", cudaStreamCreate(nullptr));
  code("get", cudaGetLastError());
}
