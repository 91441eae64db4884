#!/bin/sh
# The time model against what was measured: runs the kernels of tests/model on the simulator and prints the table.
#
#   tools/model.sh BUILD      after `make tools`; UPDATE=1 keeps what was counted in evidence/time-model
#
# What the simulator counts of each kernel lies in evidence/time-model/work-*.csv. When it differs from that, the
# table is of the new counts, and the exit status is 1.
set -eu
build=$1
kept=evidence/time-model
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
mkdir -p "$build/model"
"$nvcc" -std=c++17 -O3 -gencode arch=compute_75,code=compute_75 --cudart shared -I tests/counters tests/model/measure.cu \
  -o "$build/model/measure" -ldl
status=0
for card in h200 t4; do
  # The published kernels of the T4; every row would take as long again.
  only=$([ "$card" = t4 ] && echo PUBLISHED=1 || echo PUBLISHED=)
  env "$only" GPUSIM_WORK=1 GPUSIM_CARD=$card GPUSIM_CHECKS=none LD_LIBRARY_PATH="$build/lib" "$build/model/measure" \
    >"$build/model/work-$card.csv"
  if [ -n "${UPDATE:-}" ]; then cp "$build/model/work-$card.csv" "$kept/work-$card.csv"; fi
  cmp -s "$build/model/work-$card.csv" "$kept/work-$card.csv" || {
    echo "model: the simulator counts other work than $kept/work-$card.csv; UPDATE=1 keeps it" >&2
    status=1
  }
done
"$build/bin/model_table" "$kept" "$build/model"
exit $status
