#include "cudart/errors.h"

#include <doctest/doctest.h>

#include <string>

#include "cudart/runtime.h"

using namespace gpusim;
using namespace gpusim::abi;

TEST_CASE("names and texts are NVIDIA's") {
  CHECK(std::string(cudart::errorName(0)) == "cudaSuccess");
  CHECK(std::string(cudart::errorText(0)) == "no error");
  CHECK(std::string(cudart::errorName(1)) == "cudaErrorInvalidValue");
  CHECK(std::string(cudart::errorText(1)) == "invalid argument");
  CHECK(std::string(cudart::errorText(9)) == "invalid configuration argument");
  CHECK(std::string(cudart::errorText(209)) == "no kernel image is available for execution on the device");
  CHECK(std::string(cudart::errorText(700)) == "an illegal memory access was encountered");
  CHECK(std::string(cudart::errorText(701)) == "too many resources requested for launch");
  CHECK(std::string(cudart::errorName(999)) == "cudaErrorUnknown");
  CHECK(std::string(cudart::errorName(4711)) == "unrecognized error code");
  CHECK(std::string(cudart::errorText(-1)) == "unrecognized error code");
}

TEST_CASE("the simulator's errors map to the card's codes") {
  CHECK(cudart::toCudaError(ErrorCode::invalidConfiguration) == 9);
  CHECK(cudart::toCudaError(ErrorCode::invalidValue) == 1);
  CHECK(cudart::toCudaError(ErrorCode::outOfMemory) == 2);
  CHECK(cudart::toCudaError(ErrorCode::launchOutOfResources) == 701);
  CHECK(cudart::toCudaError(ErrorCode::illegalAddress) == 700);
  CHECK(cudart::toCudaError(ErrorCode::misalignedAddress) == 716);
  CHECK(cudart::toCudaError(ErrorCode::assertFailed) == 710);
  CHECK(cudart::toCudaError(ErrorCode::trapped) == 719);
  CHECK(cudart::toCudaError(ErrorCode::launchTimeout) == 702);
}

TEST_CASE("a refused call is remembered once; after a fault every call fails, and each failure is remembered once") {
  cudart::Runtime runtime{cudart::Settings{}};
  runtime.programTakesFindings = true;  // keeps the fault off this test's stderr
  runtime.record(runtime.refuse(cudaErrorInvalidConfiguration, "1,025 threads"));
  CHECK(runtime.peekAtLastError() == cudaErrorInvalidConfiguration);
  CHECK(runtime.takeLastError() == cudaErrorInvalidConfiguration);
  CHECK(runtime.takeLastError() == cudaSuccess);
  CHECK(runtime.ready() == cudaSuccess);

  cudart::Context& context = runtime.current();
  runtime.fault(context, cudaErrorIllegalAddress, "out of bounds");
  runtime.fault(context, cudaErrorAssert, "later");
  CHECK(runtime.record(runtime.ready()) == cudaErrorIllegalAddress);
  CHECK(runtime.takeLastError() == cudaErrorIllegalAddress);
  CHECK(runtime.takeLastError() == cudaSuccess);  // as an H200 answers (tests/cudart/data/api_h200.txt)
  CHECK(runtime.record(runtime.ready()) == cudaErrorIllegalAddress);
  CHECK(runtime.lastMessage() == "out of bounds");
}

TEST_CASE("work behind a fault is skipped") {
  cudart::Runtime runtime{cudart::Settings{}};
  runtime.programTakesFindings = true;
  REQUIRE(runtime.ready() == cudaSuccess);
  struct State {
    cudart::Runtime& runtime;
    int ran = 0;
  } state{runtime};
  cudart::Stream& stream = runtime.scheduler.legacy();
  const auto faults = [](void* data) {
    auto& seen = *static_cast<State*>(data);
    ++seen.ran;
    seen.runtime.fault(seen.runtime.current(), cudaErrorMisalignedAddress, "misaligned");
  };
  for (int i = 0; i < 2; ++i) {
    CHECK(runtime.enqueue(stream, cudart::HostWork{&runtime.current(), faults, &state}) == cudaSuccess);
  }
  CHECK(runtime.waitForAll() == cudaErrorMisalignedAddress);
  CHECK(state.ran == 1);
  // The process's other devices share the fault.
  cudart::Settings two;
  two.devices = {"t4", "l4"};
  cudart::Runtime pair{two};
  pair.programTakesFindings = true;
  REQUIRE(pair.ready() == cudaSuccess);
  pair.fault(*pair.context(1), cudaErrorAssert, "there");
  CHECK(pair.ready() == cudaErrorAssert);
  CHECK(pair.context(2) == nullptr);
}

TEST_CASE("a card that does not exist means no device") {
  cudart::Settings settings;
  settings.card = "voodoo2";
  cudart::Runtime runtime{settings};
  CHECK(runtime.ready() == cudaErrorNoDevice);
  CHECK(runtime.card() == nullptr);
}
