#include "cudart/errors.h"

#include "cudart/runtime.h"

namespace gpusim::cudart {

using namespace abi;

cudaError_t toCudaError(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalidValue:
      return cudaErrorInvalidValue;
    case ErrorCode::outOfMemory:
      return cudaErrorMemoryAllocation;
    case ErrorCode::invalidConfiguration:
      return cudaErrorInvalidConfiguration;
    case ErrorCode::launchOutOfResources:
      return cudaErrorLaunchOutOfResources;
    case ErrorCode::illegalAddress:
      return cudaErrorIllegalAddress;
    case ErrorCode::misalignedAddress:
      return cudaErrorMisalignedAddress;
    case ErrorCode::assertFailed:
      return cudaErrorAssert;
    case ErrorCode::trapped:
      return cudaErrorLaunchFailure;
    case ErrorCode::stackOverflow:
      return cudaErrorIllegalAddress;  // what an H200 gives, driver 580
    case ErrorCode::invalidProgramCounter:
      return cudaErrorInvalidPc;
    case ErrorCode::cooperativeTooLarge:
      return cudaErrorCooperativeLaunchTooLarge;
    case ErrorCode::launchTimeout:
      return cudaErrorLaunchTimeout;
    case ErrorCode::invalidPtx:
      return cudaErrorInvalidPtx;
    case ErrorCode::unsupportedPtx:
      return cudaErrorNotSupported;
    case ErrorCode::symbolNotFound:
      return cudaErrorSymbolNotFound;
  }
  return cudaErrorUnknown;
}

const char* errorName(int code) {
  switch (code) {
#define CUDA_ERROR(name, value, text) \
  case value:                         \
    return #name;
#include "cudart/errors.inc"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

const char* errorText(int code) {
  switch (code) {
#define CUDA_ERROR(name, value, text) \
  case value:                         \
    return text;
#include "cudart/errors.inc"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

CUDART_API cudaError_t cudaGetLastError() { return Runtime::instance().takeLastError(); }
CUDART_API cudaError_t cudaPeekAtLastError() { return Runtime::instance().peekAtLastError(); }
CUDART_API const char* cudaGetErrorName(cudaError_t code) { return errorName(code); }
CUDART_API const char* cudaGetErrorString(cudaError_t code) { return errorText(code); }

}  // namespace gpusim::cudart
