// The headers of src/cudart/include against what the simulator's runtime goes by: names, values, layouts, calls.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "cudart/abi.h"

namespace ours = gpusim::abi;

namespace {

#define SAME_VALUE(name) CHECK(static_cast<int>(::name) == static_cast<int>(ours::name))
#define SAME_SIZE(type) CHECK(sizeof(::type) == sizeof(ours::type))
#define SAME_OFFSET(type, field) CHECK(offsetof(::type, field) == offsetof(ours::type, field))

std::string textOf(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("headers: structures are laid out as the runtime reads them") {
  SAME_SIZE(cudaPointerAttributes);
  SAME_OFFSET(cudaPointerAttributes, devicePointer);
  SAME_SIZE(cudaFuncAttributes);
  SAME_OFFSET(cudaFuncAttributes, numRegs);
  SAME_OFFSET(cudaFuncAttributes, preferredShmemCarveout);
  SAME_SIZE(cudaMemcpy3DParms);
  SAME_OFFSET(cudaMemcpy3DParms, extent);
  SAME_OFFSET(cudaMemcpy3DParms, kind);
  SAME_SIZE(cudaMemLocation);
  SAME_OFFSET(cudaMemLocation, id);
  SAME_SIZE(cudaPitchedPtr);
  SAME_SIZE(cudaExtent);
  CHECK(sizeof(::dim3) == sizeof(ours::dim3));
  CHECK(sizeof(::cudaDeviceProp) == 1008);
}

TEST_CASE("headers: enumerators have the runtime's values") {
  SAME_VALUE(cudaErrorInvalidValue);
  SAME_VALUE(cudaErrorUnknown);
  SAME_VALUE(cudaMemcpyDefault);
  SAME_VALUE(cudaMemoryTypeManaged);
  SAME_VALUE(cudaFuncAttributeMaxDynamicSharedMemorySize);
  SAME_VALUE(cudaFuncAttributePreferredSharedMemoryCarveout);
  SAME_VALUE(cudaLimitMallocHeapSize);
  SAME_VALUE(cudaLimitPersistingL2CacheSize);
  SAME_VALUE(cudaMemLocationTypeDevice);
  SAME_VALUE(cudaMemLocationTypeHost);
  SAME_VALUE(cudaMemPoolAttrReleaseThreshold);
  SAME_VALUE(cudaMemPoolAttrUsedMemHigh);
  CHECK(cudaStreamNonBlocking == ours::streamNonBlocking);
  CHECK(cudaEventDisableTiming == ours::eventDisableTiming);
  CHECK(cudaMemAttachSingle == ours::memAttachSingle);
  CHECK(CUDART_VERSION == ours::runtimeVersion);
}

TEST_CASE("headers: the runtime has every function that they declare") {
  const std::string text = textOf(PROJECT_ROOT "/src/cudart/include/cuda_runtime_api.h");
  void* const library = dlopen(BUILD_FOLDER "/lib/libcudart.so.13", RTLD_LAZY | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  const std::regex declaration("(?:cudaError_t|const char\\*) (_*cuda[A-Za-z0-9]+)\\(");
  unsigned declared = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at, ++declared) {
    CAPTURE((*at)[1].str());
    CHECK(dlsym(library, (*at)[1].str().c_str()) != nullptr);
  }
  CHECK(declared > 90);
}
