#!/bin/sh
# Programs built by nvcc in the ways people build them, run on the simulator. Last line: "control: N passed, M failed".
#
#   tests/control/run.sh BUILD
build=$1
here=tests/control
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
export GPUSIM_CARD=t4 GPUSIM_CHECKS=all LD_LIBRARY_PATH=$build/lib

check() { # name, the line that must be there, command...
  name=$1 wanted=$2
  shift 2
  "$@" >"$scratch/log" 2>&1
  if grep -qF -- "$wanted" "$scratch/log" && ! grep -q "wrong\|memcheck\|initcheck\|racecheck" "$scratch/log"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL  $name: no line '$wanted' in:"
    cat "$scratch/log"
  fi
}

compile() { nvcc -std=c++17 -w "$@" >"$scratch/nvcc" 2>&1 || { echo "FAIL  nvcc $*"; cat "$scratch/nvcc"; failed=$((failed + 1)); }; }

compile --cudart shared $here/calls.cu -o "$scratch/calls"
check "calls" "alloca: ok" "$scratch/calls"
check "printf" "5 text  1.50 x -123456789012 % |   42|42   |00042|ff|5.000000e-01" "$scratch/calls"
compile --cudart shared -G $here/calls.cu -o "$scratch/debug"
check "calls, -G" "alloca: ok" "$scratch/debug"
compile --cudart shared -rdc=true $here/unit_a.cu $here/unit_b.cu -o "$scratch/linked"
check "-rdc=true" "linked: ok" "$scratch/linked"
compile --cudart shared -rdc=true -gencode arch=compute_75,code=[compute_75,sm_75] --compress-mode=speed $here/unit_a.cu $here/unit_b.cu \
  -o "$scratch/linked75"
check "-rdc=true, compute_75, LZ4" "linked: ok" "$scratch/linked75"
compile --cudart shared -gencode arch=compute_75,code=sm_75 $here/calls.cu -o "$scratch/noptx"
check "no PTX" "this program has no PTX in it" "$scratch/noptx"
compile --cudart shared -gencode arch=compute_90,code=compute_90 $here/calls.cu -o "$scratch/newer"
check "PTX for a newer card" "PTX for compute_90 only, and the card is compute_75" "$scratch/newer"
# Tensor cores and asynchronous copies want a newer card; for sm_90 the headers copy in bulk, which is refused.
compile --cudart shared -arch=compute_80 $here/groups.cu -o "$scratch/groups"
for line in tiles coalesced labels "group copies" "pipeline primitives" barriers "barrier copies" pipeline atomics "wmma matmul"; do
  check "headers of the toolkit" "$line: ok" env GPUSIM_CARD=h200 "$scratch/groups"
done
# nvcc's default links the runtime statically: the project's library of that name comes first on the path.
compile -L "$build/lib" $here/calls.cu -o "$scratch/static"
check "nvcc's default flags and -L" "alloca: ok" "$scratch/static"

echo "control: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
