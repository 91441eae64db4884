#pragma once
// The functions of NVIDIA's device library (libdevice) that are more than an instruction or two. nvcc puts their code
// into the PTX. Clang without a toolkit leaves the call there, and this computes it with the host's libm, in the
// precision of the arguments: within an ulp or two of the true value as CUDA's are, and not bit for bit CUDA's.
#include <string_view>

#include "sim/exec/builtin_calls.h"

namespace gpusim {

/// The function called `name`: "__nv_sinf", "__nv_pow"; nullptr for others.
const BuiltinCall* findDeviceMath(std::string_view name);

}  // namespace gpusim
