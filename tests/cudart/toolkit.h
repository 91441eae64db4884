#pragma once
// NVIDIA's own declarations, where a toolkit is. They do not build with our warnings, hence the pragma.
#pragma GCC system_header
#if __has_include("/usr/local/cuda/include/cuda_runtime_api.h")
#define HAVE_TOOLKIT
#include "/usr/local/cuda/include/cuda_runtime_api.h"
#endif
