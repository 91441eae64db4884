#!/bin/sh
# Builds and runs the benchmarks: with a card, the course's kernels against its ceilings (tests/bench_card); without, the
# simulator's speed (tests/bench).
#
#   tools/bench.sh BUILD      after `make all`; DEVICE=sim on a machine with a card for the simulator all the same
set -eu
build=$1
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
if [ "${DEVICE:-}" != sim ] && nvidia-smi >/dev/null 2>&1; then
  mkdir -p "$build"
  "$nvcc" -std=c++17 -O3 -arch=native tests/bench_card/ceilings.cu -o "$build/bench_ceilings" -lcublas
  exec "$build/bench_ceilings"
fi
if [ -x "$build/bin/fresh_pages" ]; then
  echo "fresh_pages: what memory costs that a process touches for the first time"
  "$build/bin/fresh_pages"
fi
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
