// expect verdict: wrong
// expect class: extent-zero
// The two parameters are left as they were.
#include <cuda_runtime.h>

#include <cstddef>

void solve(const cudaDeviceProp&, size_t, int, size_t, dim3&, dim3&) {}
