#pragma once
#include "cudart/runtime.h"

namespace gpusim::cudart {

/// Sees to it that `operation`, which calls a function of the program, runs even if the program waits for that function
/// by means of its own: a condition variable tells no call of the API that it waits.
void watchHostWork(Runtime& runtime, const OperationPointer& operation);

}  // namespace gpusim::cudart
