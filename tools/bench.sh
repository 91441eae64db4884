#!/bin/sh
# Builds and runs the benchmarks of tests/bench/ on the simulator.
#
#   tools/bench.sh BUILD      after `make all`
set -eu
build=$1
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
ran=0
for source in tests/bench/*.cu; do
  [ -f "$source" ] || continue
  program=$build/bench_$(basename "$source" .cu)
  "$nvcc" -std=c++17 -O3 -gencode arch=compute_75,code=compute_75 --cudart shared -I tests/counters "$source" -o "$program" -ldl
  for threads in 1 0; do
    echo "$(basename "$source" .cu): $([ "$threads" -eq 1 ] && echo "one host thread" || echo "all host threads"), times of the loop beside it"
    LD_LIBRARY_PATH=$build/lib GPUSIM_THREADS=$threads "$program"
  done
  ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "bench: there is no benchmark in tests/bench/" >&2 && exit 1; }
