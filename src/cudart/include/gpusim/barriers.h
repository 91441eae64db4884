#pragma once
// Barriers as instructions of their own. Clang's built-in ones may be merged where both branches of an `if` have one,
// which would mend a learner's fault before anyone sees it; nvcc leaves them where they are written. Clang has a
// function __syncthreads() built in and lets nobody define it: hence the macro.

__device__ inline __attribute__((always_inline)) void __gpusim_syncthreads() {
  asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() __gpusim_syncthreads()

__device__ inline __attribute__((always_inline)) void __syncwarp(unsigned mask = 0xffffffff) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
