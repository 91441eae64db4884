#pragma once
// The CUDA runtime for programs that clang compiles where no toolkit is: docs/clang.md. Like nvcc, the harness includes
// it with every .cu file. In a file of plain C++ it is the API alone.
#pragma clang system_header
#include "cuda_runtime_api.h"
#include "gpusim/typed_calls.h"
#include "vector_functions.h"
#ifdef __CUDA__
#include "gpusim/device_code.h"
#endif
