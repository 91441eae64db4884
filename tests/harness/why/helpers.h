#pragma once
// A header of the learner's: what stands here belongs to the line that calls for it.
__device__ inline float everyEighth(const float* in, size_t i) { return in[8 * i]; }
