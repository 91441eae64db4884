#!/bin/sh
# The course as on a machine where no nvcc is: clang compiles it. A few days, since this is part of `make test`;
# `make check-clang` takes them all.
#
#   tests/toolchain/run.sh BUILD      after `make all`; the last line is "without a toolkit: N passed, N failed"
set -u
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.." || exit 1
. tests/toolchain/hide_nvcc.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

expect() { # name, wanted status, a pattern that the output must hold, command...
  name=$1 wanted=$2 pattern=$3
  shift 3
  "$@" >"$scratch/out" 2>&1
  status=$?
  if [ "$status" -eq "$wanted" ] && grep -q -e "$pattern" "$scratch/out"; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  echo "FAIL  $name: status $status, wanted $wanted and '$pattern'; it said:"
  sed 's/^/      /' "$scratch/out"
}

harness() { "$build/bin/harness-cli" --root . "$@"; }
judge() { # day, file, wanted status, pattern
  expect "$2" "$3" "$4" harness "$1" --device sim --seed 13 --from "$2"
}

expect "doctor names the compiler" 0 "^compiler .*clang++" harness doctor
expect "doctor says why" 0 "^chosen because $hidden" harness doctor
judge day13 solutions/day13-shared-memory.cu 0 "^passed"
judge day13 days/day13-shared-memory/starter.cu 50 "no faster than the naive kernel"
expect "day 13's lines" 0 "line 33, shared load: 31.8 wavefronts a request" \
  harness day13 --why --device sim --seed 13 --from solutions/day13-shared-memory.cu
expect "a race names its line" 40 "missing-barrier.cu" \
  harness day13 --device sim --seed 13 --verbose --from days/day13-shared-memory/wrong/missing-barrier.cu
expect "what does not compile" 10 "error: " \
  harness day13 --device sim --from days/day13-shared-memory/wrong/does-not-compile.cu
judge day15 solutions/day15-bank-conflicts.cu 0 "^passed"
judge day16 solutions/day16-tiled-matmul.cu 0 "^passed"
expect "grading says what it needs" 4 "grading compiles submissions with nvcc" \
  harness grade solutions/day13-shared-memory.cu --out "$scratch/graded"
expect "another compiler" 4 "the harness knows nvcc and clang" env HARNESS_COMPILER=icc "$build/bin/harness-cli" \
  --root . day13 --from solutions/day13-shared-memory.cu
# Every file of a day: what is right passes, what is planted is named.
harness check day14 --device sim --seed 13 >"$scratch/check" 2>&1
grep "^FAIL" "$scratch/check"
counts=$(sed -n 's/^check: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$scratch/check")
[ -n "$counts" ] || { cat "$scratch/check"; counts="0 1"; }
passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))

echo "without a toolkit: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
