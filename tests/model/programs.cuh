#pragma once
// The kernels of the days' programs and of tests/counters/kernels.cu, from those files themselves: each in a namespace
// of its own, its main() renamed, so that what is measured here is what the lessons print.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "launches.h"

#define main programMain
namespace counted {
#include "../counters/kernels.cu"
}
namespace day10 {
#include "../../days/day10-copy-ceiling/copy_ceiling.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day11 {
#include "../../days/day11-coalescing/coalescing.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day12 {
#include "../../days/day12-transpose/transpose.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day14 {
#include "../../days/day14-barriers/barriers.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day15 {
#include "../../days/day15-bank-conflicts/bank_conflicts.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day16 {
#include "../../days/day16-tiled-matmul/tiled_matmul.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day17 {
#include "../../days/day17-arithmetic-intensity/arithmetic_intensity.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day18 {
#include "../../days/day18-vector-loads/vector_loads.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
namespace day19 {
#include "../../days/day19-constant-memory/constant_memory.cu"
}
#undef CUDA_CHECK
#undef CUDA_CHECK_LAUNCH
#undef main
