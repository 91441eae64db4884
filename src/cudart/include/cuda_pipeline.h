#pragma once
// The primitives; cuda::pipeline needs nvcc.
#include "cuda_pipeline_primitives.h"
