#pragma once
// Part of the runtime header here.
#include "cuda_runtime.h"
