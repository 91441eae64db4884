#!/bin/sh
# Runs two public collections of planted faults on the simulator with all checks and prints a table of what was found.
#
#   tools/race_suites.sh BUILD SAMPLES HIRACE WORK
#
# SAMPLES is a checkout of github.com/NVIDIA/compute-sanitizer-samples, HIRACE the artifact of HiRace (SC24) with its
# indigo/ folder. Nothing is fetched, and nothing of theirs is kept: programs are built in WORK.
set -eu
build=$(cd "$1" && pwd) samples=$2 hirace=$3 work=$4
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
options="-std=c++17 -O3 -lineinfo -gencode arch=compute_75,code=compute_75 --cudart shared"
mkdir -p "$work"

simulate() { # program, arguments...
  LD_LIBRARY_PATH="$build/lib" GPUSIM_CARD=t4 GPUSIM_CHECKS=all,leakcheck timeout 60 "$@" 2>&1 || true
}
# The kinds that were found, notes apart.
kinds() { sed -n 's/^gpusim: \(memcheck\|initcheck\|racecheck\|synccheck\): \([^:]*\):.*/\1: \2/p; s/^gpusim: \(leakcheck\): .*/\1/p' | sort -u | paste -sd ';' - | sed 's/;/; /g'; }

echo "| program | planted | found |"
echo "|---|---|---|"
sample() { # file, what is planted
  program=$work/$(basename "$1" .cu)
  # shellcheck disable=SC2086
  [ -x "$program" ] || "$nvcc" $options "$samples/$1" -o "$program"
  echo "| $1 | $2 | $(simulate "$program" | kinds) |"
}
sample Memcheck/memcheck_demo.cu "misaligned write, write out of bounds, leak"
sample Racecheck/block_error.cu "missing __syncthreads"
sample Racecheck/warp_error.cu "missing __syncwarp"
sample Initcheck/memset_error.cu "memset of too few bytes"
sample Synccheck/divergent_threads.cu "barrier in a divergent branch"
sample Synccheck/illegal_syncwarp.cu "__syncwarp by a lane outside its mask"
sample Suppressions/suppressions_initcheck_demo.cu "last byte of an array unwritten"

# Two graphs of 40 nodes in a compressed row format of little-endian 32-bit numbers, because each fault needs an input
# that brings it about. ring: four neighbors each. shared: the first neighbor of a node is another one's too, so that
# patterns that look at one neighbor collide; the last node has none, so that its first neighbor is past the end.
number() { printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))\\000\\000"; }
graph() { # nodes with neighbors, whether the first neighbor is shared
  number 40 && number $((4 * $1))
  k=0 && while [ $k -le 40 ]; do number $((4 * (k < $1 ? k : $1))) && k=$((k + 1)); done
  k=0
  while [ $k -lt "$1" ]; do
    number $(($2 ? k / 2 : (k + 1) % 40))
    for step in 39 7 33; do number $(((k + step) % 40)); done
    k=$((k + 1))
  done
}
graph 40 0 >"$work/ring.egr"
graph 39 1 >"$work/shared.egr"

# Many small files in one translation unit: the compiler's headers cost more than they do.
sources=$(cd "$hirace/indigo/indigo_sources" && ls -- */*.cu | grep -v '_cond\|_reverse\|_break\|_last\|_persistent\|_until\|_shfl\|boundsBug_\|guardBug_\|atomicBug_')
unit=$work/indigo.cu
if [ ! -x "$work/indigo" ]; then
  printf '#include <cuda.h>\n#include <climits>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <string>\n#include <algorithm>\n' >"$unit"
  for source in $sources; do
    name=$(basename "$source" .cu)
    printf 'namespace p_%s {\n#define main run\n#include "%s"\n#undef main\n}\n' "$name" "$(cd "$hirace" && pwd)/indigo/indigo_sources/$source" >>"$unit"
  done
  echo 'int main(int n, char** a) { const std::string name = a[1];' >>"$unit"
  for source in $sources; do
    name=$(basename "$source" .cu)
    echo "if (name == \"$name\") return p_$name::run(n - 1, a + 1);" >>"$unit"
  done
  echo 'return 1; }' >>"$unit"
  # shellcheck disable=SC2086
  "$nvcc" $options -w -I "$hirace/indigo/indigo_include" "$unit" -o "$work/indigo"
fi
for source in $sources; do
  name=$(basename "$source" .cu)
  case $name in
    *atomicBug) planted="a plain update where an atomic belongs" ;;
    *boundsBug) planted="an index past the end" ;;
    *guardBug) planted="a check outside of the atomic that should repeat it" ;;
    *syncBug) planted="a missing barrier" ;;
    *raceBug) planted="a plain write where a compare-and-swap belongs" ;;
    *) planted="" ;;
  esac
  found=$(for graph in ring shared; do simulate "$work/indigo" "$name" "$work/$graph.egr" 64 50; done | kinds)
  echo "| $name | $planted | $found |"
done
